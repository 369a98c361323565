// What a verdict must not depend on: which colour is which, which side of the board is the king's,
// and, for "can never mate", which legal move comes next.
#include <initializer_list>
#include <vector>

#include "hakam/pgn/reader.hpp"
#include "laws/played.hpp"
#include "testkit/data.hpp"
#include "testkit/random_positions.hpp"
#include "testkit/tsv.hpp"

namespace hakam::laws::testing {
namespace {

using testkit::read_tsv;
using testkit::TsvRow;

Budget nodes(std::uint64_t count) {
    Budget budget;
    budget.nodes = count;
    budget.memory_bytes = 1U << 26;
    return budget;
}

std::optional<Outcome> mirrored(std::optional<Outcome> outcome) {
    if (!outcome) return outcome;
    const auto won = winner(*outcome);
    return won ? win_for(~*won) : outcome;
}

/// The position with the files in reverse; nothing if a right to castle says which side is which.
std::optional<Position> file_mirror(const Position& position) {
    Setup setup = position.setup();
    if (!setup.castling.empty()) return std::nullopt;
    const auto flip = [](Square s) { return static_cast<Square>(index(s) ^ 7); };
    Board board;
    for (const Square s : setup.board.occupied()) board.put(flip(s), *setup.board.at(s));
    setup.board = board;
    if (setup.en_passant) setup.en_passant = flip(*setup.en_passant);
    const auto made = Position::from(setup, position.rules(), Tolerance::unreachable());
    EXPECT_TRUE(made);
    return made ? std::optional<Position>{*made} : std::nullopt;
}

/// The same verdict but for the names of the sides.
void expect_same(const Verdict& a, const Verdict& b, bool colours_changed) {
    if (a.certainty == Decision::unknown || b.certainty == Decision::unknown) return;
    EXPECT_EQ(a.standing, b.standing);
    EXPECT_EQ(colours_changed ? mirrored(a.outcome) : a.outcome, b.outcome);
    EXPECT_EQ(a.reason, b.reason);
    EXPECT_EQ(a.citations, b.citations);
    EXPECT_EQ(a.evidence.plies, b.evidence.plies);
    EXPECT_EQ(a.evidence.look_alikes, b.evidence.look_alikes);
    EXPECT_EQ(a.evidence.halfmove_clock.value, b.evidence.halfmove_clock.value);
    if (colours_changed && a.side) EXPECT_EQ(b.side, ~*a.side);
}

/// Every question about both games, as the books put it.
void expect_mirrored(const Game& a, const Game& b, bool colours_changed, const Budget& budget,
                     std::initializer_list<std::string_view> books) {
    for (const std::string_view name : books) {
        const LawBook law = book(name);
        expect_same(law.judge(a, budget, DeadTest::exact), law.judge(b, budget, DeadTest::exact),
                    colours_changed);
        for (const Color side : colors) {
            const Color other = colours_changed ? ~side : side;
            expect_same(law.rule(a, FlagFall{side}, budget), law.rule(b, FlagFall{other}, budget),
                        colours_changed);
            expect_same(law.rule(a, Resignation{side}, budget),
                        law.rule(b, Resignation{other}, budget), colours_changed);
        }
        for (const ClaimKind kind : {ClaimKind::threefold, ClaimKind::fifty}) {
            const Claim x = law.claim(a, kind, std::nullopt, budget);
            const Claim y = law.claim(b, kind, std::nullopt, budget);
            EXPECT_EQ(x.correct, y.correct);
            EXPECT_EQ(x.count, y.count);
            EXPECT_EQ(x.citations, y.citations);
        }
    }
}

TEST(Metamorphic, ColoursAndFilesOfTheVectorsMayBeExchanged) {
    int flipped = 0;
    int turned = 0;
    for (const TsvRow& row : read_tsv("dead/vectors.tsv")) {
        SCOPED_TRACE("line " + std::to_string(row.line) + ": " + row["FEN"]);
        const Position p = at(row["FEN"]);
        if (row.line % 4 == 0) {
            expect_mirrored(Game{p}, Game{testkit::mirrored(p)}, true, nodes(1'000),
                            {"fide-standard"});
            ++flipped;
        } else if (const auto turn = row.line % 6 == 1 ? file_mirror(p) : std::nullopt) {
            expect_mirrored(Game{p}, Game{*turn}, false, nodes(1'000), {"fide-standard"});
            ++turned;
        }
    }
    EXPECT_GE(flipped, 250);
    EXPECT_GE(turned, 150);
}

/// Games of a collection, with every move mirrored beside them.
class Pairs : public pgn::Visitor {
public:
    struct Pair {
        Game game;
        Game mirror;
    };
    void game_begin(std::uint64_t number) override { number_ = number; }
    pgn::Descend moves_begin(const pgn::MovesStart& start) override {
        if (number_ % 25 != 0 || !start.playable) return pgn::Descend::no;
        pairs.push_back({Game{start.position}, Game{testkit::mirrored(start.position)}});
        return pgn::Descend::yes;
    }
    void move(const pgn::MoveToken& token) override {
        pairs.back().game.play_unchecked(token.move);
        EXPECT_TRUE(pairs.back().mirror.play(testkit::mirrored(token.move)));
    }
    pgn::Descend variation_begin() override { return pgn::Descend::no; }

    std::vector<Pair> pairs;

private:
    std::uint64_t number_ = 0;
};

TEST(Metamorphic, RealGamesMayBePlayedWithColoursExchanged) {
    Pairs reader;
    pgn::read(testkit::data_file("pgn/real-sample.pgn"), reader);
    int repeated = 0;
    for (const auto& [game, mirror] : reader.pairs) {
        SCOPED_TRACE(fen::format(game.current()));
        ASSERT_EQ(game.plies(), mirror.plies());
        repeated += game.occurrences() > 1 ? 1 : 0;
        expect_mirrored(game, mirror, true, nodes(2'000), {"fide-standard", "uscf"});
        const LawBook fide = book("fide-standard");
        const auto a = fide.first_end(game, nodes(2'000));
        const auto b = fide.first_end(mirror, nodes(2'000));
        ASSERT_EQ(a.has_value(), b.has_value());
        if (a) EXPECT_EQ(a->ply, b->ply);
    }
    EXPECT_GE(reader.pairs.size(), 100U);
    EXPECT_GE(repeated, 1);
}

TEST(Metamorphic, WhatIsDeadStaysDeadAfterEveryLegalMove) {
    const LawBook fide = book("fide-standard");
    int moves = 0;
    for (const TsvRow& row : read_tsv("dead/vectors.tsv")) {
        if (row["dead"] != "yes") continue;
        SCOPED_TRACE("line " + std::to_string(row.line) + ": " + row["FEN"]);
        const Position p = at(row["FEN"]);
        for (const Move move : p.legal_moves()) {
            const Verdict after = fide.judge(Game{p.after(move)}, nodes(5'000), DeadTest::exact);
            if (after.certainty == Decision::unknown) continue;
            ++moves;
            EXPECT_EQ(after.standing, Standing::over);
            EXPECT_EQ(after.outcome, Outcome::draw);
        }
    }
    EXPECT_GE(moves, 1500);
}

TEST(Metamorphic, WhoCannotMateCannotAfterAnyLegalMoveEither) {
    int moves = 0;
    for (const TsvRow& row : read_tsv("dead/vectors.tsv")) {
        if (row["verdict"] != "unwinnable") continue;
        SCOPED_TRACE("line " + std::to_string(row.line) + ": " + row["FEN"]);
        const Position p = at(row["FEN"]);
        const Color side = row["side"] == "white" ? Color::white : Color::black;
        for (const Move move : p.legal_moves()) {
            const Decision after = winnable(p.after(move), side, nodes(2'000)).decision;
            EXPECT_NE(after, Decision::yes);
            moves += after == Decision::no ? 1 : 0;
        }
    }
    EXPECT_GE(moves, 2500);
}

TEST(Metamorphic, AWinnablePositionStaysWinnableAllAlongItsLine) {
    int positions = 0;
    for (const TsvRow& row : read_tsv("dead/vectors.tsv")) {
        if (row["verdict"] != "winnable") continue;
        SCOPED_TRACE("line " + std::to_string(row.line) + ": " + row["FEN"]);
        Position p = at(row["FEN"]);
        const Color side = row["side"] == "white" ? Color::white : Color::black;
        const Winnable answer = winnable(p, side, nodes(20'000));
        std::vector<Position> line{p};
        for (const Move move : answer.line) line.push_back(p = p.after(move));
        // Backwards: from the mate, in which the side has won, to the position asked about.
        for (auto on = line.rbegin(); on != line.rend() && answer.decision == Decision::yes; ++on) {
            EXPECT_NE(winnable(*on, side, nodes(2'000)).decision, Decision::no) << fen::format(*on);
            EXPECT_FALSE(certainly_unwinnable(*on, side)) << fen::format(*on);
            ++positions;
        }
    }
    EXPECT_GE(positions, 5000);
}

}  // namespace
}  // namespace hakam::laws::testing
