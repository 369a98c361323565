#include "estimate.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

#include "hakam/core/attacks.hpp"

namespace hakam::solve {
namespace {

constexpr int distance(int a, int b) noexcept {
    const int df = (a & 7) - (b & 7);
    const int dr = (a >> 3) - (b >> 3);
    return std::max(df < 0 ? -df : df, dr < 0 ? -dr : dr);
}

constexpr auto king_distances = [] {
    std::array<std::array<std::uint8_t, 64>, 64> table{};
    for (std::size_t a = 0; a < 64; ++a)
        for (std::size_t b = 0; b < 64; ++b)
            table[a][b] =
                static_cast<std::uint8_t>(distance(static_cast<int>(a), static_cast<int>(b)));
    return table;
}();
int steps_between(Square a, Square b) noexcept {
    return king_distances[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

constexpr auto knight_distances = [] {
    std::array<std::array<std::uint8_t, 64>, 64> table{};
    for (std::size_t a = 0; a < 64; ++a) {
        table[a].fill(9);
        table[a][a] = 0;
        for (std::uint8_t d = 0; d < 6; ++d)
            for (std::size_t b = 0; b < 64; ++b)
                if (table[a][b] == d)
                    for (const Square c : attacks::knight(static_cast<Square>(b))) {
                        auto& there = table[a][static_cast<std::size_t>(c)];
                        there = std::min<std::uint8_t>(there, static_cast<std::uint8_t>(d + 1));
                    }
    }
    return table;
}();

// The king in a corner, the enemy king a knight's move away from it, a queen or rook on the board
// and the mated side bare: the picture that most helpmates lead to.
struct Corner {
    Square corner;
    Square posts[2];
};
constexpr Corner corners[] = {{Square::a1, {Square::b3, Square::c2}},
                              {Square::h1, {Square::g3, Square::f2}},
                              {Square::a8, {Square::b6, Square::c7}},
                              {Square::h8, {Square::g6, Square::f7}}};

// Mates by one bishop or knight: the mated king in the corner a1, one of its own men next to it.
// Found by trying all placements at compile time; the other corners are mirror images.
enum class Blocker : std::uint8_t { knight, bishop, rook, queen, pawn_down, pawn_up };
constexpr int blocker_kinds = 6;

struct Template {
    std::uint8_t hunter = 0;   // square of the king that helps to mate
    std::uint8_t blocker = 0;  // square of the mated side's man
    Blocker kind{};
    std::uint64_t from = 0;  // squares from which the officer mates
};

constexpr std::uint64_t bit(int s) { return std::uint64_t{1} << s; }
constexpr bool on_board(int f, int r) { return f >= 0 && f < 8 && r >= 0 && r < 8; }

constexpr std::uint64_t line_attacks(int s, bool diagonal, bool straight, std::uint64_t occupied) {
    std::uint64_t result = 0;
    for (int df = -1; df <= 1; ++df)
        for (int dr = -1; dr <= 1; ++dr) {
            if ((df == 0 && dr == 0) || !((df != 0 && dr != 0) ? diagonal : straight)) continue;
            for (int f = (s & 7) + df, r = (s >> 3) + dr; on_board(f, r); f += df, r += dr) {
                result |= bit(r * 8 + f);
                if ((occupied & bit(r * 8 + f)) != 0) break;
            }
        }
    return result;
}
constexpr std::uint64_t moves_of(Blocker kind, int s, std::uint64_t occupied) {
    switch (kind) {
        case Blocker::knight:
            return attacks::knight(static_cast<Square>(s)).bits();
        case Blocker::bishop:
            return line_attacks(s, true, false, occupied);
        case Blocker::rook:
            return line_attacks(s, false, true, occupied);
        case Blocker::queen:
            return line_attacks(s, true, true, occupied);
        case Blocker::pawn_down:
            return attacks::pawn(Color::black, static_cast<Square>(s)).bits() & occupied;
        case Blocker::pawn_up:
            return attacks::pawn(Color::white, static_cast<Square>(s)).bits() & occupied;
    }
    return 0;
}
constexpr std::uint64_t pushes_of(Blocker kind, int s, std::uint64_t occupied) {
    if (kind == Blocker::pawn_up && (occupied & bit(s + 8)) == 0)
        return bit(s + 8) | ((occupied & bit(s + 16)) == 0 ? bit(s + 16) : 0);
    if (kind == Blocker::pawn_down && (occupied & bit(s - 8)) == 0) return bit(s - 8);
    return 0;
}

constexpr bool mates(bool bishop, int officer, int hunter, int blocker, Blocker kind) {
    const std::uint64_t occupied = bit(officer) | bit(hunter) | bit(blocker);
    const auto attack = [&](std::uint64_t blockers) {
        return bishop ? line_attacks(officer, true, false, blockers)
                      : attacks::knight(static_cast<Square>(officer)).bits();
    };
    const std::uint64_t hit = attack(occupied);
    if ((hit & bit(0)) == 0) return false;
    const std::uint64_t guarded = hit | attacks::king(static_cast<Square>(hunter)).bits();
    const std::uint64_t flights = (bit(1) | bit(8) | bit(9)) & ~bit(blocker);
    if ((flights & ~guarded) != 0) return false;
    const std::uint64_t all = occupied | bit(0);
    std::uint64_t answers = bit(officer);
    if (bishop)
        for (int s = officer - 9; s > 0; s -= 9) answers |= bit(s);
    return ((moves_of(kind, blocker, all) | pushes_of(kind, blocker, all)) & answers) == 0;
}

struct Templates {
    int count = 0;
    std::array<Template, 5 * 3 * blocker_kinds> all{};
};
constexpr Templates make_templates(bool bishop) {
    Templates t;
    for (const int hunter : {16, 17, 18, 10, 2})
        for (const int blocker : {1, 8, 9})
            for (int k = 0; k < blocker_kinds; ++k) {
                const auto kind = static_cast<Blocker>(k);
                if (kind >= Blocker::pawn_down && blocker == 1) continue;
                Template one{static_cast<std::uint8_t>(hunter), static_cast<std::uint8_t>(blocker),
                             kind, 0};
                for (int s = 1; s < 64; ++s)
                    if (s != hunter && s != blocker && mates(bishop, s, hunter, blocker, kind))
                        one.from |= bit(s);
                if (one.from != 0) t.all[static_cast<std::size_t>(t.count++)] = one;
            }
    return t;
}
constexpr Templates bishop_templates = make_templates(true);
constexpr Templates knight_templates = make_templates(false);

constexpr int far = 60;

PieceType type_of(Blocker kind) noexcept {
    return kind == Blocker::knight   ? PieceType::knight
           : kind == Blocker::bishop ? PieceType::bishop
           : kind == Blocker::rook   ? PieceType::rook
           : kind == Blocker::queen  ? PieceType::queen
                                     : PieceType::pawn;
}

// How far one of the loser's men of the kind is from `to`; pawns may become what is needed.
int blocker_distance(const Board& b, Color loser, Bitboard men, Blocker kind, Square to) noexcept {
    int best = far;
    const auto offer = [&](int d) { best = std::min(best, d); };
    const PieceType type = type_of(kind);
    for (const Square s : b.men(type) & men) {
        if (s == to) return 0;
        switch (type) {
            case PieceType::knight:
                offer(knight_distances[static_cast<std::size_t>(s)][static_cast<std::size_t>(to)]);
                break;
            case PieceType::bishop:
                if (is_light(s) == is_light(to)) offer(2);
                break;
            case PieceType::pawn:
                if (file_of(s) == file_of(to)) {
                    const int ahead =
                        index(relative_rank(loser, to)) - index(relative_rank(loser, s));
                    if (ahead > 0) offer(ahead);
                }
                break;
            default:
                offer(2);
        }
    }
    if (type != PieceType::pawn && best == far)
        for (const Square s : b.men(PieceType::pawn) & men) {
            const Square promotes = square(file_of(s), back_rank(~loser));
            const bool wrong = kind == Blocker::bishop && is_light(promotes) != is_light(to);
            offer(2 * (7 - index(relative_rank(loser, s))) + (wrong ? 8 : 4));
        }
    return best;
}

// One placement of a template; the men that can mate in it are all alike.
struct Placed {
    const Template* picture;
    int flip;
    bool bishop;

    Square turn(int s) const noexcept { return static_cast<Square>(s ^ flip); }
    Bitboard officers(const Board& b, Color winner) const noexcept {
        const Bitboard own = b.men(winner);
        if (!bishop) return own & b.men(PieceType::knight);
        return own & b.men(PieceType::bishop) &
               (is_light(turn(0)) ? Bitboard::light() : Bitboard::dark());
    }
};

// Plies, roughly, until the men stand as in the picture.
int plies_to(const Position& position, Color winner, Placed placed, int limit) noexcept {
    const Board& b = position.board();
    const Color loser = ~winner;
    const Template& t = *placed.picture;
    const Bitboard officers = placed.officers(b, winner);
    if (officers.empty()) return 2 * far;
    const int hunter = steps_between(position.king(winner), placed.turn(t.hunter));
    int loses = steps_between(position.king(loser), placed.turn(0));
    if (loses + hunter >= limit) return loses + hunter;
    const Bitboard men = b.men(loser) & ~b.men(PieceType::king);
    loses += blocker_distance(b, loser, men, t.kind, placed.turn(t.blocker));
    if (loses + hunter >= limit) return loses + hunter;
    int nearest = 9;
    for (const Square officer : officers) {
        const int home = index(officer) ^ placed.flip;
        // The mate is a move: an officer that stands there already keeps the king out.
        const bool there = (t.from >> home & 1) != 0;
        if (placed.bishop || there) {
            nearest = std::min(nearest, there ? 2 : 1);
            continue;
        }
        const auto& from = knight_distances[static_cast<std::size_t>(home)];
        for (std::uint64_t s = t.from; s != 0; s &= s - 1)
            nearest = std::min<int>(nearest, from[static_cast<std::size_t>(std::countr_zero(s))]);
    }
    const int wins = hunter + nearest;
    const int moves =
        position.turn() == winner ? 2 * std::max(wins, loses + 1) - 1 : 2 * std::max(wins, loses);
    return moves + wins + loses;
}

// Calls `use(placed)` for every placement of the pictures of one kind of officer.
template <typename Use>
void for_each_placement(Color loser, bool bishop, Use use) noexcept {
    const Templates& templates = bishop ? bishop_templates : knight_templates;
    for (const int flip : {0, 7, 56, 63}) {
        // A pawn that moves down near a1 moves up near a8.
        const bool down = (loser == Color::black) == (flip < 56);
        for (int n = 0; n < templates.count; ++n) {
            const Template& t = templates.all[static_cast<std::size_t>(n)];
            if ((t.kind == Blocker::pawn_down && !down) || (t.kind == Blocker::pawn_up && down))
                continue;
            use(Placed{&t, flip, bishop});
        }
    }
}

int by_templates(const Position& position, Color winner, bool bishop) noexcept {
    int best = far;
    for_each_placement(~winner, bishop, [&](Placed placed) {
        best = std::min(best, plies_to(position, winner, placed, best));
    });
    return best + position.men(~winner).size() - 1;
}

}  // namespace

std::vector<MinorPicture> minor_pictures(const Position& position, Color winner, std::size_t most) {
    struct Candidate {
        int plies;
        std::size_t number;
        Placed placed;
    };
    std::vector<Candidate> all;
    for (const bool bishop : {true, false}) {
        const PieceType type = bishop ? PieceType::bishop : PieceType::knight;
        if (position.men(winner, type).empty()) continue;
        for_each_placement(~winner, bishop, [&](Placed placed) {
            const int plies = plies_to(position, winner, placed, far);
            if (plies < far) all.push_back({plies, all.size(), placed});
        });
    }
    std::sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
        return std::pair{a.plies, a.number} < std::pair{b.plies, b.number};
    });
    std::vector<MinorPicture> result;
    for (std::size_t n = 0; n < all.size() && n < most; ++n)
        result.push_back({all[n].placed.picture, all[n].placed.flip, all[n].placed.bishop});
    return result;
}

MinorTask task(MinorPicture picture) noexcept {
    const auto& t = *static_cast<const Template*>(picture.picture);
    const auto turned = [&](int s) { return static_cast<Square>(s ^ picture.flip); };
    MinorTask result{turned(0), turned(t.hunter), turned(t.blocker), type_of(t.kind),
                     {},        PieceType::knight};
    if (picture.bishop) result.officer = PieceType::bishop;
    for (std::uint64_t s = t.from; s != 0; s &= s - 1) result.from |= turned(std::countr_zero(s));
    return result;
}

int estimate(const Position& position, Color winner, MinorPicture picture) noexcept {
    const Placed placed{static_cast<const Template*>(picture.picture), picture.flip,
                        picture.bishop};
    return plies_to(position, winner, placed, 2 * far) + position.men(~winner).size() - 1;
}

int estimate(const Position& position, Color winner) noexcept {
    const Board& b = position.board();
    const Bitboard own = b.men(winner) & ~b.men(PieceType::king);
    const Bitboard minors = own & (b.men(PieceType::bishop) | b.men(PieceType::knight));
    if (own == minors && own.only())
        return by_templates(position, winner, b.men(PieceType::bishop).contains(own.first()));
    const Bitboard majors = b.straight_sliders() & b.men(winner);
    const Square hunter = position.king(winner);
    const Square hunted = position.king(~winner);
    int best = 100;
    for (const Corner& c : corners) {
        const int post =
            std::min(steps_between(hunter, c.posts[0]), steps_between(hunter, c.posts[1]));
        best = std::min(best, 2 * steps_between(hunted, c.corner) + 2 * post);
    }
    if (majors.empty()) {
        int nearest = 20;
        for (const Square s : b.men(winner, PieceType::pawn))
            nearest = std::min(nearest, 2 * (7 - index(relative_rank(winner, s))));
        best += nearest;
    }
    return best + 3 * (b.men(~winner).size() - 1);
}

}  // namespace hakam::solve
