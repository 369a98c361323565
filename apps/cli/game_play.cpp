#include "game_play.hpp"

#include <unistd.h>

#include <algorithm>
#include <boost/json/array.hpp>

#include "game_answers.hpp"
#include "hakam/variant/fen.hpp"
#include "hakam/variant/judge.hpp"
#include "hakam/variant/move_text.hpp"
#include "hakam/variant/score.hpp"
#include "output.hpp"
#include "output_file.hpp"

namespace hakam::cli {

using variant::Variant;

namespace {

std::string numbered(const Variant& game, const VariantGame& played, bool numbers = true) {
    return variant::format_moves(game, played.positions, played.moves, numbers);
}

std::string score_of(const Variant& game, const VariantGame& played, const std::string& white,
                     const std::string& black, const std::string& result) {
    const variant::ScoreTag tags[] = {{"Event", "?"}, {"Site", "?"},  {"Date", "????.??.??"},
                                      {"Round", "?"}, {"White", white}, {"Black", black}};
    // Half a stake has no mark in PGN.
    const bool known = !result.empty() && result.find("/4") == result.npos;
    return variant::format_score(game, played.positions, played.moves, tags, known ? result : "*");
}

constexpr std::string_view help =
    "A move (e3, Nf3, Fxd5, a8=F, or squares: e2e3), or\n"
    "  board    the position\n"
    "  moves    the legal moves\n"
    "  fen      the position as FEN\n"
    "  score    the game so far\n"
    "  rules    which rules are played and what is doubtful in them\n"
    "  back     take the last move back\n"
    "  draw     the other side is offered a draw; `accept` agrees, a move declines\n"
    "  claim    a draw by the rules, where they know one\n"
    "  resign   the side to move gives up\n"
    "  quit";

/// One game at the terminal.
class VariantTable {
public:
    VariantTable(const Variant& game, const VariantPlayOptions& options, VariantGame start)
        : game_{game}, options_{options}, played_{std::move(start)} {}

    int run() {
        if (!options_.json) {
            print_line(game_.rules().name + " (" + game_.rules().tradition + ")");
            show();
        }
        LineReader lines{STDIN_FILENO, "-"};
        check_end();
        while (result_.empty() && !over_) {
            if (output_is_terminal() && !options_.json)
                print(played_.position.turn() == Color::white ? "White> " : "Black> "), flush();
            const auto line = lines.next();
            if (!line || line->text == "quit") break;
            if (!line->text.empty()) take(*line);
            if (!output_ok()) return bad_input;
        }
        return finish();
    }

private:
    void take(const InputLine& line) {
        const std::string& word = line.text;
        if (word == "help" || word == "?") return print_line(help);
        if (word == "board") return show();
        if (word == "fen") return print_line(variant::fen::format(game_, played_.position));
        if (word == "score") return print_line(numbered(game_, played_));
        if (word == "rules") return print_line(rules());
        if (word == "moves") return print_line(moves());
        if (word == "back") return back();
        if (word == "resign")
            return end(played_.position.turn() == Color::white ? "0-1" : "1-0", "resignation");
        if (word == "draw") {
            offered_ = played_.moves.size() + 1;
            return say("A draw is offered.", "offer");
        }
        if (word == "accept") {
            // An offer made before or after the offering side's move stands until the answer.
            if (offered_ == 0 || played_.moves.size() + 1 < offered_)
                return complain(line, {ErrorCode::illegal_move, {}, "an offer of a draw before", word});
            return end("1/2-1/2", "agreement");
        }
        if (word == "claim") return claim();
        move(line);
    }
    void move(const InputLine& line) {
        const auto next = played(game_, played_, line.text);
        if (!next) return complain(line, next.error());
        if (next->moves.size() == played_.moves.size()) return;
        for (std::size_t i = played_.moves.size(); i < next->moves.size(); ++i) {
            const std::string san =
                variant::format_san(game_, next->positions[i], next->moves[i]);
            if (options_.json)
                print_json({{"type", "move"},
                            {"san", san},
                            {"fen", variant::fen::format(game_, next->positions[i + 1])}});
        }
        if (offered_ != 0 && next->moves.size() > offered_) offered_ = 0;
        played_ = *next;
        if (!options_.json) show();
        check_end();
    }
    void check_end() {
        const variant::Standing standing = variant::judge(game_, played_.positions);
        if (!standing.ending) return;
        const Answer answer = variant_standing(game_, played_);
        over_ = true;
        verdict_ = answer;
        const auto* outcome = answer.fields.at("outcome").if_string();
        result_ = outcome ? std::string{outcome->c_str()} : "";
    }
    void claim() {
        const auto claims = variant::judge(game_, played_.positions).claims;
        if (claims.empty()) return say("There is nothing to claim by these rules.", "refused");
        end("1/2-1/2", std::string{variant::name(claims.front())});
    }
    void back() {
        if (played_.moves.empty()) return;
        played_.moves.pop_back();
        played_.positions.pop_back();
        played_.position = played_.positions.back();
        offered_ = 0;
        if (!options_.json) show();
    }
    void end(const std::string& result, const std::string& reason) {
        result_ = result;
        over_ = true;
        verdict_.fields = {{"standing", "over"}, {"outcome", result}, {"reason", reason},
                           {"game", game_.rules().id}};
        verdict_.text = result + ' ' + reason + '.';
    }
    int finish() {
        if (over_ && options_.json)
            print_json(verdict_.fields);
        else if (over_)
            print_line(verdict_.text);
        if (!options_.pgn.empty()) {
            OutputFile file{options_.pgn};
            file.write(score_of(game_, played_, options_.white, options_.black, result_));
            if (!file.keep()) {
                print_complaint("cannot write " + options_.pgn);
                return bad_input;
            }
        }
        flush();
        return output_ok() ? answered : bad_input;
    }
    void say(const std::string& words, const char* type) {
        if (options_.json)
            print_json({{"type", type}, {"text", words}});
        else
            print_line(words);
    }
    void complain(const InputLine& line, const Error& error) {
        if (options_.json) print_json({{"type", "refused"}, {"error", to_json(line.located(error))}});
        print_error(line.source, line.located(error));
    }
    void show() { print_line(variant_board_text(game_, played_.position)); }
    std::string rules() const {
        const variant::Rules& rules = game_.rules();
        return rules.name + " (" + rules.tradition + "), " + rules.confidence + '.' +
               (rules.doubts.empty() ? "" : "\nDoubtful: " + rules.doubts);
    }
    std::string moves() const {
        std::string text;
        for (const variant::Move& move : game_.legal_moves(played_.position))
            text += (text.empty() ? "" : " ") +
                    variant::format_san(game_, played_.position, move);
        return text;
    }

    const Variant& game_;
    const VariantPlayOptions& options_;
    VariantGame played_;
    Answer verdict_;
    std::string result_;
    std::size_t offered_ = 0;  ///< plies played when a draw was offered, plus one; 0: no offer
    bool over_ = false;
};

}  // namespace

int play_variant(const Variant& game, const VariantPlayOptions& options) {
    auto start = read_variant_game(game, options.fen);
    if (!start) {
        print_error("--fen", start.error());
        return bad_input;
    }
    return VariantTable{game, options, std::move(*start)}.run();
}

namespace {

Answer converted(const Variant& game, const InputLine& line, const VariantGame& start,
                 const VariantConvertOptions& options) {
    const bool is_fen = options.from == "fen" ||
                        (options.from == "auto" && line.text.find('/') != std::string::npos);
    auto read = is_fen ? read_variant_game(game, line.text) : played(game, start, line.text);
    if (!read) return refusal(line, read.error());
    Answer answer;
    boost::json::array moves, positions;
    for (std::size_t i = 0; i < read->moves.size(); ++i)
        moves.emplace_back(options.to == "uci"
                               ? variant::format_coordinates(game, read->moves[i])
                               : variant::format_san(game, read->positions[i], read->moves[i]));
    for (std::size_t i = options.each_position ? 0 : read->positions.size() - 1;
         i < read->positions.size(); ++i)
        positions.emplace_back(variant::fen::format(game, read->positions[i]));
    if (options.to == "fen") {
        for (const auto& fen : positions)
            answer.text += (answer.text.empty() ? "" : "\n") + std::string{fen.as_string().c_str()};
    } else if (options.to == "pgn") {
        answer.text = score_of(game, *read, {}, {}, "*");
    } else if (options.to == "uci") {
        for (const auto& move : moves)
            answer.text += (answer.text.empty() ? "" : " ") + std::string{move.as_string().c_str()};
    } else {
        answer.text = numbered(game, *read, !options.without_numbers);
    }
    answer.fields = {{"start", variant::fen::format(game, read->positions.front())},
                     {"fen", variant::fen::format(game, read->position)},
                     {"moves", std::move(moves)},
                     {"game", game.rules().id}};
    if (options.each_position) answer.fields["positions"] = std::move(positions);
    return answer;
}

}  // namespace

int convert_variant(const Variant& game, const std::vector<std::string>& inputs,
                    const VariantConvertOptions& options) {
    for (const std::string_view form : {options.from, options.to}) {
        if (form == "auto" || form == "san" || form == "uci" || form == "fen") continue;
        if (form == "pgn" && form == options.to && options.from != "pgn") continue;
        print_complaint(std::string{form} + " is for chess; other games are read and written as " +
                        "san, uci and fen, and written as pgn");
        return bad_input;
    }
    const auto start = read_variant_game(game, options.start);
    if (!start) {
        print_error("--start", start.error());
        return bad_input;
    }
    const auto answer = [&](const InputLine& line) { return converted(game, line, *start, options); };
    const std::string text = joined(inputs);
    if (text != "-") {
        InputLine line;
        line.text = text;
        line.source = "argument";
        const Answer result = answer(line);
        if (options.json)
            print_json(result.fields);
        else if (!result.text.empty())
            print_line(result.text);
        flush();
        return result.status;
    }
    LineReader lines{STDIN_FILENO, "-"};
    int worst = answered;
    while (const auto line = lines.next()) {
        if (line->text.empty()) continue;
        const Answer result = answer(*line);
        if (options.json)
            print_json(result.fields);
        else if (!result.text.empty())
            print_line(result.text);
        worst = std::max<int>(worst, result.status);
        if (!output_ok()) return bad_input;
    }
    flush();
    return worst;
}

}  // namespace hakam::cli
