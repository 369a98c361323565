// The skeleton of the pawns' moves, replayed on a board of pawns alone.
#include "skeleton.hpp"

#include <gtest/gtest.h>

#include <map>

#include "hakam/notation/fen.hpp"
#include "testkit/tsv.hpp"

namespace hakam::retro {
namespace {

using Kind = PawnEvent::Kind;

struct Replay {
    std::map<Square, int> pawns;
    std::array<bool, men_count> promoted{};
};

bool is_free(const Replay& board, Square s) { return board.pawns.count(s) == 0; }

void take_back(Replay& board, const PawnEvent& e, const std::string& id) {
    if (e.kind != Kind::set_down) {
        const int up = forward(color_of_man(e.man));
        const int way = index(e.to) - index(e.from);
        ASSERT_TRUE(is_free(board, e.from)) << id;
        if (e.captures)
            ASSERT_TRUE(attacks::pawn(color_of_man(e.man), e.from).contains(e.to)) << id;
        else if (way == 2 * up)
            ASSERT_TRUE(e.from == home_of_man(e.man) && is_free(board, square(index(e.from) + up))) << id;
        else
            ASSERT_EQ(way, up) << id;
        if (e.kind == Kind::unpromote) {
            ASSERT_TRUE(board.promoted[static_cast<std::size_t>(e.man)]) << id;
            ASSERT_EQ(relative_rank(color_of_man(e.man), e.to), Rank::r8) << id;
            board.promoted[static_cast<std::size_t>(e.man)] = false;
        } else {
            ASSERT_EQ(board.pawns.at(e.to), e.man) << id;
            board.pawns.erase(e.to);
        }
        board.pawns[e.from] = e.man;
    }
    if (e.left >= 0) {
        ASSERT_TRUE(is_free(board, e.to)) << id;
        board.pawns[e.to] = e.left;
    }
}

TEST(RetroSkeleton, LeadsToOnePawnOfEachSideOnEachFile) {
    int found = 0;
    for (const auto& row : testkit::read_tsv("retro/random_legality.tsv")) {
        if (row["verdict"] != "legal") continue;
        const Diagram diagram = diagram_of(*fen::read(row["fen"]).setup);
        const Structure structure = structure_of(diagram);
        for (const std::uint64_t variant : {0ULL, 0x123456789ABCDEFULL, 0xFEDCBA987654321ULL}) {
            const Kernel kernel = pawn_kernel(diagram, structure, 30'000, variant);
            if (kernel.decision != Decision::yes) continue;
            const auto plan = plan_by_kernel(diagram, structure, kernel);
            if (!plan) continue;
            const auto events = pawn_skeleton(*plan, kernel, variant);
            if (!events) continue;
            ++found;
            Replay board;
            for (int man = 0; man < men_count; ++man) {
                const Destiny& destiny = plan->men[static_cast<std::size_t>(man)];
                if (!destiny.survives || !is_pawn_man(man)) continue;
                if (destiny.type == PieceType::pawn)
                    board.pawns[destiny.at] = man;
                else
                    board.promoted[static_cast<std::size_t>(man)] = true;
            }
            for (const PawnEvent& e : *events) {
                take_back(board, e, row["id"]);
                if (HasFatalFailure()) return;
            }
            ASSERT_EQ(board.pawns.size(), 16U) << row["id"];
            std::array<std::array<int, 2>, 8> rank{};
            for (const auto& [s, man] : board.pawns) {
                ASSERT_EQ(index(file_of(s)), man & 7) << row["id"];
                rank[static_cast<std::size_t>(man & 7)][man < 16 ? 0 : 1] = index(rank_of(s));
            }
            for (const auto& file : rank) ASSERT_LT(file[0], file[1]) << row["id"];
        }
    }
    EXPECT_GT(found, 150);
}

}  // namespace
}  // namespace hakam::retro
