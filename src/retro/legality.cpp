#include "hakam/retro/legality.hpp"

#include <algorithm>

#include "builder.hpp"
#include "hakam/retro/unmove.hpp"
#include "kernel.hpp"
#include "plan.hpp"
#include "skeleton.hpp"
#include "unpack.hpp"

namespace hakam::retro {
namespace {

/// A way out and back of one rook, by which its right is lost and nothing else changes.
void rook_walk(Color c, bool queen_wing, std::vector<std::pair<Square, Square>>& out) {
    const Rank home = back_rank(c);
    const Rank third = c == Color::white ? Rank::r3 : Rank::r6;
    const Square knight = square(queen_wing ? File::b : File::g, home);
    const Square away = square(queen_wing ? File::c : File::f, third);
    const Square rook = square(queen_wing ? File::a : File::h, home);
    out.push_back({knight, away});
    out.push_back({rook, knight});
    out.push_back({knight, rook});
    out.push_back({away, knight});
}

/// Puts before the game what loses the rights that it keeps and the diagram does not grant.
std::vector<Move> with_rights_lost(const std::vector<Move>& game, Bitboard surplus) {
    std::array<std::vector<std::pair<Square, Square>>, 2> walks;
    for (const Color c : colors)
        for (const File f : {File::a, File::h})
            if (surplus.contains(square(f, back_rank(c))))
                rook_walk(c, f == File::a, walks[static_cast<std::size_t>(index(c))]);
    const std::size_t length = std::max(walks[0].size(), walks[1].size());
    for (const Color c : colors) {
        auto& walk = walks[static_cast<std::size_t>(index(c))];
        const Square knight = square(File::g, back_rank(c));
        const Square away = square(File::f, c == Color::white ? Rank::r3 : Rank::r6);
        while (walk.size() < length) {
            walk.push_back({knight, away});
            walk.push_back({away, knight});
        }
    }
    std::vector<Move> result;
    Position position;
    for (std::size_t i = 0; i < 2 * length; ++i) {
        const auto [from, to] = walks[i % 2][i / 2];
        const Move move = Move::make(from, to, MoveKind::normal, position.at(from)->type);
        result.push_back(move);
        position = position.after(move);
    }
    result.insert(result.end(), game.begin(), game.end());
    return result;
}

int promoted_men(const Board& board) noexcept {
    int promoted = 0;
    for (const Color c : colors)
        for (const auto& [type, own] : {std::pair{PieceType::queen, 1}, {PieceType::rook, 2},
                                        {PieceType::bishop, 2}, {PieceType::knight, 2}})
            promoted += std::max(0, board.men(c, type).size() - own);
    return promoted;
}

std::optional<Position> end_of(const std::vector<Move>& game) {
    Position position;
    for (const Move move : game) {
        if (!position.is_legal(move)) return std::nullopt;
        position = position.after(move);
    }
    return position;
}

class Prover {
public:
    Prover(const Diagram& diagram, const Budget& budget, const LegalityOptions& options)
        : diagram_{diagram}, budget_{budget}, seed_{options.seed} {}

    std::optional<std::vector<Move>> run() {
        // Wider and wider, and from positions before the diagram if its last moves are forced.
        constexpr std::size_t widths[] = {24, 60, 60, 150, 150, 400, 400, 1000};
        std::vector<Stem> stems{{diagram_, {}}};
        // With many promoted men what the pawns did has to be settled first.
        const std::uint64_t tries = promoted_men(diagram_.board) > 3 ? 4 : 1;
        for (std::size_t round = 0; round < 200 && !spent(); ++round) {
            const std::size_t width = widths[std::min(round, std::size(widths) - 1)];
            for (std::size_t i = 0; i < stems.size() && !spent(); ++i) {
                for (std::uint64_t k = 0; k < tries && !spent(); ++k)
                    if (auto game = by_skeleton(stems[i], width, round * tries + k)) return game;
                if (tries > 1 && round % 3 != 2) continue;
                if (auto game = from(stems[i], width, round)) return game;
            }
            if (round % 2 == 0 && stems.size() < 24) grow(stems);
        }
        return std::nullopt;
    }
    std::uint64_t nodes() const noexcept { return nodes_; }

private:
    /// A position before the diagram and the moves that lead from it to the diagram.
    struct Stem {
        Diagram diagram;
        std::vector<Move> moves;
    };

    bool spent() const {
        return nodes_ >= budget_.nodes || (budget_.expired && budget_.expired());
    }

    /// Adds some positions before those at hand that are not refuted.
    void grow(std::vector<Stem>& stems) {
        const std::size_t old = stems.size();
        std::vector<Stem> fresh;
        for (std::size_t i = 0; i < old && fresh.size() < 12; ++i) {
            if (stems[i].moves.size() > 12) continue;
            auto all = unmoves(stems[i].diagram);
            std::size_t taken = 0;
            const std::size_t start = all.empty() ? 0 : (seed_ * 7919 + i * 31 + old) % all.size();
            for (std::size_t k = 0; k < all.size() && taken < 4; ++k) {
                const Unmove& one = all[(start + k * 7) % all.size()];
                Budget small;
                small.nodes = 60;
                if (refute(one.before, small).reason) continue;
                Stem stem{one.before, {one.move}};
                stem.moves.insert(stem.moves.end(), stems[i].moves.begin(), stems[i].moves.end());
                fresh.push_back(std::move(stem));
                ++taken;
            }
        }
        stems.insert(stems.end(), fresh.begin(), fresh.end());
    }

    std::optional<std::vector<Move>> from(const Stem& stem, std::size_t width,
                                          std::uint64_t round) {
        const Structure structure = structure_of(stem.diagram);
        BuildOptions build_options;
        build_options.width = width;
        build_options.seed = seed_ + round * 101;
        const int missing = structure.can_be_taken[0] + structure.can_be_taken[1];
        std::optional<Plan> plan;
        const bool many_missing = missing > 7;
        const auto kernel_plan = [&] {
            const Kernel kernel =
                pawn_kernel(stem.diagram, structure, 30'000,
                            round == 0 ? 0 : (seed_ + round) * 0x9E3779B97F4A7C15ULL);
            if (kernel.decision == Decision::yes)
                plan = plan_by_kernel(stem.diagram, structure, kernel);
        };
        if (!many_missing || round % 3 == 2) kernel_plan();
        if (!plan && missing > 3) plan = plan_by_origins(stem.diagram, structure, round);
        if (!plan && many_missing) kernel_plan();
        if (!plan) return std::nullopt;
        return whole(build(stem.diagram, *plan, build_options, budget_, nodes_), stem.moves);
    }

    /// The pawns first: what they do is settled before any officer moves.
    std::optional<std::vector<Move>> by_skeleton(const Stem& stem, std::size_t width,
                                                 std::uint64_t round) {
        if (stem.diagram.en_passant) return std::nullopt;
        const Structure structure = structure_of(stem.diagram);
        const std::uint64_t variant = round == 0 ? 0 : (seed_ + round) * 0x9E3779B97F4A7C15ULL;
        const Kernel kernel = pawn_kernel(stem.diagram, structure, 30'000, variant);
        if (kernel.decision != Decision::yes) return std::nullopt;
        const auto plan = plan_by_kernel(stem.diagram, structure, kernel);
        if (!plan) return std::nullopt;
        const auto events = pawn_skeleton(*plan, kernel, variant);
        if (!events) return std::nullopt;
        UnpackOptions options;
        options.width = std::max<std::size_t>(8, width / 4);
        options.seed = seed_ + round * 101;
        auto unpacked = unpack(stem.diagram, *plan, *events, options, budget_, nodes_);
        if (!unpacked) return std::nullopt;
        unpacked->moves.insert(unpacked->moves.end(), stem.moves.begin(), stem.moves.end());
        BuildOptions build_options;
        build_options.width = width;
        build_options.seed = seed_ + round * 101;
        auto game = build(unpacked->diagram, unpacked->plan, build_options, budget_, nodes_);
        return whole(std::move(game), unpacked->moves);
    }

    /// The game to an earlier position and the moves that lead on from it, if they prove the diagram.
    std::optional<std::vector<Move>> whole(std::optional<std::vector<Move>> game,
                                           const std::vector<Move>& rest) const {
        if (!game) return std::nullopt;
        game->insert(game->end(), rest.begin(), rest.end());
        const auto end = end_of(*game);
        if (!end) return std::nullopt;
        const Bitboard surplus = end->castling().rooks() & ~diagram_.rights.rooks();
        if (!surplus.empty()) *game = with_rights_lost(*game, surplus);
        if (!proves(*game, diagram_)) return std::nullopt;
        return game;
    }

    const Diagram& diagram_;
    const Budget& budget_;
    std::uint64_t seed_;
    std::uint64_t nodes_ = 0;
};

}  // namespace

bool proves(const std::vector<Move>& game, const Diagram& diagram) {
    const auto end = end_of(game);
    return end && end->board() == diagram.board && end->turn() == diagram.turn &&
           end->castling() == diagram.rights &&
           (!diagram.en_passant || end->double_step_square() == diagram.en_passant);
}

Legality legality(const Diagram& diagram, const Budget& budget, const LegalityOptions& options) {
    Legality result;
    Budget first = budget;
    first.nodes = std::min(budget.nodes, options.refute_nodes);
    Refutation refutation = refute(diagram, first);
    result.nodes = refutation.nodes;
    if (refutation.reason) {
        result.legal = Decision::no;
        result.reason = std::move(refutation.reason);
        return result;
    }
    if (diagram == array()) {
        result.legal = Decision::yes;
        return result;
    }
    Prover prover{diagram, budget, options};
    if (auto game = prover.run()) {
        result.legal = Decision::yes;
        result.game = std::move(*game);
    } else {
        result.tried = "no contradiction in the counts of men, the origins of men, the captures of "
                       "pawns and " +
                       std::to_string(refutation.depth) +
                       " half-moves taken back; no game found in " +
                       std::to_string(prover.nodes()) + " positions";
    }
    result.nodes += prover.nodes();
    return result;
}

}  // namespace hakam::retro
