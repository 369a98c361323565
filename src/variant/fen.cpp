#include "hakam/variant/fen.hpp"

#include <algorithm>

#include "generator.hpp"

namespace hakam::variant {

namespace {

constexpr std::uint32_t max_counter = 99'999;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }

}  // namespace

/// One reading of one text. Faults are collected; a field that cannot be read is left at its default.
class FenReader {
public:
    FenReader(const Variant& variant, std::string_view text, const fen::Options& options)
        : v_{variant}, size_{variant.size()}, text_{text}, options_{options} {}

    fen::Report read() {
        fen::Report report;
        if (text_.size() > fen::max_length) {
            fault(ErrorCode::too_long, 0, text_.size(), "at most 512 characters");
        } else {
            read_board(next_field());
            read_turn(next_field());
            read_unmoved(next_field());
            read_en_passant(next_field());
            if (const auto n = read_counter(next_field(), "a count of half-moves"))
                p_.set_halfmove_clock(*n);
            if (const auto n = read_counter(next_field(), "a move number")) {
                if (*n == 0) fault(ErrorCode::out_of_range, at_, 1, "a move number from 1");
                p_.set_fullmove_number(std::max(*n, 1U));
            }
            const std::string_view rest = next_field();
            if (!rest.empty())
                fault(ErrorCode::trailing_text, offset(rest), rest.size(), "the end of the FEN");
        }
        if (faults_.empty()) judge();
        report.faults = std::move(faults_);
        if (report.faults.empty()) report.position = p_;
        return report;
    }

private:
    void fault(ErrorCode code, std::size_t at, std::size_t length, std::string expected) {
        at = std::min(at, text_.size());
        length = std::min(length, text_.size() - at);
        if (length == 0 && code == ErrorCode::unexpected_text) code = ErrorCode::missing_text;
        faults_.push_back({code, span_in(text_, at, length), std::move(expected),
                           excerpt(text_.substr(at, length))});
    }
    std::size_t offset(std::string_view field) const {
        return static_cast<std::size_t>(field.data() - text_.data());
    }
    std::string_view next_field() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
        const std::size_t begin = at_;
        while (at_ < text_.size() && text_[at_] != ' ') ++at_;
        return text_.substr(begin, at_ - begin);
    }

    void read_board(std::string_view field) {
        const std::size_t base = offset(field);
        int rank = size_.ranks - 1, file = 0;
        std::size_t i = 0;
        for (; i < field.size(); ++i) {
            const char c = field[i];
            if (c == '/') {
                if (file != size_.files) return fault_rank(base + i, 1, rank);
                if (rank == 0)
                    return fault(ErrorCode::unexpected_text, base + i, field.size() - i,
                                 std::to_string(size_.ranks) + " ranks");
                --rank;
                file = 0;
            } else if (is_digit(c)) {
                int run = 0;
                const std::size_t begin = i;
                while (i < field.size() && is_digit(field[i]) && run <= max_files)
                    run = run * 10 + (field[i++] - '0');
                --i;
                if (run == 0 || file + run > size_.files)
                    return fault_rank(base + begin, i - begin + 1, rank);
                file += run;
            } else {
                const auto kind = v_.kind_of_letter(upper(c));
                if (!kind) {
                    fault(ErrorCode::unexpected_text, base + i, 1, "one of the letters " + letters());
                    return;
                }
                if (file == size_.files) return fault_rank(base + i, 1, rank);
                p_.put(size_.at(file, rank), code_of(is_upper(c) ? Color::white : Color::black, *kind));
                ++file;
            }
        }
        if (rank != 0 || file != size_.files) fault_rank(base + i, 0, rank);
    }
    void fault_rank(std::size_t at, std::size_t length, int rank) {
        fault(ErrorCode::unexpected_text, at, length,
              std::to_string(size_.files) + " squares on rank " + std::to_string(rank + 1) + " of " +
                  std::to_string(size_.ranks));
    }
    std::string letters() const {
        std::string all;
        for (const Man& man : v_.rules().men) all += man.letter;
        return all + " (White), small for Black";
    }

    void read_turn(std::string_view field) {
        if (field == "w" || field == "b")
            p_.set_turn(field == "w" ? Color::white : Color::black);
        else
            fault(ErrorCode::unexpected_text, field.empty() ? text_.size() : offset(field),
                  field.size(), "'w' or 'b'");
    }

    std::optional<Cell> home_king(Color color) const {
        for (const Cell c : p_.men(color))
            if (v_.is_royal(p_.at(c)) && v_.relative_rank(color, c) == 0) return c;
        return std::nullopt;
    }
    /// The outermost own rook on that side of the king.
    std::optional<Cell> outer_rook(Color color, bool right) const {
        const auto king = home_king(color);
        if (!king || !v_.rook_) return std::nullopt;
        std::optional<Cell> found;
        for (int file = 0; file < size_.files; ++file) {
            const Cell c = size_.at(file, size_.rank(*king));
            if (p_.at(c) != code_of(color, *v_.rook_)) continue;
            if (right && c > *king) found = c;
            if (!right && c < *king && !found) found = c;
        }
        return found;
    }

    void read_unmoved(std::string_view field) {
        unmoved_ = field;
        if (field.empty() || field == "-") return;
        const bool castles = v_.rules().castling.form != CastlingRule::Form::none;
        for (std::size_t i = 0; i < field.size(); ++i) {
            const char c = field[i];
            const std::size_t at = offset(field) + i;
            if (c == '0' && field.size() == 1) return;
            const Color color = is_upper(c) ? Color::white : Color::black;
            std::optional<Cell> named;
            std::size_t length = 1;
            if (castles && (upper(c) == 'K' || upper(c) == 'Q')) {
                named = outer_rook(color, upper(c) == 'K');
            } else if (upper(c) >= 'A' && upper(c) < 'A' + size_.files) {
                const std::string square = static_cast<char>(upper(c) + 32) +
                                           std::string{field.substr(i + 1, 2)};
                if (i + 1 < field.size() && is_digit(field[i + 1])) {
                    if (const auto read = cell_from(square, size_)) {
                        named = read->cell;
                        length = read->used;
                    }
                } else {
                    named = size_.at(upper(c) - 'A', color == Color::white ? 0 : size_.ranks - 1);
                }
            } else {
                return fault(ErrorCode::unexpected_text, at, 1,
                             "'-', or K Q k q, or files of men that have not moved");
            }
            if (!named || p_.is_empty(*named) || color_of(p_.at(*named)) != color ||
                !v_.remembers_unmoved(p_.at(*named)))
                return fault(ErrorCode::bad_position, at, length,
                             "a man there that can still castle or make its first leap");
            p_.set_unmoved(*named);
            i += length - 1;
            if (castles)
                if (const auto king = home_king(color)) p_.set_unmoved(*king);
        }
    }

    void presume_unmoved() {
        const bool absent = unmoved_.empty();
        for (int i = 0; i < size_.cells(); ++i) {
            const Code code = p_.at(cell(i));
            if (code == Code::none) continue;
            const bool leaper = absent && v_.leaps_[static_cast<std::size_t>(index(code))];
            const bool king = (absent || unmoved_ == "-") && v_.is_royal(code) &&
                              v_.rules().castling.enemy_rook;
            if ((leaper || king) && stands_at_home(cell(i), code)) p_.set_unmoved(cell(i));
        }
    }
    // By the start array; while that itself is being read, everything stands at home.
    bool stands_at_home(Cell c, Code code) const {
        return v_.start_.occupied().empty() || v_.start_.at(c) == code;
    }

    void read_en_passant(std::string_view field) {
        if (field.empty() || field == "-") return;
        const auto target = cell_from(field, size_);
        std::optional<ReadCell> victim;
        if (target && target->used < field.size()) victim = cell_from(field.substr(target->used), size_);
        if (!target || target->used + (victim ? victim->used : 0) != field.size())
            return fault(ErrorCode::unexpected_text, offset(field), field.size(),
                         "'-' or the square passed over");
        en_passant_ = field;
        target_ = target->cell;
        if (victim) victim_ = victim->cell;
    }

    std::optional<std::uint32_t> read_counter(std::string_view field, const char* expected) {
        if (field.empty()) return std::nullopt;
        std::uint32_t n = 0;
        for (const char c : field) {
            if (!is_digit(c) || n > max_counter) {
                fault(ErrorCode::unexpected_text, offset(field), field.size(), expected);
                return std::nullopt;
            }
            n = n * 10 + static_cast<std::uint32_t>(c - '0');
        }
        if (n > max_counter) fault(ErrorCode::out_of_range, offset(field), field.size(), expected);
        return n;
    }

    void judge() {
        presume_unmoved();
        v_.settle_unmoved(p_);
        for (const Color color : colors) judge_men(color);
        if (!en_passant_.empty()) judge_en_passant();
        if (faults_.empty() && !options_.any_check && v_.is_check(p_, ~p_.turn()))
            refuse(0, 0, std::string{"no check of "} +
                             (p_.turn() == Color::white ? "Black" : "White") +
                             ", who has just moved");
    }
    void refuse(std::size_t at, std::size_t length, std::string expected) {
        fault(ErrorCode::bad_position, at, length, std::move(expected));
    }
    void judge_men(Color color) {
        const std::string whose = color == Color::white ? "White" : "Black";
        const PromotionRule& promotion = v_.rules().promotion;
        const bool may_wait = promotion.captured_only || promotion.may_stay || promotion.men.empty();
        int kings = 0;
        for (const Cell c : p_.men(color)) {
            kings += v_.is_royal(p_.at(c)) ? 1 : 0;
            if (!v_.is_pawn(p_.at(c))) continue;
            const int rank = v_.relative_rank(color, c);
            if ((rank == size_.ranks - 1 && !may_wait) || rank + 1 < v_.rules().pawn.start_rank)
                refuse(0, 0, "no pawn of " + whose + " on " + to_string(c, size_));
        }
        int wanted = 0;
        for (const Cell c : v_.start_.men(color)) wanted += v_.is_royal(v_.start_.at(c)) ? 1 : 0;
        const bool reading_start = v_.start_.occupied().empty();
        if (!reading_start && kings != wanted && !(options_.kings_optional && kings < wanted))
            refuse(0, 0, std::to_string(wanted) + " king of " + whose + ", not " + std::to_string(kings));
    }
    // The pawn that made the double step is found by the way it must have gone.
    void judge_en_passant() {
        std::optional<Cell> victim;
        int found = 0;
        for (const Cell c : p_.men(~p_.turn())) {
            if (!v_.is_pawn(p_.at(c)) || (victim_ && c != *victim_)) continue;
            for (int from = 0; from < size_.cells() && v_.rules().pawn.en_passant; ++from) {
                if (!p_.is_empty(cell(from)) || !p_.is_empty(target_)) continue;
                Position before = p_;
                before.take(c);
                before.put(cell(from), p_.at(c));
                for (const Variant::Ray& ray : v_.rays(p_.at(c), cell(from))) {
                    const auto path = Generator::path(v_, ray);
                    if (ray.kind != Step::Kind::lame || static_cast<Cell>(path[1]) != c ||
                        static_cast<Cell>(path[0]) != target_)
                        continue;
                    if (ray.first_move && !Generator::may_make_first_move(v_, before, cell(from)))
                        continue;
                    victim = c;
                    ++found;
                }
            }
        }
        if (found != 1)
            return refuse(offset(en_passant_), en_passant_.size(),
                          found == 0 ? "a square that a double step has just passed over"
                                     : "the square passed over and that of the pawn, as f3g4");
        p_.set_en_passant(target_, *victim);
        if (!Generator{v_, p_}.takes_in_passing()) p_.clear_en_passant();
    }

    const Variant& v_;
    BoardSize size_;
    std::string_view text_;
    fen::Options options_;
    std::size_t at_ = 0;
    Position p_;
    std::vector<Error> faults_;
    std::string_view unmoved_, en_passant_;
    Cell target_ = no_cell;
    std::optional<Cell> victim_;
    friend std::string unmoved_field(const Variant&, const Position&);
};

std::string unmoved_field(const Variant& v, const Position& p) {
    const bool castles = v.rules().castling.form != CastlingRule::Form::none;
    const BoardSize size = v.size();
    std::string field;
    for (const Color color : colors) {
        FenReader reader{v, {}, {}};
        reader.p_ = p;
        const auto right = castles ? reader.outer_rook(color, true) : std::nullopt;
        const auto left = castles ? reader.outer_rook(color, false) : std::nullopt;
        const char base = color == Color::white ? 'A' : 'a';
        const char shift = color == Color::white ? 0 : 32;
        std::string others;
        std::optional<Cell> king;
        bool rook = false;
        CellSet unmoved = p.unmoved() & p.men(color);
        if (right && unmoved.contains(*right)) field += static_cast<char>('K' + shift), rook = true;
        if (left && unmoved.contains(*left)) field += static_cast<char>('Q' + shift), rook = true;
        for (const Cell c : unmoved) {
            if (castles && ((right && c == *right) || (left && c == *left))) continue;
            if (castles && v.is_royal(p.at(c))) {
                king = c;
                continue;
            }
            others += static_cast<char>(base + size.file(c));
            if (v.relative_rank(color, c) != 0)
                others += std::to_string(size.rank(c) + 1);
        }
        if (king && !rook && others.empty()) others += static_cast<char>(base + size.file(*king));
        field += others;
    }
    if (!field.empty()) return field;
    if (v.rules().castling.enemy_rook)
        for (const Color color : colors)
            for (const Cell c : p.men(color))
                if (v.is_royal(p.at(c)) && v.start().at(c) == p.at(c)) return "0";
    return "-";
}

namespace fen {

Report read(const Variant& variant, std::string_view text, const Options& options) {
    return FenReader{variant, text, options}.read();
}

Expected<Position> parse(const Variant& variant, std::string_view text, const Options& options) {
    Report report = read(variant, text, options);
    if (report.position) return *report.position;
    return Unexpected<Error>{std::move(report.faults.front())};
}

std::string format_board(const Variant& variant, const Position& position) {
    const BoardSize size = variant.size();
    std::string text;
    for (int rank = size.ranks - 1; rank >= 0; --rank) {
        int run = 0;
        for (int file = 0; file < size.files; ++file) {
            const Code code = position.at(size.at(file, rank));
            if (code == Code::none) {
                ++run;
                continue;
            }
            if (run > 0) text += std::to_string(run);
            run = 0;
            const char letter = variant.man(code).letter;
            text += color_of(code) == Color::white ? letter : static_cast<char>(letter + 32);
        }
        if (run > 0) text += std::to_string(run);
        if (rank > 0) text += '/';
    }
    return text;
}

std::string format(const Variant& variant, const Position& position) {
    std::string text = format_board(variant, position);
    text += position.turn() == Color::white ? " w " : " b ";
    text += unmoved_field(variant, position);
    text += ' ';
    if (const auto target = position.en_passant_target()) {
        const BoardSize size = variant.size();
        const Cell victim = position.en_passant_victim();
        text += to_string(*target, size);
        // Berolina pawns: the square alone may not tell which pawn passed it.
        if (size.file(victim) != size.file(*target)) text += to_string(victim, size);
    } else {
        text += '-';
    }
    return text + ' ' + std::to_string(position.halfmove_clock()) + ' ' +
           std::to_string(position.fullmove_number());
}

}  // namespace fen
}  // namespace hakam::variant
