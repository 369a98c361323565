#include "search.hpp"

#include <algorithm>

#include "aimed_search.hpp"
#include "dive.hpp"
#include "estimate.hpp"
#include "hakam/core/attacks.hpp"
#include "material.hpp"
#include "novelty.hpp"
#include "partial.hpp"
#include "path.hpp"
#include "region.hpp"

namespace hakam::solve {

namespace {
constexpr std::uint64_t longest_dive = 500;  // positions, about
constexpr std::size_t highest_cost = 4000;
constexpr std::uint64_t first_change = 50'000;
constexpr int flat = 4;
constexpr std::uint64_t first_pictures = 60'000;
constexpr std::uint64_t most_double = 300'000;  // then the pictures wait longer
constexpr std::size_t most_pictures = 40;
constexpr std::size_t first_turn = 10;  // pictures; twice as many in each further turn
constexpr int steep = 10;
constexpr int some = 2;
constexpr int much = 4;
// Who is held: what opens walls soonest comes first and may see more.
constexpr Held held_ways[] = {{.winners_king = true, .losers_officers = true},
                              {.winners_officers = true, .losers_king = true},
                              {.winners_king = true, .losers_king = true},
                              {.losers_officers = true},
                              {.losers_king = true}};
constexpr std::size_t first_held = 2;
constexpr std::uint64_t first_held_try = 8000;
constexpr std::uint32_t least_partial = 12'000;  // enough for most walls and cages
constexpr std::uint64_t most_held = 2'000'000;   // then they end
constexpr std::uint64_t bytes_per_held = 80;
// Of region certificates in one answer: written out they stay below what a checker reads.
constexpr std::uint64_t most_region_bytes = 12 << 20;

std::uint64_t bytes_of(const RegionCertificate& certificate) {
    std::uint64_t bytes = sizeof certificate;
    for (const RegionLayer& layer : certificate.layers)
        bytes += sizeof layer + layer.men.capacity() * sizeof(ManRegion) +
                 layer.king_pairs.capacity() * sizeof(Bitboard);
    return bytes;
}
}  // namespace

Search::Search(const Position& root, Meter& meter)
    : root_{root}, meter_{meter}, open_(64, no_node) {
    const auto found = store_.insert(pack(root), root.key());
    store_[found.id].plies = 0;
}

void Search::push(NodeId id, int cost) {
    const auto c = std::min(static_cast<std::size_t>(cost), highest_cost);
    if (c >= open_.size()) open_.resize(c + 64, no_node);
    store_[id].next = open_[c];
    open_[c] = id;
    lowest_ = std::min(lowest_, c);
}

std::optional<NodeId> Search::pop() {
    for (; lowest_ < open_.size(); ++lowest_)
        if (open_[lowest_] != no_node) {
            const NodeId id = open_[lowest_];
            open_[lowest_] = store_[id].next;
            return id;
        }
    return std::nullopt;
}

// Whether nothing can come of a new position, so that it need not be followed. The prover is asked
// where a capture or pawn move has changed what the men can ever reach.
bool Search::excuse(const Position& p, NodeId id, Move move, Color winner) {
    const auto excused = static_cast<std::uint8_t>(flag::excused << index(winner));
    if (!move.resets_clock()) return false;
    if (material_lemma(p.board(), winner) != MaterialLemma::none) {
        store_[id].flags |= excused;
        return true;
    }
    if (plain_ || region_bytes_ > most_region_bytes) return false;
    // Where proofs are rare they are tried for some positions only.
    if (lumped_tries_ > 500 + 50 * lumped_proofs_ && static_cast<std::uint64_t>(p.key()) % 8 != 0)
        return false;
    RegionProver prover{p, winner};
    ++lumped_tries_;
    bool proved = prover.prove_lumped();
    lumped_proofs_ += proved ? 1 : 0;
    // A split layer costs as much as some tens of positions: they are tried near the root, where a
    // proof saves most, and then now and then.
    if (!proved && split_effort_ < 200 + store_.size() / 300) {
        proved = prover.prove_split(40);
        split_effort_ += static_cast<std::uint64_t>(prover.effort());
    }
    if (!proved) return false;
    store_[id].flags |= excused;
    regions_.push_back(prover.certificate());
    region_bytes_ += bytes_of(regions_.back());
    return true;
}

// A dive from a position that a capture or pawn move has changed; they take their share of the
// positions. New structures of pawns come first.
bool Search::dive_from(const Position& p, NodeId id, Color winner) {
    const std::uint64_t share = std::min<std::uint64_t>(store_.size(), 20'000 + store_.size() / 10);
    if (picture_ || dive_nodes_ > share || !meter_.allows(longest_dive) ||
        !Dive::may_find(p, winner) || !p.has_legal_move())
        return false;
    if (structures_.empty()) structures_.resize(256);
    const std::uint64_t pawns =
        p.men(PieceType::pawn).bits() ^ static_cast<std::uint64_t>(p.occupied().size()) << 56;
    const std::uint64_t hash = pawns * 0x9E3779B97F4A7C15ULL >> 50;
    std::uint64_t& word = structures_[hash >> 6];
    const std::uint64_t bit = std::uint64_t{1} << (hash & 63);
    const bool is_new = (word & bit) == 0;
    if (!is_new && dive_nodes_ > share / 2) return false;
    word |= bit;
    Dive dive{p, winner, static_cast<std::uint64_t>(p.key())};
    const bool found = is_new ? dive.next() : dive.next_drawn();
    dive_nodes_ += dive.nodes();
    meter_.add(dive.nodes());
    if (!found) return false;
    dived_from_ = id;
    dived_ = dive.line();
    return true;
}

// Officers that do not stand where they, or their like, stood in the root.
int Search::displaced(const Position& p) const noexcept {
    const Board &now = p.board(), &then = root_.board();
    const Bitboard changed = (now.plane(0) ^ then.plane(0)) | (now.plane(1) ^ then.plane(1)) |
                             (now.plane(2) ^ then.plane(2)) |
                             (now.men(Color::black) ^ then.men(Color::black));
    return (changed & now.occupied() & ~now.men(PieceType::king) & ~now.men(PieceType::pawn))
        .size();
}

// The order of search. In a large search of a blocked position the pair of kings is led to where a
// mate may fit, as long as men and pawns are those of the root.
int Search::distance(const Position& p, Color winner) const {
    if (picture_) return 2 * estimate(p, winner, *picture_);
    const int strayed = stay_ * displaced(p);
    if (guide_.plies.empty() || p.occupied().size() != root_.occupied().size() ||
        p.men(PieceType::pawn) != root_.men(PieceType::pawn))
        return estimate(p, winner) + strayed;
    const int plies = guide_.at(p.turn(), p.king(Color::white), p.king(Color::black));
    if (plies == KingGuide::never) return estimate(p, winner) + strayed + 20;
    const Square hunted = p.king(~winner);
    const Bitboard flights = attacks::king(hunted) & ~p.men(~winner) & ~p.attacked(winner);
    return plies + flights.size() + strayed;
}

// Makes all children of a node known. Returns false if the budget does not allow it.
bool Search::expand(NodeId id, Color winner, Order order) {
    const Position p = unpack(Store::packed(store_[id]), root_.rules());
    const MoveList moves = p.legal_moves();
    const auto plies = static_cast<std::uint16_t>(std::min(store_[id].plies + 1, 65535));
    // The table is larger than any cache: all its lines are asked for before the first is used.
    children_.clear();
    for (const Move move : moves) {
        children_.push_back(p.after(move));
        store_.prefetch(children_.back().key());
    }
    for (const Position& child : children_) store_.prefetch_node(child.key());
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Position& child = children_[i];
        if (!meter_.fits(store_.bytes_after_insert() + region_bytes_ + side_bytes_)) return false;
        const auto [child_id, is_new] = store_.insert(pack(child), child.key());
        if (!is_new) continue;
        if (!meter_.spend()) return false;
        Node& node = store_[child_id];
        node.parent = id;
        node.plies = plies;
        if (child.is_check() && !child.has_legal_move()) {
            node.flags = flag::mate | flag::expanded;
            auto& mate = mates_[static_cast<std::size_t>(index(~child.turn()))];
            if (!mate) mate = child_id;
            continue;
        }
        if (excuse(child, child_id, moves[i], winner)) continue;
        if (order == Order::best_first && moves[i].resets_clock() &&
            dive_from(child, child_id, winner))
            return true;
        push(child_id,
             order == Order::breadth_first ? plies : plies + weight_ * distance(child, winner));
    }
    store_[id].flags |= flag::expanded;
    return true;
}

// Puts every position that is not yet expanded into the open list.
void Search::reopen(Color winner, Order order) {
    std::fill(open_.begin(), open_.end(), no_node);
    lowest_ = open_.size();
    const auto excused = static_cast<std::uint8_t>(flag::excused << index(winner));
    for (NodeId id = store_.size(); id-- > 0;) {
        Node& node = store_[id];
        if ((node.flags & (flag::expanded | excused)) != 0) continue;
        const Position p = unpack(Store::packed(node), root_.rules());
        if (material_lemma(p.board(), winner) != MaterialLemma::none)
            node.flags |= excused;
        else
            push(id, order == Order::breadth_first ? node.plies
                                                   : node.plies + weight_ * distance(p, winner));
    }
}

// A try with some men of the loser left out, in proportion to what the search has seen.
bool Search::proved_partial(Color winner) {
    if (!partial_) partial_.emplace(root_, winner);
    if (partial_->failed()) return false;
    const auto limit =
        static_cast<std::size_t>(meter_.part(std::max(least_partial, store_.size() / 2)));
    if (!fits_after(2 * limit * bytes_per_partial)) return false;
    const std::size_t before = partial_->visited(), held = partial_->known();
    const bool proved = partial_->proves(limit, [this] { return meter_.expire(); });
    meter_.add(partial_->visited() - before);
    side_bytes_ += partial_->known() * bytes_per_partial;
    side_bytes_ -= held * bytes_per_partial;
    if (proved) root_proof_ = partial_->argument();
    return proved;
}

// Whether so many bytes more can be held.
bool Search::fits_after(std::uint64_t more) const noexcept {
    return meter_.fits(store_.bytes() + region_bytes_ + side_bytes_ + more);
}

// Searches in which some men are held, in proportion to what this one has seen.
bool Search::reaches_held(Color winner) {
    if (held_.empty())
        for (const Held held : held_ways) held_.emplace_back(root_, winner, held);
    for (std::size_t n = 0; n < held_.size(); ++n) {
        HeldSearch& search = held_[n];
        if (search.ended()) continue;
        const std::uint64_t seen = std::min<std::uint64_t>(store_.size(), most_held);
        const std::uint64_t limit = seen / (n < first_held ? 4 : 12);
        if (limit <= search.nodes() || !meter_.allows(limit - search.nodes())) continue;
        if (!fits_after((limit - search.nodes()) * bytes_per_held)) return false;
        const std::uint64_t nodes = search.nodes(), bytes = search.bytes();
        const bool found = search.run(limit);
        meter_.add(search.nodes() - nodes);
        side_bytes_ += search.bytes() - bytes;
        if (!found) continue;
        picture_line_ = search.line();
        return true;
    }
    return false;
}

// A try that prefers what has not been seen in any form, where the hunted king stands in a cage of
// his own men: elsewhere it gains nothing.
bool Search::reaches_novelty(Color winner) {
    const Bitboard ways_out = attacks::king(root_.king(~winner)) & ~root_.men(~winner);
    if (ways_out.size() > 2) return false;
    const std::uint64_t nodes = meter_.part(2 * std::uint64_t{store_.size()});
    if (!fits_after(nodes * bytes_per_novelty)) return false;
    NovelLine found = search_by_novelty(root_, winner, nodes, [this] { return meter_.expire(); });
    meter_.add(found.nodes);
    if (found.line) picture_line_ = std::move(*found.line);
    return found.line.has_value();
}

Search::End Search::explore(Color winner, Order order) {
    const auto w = static_cast<std::size_t>(index(winner));
    guide_ = {};
    weight_ = flat;
    stay_ = some;
    reopen(winner, order);
    picture_turns_ = 0;
    partial_.reset();
    held_.clear();
    side_bytes_ = 0;
    std::uint64_t held_after =
        order == Order::breadth_first || plain_ ? UINT64_MAX : first_held_try;
    std::uint64_t pictures_after =
        order == Order::breadth_first || plain_ ? UINT64_MAX : first_pictures;
    bool asked = false;
    std::uint32_t partial_after = 20'000, novelty_after = 20'000;
    // Neither order is best everywhere: a large search changes between them as it doubles.
    KingGuide guide;
    std::uint64_t change_after = order == Order::breadth_first ? UINT64_MAX : first_change;
    while (!mates_[w] && dived_from_ == no_node) {
        // A search that has grown is worth a thorough try at a static proof, and then a guide.
        if (!asked && store_.size() > 20000) {
            asked = true;
            RegionProver prover{root_, winner};
            if (prover.prove_split(4000)) {
                root_proof_ = {};
                root_proof_.kind = ArgumentKind::region;
                root_proof_.regions.push_back(prover.certificate());
                return End::proved;
            }
        }
        if (store_.size() > held_after) {
            held_after *= 2;
            if (reaches_held(winner)) return End::picture;
        }
        if (store_.size() > partial_after) {
            partial_after *= 2;
            if (proved_partial(winner)) return End::proved;
        }
        if (store_.size() > novelty_after) {
            novelty_after *= 8;
            if (reaches_novelty(winner)) return End::picture;
        }
        if (store_.size() > pictures_after) {
            pictures_after *= pictures_after < most_double ? 2 : 4;
            if (reaches_picture(winner)) return End::picture;
        }
        if (store_.size() > change_after) {
            if (change_after == first_change) guide = king_guide(root_, winner);
            if (guide_.plies.empty()) weight_ = weight_ == flat ? steep : flat;
            if (!guide.plies.empty() || !guide_.plies.empty()) std::swap(guide, guide_);
            stay_ = stay_ == some ? much : some;
            change_after *= 2;
            reopen(winner, order);
        }
        const auto id = pop();
        if (!id) return End::exhausted;
        if (!expand(*id, winner, order)) {
            if (meter_.expired()) return End::expired;
            return meter_.fits(store_.bytes_after_insert() + region_bytes_ + side_bytes_)
                       ? End::nodes
                       : End::memory;
        }
    }
    return End::mate;
}

// A turn of searches, each led to one picture of mate, with a part of the positions seen so far.
bool Search::reaches_picture(Color winner) {
    if (picture_turns_ == 0) pictures_ = easiest_pictures(root_, winner, most_pictures);
    const std::size_t count = std::min(pictures_.size(), first_turn << picture_turns_);
    for (std::size_t n = 0; n < count; ++n) {
        AimedSearch search{root_, winner, pictures_[n], picture_turns_};
        const bool found = search.run(meter_.part(store_.size() / (6 * count)));
        meter_.add(search.nodes());
        if (!found) continue;
        picture_line_ = search.line();
        return true;
    }
    ++picture_turns_;
    return false;
}

std::vector<Move> Search::line_to(NodeId id) const { return path_to(id, store_, root_); }

std::vector<Move> Search::mating_line(Color winner) const {
    if (dived_from_ == no_node) return line_to(*mates_[static_cast<std::size_t>(index(winner))]);
    std::vector<Move> line = line_to(dived_from_);
    line.insert(line.end(), dived_.begin(), dived_.end());
    return line;
}

// The positions that the root reaches without passing an excused one, which is what the checker will
// see: all that were found and not excused.
void Search::certify(Color winner, Argument& argument) {
    argument.kind = ArgumentKind::closed_set;
    const auto excused = static_cast<std::uint8_t>(flag::excused << index(winner));
    for (NodeId id = 0; id < store_.size(); ++id) {
        if ((store_[id].flags & excused) != 0) continue;
        ++argument.positions;
        argument.fingerprint += mixed(Store::packed(store_[id]));
    }
    for (RegionCertificate& region : regions_) argument.regions.push_back(std::move(region));
}

bool Search::run_to(MinorPicture picture, Color winner, Winnable& answer) {
    picture_ = picture;
    plain_ = true;
    const std::uint64_t before = meter_.spent();
    const End end = explore(winner, Order::best_first);
    answer.nodes += meter_.spent() - before;
    picture_.reset();
    plain_ = false;
    if (end != End::mate) return false;
    answer.decision = Decision::yes;
    answer.line = mating_line(winner);
    return true;
}

bool Search::run_plainly(Color winner, Winnable& answer) {
    plain_ = true;
    run(winner, Order::best_first, answer);
    plain_ = false;
    if (answer.decision != Decision::unknown) return true;
    answer.tried.clear();
    return false;
}

void Search::run(Color winner, Order order, Winnable& answer) {
    const std::uint64_t before = meter_.spent();
    dived_from_ = no_node;
    dived_.clear();
    switch (explore(winner, order)) {
        case End::mate:
            answer.decision = Decision::yes;
            answer.line = mating_line(winner);
            break;
        case End::exhausted:
            answer.decision = Decision::no;
            certify(winner, answer.argument);
            break;
        case End::picture:
            answer.decision = Decision::yes;
            answer.line = std::move(picture_line_);
            break;
        case End::proved:
            answer.decision = Decision::no;
            answer.argument = std::move(root_proof_);
            break;
        case End::nodes:
            answer.tried = "best-first search: the node budget is spent";
            break;
        case End::memory:
            answer.tried = "best-first search: the memory budget is spent";
            break;
        case End::expired:
            answer.tried = "best-first search: the deadline has passed";
            break;
    }
    answer.nodes += meter_.spent() - before;
    if (answer.decision == Decision::unknown)
        answer.tried += " after " + std::to_string(store_.size()) + " different positions";
}

}  // namespace hakam::solve
