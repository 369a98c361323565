// The chess facts that accompany a scenario, evaluated with our own rules and solver.
#include <algorithm>
#include <charconv>

#include "hakam/notation/fen.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/solve/dead_position.hpp"
#include "hakam/solve/winnable.hpp"
#include "runner.hpp"
#include "text.hpp"

namespace hakam::scenario {
namespace {

const Budget fact_budget{
    .nodes = 20'000'000, .memory_bytes = std::uint64_t{1} << 29, .expired = {}};

std::string yes_no(Decision d) {
    return d == Decision::yes ? "yes" : d == Decision::no ? "no" : "unknown";
}

std::optional<Move> legal_move(const Position& p, std::string_view text) {
    if (const auto move = uci::parse_lenient(text, p)) return move->move;
    if (const auto move = uci::parse(text, p, uci::Castling::chess960)) return *move;
    return std::nullopt;
}

bool capturable(const Position& p, Square s) {
    const MoveList moves = p.legal_moves();
    return std::any_of(moves.begin(), moves.end(), [&](Move m) {
        if (!m.is_capture()) return false;
        return m.is_en_passant() ? square(file_of(m.to()), rank_of(m.from())) == s : m.to() == s;
    });
}

std::string castling_field(const Position& p) {
    const std::string text = fen::format(p);
    const auto fields = split(text, " ");
    return fields.size() > 2 ? std::string{fields[2]} : "-";
}

int occurrences(const std::vector<Position>& positions, std::size_t k) {
    int count = 0;
    for (std::size_t i = 0; i <= k; ++i)
        if (repeats(positions[i], positions[k])) ++count;
    return count;
}

FactResult position_fact(const std::vector<Position>& positions, std::size_t k,
                         const std::vector<std::string_view>& words, FactResult result) {
    const Position& p = positions[k];
    const std::string_view what = words.size() > 1 ? words[1] : "";
    const std::string_view arg = words.size() > 2 ? words[2] : "";
    const auto answer = [&](bool holds, std::string found = {}) {
        result.holds = holds;
        if (!holds) result.found = found.empty() ? "it is not so" : std::move(found);
        return result;
    };
    const auto sq = square_from(arg);
    const MoveList moves = p.legal_moves();
    const auto from_here = [&] {
        return std::any_of(moves.begin(), moves.end(), [&](Move m) { return m.from() == *sq; });
    };
    if (what == "legal") return answer(legal_move(p, arg).has_value());
    if (what == "illegal") return answer(!legal_move(p, arg).has_value());
    if (what == "check") return answer(p.is_check());
    if (what == "mate") return answer(p.is_checkmate());
    if (what == "stalemate") return answer(p.is_stalemate());
    if (what == "dead" || what == "notdead") {
        const Decision dead = is_dead(p, fact_budget);
        return answer(dead == (what == "dead" ? Decision::yes : Decision::no), yes_no(dead));
    }
    if (starts_with(what, "canmate") && what.size() > 9) {
        const Color side = what[7] == 'W' ? Color::white : Color::black;
        const Decision can = winnable(p, side, fact_budget).decision;
        return answer(yes_no(can) == what.substr(9), yes_no(can));
    }
    if (starts_with(what, "reps=")) {
        const std::string count = std::to_string(occurrences(positions, k));
        return answer(count == what.substr(5), count);
    }
    if (starts_with(what, "hmc=")) {
        const std::string count = std::to_string(p.halfmove_clock().value);
        return answer(count == what.substr(4), count);
    }
    if (what == "nomoves" && sq) return answer(!from_here());
    if (what == "hasmoves" && sq) return answer(from_here());
    if (what == "capturable" && sq) return answer(capturable(p, *sq));
    if (what == "notcapturable" && sq) return answer(!capturable(p, *sq));
    if (what == "attacked" && sq && words.size() > 3)
        return answer(p.is_attacked(*sq, words[3] == "w" ? Color::white : Color::black));
    if (what == "only") {
        const auto move = legal_move(p, arg);
        return answer(moves.size() == 1 && move == moves.front());
    }
    if (what == "castling") return answer(castling_field(p) == arg, castling_field(p));
    if (what == "turn") {
        const std::string turn = p.turn() == Color::white ? "W" : "B";
        return answer(turn == arg, turn);
    }
    return answer(false, "not a known fact");
}

}  // namespace

std::vector<FactResult> evaluate_facts(std::string_view text,
                                       const std::vector<Position>& positions,
                                       const std::vector<bool>& legal) {
    std::vector<FactResult> results;
    if (trimmed(text).empty() || trimmed(text) == "-") return results;
    for (std::string_view item : split(text, ";")) {
        item = trimmed(item);
        if (item.empty()) continue;
        FactResult result;
        result.text = std::string{item};
        const auto words = split(item, " ");
        const bool about_move = starts_with(words[0], "mv");
        const auto number_text = words[0].substr(about_move ? 2 : 1);
        const auto number_value = number(number_text);
        if (!number_value || (!about_move && words[0][0] != 'P')) {
            result.found = "not a known fact";
        } else if (about_move) {
            const auto i = static_cast<std::size_t>(*number_value);
            if (i >= legal.size()) {
                result.found = "there is no such move";
            } else {
                result.holds = legal[i] == (words.size() > 1 && words[1] == "legal");
                if (!result.holds) result.found = legal[i] ? "legal" : "illegal";
            }
        } else if (static_cast<std::size_t>(*number_value) >= positions.size()) {
            result.found = "there is no such position";
        } else {
            result = position_fact(positions, static_cast<std::size_t>(*number_value), words,
                                   std::move(result));
        }
        results.push_back(std::move(result));
    }
    return results;
}

}  // namespace hakam::scenario
