#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <unordered_set>

#include "hakam/core/packed.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/solve/dead_position.hpp"
#include "hakam/solve/winnable.hpp"
#include "testkit/random_positions.hpp"
#include "testkit/rng.hpp"
#include "testkit/tsv.hpp"

namespace hakam {
namespace {

using testkit::Rng;

struct Hash {
    std::size_t operator()(const PackedPosition& p) const {
        return static_cast<std::size_t>(mixed(p));
    }
};

std::optional<bool> by_closure(const Position& root, Color side, std::size_t most) {
    std::unordered_set<PackedPosition, Hash> seen{pack(root)};
    std::vector<PackedPosition> open{pack(root)};
    while (!open.empty()) {
        const Position p = unpack(open.back(), root.rules());
        open.pop_back();
        if (p.turn() != side && p.is_checkmate()) return true;
        for (const Move move : p.legal_moves()) {
            const PackedPosition next = pack(p.after(move));
            if (seen.insert(next).second) open.push_back(next);
        }
        if (seen.size() > most) return std::nullopt;
    }
    return false;
}

// One to four small changes of the men, the turn or the rights.
std::optional<Position> mutated(const Position& base, Rng& rng) {
    Setup s = base.setup();
    s.en_passant.reset();
    for (std::size_t i = rng.below(4) + 1; i > 0; --i) {
        const Square from = square(static_cast<int>(rng.below(64)));
        const Square to = square(static_cast<int>(rng.below(64)));
        const auto piece = s.board.at(from);
        switch (rng.below(4)) {
            case 0:
                if (piece && piece->type != PieceType::king) s.board.remove(from);
                break;
            case 1:
                if (piece && !s.board.at(to)) {
                    s.board.remove(from);
                    s.board.put(to, *piece);
                }
                break;
            case 2:
                if (!piece)
                    s.board.put(from, {rng.once_in(2) ? Color::white : Color::black,
                                       piece_types[rng.below(5)]});
                break;
            default:
                s.turn = ~s.turn;
        }
    }
    if (rng.once_in(3)) {
        const auto rank = s.turn == Color::white ? Rank::r6 : Rank::r3;
        const Square passed = square(static_cast<File>(rng.below(8)), rank);
        const Setup without = s;
        s.en_passant = passed;
        for (const SetupFault& fault : faults(s))
            if (fault.code == SetupFaultCode::false_en_passant) s = without;
    }
    const auto p = Position::from(s, RulesetId::standard, Tolerance::unreachable());
    if (!p) return std::nullopt;
    return *p;
}

std::uint64_t number(const char* variable, std::uint64_t otherwise) {
    const char* text = std::getenv(variable);
    return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

// HAKAM_MUTATIONS asks for more queries, HAKAM_SEED for others; then the enumeration goes farther.
TEST(WinnableSoundness, MutatedVectorsAgreeWithPlainClosure) {
    const std::uint64_t queries = number("HAKAM_MUTATIONS", 6000);
    const bool deep = queries > 6000;
    const std::size_t most = deep ? 20'000 : 3000;
    std::vector<Position> bases;
    for (const auto& row : testkit::read_tsv("dead/vectors.tsv")) {
        fen::Options options;
        options.tolerated = Tolerance::unreachable();
        if (const auto p = fen::position(row["FEN"], options)) bases.push_back(*p);
    }
    Rng rng{number("HAKAM_SEED", 4)};
    std::uint64_t noes = 0;
    std::uint64_t enumerated = 0;
    std::uint64_t unknown = 0;
    for (std::uint64_t n = 0; n < queries;) {
        const auto p = mutated(bases[rng.below(bases.size())], rng);
        if (!p) continue;
        ++n;
        const Color side = rng.once_in(2) ? Color::white : Color::black;
        Budget budget;
        budget.nodes = deep ? 30'000 : 4000;
        const Winnable answer = winnable(*p, side, budget);
        if (answer.decision == Decision::unknown) {
            ++unknown;
            continue;
        }
        SCOPED_TRACE(fen::format(*p));
        EXPECT_EQ(verify(*p, side, answer), Decision::yes);
        if (answer.decision == Decision::no) {
            ++noes;
            const auto plain = by_closure(*p, side, most);
            EXPECT_FALSE(plain.value_or(false));
            enumerated += plain ? 1 : 0;
        } else {
            EXPECT_FALSE(certainly_unwinnable(*p, side));
        }
    }
    EXPECT_GT(noes, queries / 12);
    EXPECT_GT(enumerated, noes / 4);
    std::cout << queries << " queries: " << noes << " no (" << enumerated << " enumerated), "
              << unknown << " unknown\n";
}

TEST(WinnableSoundness, RandomPositionsOfEveryRuleset) {
    Rng rng{11};
    for (const RulesetId rules : {RulesetId::standard, RulesetId::no_castling, RulesetId::torpedo})
        for (int n = 0; n < 300; ++n) {
            const Position p = testkit::random_position(rng, rules);
            Budget budget;
            budget.nodes = 3000;
            const BothWinnable both = winnable_both(p, budget);
            for (const Color side : colors)
                if (both.of(side).decision != Decision::unknown) {
                    EXPECT_EQ(verify(p, side, both.of(side)), Decision::yes) << fen::format(p);
                }
        }
}

TEST(WinnableSoundness, TheCheckerRefusesWhatIsNotProved) {
    const auto p = fen::position("3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1");
    ASSERT_TRUE(p.has_value());
    const Winnable good = winnable(*p, Color::white);
    ASSERT_EQ(good.argument.kind, ArgumentKind::region);
    ASSERT_TRUE(holds(good.argument.regions.front(), *p, Color::white));
    const RegionCertificate& certificate = good.argument.regions.front();
    for (std::size_t m = 0; m < certificate.layers.front().men.size(); ++m)
        for (const Square s : certificate.layers.front().men[m].squares) {
            RegionCertificate bad = certificate;  // one square less
            bad.layers.front().men[m].squares &= ~Bitboard{s};
            EXPECT_FALSE(holds(bad, *p, Color::white));
        }
    RegionCertificate bad = certificate;
    bad.layers.front().men.pop_back();
    EXPECT_FALSE(holds(bad, *p, Color::white));
    // A certificate of another position, and a queen that no region holds.
    EXPECT_FALSE(holds(certificate, Position{}, Color::white));
    Winnable forged = good;
    forged.argument.kind = ArgumentKind::closed_set;
    forged.argument.regions.clear();
    forged.argument.positions = 7;
    EXPECT_EQ(verify(*p, Color::white, forged), Decision::no);
    forged.decision = Decision::yes;
    EXPECT_EQ(verify(*p, Color::white, forged), Decision::no);
}

TEST(WinnableSoundness, PackedPositionsAreExact) {
    Rng rng{5};
    for (int n = 0; n < 2000; ++n) {
        const Position p = testkit::random_position(rng);
        const Position again = unpack(pack(p));
        EXPECT_TRUE(repeats(p, again)) << fen::format(p);
        EXPECT_EQ(p.key(), again.key());
        EXPECT_EQ(pack(p), pack(again));
    }
}

TEST(WinnableSoundness, BudgetsAreKept) {
    const auto p = fen::position("3k1b2/2p1pBp1/KpP1P1P1/1P3B2/4B1B1/5B2/8/8 w - - 0 1",
                                 {Reading::strict, RulesetId::standard, Tolerance::unreachable()});
    ASSERT_TRUE(p.has_value());
    Budget nodes;
    nodes.nodes = 5000;
    EXPECT_LE(winnable(*p, Color::white, nodes).nodes, 5000U);
    Budget memory;
    memory.memory_bytes = 1 << 20;
    const Winnable small = winnable(*p, Color::white, memory);
    if (small.decision == Decision::unknown) {
        EXPECT_NE(small.tried.find("memory"), std::string::npos);
    }
    Budget late;
    late.expired = [] { return true; };
    EXPECT_LT(winnable(*p, Color::white, late).nodes, 10'000U);
}

}  // namespace
}  // namespace hakam
