#include "game_answers.hpp"

#include <algorithm>
#include <atomic>
#include <boost/json/array.hpp>
#include <chrono>
#include <iomanip>
#include <sstream>
#include <thread>

#include "hakam/variant/fen.hpp"
#include "hakam/variant/judge.hpp"
#include "hakam/variant/move_text.hpp"
#include "output.hpp"

namespace hakam::cli {

using variant::Move;
using variant::Variant;

bool is_variant_notation(std::string_view name) { return name == "san" || name == "uci"; }

namespace {

std::vector<std::uint64_t> count(const Variant& game, const variant::Position& position, int depth,
                                 unsigned threads) {
    const variant::MoveList moves = game.legal_moves(position);
    std::vector<std::uint64_t> nodes(moves.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < moves.size(); i = next++)
            nodes[i] = variant::perft(game, game.after(position, moves[i]), depth - 1);
    };
    std::vector<std::jthread> helpers;
    const std::size_t wanted = std::min<std::size_t>(threads, moves.size());
    for (std::size_t i = 1; i < wanted; ++i) helpers.emplace_back(work);
    work();
    helpers.clear();
    return nodes;
}

}  // namespace

int variant_perft(const PositionOptions& options, int depth, bool divide, unsigned threads) {
    return answer_variant(options, [&](const Variant& game, const VariantGame& read) {
        const auto start = std::chrono::steady_clock::now();
        std::vector<std::uint64_t> below;
        std::uint64_t nodes = 1;
        if (depth > 0) {
            below = count(game, read.position, depth, threads);
            nodes = 0;
            for (const std::uint64_t n : below) nodes += n;
        }
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        const double rate = static_cast<double>(nodes) / std::max(seconds, 1e-9);
        Answer answer;
        answer.fields = {{"fen", variant::fen::format(game, read.position)},
                         {"depth", depth},
                         {"nodes", nodes},
                         {"seconds", seconds},
                         {"nps", static_cast<std::uint64_t>(rate)}};
        std::ostringstream text;
        if (divide && depth > 0) {
            std::vector<std::pair<std::string, std::uint64_t>> rows;
            const variant::MoveList moves = game.legal_moves(read.position);
            for (std::size_t i = 0; i < moves.size(); ++i)
                rows.emplace_back(variant::format_coordinates(game, moves[i]), below[i]);
            std::sort(rows.begin(), rows.end());
            boost::json::array all;
            for (const auto& [move, n] : rows) {
                all.push_back({{"move", move}, {"nodes", n}});
                text << move << ": " << n << '\n';
            }
            answer.fields["divide"] = std::move(all);
        }
        text << std::fixed << std::setprecision(3) << "depth " << depth << ", " << seconds << " s, "
             << std::setprecision(1) << rate / 1e6 << " million nodes/s\n"
             << "nodes " << nodes;
        answer.text = text.str();
        return answer;
    });
}

int variant_moves(const PositionOptions& options, const std::string& notation) {
    if (!is_variant_notation(notation)) {
        print_complaint("--notation " + notation + " is for chess; other games have san and uci");
        return bad_input;
    }
    return answer_variant(options, [&](const Variant& game, const VariantGame& read) {
        std::vector<std::string> moves;
        for (const Move& move : game.legal_moves(read.position))
            moves.push_back(notation == "uci"
                                ? variant::format_coordinates(game, move)
                                : variant::format_san(game, read.position, move));
        std::sort(moves.begin(), moves.end());
        Answer answer;
        answer.fields = {{"fen", variant::fen::format(game, read.position)},
                         {"check", game.is_check(read.position)},
                         {"moves", boost::json::array(moves.begin(), moves.end())}};
        for (const std::string& move : moves) answer.text += (answer.text.empty() ? "" : "\n") + move;
        return answer;
    });
}

int variant_fen(const PositionOptions& options) {
    return answer_lines(options, [&](const InputLine& line) {
        const Variant& game = *options.game;
        const std::string start = variant::fen::format(game, game.start());
        const std::string_view text = names_start(line.text) ? std::string_view{start} : line.text;
        const variant::fen::Report report = variant::fen::read(game, text);
        Answer answer;
        boost::json::array faults;
        for (const Error& fault : report.faults) {
            const Error located = line.located(fault);
            boost::json::object one = to_json(located);
            one["text"] = describe(fault);
            faults.push_back(std::move(one));
            answer.text += (answer.text.empty() ? "" : "\n") + line.source + ':' + describe(located);
        }
        answer.fields = {{"fen", nullptr},
                         {"valid", report.position.has_value()},
                         {"faults", std::move(faults)},
                         {"game", game.rules().id},
                         {"input", valid_utf8(text.substr(0, 256))}};
        if (report.position) {
            answer.text = variant::fen::format(game, *report.position);
            answer.fields["fen"] = answer.text;
            answer.fields["check"] = game.is_check(*report.position);
        }
        answer.status = report.position ? answered : no;
        return answer;
    });
}

namespace {

std::string_view outcome_of(variant::Ending::Result result) {
    using enum variant::Ending::Result;
    switch (result) {
        case white_wins: return "1-0";
        case black_wins: return "0-1";
        case draw: return "1/2-1/2";
        case white_half_wins: return "3/4-1/4";
        case black_half_wins: return "1/4-3/4";
        case unknown: break;
    }
    return {};
}

}  // namespace

Answer variant_standing(const Variant& game, const VariantGame& read) {
    const variant::Standing standing = variant::judge(game, read.positions);
    const variant::Rules& rules = game.rules();
    Answer answer;
    boost::json::array claims;
    for (const variant::ClaimReason reason : standing.claims)
        claims.emplace_back(variant::name(reason));
    const std::string_view state = standing.ending             ? "over"
                                   : !standing.claims.empty() ? "claimable"
                                                              : "ongoing";
    answer.fields = {{"fen", variant::fen::format(game, read.position)},
                     {"standing", state},
                     {"outcome", nullptr},
                     {"reason", nullptr},
                     {"articles", boost::json::array{}},
                     {"claims", std::move(claims)},
                     {"evidence", nullptr}};
    add_game_fields(answer.fields, game);
    if (standing.ending) {
        const std::string_view outcome = outcome_of(standing.ending->result);
        if (!outcome.empty()) answer.fields["outcome"] = outcome;
        answer.fields["reason"] = variant::name(standing.ending->reason);
        answer.fields["rule"] = standing.ending->rule;
        const std::size_t after = read.moves.size() - standing.ended_after;
        if (after > 0) answer.fields["playedOn"] = after;
        answer.text = (outcome.empty() ? "result unknown" : std::string{outcome}) + ' ' +
                      std::string{variant::name(standing.ending->reason)} + ". " +
                      standing.ending->rule;
        if (after > 0)
            answer.text += "\nThe " + std::to_string(after) + " moves after that do not count.";
    } else {
        answer.text = "The game goes on.";
        for (const variant::ClaimReason reason : standing.claims)
            answer.text += " A draw may be claimed: " + std::string{variant::name(reason)} + '.';
    }
    answer.text += "\n" + rules.name + " (" + rules.tradition + "), " + rules.confidence + '.';
    if (!rules.doubts.empty()) answer.text += "\nDoubtful: " + rules.doubts;
    return answer;
}

int variant_verdict(const PositionOptions& options, const std::string& moves) {
    return answer_lines(options, [&](const InputLine& line) {
        auto read = read_variant_game(*options.game, line.text);
        if (!read) return refusal(line, read.error());
        if (!moves.empty()) read = played(*options.game, std::move(*read), moves);
        if (!read) return refusal(line, read.error());
        return variant_standing(*options.game, *read);
    });
}

}  // namespace hakam::cli
