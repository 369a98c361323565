// Known faults of other programs: rows fen-, san-, 960-, uci- and other- of data/bugs/bugs.tsv, one
// test per row. Inputs come from the table; the right answers are written here.

#include <gtest/gtest.h>

#include <algorithm>

#include "hakam/notation/epd.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/lan.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "testkit/tsv.hpp"

namespace hakam {
namespace {

using Strings = std::vector<std::string>;

std::string input(std::string_view id) {
    static const std::vector<testkit::TsvRow> rows = testkit::read_bugs();
    return testkit::row_with_id(rows, id)["input"];
}

/// What follows "FEN " in the row's input, up to ';' or the end.
std::string fen_of(std::string_view id) {
    std::string text = input(id);
    const std::size_t begin = text.find("FEN ");
    text = begin == std::string::npos ? text : text.substr(begin + 4);
    text = text.substr(0, text.find(';'));
    return text;
}

Strings faults(std::string_view text, const fen::Options& options = {}) {
    Strings codes;
    for (const fen::Fault& fault : fen::read(text, options).faults) codes.emplace_back(fault.code);
    return codes;
}

bool has(const Strings& strings, std::string_view wanted) {
    return std::find(strings.begin(), strings.end(), wanted) != strings.end();
}

constexpr Tolerance false_claims{SetupFaultCode::false_castling_right,
                                 SetupFaultCode::false_en_passant};
constexpr Tolerance anything = false_claims | Tolerance::unreachable();

Position position(std::string_view text, fen::Castling castling = fen::Castling::automatic,
                  Tolerance tolerated = {}) {
    fen::Options options;
    options.castling = castling;
    options.tolerated = tolerated;
    const auto result = fen::position(text, options);
    if (!result) ADD_FAILURE() << text << '\n' << describe(result.error());
    return result ? *result : Position{};
}
Position chess960(std::string_view id) { return position(fen_of(id), fen::Castling::chess960); }

/// The castling letters reported as false, in order.
std::string false_letters(std::string_view id, fen::Castling castling = fen::Castling::automatic) {
    const std::string text = fen_of(id);
    fen::Options options;
    options.castling = castling;
    options.tolerated = Tolerance::unreachable();
    std::string letters;
    for (const fen::Fault& fault : fen::read(text, options).faults) {
        EXPECT_EQ(fault.code, "false-castling-right");
        letters += text.substr(fault.where.offset, fault.where.length);
    }
    return letters;
}
int moves_without_false_claims(std::string_view id,
                               fen::Castling castling = fen::Castling::automatic) {
    return position(fen_of(id), castling, anything).legal_move_count();
}

Position after_san(Position p, std::string_view moves) {
    for (std::size_t at = 0; at < moves.size();) {
        const std::size_t end = std::min(moves.find(' ', at), moves.size());
        const std::string_view word = moves.substr(at, end - at);
        at = end + 1;
        if (word.empty() || (word[0] >= '0' && word[0] <= '9')) continue;
        const auto move = san::parse(word, p);
        if (!move) {
            ADD_FAILURE() << word << ": " << describe(move.error());
            return p;
        }
        p = p.after(*move);
    }
    return p;
}
Move uci_move(std::string_view text, const Position& p,
              uci::Castling castling = uci::Castling::automatic) {
    const auto move = uci::parse(text, p, castling);
    if (!move) ADD_FAILURE() << text << ": " << describe(move.error());
    return move ? *move : Move{};
}
std::string san_of(std::string_view squares, const Position& p) {
    return san::format(uci_move(squares, p), p);
}
std::string after(std::string_view squares, const Position& p) {
    return fen::format(p.after(uci_move(squares, p, uci::Castling::chess960)),
                       {fen::CastlingForm::xfen, fen::EnPassantForm::legal_only});
}
ErrorCode refusal(const Expected<Move>& read) {
    EXPECT_FALSE(read);
    return read ? ErrorCode::unsupported : read.error().code;
}
Strings notes(const Expected<LenientMove>& read) {
    Strings codes;
    EXPECT_TRUE(read);
    if (read)
        for (const Note& note : read->notes) codes.emplace_back(name(note.code));
    return codes;
}

// ---- fen

TEST(FenBugs, Fen003TwoWhiteKingsAndNoBlackOne) {
    EXPECT_EQ(faults(fen_of("fen-003")), (Strings{"missing-king", "extra-king"}));
}
TEST(FenBugs, Fen004SurplusKingsAreReportedAndNeverDropped) {
    const Strings codes = faults(fen_of("fen-004"));
    EXPECT_EQ(std::count(codes.begin(), codes.end(), "extra-king"), 14);
    EXPECT_EQ(std::count(codes.begin(), codes.end(), "false-castling-right"), 4);
    EXPECT_FALSE(fen::position(fen_of("fen-004")));
}
TEST(FenBugs, Fen005NeighbouringKings) {
    EXPECT_TRUE(has(faults(fen_of("fen-005")), "adjacent-kings"));
}
TEST(FenBugs, Fen007TwoRooksFromBothSides) {
    EXPECT_EQ(faults(fen_of("fen-007")), Strings{"impossible-double-check"});
    const Position p = position(fen_of("fen-007"), fen::Castling::automatic, anything);
    EXPECT_TRUE(p.is_checkmate());
}
TEST(FenBugs, Fen008TwoKnightsCannotBothGiveCheck) {
    EXPECT_EQ(faults(fen_of("fen-008")), Strings{"impossible-double-check"});
}
TEST(FenBugs, Fen010TheSideNotToMoveIsInCheck) {
    EXPECT_EQ(faults(fen_of("fen-010")), Strings{"opponent-in-check"});
    EXPECT_EQ(fen::read(fen_of("fen-010")).faults[0].where.offset, fen_of("fen-010").find('K'));
}
TEST(FenBugs, Fen014ThirtyTwoBishops) {
    const fen::Report report = fen::read(fen_of("fen-014"));
    EXPECT_TRUE(report.setup.has_value()) << "the text is well formed";
    const Strings codes = faults(fen_of("fen-014"));
    EXPECT_TRUE(has(codes, "too-many-men"));
    EXPECT_TRUE(has(codes, "too-many-promoted"));
    const Position p = position(fen_of("fen-014"), fen::Castling::automatic, anything);
    EXPECT_EQ(p.legal_move_count(), 15);
}
TEST(FenBugs, Fen015NoWhiteKing) {
    EXPECT_EQ(faults(fen_of("fen-015")), Strings{"missing-king"});
    EXPECT_FALSE(fen::position(fen_of("fen-015"), {.tolerated = anything}));
}
TEST(FenBugs, Fen017RightWithoutRook) {
    EXPECT_EQ(false_letters("fen-017"), "k");
    EXPECT_EQ(moves_without_false_claims("fen-017"), 38);
}
TEST(FenBugs, Fen020RooksOffTheHomeRank) {
    EXPECT_EQ(false_letters("fen-020"), "kq");
    EXPECT_EQ(moves_without_false_claims("fen-020"), 29);
}
TEST(FenBugs, Fen021RooksNotInTheCornersInStandardChess) {
    for (const auto castling : {fen::Castling::standard, fen::Castling::automatic}) {
        EXPECT_EQ(false_letters("fen-021", castling), "kq");
        EXPECT_EQ(moves_without_false_claims("fen-021", castling), 33);
    }
}
TEST(FenBugs, Fen023NoKingOnTheEFile) {
    EXPECT_EQ(false_letters("fen-023"), "KQkq");
    EXPECT_EQ(moves_without_false_claims("fen-023"), 52);
}
TEST(FenBugs, Fen024OneWrongLetter) {
    EXPECT_EQ(false_letters("fen-024"), "q");
    EXPECT_EQ(moves_without_false_claims("fen-024"), 44);
}
TEST(FenBugs, Fen026LettersNameHomeOrOutermostRooks) {
    EXPECT_EQ(false_letters("fen-026", fen::Castling::standard), "Kkq");
    EXPECT_EQ(false_letters("fen-026", fen::Castling::automatic), "Kkq");
    EXPECT_EQ(false_letters("fen-026", fen::Castling::chess960), "k");
    const Position p = position(fen_of("fen-026"), fen::Castling::chess960, anything);
    EXPECT_EQ(p.castling().rooks(), (Bitboard{Square::f1, Square::a1, Square::b8}));
}
TEST(FenBugs, Fen028FalseRightsAreDroppedWithANote) {
    const std::string text = input("fen-028");
    const std::string fen = text.substr(6, text.find("\"]") - 6);
    const fen::Report report =
        fen::read(fen, {.reading = Reading::lenient, .tolerated = false_claims});
    ASSERT_TRUE(report.position);
    EXPECT_EQ(report.notes.size(), 4U);
    EXPECT_EQ(report.notes[0].code, NoteCode::claim_dropped);
    EXPECT_TRUE(after_san(*report.position, "1. Bc6 bxc6 2. Qb7#").is_checkmate());
}
TEST(FenBugs, Fen031FalseEnPassantSquare) {
    EXPECT_EQ(faults(fen_of("fen-031")), Strings{"false-en-passant"});
    const Position p = position(fen_of("fen-031"), fen::Castling::automatic, anything);
    EXPECT_EQ(refusal(uci::parse("d5e6", p)), ErrorCode::illegal_move);
}
TEST(FenBugs, Fen032TheOriginOfTheDoubleStepMustBeEmpty) {
    EXPECT_TRUE(has(faults(fen_of("fen-032")), "false-en-passant"));
}
TEST(FenBugs, Fen033EnPassantOnTheWrongRank) {
    EXPECT_TRUE(has(faults(fen_of("fen-033")), "false-en-passant"));
    const fen::Report report = fen::read(fen_of("fen-033"));
    EXPECT_EQ(report.faults.back().where.offset, fen_of("fen-033").find("c3"));
}
TEST(FenBugs, Fen035TwoConventionsForTheEnPassantField) {
    const Position p = after_san(Position{}, input("fen-035"));
    const auto field = [&](fen::EnPassantForm form) {
        const std::string text = fen::format(p, {fen::CastlingForm::automatic, form});
        std::size_t at = 0;
        for (int spaces = 0; spaces < 3; ++spaces) at = text.find(' ', at) + 1;
        return text.substr(at, text.find(' ', at) - at);
    };
    EXPECT_EQ(field(fen::EnPassantForm::legal_only), "-");
    EXPECT_EQ(field(fen::EnPassantForm::always), "f3");
    EXPECT_EQ(refusal(san::parse("exf3", p)), ErrorCode::illegal_move);
}
TEST(FenBugs, Fen038AShortRankNeverWraps) {
    const fen::Report report = fen::read(fen_of("fen-038"));
    ASSERT_EQ(report.faults.size(), 1U);
    EXPECT_EQ(report.faults[0].code, "rank-too-short");
    EXPECT_EQ(report.faults[0].where.offset, 9U);
    EXPECT_EQ(report.faults[0].where.length, 7U);
    EXPECT_EQ(report.faults[0].text, "rank 7 has 7 squares");
}
TEST(FenBugs, Fen039SixRanksAndTwoKings) {
    const Strings codes = faults(fen_of("fen-039"));
    EXPECT_TRUE(has(codes, "too-few-ranks"));
    EXPECT_TRUE(has(codes, "extra-king"));
}
TEST(FenBugs, Fen040SlashAfterTheLastRankAndMoveNumberZero) {
    EXPECT_EQ(faults(fen_of("fen-040")), Strings{"trailing-slash"});
    std::string without = fen_of("fen-040");
    without.erase(without.find("/ b"), 1);
    EXPECT_EQ(faults(without), Strings{"bad-fullmove-number"});
    const fen::Report report = fen::read(fen_of("fen-040"), {.reading = Reading::lenient});
    ASSERT_TRUE(report.position);
    EXPECT_EQ(report.notes.size(), 2U);
    EXPECT_EQ(fen::format(*report.position),
              "r1bqkbnr/pp1ppppp/2n5/2p5/2P1PP2/8/PP1P2PP/RNBQKBNR b KQkq - 0 1");
}
TEST(FenBugs, Fen041FourFields) {
    EXPECT_EQ(faults(fen_of("fen-041")), (Strings{"missing-field", "missing-field"}));
    const fen::Report report = fen::read(fen_of("fen-041"), {.reading = Reading::lenient});
    ASSERT_TRUE(report.position);
    EXPECT_EQ(report.notes.size(), 2U);
    EXPECT_EQ(report.position->halfmove_clock().value, 0U);
    EXPECT_EQ(report.position->fullmove_number().value, 1U);
    EXPECT_TRUE(epd::parse(fen_of("fen-041")));
}
TEST(FenBugs, Fen045CastlingCountsForBothCounters) {
    EXPECT_EQ(fen::format(after_san(Position{}, input("fen-045"))),
              "r1bq1rk1/ppppbppp/2n2n2/4p3/8/2NPPN2/PPP1BPPP/R1BQK2R w KQ - 3 6");
}
TEST(FenBugs, Fen046LosingARightDoesNotResetTheClock) {
    const Position p = position(fen_of("fen-046"));
    EXPECT_EQ(p.after(uci_move("e1g1", p)).halfmove_clock().value, 2U);
}

// ---- san

TEST(SanBugs, San001BothRooksMayGo) {
    const Position p = position(fen_of("san-001"));
    EXPECT_EQ(san_of("a1e1", p), "Rae1");
    EXPECT_EQ(san_of("e5e1", p), "Ree1");
}
TEST(SanBugs, San004APinnedKnightNeedsNoOrigin) {
    EXPECT_EQ(san_of("c6d4", position(fen_of("san-004"))), "Nd4");
}
TEST(SanBugs, San005KnightsOfTwoFiles) {
    EXPECT_EQ(san_of("g8f6", position(fen_of("san-005"))), "Ngf6");
}
TEST(SanBugs, San006FileRankOrWholeSquare) {
    const Position p = position(fen_of("san-006"));
    EXPECT_EQ(san_of("a2c3", p), "Nac3");
    EXPECT_EQ(san_of("e2c3", p), "Ne2c3");
    EXPECT_EQ(san_of("e4c3", p), "N4c3");
}
TEST(SanBugs, San008KnightsOfTwoFilesInAGame) {
    const std::string text = input("san-008");
    const Position p = after_san(Position{}, text.substr(0, text.find(';')));
    EXPECT_EQ(san_of("b8d7", p), "Nbd7");
}
TEST(SanBugs, San012AFullOriginIsLegalButSuperfluous) {
    const Position p = position(fen_of("san-012"));
    const auto read = san::parse_lenient("Rd1d2", p);
    EXPECT_EQ(notes(read), Strings{"origin-superfluous"});
    EXPECT_EQ(uci::format(read->move), "d1d2");
    EXPECT_EQ(san::format(read->move, p), "Rd2");
    EXPECT_EQ(refusal(san::parse("Rd1d2", p)), ErrorCode::not_canonical);
}
TEST(SanBugs, San014APawnCaptureNeedsItsFile) {
    const Position p = position(fen_of("san-014"));
    const auto read = san::parse_lenient("xd4", p);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::ambiguous_move);
    EXPECT_FALSE(san::resolve("xd4", p));
    EXPECT_FALSE(san::parse("xd4", p));
}
TEST(SanBugs, San015CastlingCanMate) {
    EXPECT_EQ(san_of("e1c1", position(fen_of("san-015"))), "O-O-O#");
}
TEST(SanBugs, San017CastlingTakesSuffixes) {
    const Position p = position(fen_of("san-017"));
    const auto read = san::parse("O-O-O+", p);
    ASSERT_TRUE(read);
    EXPECT_EQ(uci::format(*read), "e1c1");
    EXPECT_EQ(san_of("e1c1", p), "O-O-O+");
}
TEST(SanBugs, San019EnPassantIsWrittenOnTheArrivalSquare) {
    EXPECT_EQ(san_of("e5d6", position(fen_of("san-019"))), "exd6");
}
TEST(SanBugs, San022CaseTellsPawnFromBishop) {
    const Position p = position(fen_of("san-022"));
    for (const auto& [text, squares] : {std::pair{"bxc4", "b3c4"}, std::pair{"Bxc4", "f1c4"}}) {
        const auto strict = san::parse(text, p);
        ASSERT_TRUE(strict) << text;
        EXPECT_EQ(uci::format(*strict), squares);
        const auto lenient = san::parse_lenient(text, p);
        EXPECT_EQ(notes(lenient), Strings{});
        EXPECT_EQ(uci::format(lenient->move), squares);
    }
}
TEST(SanBugs, San025ThreeZerosAreLongCastling) {
    const Position p = position(fen_of("san-025"));
    EXPECT_EQ(uci::format(san::parse_lenient("0-0-0", p)->move), "e1c1");
    EXPECT_EQ(uci::format(san::parse_lenient("0-0", p)->move), "e1g1");
    EXPECT_EQ(notes(san::parse_lenient("0-0-0", p)), Strings{"castling-zeros"});
}
TEST(SanBugs, San026APromotionWithoutItsPieceIsNoMove) {
    const Position p = position(fen_of("san-026"));
    const auto read = san::parse_lenient("d8", p);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::missing_text);
    EXPECT_FALSE(san::resolve("d8", p));
    EXPECT_FALSE(san::parse("d8", p));
}
TEST(SanBugs, San027PromotionWithAndWithoutTheEqualsSign) {
    const Position p = position(fen_of("san-027"));
    EXPECT_EQ(uci::format(*san::parse("e8=Q", p)), "e7e8q");
    EXPECT_EQ(notes(san::parse_lenient("e8=Q", p)), Strings{});
    for (const auto& [text, squares] : {std::pair{"e8Q", "e7e8q"}, std::pair{"e8N", "e7e8n"}}) {
        EXPECT_TRUE(has(notes(san::parse_lenient(text, p)), "promotion-form"));
        EXPECT_EQ(uci::format(san::parse_lenient(text, p)->move), squares);
        EXPECT_EQ(refusal(san::parse(text, p)), ErrorCode::not_canonical);
    }
}
TEST(SanBugs, San029NoPromotionToAKing) {
    std::string text = input("san-029");
    const std::size_t last = text.find("bxa1=K");
    const Position p = after_san(Position{}, text.substr(0, last));
    EXPECT_EQ(p.fullmove_number().value, 5U);
    EXPECT_EQ(p.turn(), Color::black) << "nine plies are legal";
    EXPECT_FALSE(san::parse("bxa1=K", p));
    EXPECT_FALSE(san::parse_lenient("bxa1=K", p));
    EXPECT_FALSE(san::resolve("bxa1=K", p));
}
TEST(SanBugs, San031FalseSignsAreNotedNotSwallowed) { // san-031
    EXPECT_EQ(refusal(san::parse("Nxf3+", Position{})), ErrorCode::not_canonical);
    const auto read = san::parse_lenient("Nxf3+", Position{});
    EXPECT_EQ(notes(read), (Strings{"capture-false", "check-false"}));
    EXPECT_EQ(uci::format(read->move), "g1f3");
}

// ---- 960

std::string shredder(const Position& p) {
    const std::string text = fen::format(p, {fen::CastlingForm::shredder, {}});
    const std::size_t at = text.find(' ', text.find(' ') + 1) + 1;
    return text.substr(at, text.find(' ', at) - at);
}
std::string xfen(const Position& p) {
    const std::string text = fen::format(p, {fen::CastlingForm::xfen, {}});
    const std::size_t at = text.find(' ', text.find(' ') + 1) + 1;
    return text.substr(at, text.find(' ', at) - at);
}
bool castles(const Position& p, Wing wing) {
    const MoveList moves = p.legal_moves();
    return std::any_of(moves.begin(), moves.end(),
                       [&](Move m) { return m.is_castling() && m.wing() == wing; });
}

TEST(Chess960Bugs, Chess960003TheOutermostOwnRook) {  // 960-003
    const Position p = chess960("960-003");
    EXPECT_EQ(p.castling().rooks(), Bitboard{Square::b1});
    EXPECT_FALSE(castles(p, Wing::queen));
    EXPECT_EQ(shredder(p), "B");
}
TEST(Chess960Bugs, Chess960004AnInnerRookIsNamedByItsFile) {  // 960-004
    const Position p = chess960("960-004");
    EXPECT_EQ(p.castling().rooks(), (Bitboard{Square::f1, Square::f8}));
    EXPECT_FALSE(castles(p, Wing::queen));
    EXPECT_EQ(xfen(p), "Ff");
    EXPECT_EQ(shredder(p), "Ff");
}
TEST(Chess960Bugs, Chess960007TheRookJumpsOverAKingThatStays) {  // 960-007
    const Position p = chess960("960-007");
    EXPECT_EQ(after("c1b1", p), "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
}
TEST(Chess960Bugs, Chess960010KingAndRookChangePlaces) {  // 960-010
    const Position p = chess960("960-010");
    EXPECT_EQ(after("f1g1", p), "brnbqkrn/pppppppp/8/8/8/8/PPPPPPPP/BRNBQRKN b kq - 1 1");
}
TEST(Chess960Bugs, Chess960011KingOverThreeSquares) {  // 960-011
    EXPECT_EQ(after("f1b1", chess960("960-011")), "7k/8/8/3P2Q1/6N1/8/PP1P2PP/B1KR2R1 b - - 4 24");
}
TEST(Chess960Bugs, Chess960012AnAttackBesideTheWay) {  // 960-012
    EXPECT_EQ(after("d8c8", chess960("960-012")),
              "bbkrq1n1/p1ppppBN/7p/1p6/1P6/8/P1PPPPPP/1BRKQN1R w K - 1 7");
}
TEST(Chess960Bugs, Chess960014TheTextTellsCastlingFromAStep) {  // 960-014
    const std::string text = input("960-014");
    const Position p = after_san(chess960("960-014"), text.substr(text.find(';') + 1));
    EXPECT_EQ(after("b8c8", p),
              "r1k1nq1r/pppb2pp/4pb2/3p1pB1/3P4/5N2/PPP1PPPP/RK1BN1QR w KQ - 6 10");
    EXPECT_EQ(after("b8a8", p),
              "2krnq1r/pppb2pp/4pb2/3p1pB1/3P4/5N2/PPP1PPPP/RK1BN1QR w KQ - 6 10");
}
TEST(Chess960Bugs, Chess960015KingOrRookMayStay) {  // 960-015
    const Position p = chess960("960-015");
    EXPECT_EQ(after("g1h1", p),
              "bn1r2kr/ppppbppp/1n2q3/4p3/4P3/1N2Q3/PPPPBPPP/BN1R1RK1 b kq - 7 5");
    EXPECT_EQ(after("g1d1", p), "bn1r2kr/ppppbppp/1n2q3/4p3/4P3/1N2Q3/PPPPBPPP/BNKR3R b kq - 7 5");
}
TEST(Chess960Bugs, Chess960018TheOutermostOfTwoRooks) {  // 960-018
    const Position p = chess960("960-018");
    EXPECT_EQ(p.castling().rooks(Color::white), Bitboard{Square::e1});
    EXPECT_EQ(shredder(p), "Eea");
}
TEST(Chess960Bugs, Chess960020OnlyRooksOfTheHomeRankCount) {  // 960-020
    const Position p = position(fen_of("960-020"));
    EXPECT_EQ(xfen(p), "Kkq");
    EXPECT_EQ(shredder(p), "Hha");
}
TEST(Chess960Bugs, Chess960021ARightWhoseRookIsGone) {  // 960-021
    EXPECT_EQ(false_letters("960-021", fen::Castling::chess960), "q");
    EXPECT_EQ(false_letters("960-021"), "q");
    const Position p = position(fen_of("960-021"), fen::Castling::chess960, anything);
    EXPECT_TRUE(p.castling().rooks(Color::black).empty());
}

// ---- uci

TEST(UciBugs, Uci001StandardCastlingGoesToTheTarget) {
    const Position p = position(fen_of("uci-001"));
    EXPECT_EQ(uci::format(*san::parse("O-O", p)), "e1g1");
    EXPECT_EQ(uci::format(*san::parse("O-O", p), uci::Castling::chess960), "e1h1");
}
TEST(UciBugs, Uci002CastlingInTheOtherForm) {  // uci-002
    const Position p = after_san(Position{}, "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O");
    EXPECT_EQ(refusal(uci::parse("e8h8", p)), ErrorCode::not_canonical);
    const auto read = uci::parse_lenient("e8h8", p);
    EXPECT_EQ(notes(read), Strings{"king-takes-rook"});
    EXPECT_EQ(uci::format(read->move), "e8g8");
}
TEST(UciBugs, Uci005CapitalPromotionLetter) {
    const Position p = position(fen_of("uci-005"));
    EXPECT_EQ(refusal(uci::parse("f2f1Q", p)), ErrorCode::not_canonical);
    const auto read = uci::parse_lenient("f2f1Q", p);
    EXPECT_EQ(notes(read), Strings{"letter-case"});
    EXPECT_EQ(uci::format(read->move), "f2f1q");
}
TEST(UciBugs, Uci020EqualSquaresAreNoMove) {
    const Position p = position(fen_of("uci-020"));
    EXPECT_EQ(refusal(uci::parse("a1a1", p)), ErrorCode::illegal_move);
    EXPECT_FALSE(uci::parse_lenient("a1a1", p));
    EXPECT_FALSE(uci::parse("0000", p));
    EXPECT_FALSE(uci::parse_lenient("0000", p));
}

// ---- other

TEST(EpdBugs, Other002NumbersAreNoOpcodes) {
    const std::string text = input("other-002").substr(5);
    const auto fen = fen::position(text);
    ASSERT_TRUE(fen);
    EXPECT_EQ(fen->halfmove_clock().value, 12U);
    EXPECT_EQ(fen->fullmove_number().value, 13U);
    const auto epd = epd::parse(text);
    ASSERT_FALSE(epd);
    EXPECT_EQ(epd.error().where.offset, text.find("12"));
    EXPECT_FALSE(epd::parse_lenient(text));
}
TEST(EpdBugs, Other005BestMovesInAsciiOrder) {  // other-005
    const Position start;
    std::vector<Move> moves;
    for (const char* text : {"Nf3", "e4", "d4"}) moves.push_back(*san::parse(text, start));
    EXPECT_EQ(epd::format(epd::alternatives("bm", moves, start)), "bm Nf3 d4 e4;");
}
TEST(EpdBugs, Other006PvIsALine) {
    const auto epd = epd::parse(input("other-006").substr(4));
    ASSERT_TRUE(epd) << describe(epd.error());
    const auto moves = epd::moves(*epd->find("pv"), epd->position);
    ASSERT_TRUE(moves);
    ASSERT_EQ(moves->size(), 3U);
    EXPECT_EQ(uci::format((*moves)[1]), "e7e5");
    EXPECT_EQ(uci::format((*moves)[2]), "g1f3");
}

}  // namespace
}  // namespace hakam
