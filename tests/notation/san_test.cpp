#include "hakam/notation/san.hpp"

#include <gtest/gtest.h>

#include "hakam/notation/fen.hpp"
#include "hakam/notation/lan.hpp"
#include "hakam/notation/uci_move.hpp"

namespace hakam {
namespace {

/// A text, the move it means, and the notes it gives.
struct Case {
    std::string_view text;
    std::string_view squares;  ///< UCI, or empty: refused
    std::string_view notes;    ///< names separated by spaces, or the name of the error
};

std::string codes(const std::vector<Note>& notes) {
    std::string text;
    for (const Note& note : notes) text += (text.empty() ? "" : " ") + std::string{name(note.code)};
    return text;
}

void expect_cases(std::string_view fen, std::initializer_list<Case> cases,
                  std::string_view language = "en") {
    const Position p = *fen::position(fen);
    for (const Case& c : cases) {
        SCOPED_TRACE(c.text);
        const auto read = san::parse_lenient(c.text, p, *letters_for(language));
        ASSERT_EQ(read.has_value(), !c.squares.empty()) << (read ? "" : describe(read.error()));
        if (!read) {
            EXPECT_EQ(name(read.error().code), c.notes) << describe(read.error());
            continue;
        }
        EXPECT_EQ(uci::format(read->move), c.squares);
        EXPECT_EQ(codes(read->notes), c.notes);
    }
}

TEST(SanLenient, EveryToleranceGivesItsNote) {
    expect_cases("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
                 {{"O-O", "e1g1", ""},
                  {"0-0", "e1g1", "castling-zeros"},
                  {"o-o-o", "e1c1", "castling-zeros"},
                  {"0–0–0", "e1c1", "castling-zeros castling-dash"},
                  {"O−O", "e1g1", "castling-dash"},
                  {"OO", "e1g1", "castling-dash"},
                  {"00+", "e1g1", "castling-dash castling-zeros check-false"},
                  {"ooo", "e1c1", "castling-dash castling-zeros"},
                  {"O", "", "unexpected-text"},
                  {"Ke1-g1", "e1g1", "castling-dash"},
                  {"e1g1", "e1g1", "castling-dash"},
                  {"O-O+", "e1g1", "check-false"},
                  {"Ra1-b1", "a1b1", "origin-superfluous long-form"},
                  {"Rh1xh8+", "h1h8", "origin-superfluous"},
                  {"Rh8", "h1h8", "capture-missing check-missing"},
                  {"Rxh8#", "h1h8", "mate-false"},
                  {"Rxh8++", "h1h8", "check-form"},
                  {"R:h8ch", "h1h8", "capture-form check-form"},
                  {"Rxb1", "a1b1", "capture-false"},
                  {" Rb1 ", "a1b1", "spacing"},
                  {"rb1", "a1b1", "lower-case-piece"},
                  {"Rb1!?", "a1b1", "annotation"},
                  {"Rc2", "", "illegal-move"},
                  {"Kg1", "", "illegal-move"},
                  {"", "", "missing-text"},
                  {"R", "", "missing-text"},
                  {"Rb1x", "", "missing-text"},
                  {"hello", "", "unexpected-text"}});
    expect_cases("4k3/1P6/8/3pP3/8/8/4N3/4K1N1 w - d6 0 1",
                 {{"exd6", "e5d6", ""},
                  {"exd6e.p.", "e5d6", "en-passant-mark"},
                  {"exd6 e.p.", "e5d6", "spacing en-passant-mark"},
                  {"ed6", "e5d6", "capture-missing"},
                  {"e5-e6", "e5e6", "origin-superfluous long-form"},
                  {"e5e6", "e5e6", "origin-superfluous"},
                  {"Pe6", "e5e6", "pawn-letter"},
                  {"e6 ep", "e5e6", "en-passant-mark spacing en-passant-mark"},
                  {"b8=Q+", "b7b8q", ""},
                  {"b8Q+", "b7b8q", "promotion-form"},
                  {"b8(R)+", "b7b8r", "promotion-form"},
                  {"b8/N", "b7b8n", "promotion-form"},
                  {"b8=q+", "b7b8q", "letter-case"},
                  {"b8b", "b7b8b", "promotion-form letter-case"},
                  {"b8", "", "missing-text"},
                  {"b8=K", "", "illegal-move"},
                  {"Nc3", "e2c3", ""},
                  {"Nec3", "e2c3", "origin-superfluous"},
                  {"Ne2c3", "e2c3", "origin-superfluous"},
                  {"e2c3", "e2c3", "piece-letter-missing origin-superfluous"},
                  {"Nf3", "g1f3", ""}});
}

TEST(SanLenient, ACaptureWithoutItsRankNeedsOneMoveToFit) {
    expect_cases("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
                 {{"ed", "e4d5", "target-rank-missing"},
                  {"exd", "e4d5", "target-rank-missing"},
                  {"e:d+", "e4d5", "target-rank-missing"},
                  {"de", "", "unexpected-text"},
                  {"ee", "", "unexpected-text"},
                  {"exd9", "", "unexpected-text"}});
    // Two captures fit, or the piece of a promotion is not said.
    expect_cases("4k3/8/8/3p1p2/4P3/3p4/4P3/4K3 w - - 0 1",
                 {{"exf", "e4f5", "target-rank-missing"}, {"exd", "", "unexpected-text"}});
    expect_cases("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", {{"cd", "", "unexpected-text"}});
    // En passant is a capture like any other.
    expect_cases("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", {{"ed", "e5d6", "target-rank-missing"}});
}

TEST(SanLenient, AnAmbiguousTextNamesTheChoices) {
    const auto knights =
        san::parse_lenient("Nd2", *fen::position("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"));
    ASSERT_FALSE(knights);
    EXPECT_EQ(knights.error().code, ErrorCode::ambiguous_move);
    EXPECT_EQ(knights.error().expected, "Nbd2 or Nfd2");
}

TEST(SanLenient, ASmallBIsAPawnWhereverAPawnCouldGo) {
    const std::string_view fen = "4k3/8/8/8/1P6/2p5/8/2B1KB2 w - - 0 1";
    expect_cases(fen, {{"b5", "b4b5", ""},
                       {"bxc3", "", "illegal-move"},
                       {"bd3", "f1d3", "lower-case-piece"},
                       {"bd2", "c1d2", "lower-case-piece"}});
    expect_cases("4k3/8/8/8/8/8/1P6/2B1K3 w - - 0 1", {{"ba3", "", "illegal-move"}});
}

TEST(SanLenient, ASmallBIsABishopWhereNoPawnCanBeMeant) {
    expect_cases("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
                 {{"bc4", "f1c4", "lower-case-piece"}, {"ba6", "f1a6", "lower-case-piece"}});
    expect_cases("4k3/8/8/1p6/2p5/8/8/4KB2 b - - 0 1", {{"bc4", "", "illegal-move"}});
    // The pawn b3 is pinned: the text is still that of a pawn.
    expect_cases("1r2k3/8/8/8/2p5/1P6/8/1K3B2 w - - 0 1", {{"bxc4", "", "illegal-move"}});
}

TEST(SanLenient, ReadsOtherLanguages) {
    const std::string_view start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    expect_cases(start,
                 {{"حf3", "g1f3", ""},
                  {"حو3", "g1f3", "foreign-file-letter"},
                  {"هـ4", "e2e4", "foreign-file-letter"},
                  {"ه4", "e2e4", "foreign-file-letter"},
                  {"ح٣", "h2h3", "foreign-file-letter foreign-file-letter"},
                  {"ب4", "b2b4", "foreign-file-letter"}},
                 "ar");
    expect_cases(start, {{"Кf3", "g1f3", ""}, {"e4", "e2e4", ""}, {"Крf1", "", "illegal-move"}},
                 "ru");
    expect_cases(start, {{"Оf3", "g1f3", ""}, {"э4", "e2e4", "foreign-file-letter"}}, "uz_cyrl");
    expect_cases(start, {{"Of3", "g1f3", ""}}, "uz_latn");
    expect_cases(start, {{"Sf3", "g1f3", ""}}, "de");
    expect_cases(start, {{"♘f3", "g1f3", ""}, {"♞f3", "g1f3", ""}}, "figurine");
    expect_cases("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
                 {{"Рb1", "a1b1", ""}, {"О-О", "e1g1", "castling-zeros"}, {"Шd2", "e1d2", ""}},
                 "uz_cyrl");
    const Position p = *fen::position(start);
    EXPECT_EQ(san::format(*san::parse("Nf3", p), p, *letters_for("figurine")), "♘f3");
    const Position black = p.after(*san::parse("e4", p));
    EXPECT_EQ(san::format(*san::parse("Nf6", black), black, *letters_for("figurine")), "♞f6");
    EXPECT_EQ(san::format(*san::parse("Nf6", black), black, *letters_for("ar")), "حf6");
}

TEST(SanLenient, RefusesLongTextsUnread) {
    const auto read = san::parse_lenient(std::string(100'000, 'N'), Position{});
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::too_long);
    EXPECT_EQ(read.error().where.offset, san::max_length);
}

TEST(SanStrict, SaysWhatTheCanonicalTextIs) {
    const auto read = san::parse("Ngf3", Position{});
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::not_canonical);
    EXPECT_EQ(describe(read.error()), "1:1: expected 'Nf3', found 'Ngf3'");
}

TEST(Lan, NotesWhatIsShort) {
    const Position p;
    const auto read = lan::parse_lenient("Nf3", p);
    ASSERT_TRUE(read);
    EXPECT_EQ(codes(read->notes), "origin-missing");
    EXPECT_EQ(codes(lan::parse_lenient("Ng1f3", p)->notes), "long-form");
    EXPECT_EQ(lan::format(read->move, p), "Ng1-f3");
    EXPECT_FALSE(lan::parse("Nf3", p));
}

}  // namespace
}  // namespace hakam
