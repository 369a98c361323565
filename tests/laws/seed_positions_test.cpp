// data/seeds/positions.tsv: every position, diagram and incident of the seed documents, one test a
// row. The small language of the column "check" is described in data/seeds/README.md.

#include <gtest/gtest.h>

#include <algorithm>

#include "hakam/game/game.hpp"
#include "hakam/laws/article.hpp"
#include "hakam/laws/law_book.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/solve/dead_position.hpp"
#include "testkit/tsv.hpp"

namespace hakam {
namespace {

using Strings = std::vector<std::string>;

Strings split(std::string_view text, char separator) {
    Strings parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        if (end != 0) parts.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

std::string joined(Strings parts) {
    std::sort(parts.begin(), parts.end());
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : ",") + part;
    return text;
}

std::string squares(Bitboard set) {
    Strings names;
    for (const Square s : set) names.push_back(to_string(s));
    return joined(names);
}

std::string field(const Position& p, int number) {
    return split(fen::format(p), ' ')[static_cast<std::size_t>(number)];
}

/// Castling moves as O-O,O-O-O without check signs, or "-".
std::string castlings(const Position& p) {
    Strings texts;
    for (const Move move : p.legal_moves())
        if (move.is_castling()) texts.emplace_back(move.wing() == Wing::king ? "O-O" : "O-O-O");
    return texts.empty() ? "-" : joined(texts);
}

std::string status(const Position& p) {
    if (p.is_checkmate()) return "mate";
    if (p.is_stalemate()) return "stalemate";
    const Decision dead = is_dead(p);
    return dead == Decision::yes ? "dead" : dead == Decision::no ? "ongoing" : "unknown";
}

std::string targets(const Position& p, Square from) {
    Bitboard set;
    for (const Move move : p.legal_moves())
        if (move.from() == from && !move.is_castling()) set |= move.to();
    return squares(set);
}

bool leads_to(const Position& p, std::string_view placement) {
    const MoveList moves = p.legal_moves();
    return std::any_of(moves.begin(), moves.end(),
                       [&](Move m) { return field(p.after(m), 0) == placement; });
}

/// The result when the side to move oversteps.
std::string flag_result(const Game& game, std::string_view book) {
    const auto laws = laws::law_book(book);
    if (!laws) return "no such book";
    const auto verdict = laws->rule(game, laws::FlagFall{game.current().turn()});
    if (!verdict.outcome) return "no outcome";
    return *verdict.outcome == Outcome::draw ? "draw" : std::string{to_string(*verdict.outcome)};
}

class Board {
public:
    explicit Board(const Position& start) : game_{start} {}

    void check(std::string_view part) {
        const std::size_t equals = part.find('=');
        ASSERT_NE(equals, std::string_view::npos) << part;
        check(part.substr(0, equals), part.substr(equals + 1));
    }

private:
    const Position& now() const { return game_.current(); }

    void check(std::string_view key, std::string_view value) {
        if (key == "line") return line(value);
        if (key == "valid") {
            EXPECT_TRUE(fen::position(fen::format(now()))) << "a game can reach it";
        } else if (key == "castling") {
            EXPECT_EQ(castlings(now()), joined(split(value, ',')));
        } else if (key == "rights") {
            EXPECT_EQ(field(now(), 2), value);
        } else if (key == "placement") {
            EXPECT_EQ(field(now(), 0), value);
        } else if (key == "legal" || key == "illegal") {
            for (const std::string& text : split(value, ','))
                EXPECT_EQ(uci::parse(text, now()).has_value(), key == "legal") << text;
        } else if (key == "san-legal" || key == "san-illegal") {
            for (const std::string& text : split(value, ','))
                EXPECT_EQ(san::parse_lenient(text, now()).has_value(), key == "san-legal") << text;
        } else if (key.starts_with("from:")) {
            EXPECT_EQ(targets(now(), *square_from(key.substr(5))), joined(split(value, ',')));
        } else if (key == "moves") {
            EXPECT_EQ(std::to_string(now().legal_moves().size()), value);
        } else if (key == "check") {
            EXPECT_EQ(now().is_check() ? "yes" : "no", value);
        } else if (key == "checkers") {
            EXPECT_EQ(squares(now().checkers()), joined(split(value, ',')));
        } else if (key.starts_with("attacked:") || key.starts_with("safe:")) {
            const Color by = key.back() == 'w' ? Color::white : Color::black;
            for (const std::string& s : split(value, ','))
                EXPECT_EQ(now().is_attacked(*square_from(s), by), key.starts_with("attacked")) << s;
        } else if (key == "status") {
            EXPECT_EQ(status(now()), value);
        } else if (key == "dead") {
            EXPECT_EQ(is_dead(now()) == Decision::yes ? "yes" : "no", value);
        } else if (key == "occurrences") {
            EXPECT_EQ(std::to_string(game_.occurrences()), value);
        } else if (key == "halfmove") {
            EXPECT_EQ(std::to_string(now().halfmove_clock().value), value);
        } else if (key == "color") {
            EXPECT_EQ(is_light(*square_from(value.substr(0, 2))) ? "light" : "dark",
                      value.substr(3));
        } else if (key == "unreachable-in-one") {
            EXPECT_FALSE(leads_to(now(), value));
        } else if (key == "fide" || key == "uscf") {
            EXPECT_EQ(flag_result(game_, key == "fide" ? "fide-standard" : "uscf"), value);
        } else if (key == "rule") {
            EXPECT_TRUE(laws::find(value)) << "no such article";
        } else {
            ADD_FAILURE() << "unknown key " << key;
        }
    }

    void line(std::string_view moves) {
        for (const std::string& text : split(moves, ' ')) {
            const auto move = san::parse(text, now());
            ASSERT_TRUE(move) << text << ": " << describe(move.error());
            ASSERT_TRUE(game_.play(*move)) << text;
        }
    }

    Game game_;
};

class SeedPosition : public testing::TestWithParam<testkit::TsvRow> {};

TEST_P(SeedPosition, IsAsTheRowSays) {
    const testkit::TsvRow& row = GetParam();
    SCOPED_TRACE(row["id"] + ": " + row["question"]);
    // Some were made up for their text and no game reaches them (002-23); rows that can say
    // valid=yes.
    const auto start = fen::position(row["fen"], {.tolerated = Tolerance::unreachable()});
    ASSERT_TRUE(start) << describe(start.error());
    Board board{*start};
    for (const std::string& part : split(row["check"], ';')) {
        SCOPED_TRACE(part);
        board.check(part);
    }
}

std::string test_name(const testing::TestParamInfo<testkit::TsvRow>& info) {
    std::string name = "Row" + info.param["id"];
    std::erase(name, '-');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Seeds, SeedPosition,
                         testing::ValuesIn(testkit::read_tsv("seeds/positions.tsv")), test_name);

TEST(SeedPositions, AreAllThere) {
    EXPECT_EQ(testkit::read_tsv("seeds/positions.tsv").size(), 170U);
}

}  // namespace
}  // namespace hakam
