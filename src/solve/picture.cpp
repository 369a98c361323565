#include "picture.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "hakam/core/attacks.hpp"
#include "hakam/core/packed.hpp"

namespace hakam::solve {
namespace {

constexpr int slack = 10;  // how much harder than the easiest picture another may be
constexpr int most_steps_a_king = 2000;
constexpr std::size_t most_a_king = 8;

std::size_t at(Square s) noexcept { return static_cast<std::size_t>(s); }

// What one man can become, and how far it is from every square then.
struct Form {
    Square home;
    Piece piece;
    Costs costs;
};

struct Candidate {
    int cost;
    std::vector<Picture::Need> needs;
};

// A way to take flights from the king: by a man on a square.
struct Option {
    int cost;
    Square home;
    Square square;
    Piece piece;
    Bitboard denies;
};

class Finder {
public:
    Finder(const Position& position, Color winner)
        : position_{position}, winner_{winner}, routes_{position.board()} {
        for (const Square s : position.occupied()) add_forms(s, *position.at(s));
        for (const Color c : colors)
            king_costs_[static_cast<std::size_t>(index(c))] =
                routes_.from({c, PieceType::king}, position.king(c));
    }

    std::vector<Candidate> find() {
        std::vector<std::pair<int, Square>> kings;
        const Costs& hunted = king_costs_[static_cast<std::size_t>(index(~winner_))];
        for (int s = 0; s < 64; ++s)
            if (hunted[at(square(s))] < unreachable)
                kings.emplace_back(hunted[at(square(s))], square(s));
        std::sort(kings.begin(), kings.end());
        for (const auto& [cost, k] : kings) {
            if (cost > limit_) break;
            const int limit = limit_;
            const auto found = std::move(found_);
            found_.clear();
            look_at(k, cost);
            limit_ = limit;
            for (const Candidate& c : found_) limit_ = std::min(limit_, c.cost + slack);
            found_.insert(found_.end(), found.begin(), found.end());
        }
        std::erase_if(found_, [&](const Candidate& c) { return c.cost > limit_; });
        return std::move(found_);
    }
    const Routes& routes() const noexcept { return routes_; }

private:
    void add_forms(Square s, Piece piece) {
        if (piece.type == PieceType::king) return;
        if (piece.type != PieceType::pawn) {
            forms_.push_back({s, piece, routes_.from(piece, s)});
            return;
        }
        forms_.push_back({s, piece, routes_.from_as_pawn(piece.color, s)});
        const Costs as_pawn = forms_.back().costs;
        for (const PieceType type :
             {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen}) {
            const Piece officer{piece.color, type};
            forms_.push_back({s, officer, routes_.from_promoted(officer, as_pawn)});
        }
    }

    void look_at(Square k, int cost) {
        king_ = k;
        ring_ = attacks::king(k);
        steps_ = 0;
        collect_options();
        struct Check {
            int cost;
            const Form* form;
            Square square;
        };
        std::vector<Check> checks;
        for (const Form& form : forms_) {
            if (form.piece.color != winner_) continue;
            for (int n = 0; n < 64; ++n) {
                const Square s = square(n);
                const int all = cost + form.costs[at(s)];
                if (all > limit_ || s == k || cannot_stand(form.piece, s)) continue;
                if (routes_.attacked_by(form.piece, s, Bitboard{k}).contains(k))
                    checks.push_back({all, &form, s});
            }
        }
        std::sort(checks.begin(), checks.end(), [](const Check& a, const Check& b) {
            return std::tie(a.cost, a.form, a.square) < std::tie(b.cost, b.form, b.square);
        });
        for (const Check& c : checks) {
            if (c.cost > limit_ || steps_ > most_steps_a_king) break;
            const Bitboard hit = routes_.attacked_by(c.form->piece, c.square, Bitboard{k});
            checker_ = c.square;
            line_ = attacks::between(c.square, k);
            if (c.form->piece.type == PieceType::knight) line_ = {};
            needs_ = {{{~winner_, PieceType::king}, k}, {c.form->piece, c.square}};
            homes_ = Bitboard{c.form->home} | position_.king(~winner_);
            taken_ = Bitboard{c.square} | k;
            cover(ring_ & ~hit & ~standing_, c.cost);
        }
    }

    static bool cannot_stand(Piece piece, Square s) noexcept {
        return piece.type == PieceType::pawn && (rank_of(s) == Rank::r1 || rank_of(s) == Rank::r8);
    }

    // For each set of flights from where one man denies it most cheaply. Flights are numbered.
    struct Best {
        std::array<std::uint8_t, 256> cost{};  // plus one; zero: nothing is known
        std::array<Square, 256> square{};

        void offer(std::size_t flights, int c, Square s) noexcept {
            if (cost[flights] != 0 && cost[flights] <= c + 1) return;
            cost[flights] = static_cast<std::uint8_t>(c + 1);
            square[flights] = s;
        }
    };
    std::size_t in_ring(Bitboard b) const noexcept {
        std::size_t result = 0;
        std::size_t bit = 1;
        for (const Square s : ring_) {
            if (b.contains(s)) result |= bit;
            bit <<= 1;
        }
        return result;
    }
    void collect(Best& best, Square home, Piece piece) {
        for (std::size_t flights = 1; flights < 256; ++flights) {
            if (best.cost[flights] == 0) continue;
            const int cost = best.cost[flights] - 1;
            best.cost[flights] = 0;
            if (cost > limit_) continue;
            Bitboard denies;
            std::size_t left = flights;
            for (const Square s : ring_) {
                if ((left & 1) != 0) denies |= s;
                left >>= 1;
            }
            options_.push_back({cost, home, best.square[flights], piece, denies});
        }
        best.cost[0] = 0;
    }

    // The cheapest ways to deny each set of flights, man by man.
    void collect_options() {
        options_.clear();
        standing_ = routes_.walls() & position_.men(~winner_) & ring_;
        const Costs& hunter = king_costs_[static_cast<std::size_t>(index(winner_))];
        Best best;
        for (const Square s : ~(ring_ | king_))
            best.offer(in_ring(attacks::king(s)), hunter[at(s)], s);
        collect(best, position_.king(winner_), {winner_, PieceType::king});
        for (const Form& form : forms_) {
            if (form.piece.color != winner_) {
                for (const Square s : ring_)
                    if (form.costs[at(s)] <= limit_ && !cannot_stand(form.piece, s))
                        options_.push_back(
                            {form.costs[at(s)], form.home, s, form.piece, Bitboard{s}});
                continue;
            }
            for (const Square s : ~Bitboard{king_}) {
                if (form.costs[at(s)] > limit_ || cannot_stand(form.piece, s)) continue;
                const Bitboard hit = routes_.attacked_by(form.piece, s, Bitboard{king_});
                if (!hit.contains(king_)) best.offer(in_ring(hit), form.costs[at(s)], s);
            }
            collect(best, form.home, form.piece);
        }
        std::sort(options_.begin(), options_.end(), [](const Option& a, const Option& b) {
            return std::tie(a.cost, a.square, a.home, a.piece.type) <
                   std::tie(b.cost, b.square, b.home, b.piece.type);
        });
    }

    bool answers_check(const Option& o) const noexcept {
        const Bitboard hit = routes_.attacked_by(o.piece, o.square, {});
        if (hit.contains(checker_)) return true;
        if (o.piece.type != PieceType::pawn) return !(hit & line_).empty();
        const int one = index(o.square) + (o.piece.color == Color::white ? 8 : -8);
        return line_.contains(square(one));
    }

    void cover(Bitboard flights, int cost) {
        if (flights.empty()) {
            keep(cost);
            return;
        }
        const Square e = flights.first();
        int tried = 0;
        for (const Option& o : options_) {
            if (cost + o.cost > limit_ || tried >= 14) break;
            if (!o.denies.contains(e) || homes_.contains(o.home) || taken_.contains(o.square))
                continue;
            if (++steps_ > most_steps_a_king) return;
            if (o.piece.color != winner_ && answers_check(o)) continue;
            ++tried;
            needs_.push_back({o.piece, o.square});
            homes_ ^= Bitboard{o.home};
            taken_ ^= Bitboard{o.square};
            cover(flights & ~o.denies, cost + o.cost);
            needs_.pop_back();
            homes_ ^= Bitboard{o.home};
            taken_ ^= Bitboard{o.square};
        }
    }

    void keep(int cost) {
        if (!is_mate()) return;
        limit_ = std::min(limit_, cost + slack);
        auto needs = needs_;
        std::sort(
            needs.begin() + 2, needs.end(),
            [](const Picture::Need& a, const Picture::Need& b) { return a.square < b.square; });
        for (Candidate& known : found_) {
            const bool same = std::equal(needs.begin(), needs.end(), known.needs.begin(),
                                         known.needs.end(), [](const auto& a, const auto& b) {
                                             return a.square == b.square && a.piece == b.piece;
                                         });
            if (!same) continue;
            known.cost = std::min(known.cost, cost);
            return;
        }
        found_.push_back({cost, std::move(needs)});
        if (found_.size() <= most_a_king) return;
        const auto by_cost = [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; };
        found_.erase(std::max_element(found_.begin(), found_.end(), by_cost));
        limit_ =
            std::min(limit_, std::max_element(found_.begin(), found_.end(), by_cost)->cost - 1);
    }

    // The picture alone, with the walls.
    bool is_mate() const noexcept {
        Board board;
        for (const Square s : routes_.walls() & ~taken_) board.put(s, *position_.at(s));
        bool helper = false;
        for (const Picture::Need& need : needs_) {
            board.put(need.square, need.piece);
            helper = helper || need.piece == Piece{winner_, PieceType::king};
        }
        if (helper) return is_mate(board);
        // His king is somewhere where he does not stand in the way.
        Bitboard attacked;
        for (const Square s : board.men(~winner_))
            attacked |= attacks::of(*board.at(s), s, board.occupied());
        const Bitboard free = ~(board.occupied() | ring_ | line_ | attacked);
        if (free.empty()) return false;
        board.put(free.first(), {winner_, PieceType::king});
        return is_mate(board);
    }
    bool is_mate(const Board& board) const noexcept {
        const Position p = unpack({{board.plane(0).bits(), board.plane(1).bits(),
                                    board.plane(2).bits(), board.men(Color::black).bits()},
                                   ~winner_},
                                  position_.rules());
        return !p.is_attacked(p.king(winner_), ~winner_) && p.is_checkmate();
    }

    const Position& position_;
    Color winner_;
    Routes routes_;
    std::vector<Form> forms_;
    std::array<Costs, 2> king_costs_{};
    std::vector<Candidate> found_;
    int limit_ = 60;
    // The square that is looked at, and the arrangement so far.
    Square king_{};
    Bitboard ring_;
    Bitboard standing_;
    std::vector<Option> options_;
    Square checker_{};
    Bitboard line_;
    std::vector<Picture::Need> needs_;
    Bitboard homes_;
    Bitboard taken_;
    int steps_ = 0;
};

}  // namespace

Picture::Picture(const Routes& routes, std::vector<Need> needs) : needs_{std::move(needs)} {
    for (const Need& need : needs_) {
        Table table;
        table.officer = routes.to(need.piece, need.square);
        table.pawn.fill(unreachable);
        if (need.piece.type == PieceType::pawn)
            table.pawn = table.officer;
        else if (need.piece.type != PieceType::king)
            table.pawn = routes.to_promoted(need.piece.color, table.officer);
        tables_.push_back(table);
    }
}

int Picture::distance(const Position& position) const noexcept {
    int kings = 0;
    for (std::size_t n = 0; n < needs_.size(); ++n)
        if (needs_[n].piece.type == PieceType::king)
            kings += tables_[n].officer[at(position.king(needs_[n].piece.color))];
    return assign(position, 1, {}, kings, never);
}

// The cheapest way to give every need from the n-th on a man of its own.
int Picture::assign(const Position& position, std::size_t n, Bitboard used, int spent,
                    int best) const noexcept {
    while (n < needs_.size() && needs_[n].piece.type == PieceType::king) ++n;
    if (spent >= best) return best;
    if (n == needs_.size()) return spent;
    const Need& need = needs_[n];
    const Table& table = tables_[n];
    const Bitboard own = position.men(need.piece.color) & ~used;
    const Bitboard officers =
        need.piece.type == PieceType::pawn ? Bitboard{} : own & position.men(need.piece.type);
    const Bitboard pawns = own & position.men(PieceType::pawn);
    // The man that gives check is the last to come.
    const int least = n == 1 ? 1 : 0;
    if (need.piece.type != PieceType::pawn && n != 1 && (officers.contains(need.square)))
        return assign(position, n + 1, used | need.square, spent, best);
    const auto try_man = [&](Square s, int cost) {
        cost = std::max(cost, least);
        best = assign(position, n + 1, used | s, spent + cost, best);
    };
    for (const Square s : officers)
        if (table.officer[at(s)] < unreachable) try_man(s, table.officer[at(s)]);
    for (const Square s : pawns)
        if (table.pawn[at(s)] < unreachable) try_man(s, table.pawn[at(s)]);
    return best;
}

std::vector<Picture> easiest_pictures(const Position& position, Color winner, std::size_t most) {
    Finder finder{position, winner};
    std::vector<Candidate> all = finder.find();
    std::vector<Picture> result;
    std::array<int, 64> chosen{};  // by square of the mated king
    while (result.size() < most && !all.empty()) {
        const auto weight = [&](const Candidate& c) {
            return c.cost + 2 * chosen[at(c.needs.front().square)];
        };
        const auto best = std::min_element(
            all.begin(), all.end(),
            [&](const Candidate& a, const Candidate& b) { return weight(a) < weight(b); });
        ++chosen[at(best->needs.front().square)];
        result.emplace_back(finder.routes(), std::move(best->needs));
        all.erase(best);
    }
    return result;
}

}  // namespace hakam::solve
