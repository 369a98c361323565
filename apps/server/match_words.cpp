#include "server/match_words.hpp"

#include "hakam/laws/article.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/solve/winnable.hpp"
#include "hakam/wire/verdict.hpp"
#include "wire/value.hpp"

namespace hakam::server {
namespace json = boost::json;
using match::Reason;
using match::Result;

namespace {

constexpr std::string_view side(Color c) { return c == Color::white ? "White" : "Black"; }

json::array uci_line(const std::vector<Move>& line, bool chess960) {
    json::array moves;
    for (const Move move : line)
        moves.emplace_back(
            uci::format(move, chess960 ? uci::Castling::chess960 : uci::Castling::standard));
    return moves;
}

bool is_about_mating(Reason reason) {
    switch (reason) {
        case Reason::flag_fall:
        case Reason::flag_fall_cannot_mate:
        case Reason::resignation:
        case Reason::resignation_cannot_mate:
        case Reason::illegal_moves:
        case Reason::illegal_moves_cannot_mate:
        case Reason::disconnection:
        case Reason::disconnection_cannot_mate:
        case Reason::dead_position:
            return true;
        default:
            return false;
    }
}

}  // namespace

json::array articles_json(std::string_view articles) {
    wire::Json list;
    wire::write_article_list(list, articles);
    return std::move(wire::value_of(list).get_array());
}

/// Which argument it is, for pages that say it in their own words.
json::object argument_json(const Argument& argument, Color c) {
    return wire::object_of([&](wire::Json& out) {
        out.member("side", wire::name(c));
        wire::write_argument(out, argument);
    });
}

json::object mating_evidence(const Winnable& found, Color c, bool chess960) {
    json::object evidence;
    if (found.decision == Decision::yes) {
        evidence["line"] = uci_line(found.line, chess960);
        evidence["text"] = std::string{side(c)} + " can mate like this";
    } else if (found.decision == Decision::no) {
        evidence["text"] = std::string{side(c)} + " cannot mate: " + describe(found.argument);
        evidence["arguments"] = json::array{argument_json(found.argument, c)};
    }
    return evidence;
}

json::object result_evidence(const match::LiveGame& game, bool chess960,
                             std::optional<Move> intended) {
    json::object evidence;
    const Reason reason = game.state.reason;
    const Position& last = game.position();
    if (reason == Reason::threefold_repetition || reason == Reason::fivefold_repetition) {
        const bool written = reason == Reason::threefold_repetition && intended && last.is_legal(*intended);
        const Position repeated = written ? last.after(*intended) : last;
        json::array plies;
        for (std::size_t i = 0; i < game.history.size(); ++i)
            if (repeats(game.history.position(i), repeated)) plies.emplace_back(i);
        evidence["plies"] = std::move(plies);
        if (written)
            evidence["intended"] = uci::format(
                *intended, chess960 ? uci::Castling::chess960 : uci::Castling::standard);
    } else if (reason == Reason::fifty_moves || reason == Reason::seventyfive_moves) {
        evidence["count"] = last.halfmove_clock().value;
    } else if (is_about_mating(reason)) {
        Budget budget;  // everybody waits: what takes longer was searched elsewhere
        budget.nodes = 20'000;
        budget.memory_bytes = std::uint64_t{16} << 20U;
        const Result result = game.state.result;
        for (const Color c : {Color::white, Color::black}) {
            if (result == match::win_of(~c)) continue;  // only whether the winner can mate matters
            const Winnable found = winnable(last, c, budget);
            if (found.decision == Decision::yes && result != match::win_of(c)) continue;
            for (const auto& member : mating_evidence(found, c, chess960)) {
                json::value& value = evidence[member.key()];
                if (value.is_string() && member.value().is_string())
                    value = std::string{value.get_string()} + "; " +
                            std::string{member.value().get_string()};
                else if (value.is_array() && member.key() == "arguments")
                    value.get_array().push_back(member.value().get_array().front());
                else
                    value = member.value();
            }
        }
    }
    return evidence;
}

}  // namespace hakam::server
