#include "formats.hpp"

#include <algorithm>
#include <array>
#include <hakam/notation/descriptive.hpp>
#include <hakam/notation/iccf.hpp>
#include <hakam/notation/lan.hpp>
#include <hakam/notation/san.hpp>
#include <hakam/notation/uci_move.hpp>
#include <hakam/pgn/result_text.hpp>
#include <hakam/pgn/tag.hpp>
#include <optional>

namespace hakam::cli::convert {

fen::FormatOptions Options::fen_form() const {
    fen::FormatOptions form;
    form.castling = castling == "shredder" ? fen::CastlingForm::shredder : fen::CastlingForm::xfen;
    form.en_passant = en_passant == "always" ? fen::EnPassantForm::always
                                             : fen::EnPassantForm::legal_only;
    return form;
}

namespace {

uci::Castling castling_form(const Options& options) {
    return options.chess960 ? uci::Castling::chess960 : uci::Castling::automatic;
}

Expected<Move> move_of(Expected<LenientMove> lenient) {
    if (!lenient) return Unexpected{std::move(lenient).error()};
    return lenient->move;
}

}  // namespace

std::string write_move(Move move, const Position& position, const Options& options,
                       std::string_view notation) {
    if (notation == "uci") return uci::format(move, castling_form(options));
    if (notation == "iccf") return iccf::format(move, castling_form(options));
    if (notation == "lan") return lan::format(move, position, options.letters());
    if (notation == "descriptive") return descriptive::format(move, position);
    return san::format(move, position, options.letters());
}

Expected<Move> read_move(std::string_view text, const Position& position, const Options& options,
                         std::string_view notation) {
    const uci::Castling castling = castling_form(options);
    if (notation == "descriptive") return descriptive::parse(text, position);
    if (options.strict) {
        if (notation == "uci") return uci::parse(text, position, castling);
        if (notation == "iccf") return iccf::parse(text, position, castling);
        if (notation == "lan") return lan::parse(text, position);
        return san::parse(text, position);
    }
    if (notation == "uci") return move_of(uci::parse_lenient(text, position, castling));
    if (notation == "iccf") return move_of(iccf::parse_lenient(text, position, castling));
    if (notation == "lan") return move_of(lan::parse_lenient(text, position, options.from_letters()));
    return move_of(san::parse_lenient(text, position, options.from_letters()));
}

namespace {

/// Length of a move number such as "12." or "3..." at the start of `word`, or 0.
std::size_t number_length(std::string_view word) {
    std::size_t digits = 0;
    while (digits < word.size() && word[digits] >= '0' && word[digits] <= '9') ++digits;
    std::size_t end = digits;
    while (end < word.size() && word[end] == '.') ++end;
    return end > digits ? end : 0;
}

/// Words that descriptive notation sets apart from their move.
bool goes_with_move_before(std::string_view word) {
    constexpr std::array<std::string_view, 11> words = {
        "ch", "ch.", "mate", "dis", "dis.", "dbl", "dbl.", "e.p.", "ep", "+", "++"};
    return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::vector<MoveText> move_texts(std::string_view list, std::string_view notation) {
    std::vector<MoveText> texts;
    std::size_t at = 0;
    while (at < list.size()) {
        if (const std::size_t blank = pgn::blank_length(list.substr(at))) {
            at += blank;
            continue;
        }
        std::size_t end = at;
        while (end < list.size() && pgn::blank_length(list.substr(end)) == 0) ++end;
        const std::size_t number = number_length(list.substr(at, end - at));
        const std::string_view word = list.substr(at + number, end - at - number);
        if (!texts.empty() && (goes_with_move_before(word) && notation != "uci")) {
            MoveText& last = texts.back();
            last.text = list.substr(last.offset, end - last.offset);
        } else if (!word.empty()) {
            // A word of digits without a full stop is no move number here, and nothing else either.
            texts.push_back({word, at + number});
        }
        at = end;
    }
    return texts;
}

namespace {

bool same_moves(const pgn::Tree& a, const pgn::Tree& b) {
    const Game x = a.main_line();
    const Game y = b.main_line();
    if (x.plies() != y.plies()) return false;
    for (std::size_t i = 0; i < x.plies(); ++i)
        if (x.move(i) != y.move(i)) return false;
    return true;
}

/// Whether the last word of the list can be played after the others.
bool castles_at_end(std::string_view list, const Position& start, const Options& options,
                    std::string_view notation) {
    Position position = start;
    for (const MoveText& text : move_texts(list, notation)) {
        const auto move = read_move(text.text, position, options, notation);
        if (!move) return false;
        position = position.after(*move);
    }
    return true;
}

}  // namespace

namespace {

Expected<pgn::Tree> read_in_letters(std::string_view list, const Position& start,
                                    const Options& options, std::string_view notation) {
    pgn::Tree tree{start};
    Position position = start;
    pgn::Tree::Id last = pgn::Tree::root;
    // 0-0 is castling where that is legal.
    pgn::ResultText result = pgn::result_at_end(list);
    if (result.may_castle && castles_at_end(list, start, options, notation)) result = {};
    const std::string_view moves = list.substr(0, list.size() - result.length);
    for (const MoveText& text : move_texts(moves, notation)) {
        auto move = read_move(text.text, position, options, notation);
        if (!move) {
            Error error = std::move(move).error();
            const TextSpan place = span_in(list, text.offset, text.text.size());
            error.where.offset += place.offset;
            error.where.column += place.column - 1;
            error.where.line = place.line;
            return Unexpected{std::move(error)};
        }
        last = tree.add(last, *move, text.text);
        position = position.after(*move);
    }
    if (result.termination != pgn::Termination::missing) {
        tree.termination = result.termination;
        tree.score = result.score;
    }
    return tree;
}

}  // namespace

Expected<pgn::Tree> read_moves(std::string_view list, const Position& start,
                               const Options& options, std::string_view notation) {
    auto in_english = read_in_letters(list, start, options, notation);
    const bool has_letters = notation == "san" || notation == "lan";
    if (in_english || !has_letters || !options.detects_letters() || options.strict)
        return in_english;
    // What can be read whole in one other language, or in several as the same game.
    std::optional<pgn::Tree> found;
    for (const Letters& letters : all_letters()) {
        Options other = options;
        other.from_language = letters.language;
        auto tree = read_in_letters(list, start, other, notation);
        if (!tree) continue;
        if (found && !same_moves(*found, *tree)) return in_english;
        if (!found) found = std::move(*tree);
    }
    if (found) return std::move(*found);
    return in_english;
}

std::string write_moves(const pgn::Tree& tree, const Options& options) {
    const bool has_numbers =
        !options.without_numbers && options.to != "uci" && options.to != "iccf";
    std::string text;
    const Game game = tree.main_line();
    for (std::size_t i = 0; i < game.plies(); ++i) {
        const Position& position = game.position(i);
        if (!text.empty()) text += ' ';
        if (has_numbers && (position.turn() == Color::white || i == 0)) {
            text += std::to_string(position.fullmove_number().value);
            text += position.turn() == Color::white ? ". " : "... ";
        }
        text += write_move(game.move(i), position, options, options.to);
    }
    return text;
}

}  // namespace hakam::cli::convert
