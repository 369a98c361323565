#include "move_shape.hpp"

#include <array>

#include "hakam/base/static_vector.hpp"
#include "text.hpp"

namespace hakam::notation {

namespace {

using text::error_at;

constexpr std::array<std::string_view, 8> dashes = {"-", "‐", "‑", "‒", "–", "—", "―", "−"};

enum class TokenKind : std::uint8_t { file, rank, separator };
struct Token {
    TokenKind kind{};
    std::uint8_t value = 0;  ///< file or rank; for a separator whether it is a capture sign
    std::uint16_t offset = 0;
    std::uint16_t length = 0;
    std::uint16_t notes = 0;  ///< how many there were before it
};

class ShapeReader {
public:
    ShapeReader(std::string_view text, const Letters& letters) : text_{text}, letters_{letters} {}

    Expected<MoveShape> read(FirstLetter first) {
        const auto [inner, offset] = text::trimmed(text_);
        if (inner.size() != text_.size()) note(NoteCode::spacing, 0, text_.size(), "spaces around");
        at_ = offset;
        end_ = offset + inner.size();
        shape_.whole = {offset, inner.size()};
        if (at_ == end_) return refuse(ErrorCode::missing_text, 0, "a move");
        if (!castling()) {
            if (auto error = man_and_squares(first)) return Unexpected{std::move(*error)};
            if (auto error = promotion()) return Unexpected{std::move(*error)};
        }
        suffixes();
        if (at_ != end_)
            return refuse(ErrorCode::unexpected_text, end_ - at_, "the end of the move");
        return std::move(shape_);
    }

private:
    std::string_view rest() const { return text_.substr(at_, end_ - at_); }

    Error error(ErrorCode code, std::size_t length, std::string expected) const {
        return error_at(code, text_, at_, length, std::move(expected));
    }
    Unexpected<Error> refuse(ErrorCode code, std::size_t length, std::string expected) const {
        return Unexpected{error(code, length, std::move(expected))};
    }
    std::size_t next_length() const { return at_ < end_ ? text::character_length(text_, at_) : 0; }

    void note(NoteCode code, std::size_t offset, std::size_t length, std::string words) {
        shape_.notes.push_back({code, span_in(text_, offset, length), std::move(words)});
    }

    bool accept(std::string_view word) {
        if (word.empty() || !rest().starts_with(word)) return false;
        at_ += word.size();
        return true;
    }

    /// O-O and O-O-O with any dash or none, zeros, small or Cyrillic letters.
    bool castling() {
        const std::size_t begin = at_;
        bool usual_letters = true;
        bool usual_dashes = true;
        const auto letter = [&] {
            if (accept("O")) return true;
            for (const std::string_view other : {"0", "o", "О", "о"})
                if (accept(other)) {
                    usual_letters = false;
                    return true;
                }
            return false;
        };
        const auto dash = [&] {
            for (const std::string_view d : dashes)
                if (accept(d)) {
                    usual_dashes = usual_dashes && d == dashes[0];
                    return true;
                }
            return false;
        };
        const bool has_first = letter();
        const bool has_dashes = has_first && dash();
        if (!has_first || !letter()) {
            at_ = begin;
            return false;
        }
        shape_.castling = Wing::king;
        const std::size_t short_end = at_;
        if (!has_dashes) {
            if (letter()) shape_.castling = Wing::queen;
            note(NoteCode::castling_dash, begin, at_ - begin, "castling without dashes");
        } else if (dash()) {
            if (letter())
                shape_.castling = Wing::queen;
            else
                at_ = short_end;
        }
        if (!usual_letters)
            note(NoteCode::castling_zeros, begin, at_ - begin, "castling without the letter O");
        if (!usual_dashes)
            note(NoteCode::castling_dash, begin, at_ - begin, "castling with another dash");
        shape_.type = PieceType::king;
        shape_.target = {begin, at_ - begin};
        return true;
    }

    /// The longest letter of a man at this place.
    std::optional<PieceType> man() {
        std::optional<PieceType> best;
        std::size_t length = 0;
        for (const PieceType type : piece_types)
            for (const Color color : colors) {
                const std::string_view letter = letters_.letter({color, type});
                if (letter.size() > length && rest().starts_with(letter)) {
                    best = type;
                    length = letter.size();
                }
            }
        at_ += length;
        return best;
    }

    /// An English letter written small.
    std::optional<PieceType> small_man() {
        if (at_ == end_ || text_[at_] < 'a' || text_[at_] > 'z') return std::nullopt;
        const auto type = piece_type_from(text::to_upper(text_[at_]));
        if (type) ++at_;
        return type;
    }

    std::optional<File> file() {
        if (at_ < end_)
            if (const auto f = file_from(text_[at_])) {
                ++at_;
                shape_.has_latin_file = true;
                return f;
            }
        constexpr std::string_view tatweel = "ـ";
        for (std::size_t i = 0; i < 8; ++i) {
            std::string_view name = letters_.files[i];
            const std::size_t begin = at_;
            if (!accept(name)) {
                if (!name.ends_with(tatweel)) continue;
                name.remove_suffix(tatweel.size());
                if (!accept(name)) continue;
            }
            note(NoteCode::foreign_file_letter, begin, at_ - begin, "a file in another alphabet");
            return static_cast<File>(i);
        }
        return std::nullopt;
    }

    std::optional<Rank> rank() {
        if (at_ < end_)
            if (const auto r = rank_from(text_[at_])) {
                ++at_;
                return r;
            }
        constexpr std::array<std::string_view, 8> arabic = {"١", "٢", "٣", "٤", "٥", "٦", "٧", "٨"};
        if (letters_.language != "ar") return std::nullopt;
        for (std::size_t i = 0; i < arabic.size(); ++i) {
            const std::size_t begin = at_;
            if (!accept(arabic[i])) continue;
            note(NoteCode::foreign_file_letter, begin, at_ - begin, "a rank in other digits");
            return static_cast<Rank>(i);
        }
        return std::nullopt;
    }

    /// A hyphen (false) or a capture sign (true).
    std::optional<bool> separator() {
        const std::size_t begin = at_;
        if (accept("x")) return true;
        for (const std::string_view sign : {"X", ":", "×", "х"})
            if (accept(sign)) {
                note(NoteCode::capture_form, begin, at_ - begin, "another capture sign than x");
                return true;
            }
        for (const std::string_view dash : dashes)
            if (accept(dash)) return false;
        return std::nullopt;
    }

    std::optional<Error> man_and_squares(FirstLetter first) {
        const std::size_t begin = at_;
        if (first == FirstLetter::piece)
            shape_.type = man();
        else if (first == FirstLetter::small_piece && (shape_.type = small_man()))
            note(NoteCode::lower_case_piece, begin, 1, "a piece written small");
        if (shape_.type == PieceType::pawn)
            note(NoteCode::pawn_letter, begin, at_ - begin, "a letter for the pawn");
        StaticVector<Token, 8> tokens;
        while (tokens.size() < 8) {
            Token token;
            token.offset = static_cast<std::uint16_t>(at_);
            token.notes = static_cast<std::uint16_t>(shape_.notes.size());
            if (const auto f = file()) {
                token.kind = TokenKind::file;
                token.value = static_cast<std::uint8_t>(*f);
            } else if (const auto r = rank()) {
                token.kind = TokenKind::rank;
                token.value = static_cast<std::uint8_t>(*r);
            } else if (const auto x = separator()) {
                token.kind = TokenKind::separator;
                token.value = static_cast<std::uint8_t>(*x);
            } else {
                break;
            }
            token.length = static_cast<std::uint16_t>(at_ - token.offset);
            tokens.push_back(token);
        }
        // Files without a rank at the end are something else: e8b, Rh8ch, Arabic letters.
        while (!tokens.empty() && tokens.back().kind == TokenKind::file) {
            at_ = tokens.back().offset;
            shape_.notes.resize(tokens.back().notes);
            tokens.shrink(tokens.size() - 1);
        }
        return squares(tokens);
    }

    /// [file] [rank] [separator] file rank.
    std::optional<Error> squares(const StaticVector<Token, 8>& tokens) {
        std::size_t n = tokens.size();
        if (n < 2 || tokens[n - 1].kind != TokenKind::rank || tokens[n - 2].kind != TokenKind::file)
            return error(at_ == end_ ? ErrorCode::missing_text : ErrorCode::unexpected_text,
                         next_length(), "a square");
        shape_.to =
            square(static_cast<File>(tokens[n - 2].value), static_cast<Rank>(tokens[n - 1].value));
        shape_.target = {tokens[n - 2].offset,
                         std::size_t{tokens[n - 2].length} + tokens[n - 1].length};
        n -= 2;
        if (n > 0 && tokens[n - 1].kind == TokenKind::separator) {
            --n;
            shape_.capture = tokens[n].value != 0;
            shape_.separator = {tokens[n].offset, tokens[n].length};
        }
        const std::size_t origin_end = n;
        if (n > 0 && tokens[n - 1].kind == TokenKind::rank)
            shape_.rank = static_cast<Rank>(tokens[--n].value);
        if (n > 0 && tokens[n - 1].kind == TokenKind::file)
            shape_.file = static_cast<File>(tokens[--n].value);
        if (n > 0)
            return error_at(ErrorCode::unexpected_text, text_, tokens[0].offset, tokens[0].length,
                            "the origin of the move");
        if (origin_end > 0) {
            const Token& last = tokens[origin_end - 1];
            shape_.origin = {tokens[0].offset,
                             std::size_t{last.offset} + last.length - tokens[0].offset};
        }
        return std::nullopt;
    }

    /// =Q, and Q, (Q), /Q.
    std::optional<Error> promotion() {
        const std::size_t begin = at_;
        if (rest().starts_with("(=)")) return std::nullopt;
        const bool equals = accept("=");
        const bool bracket = !equals && accept("(");
        const bool slash = !equals && !bracket && accept("/");
        const std::size_t letter = at_;
        auto type = man();
        bool small = false;
        const bool pawn_move = !shape_.type || shape_.type == PieceType::pawn;
        if (!type && pawn_move && (equals || bracket || slash || !rest().starts_with("ep")) &&
            !rest().starts_with("ch"))
            small = (type = small_man()).has_value();
        if (!type) {
            if (equals || bracket || slash)
                return error(ErrorCode::missing_text, next_length(), "a piece to promote to");
            return std::nullopt;
        }
        if (*type == PieceType::pawn || *type == PieceType::king) {
            at_ = letter;
            return error(ErrorCode::illegal_move, next_length(), "a queen, rook, bishop or knight");
        }
        if (bracket && !accept(")")) return error(ErrorCode::unexpected_text, next_length(), "')'");
        shape_.promotion = type;
        shape_.promotion_part = {begin, at_ - begin};
        if (!equals) note(NoteCode::promotion_form, begin, at_ - begin, "a promotion without '='");
        if (small) note(NoteCode::letter_case, letter, 1, "a promotion written small");
        return std::nullopt;
    }

    /// Check signs, e.p. (Law C.9), annotations, in any order.
    void suffixes() {
        for (;;) {
            const std::size_t begin = at_;
            while (at_ < end_ && text::is_space(text_[at_])) ++at_;
            const std::size_t start = at_;
            if (start == end_ || !(check() || en_passant() || annotation())) {
                at_ = begin;
                return;
            }
            if (start != begin) note(NoteCode::spacing, begin, start - begin, "a space");
        }
    }

    bool check() {
        const std::size_t begin = at_;
        CheckSign sign = CheckSign::check;
        bool usual = false;
        if (accept("++") || accept("ch") || accept("†"))
            usual = false;
        else if (accept("+"))
            usual = true;
        else if (accept("mate") || accept("‡") || accept("##"))
            sign = CheckSign::mate;
        else if (accept("#"))
            sign = CheckSign::mate, usual = true;
        else
            return false;
        if (!usual || shape_.sign != CheckSign::none)
            note(NoteCode::check_form, begin, at_ - begin, "another check sign than + or #");
        if (shape_.sign != CheckSign::mate) shape_.sign = sign;
        shape_.sign_part = {begin, at_ - begin};
        return true;
    }

    bool en_passant() {
        const std::size_t begin = at_;
        if (!accept("e.p.") && !accept("e.p") && !accept("ep")) return false;
        shape_.en_passant = true;
        note(NoteCode::en_passant_mark, begin, at_ - begin, "a mark for en passant");
        return true;
    }

    bool annotation() {
        const std::size_t begin = at_;
        if (!accept("(=)"))
            while (at_ < end_ && (text_[at_] == '!' || text_[at_] == '?')) ++at_;
        if (at_ == begin) return false;
        note(NoteCode::annotation, begin, at_ - begin, "an annotation");
        return true;
    }

    std::string_view text_;
    const Letters& letters_;
    std::size_t at_ = 0;
    std::size_t end_ = 0;
    MoveShape shape_;
};

}  // namespace

Expected<MoveShape> read_shape(std::string_view text, const Letters& letters, FirstLetter first) {
    return ShapeReader{text, letters}.read(first);
}

}  // namespace hakam::notation
