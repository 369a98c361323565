#include "game_input.hpp"

#include "hakam/variant/fen.hpp"
#include "hakam/variant/game.hpp"
#include "hakam/variant/move_text.hpp"
#include "output.hpp"

namespace hakam::cli {

namespace {

bool is_move_number(std::string_view word) {
    const std::size_t digits = word.find_first_not_of("0123456789");
    return digits != word.npos && digits > 0 && word[digits] == '.';
}

std::string_view without_number(std::string_view word) {
    if (!is_move_number(word)) return word;
    word.remove_prefix(word.find('.'));
    while (!word.empty() && word.front() == '.') word.remove_prefix(1);
    return word;
}

bool is_result(std::string_view word) {
    return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*";
}

}  // namespace

std::string expected_games() {
    std::string text = "expected one of ";
    for (const variant::GameName& name : variant::game_names())
        text += (&name == variant::game_names().data() ? "" : ", ") + std::string{name.id};
    return text;
}

std::shared_ptr<const variant::Variant> variant_named(std::string_view name) {
    auto rules = variant::game_named(name);
    if (!rules) return nullptr;
    auto made = variant::Variant::from(std::move(*rules));
    return made ? std::make_shared<const variant::Variant>(std::move(*made)) : nullptr;
}

void add_game_option(CLI::App& command, std::shared_ptr<const variant::Variant>& game) {
    command
        .add_option_function<std::string>(
            "--game",
            [&game](const std::string& name) {
                game = variant_named(name);
                if (game && game->rules().id == "chess") game = nullptr;
            },
            "Another game than chess: shatranj, courier, italian, torpedo, ...")
        ->check(CLI::Validator(
            [](const std::string& name) {
                return variant_named(name) ? std::string{} : expected_games();
            },
            "GAME"));
}

Expected<VariantGame> played(const variant::Variant& game, VariantGame from,
                             std::string_view text) {
    constexpr std::string_view blanks = " ,;\t\r\n";
    std::size_t at = 0;
    while ((at = text.find_first_not_of(blanks, at)) < text.size()) {
        const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
        const std::string_view word = without_number(text.substr(at, end - at));
        at = end;
        if (word.empty() || is_result(word)) continue;
        const auto move = variant::parse_move(game, from.position, word);
        if (!move) {
            Error error = move.error();
            error.where = span_in(text, static_cast<std::size_t>(word.data() - text.data()),
                                  word.size());
            return Unexpected<Error>{std::move(error)};
        }
        from.position = game.after(from.position, *move);
        from.positions.push_back(from.position);
        from.moves.push_back(*move);
    }
    return from;
}

Expected<VariantGame> read_variant_game(const variant::Variant& game, std::string_view text) {
    std::size_t moves_at = text.find(" moves ");
    const std::string_view fen = text.substr(0, moves_at);
    VariantGame result;
    if (names_start(fen)) {
        result.position = game.start();
    } else {
        const auto read = variant::fen::parse(game, fen);
        if (!read) return Unexpected<Error>{read.error()};
        result.position = *read;
    }
    result.positions.push_back(result.position);
    if (moves_at == text.npos) return result;
    moves_at += 7;
    auto all = played(game, std::move(result), text.substr(moves_at));
    if (all) return all;
    Error error = all.error();
    error.where = span_in(text, moves_at + error.where.offset, error.where.length);
    return Unexpected<Error>{std::move(error)};
}

int answer_variant(const PositionOptions& options, const AnswerVariant& answer) {
    return answer_lines(options, [&](const InputLine& line) {
        const auto game = read_variant_game(*options.game, line.text);
        if (!game) return refusal(line, game.error());
        Answer result = answer(*options.game, *game);
        result.fields["game"] = options.game->rules().id;
        return result;
    });
}

void add_game_fields(boost::json::object& fields, const variant::Variant& game) {
    const variant::Rules& rules = game.rules();
    fields["game"] = rules.id;
    fields["name"] = rules.name;
    fields["tradition"] = rules.tradition;
    fields["confidence"] = rules.confidence;
    if (rules.doubts.empty())
        fields["doubts"] = nullptr;
    else
        fields["doubts"] = rules.doubts;
}

}  // namespace hakam::cli
