#include "hakam/problem/popeye.hpp"

#include <array>
#include <utility>

namespace hakam::problem {
namespace {

constexpr std::array commands = {
    std::string_view{"beginproblem"}, std::string_view{"endproblem"}, std::string_view{"nextproblem"},
    std::string_view{"remark"},       std::string_view{"author"},     std::string_view{"origin"},
    std::string_view{"title"},        std::string_view{"protocol"},   std::string_view{"condition"},
    std::string_view{"option"},       std::string_view{"stipulation"}, std::string_view{"sstipulation"},
    std::string_view{"forsyth"},      std::string_view{"pieces"},     std::string_view{"twin"},
    std::string_view{"zeroposition"}, std::string_view{"latex"},      std::string_view{"award"},
};
constexpr std::array options = {
    std::string_view{"try"},          std::string_view{"defence"},      std::string_view{"setplay"},
    std::string_view{"duplex"},       std::string_view{"halfduplex"},   std::string_view{"nocastling"},
    std::string_view{"enpassant"},    std::string_view{"quodlibet"},    std::string_view{"variation"},
    std::string_view{"castlingmutuallyexclusive"}, std::string_view{"movenumbers"},
    std::string_view{"nothreat"},     std::string_view{"noboard"},      std::string_view{"intelligent"},
    std::string_view{"noshortvariations"}, std::string_view{"maxsolutions"},
    std::string_view{"maxtime"},      std::string_view{"beep"},         std::string_view{"whitetoplay"},
    std::string_view{"threat"},       std::string_view{"trivialtriesavoid"},
};
constexpr std::array changes = {
    std::string_view{"move"},   std::string_view{"exchange"},   std::string_view{"remove"},
    std::string_view{"add"},    std::string_view{"rotate"},     std::string_view{"mirror"},
    std::string_view{"shift"},  std::string_view{"polishtype"}, std::string_view{"stipulation"},
    std::string_view{"continued"},
};

std::string lower(std::string_view text) {
    std::string result;
    for (const char c : text) result += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return result;
}

/// The word that begins so, if it is one only.
template <class Words>
std::string_view completed(const Words& words, std::string_view text) {
    const std::string begin = lower(text);
    std::string_view found;
    for (const std::string_view word : words) {
        if (word == begin) return word;
        if (begin.size() < 1 || word.substr(0, begin.size()) != begin) continue;
        if (!found.empty()) return {};
        found = word;
    }
    return found;
}

class Reader {
public:
    explicit Reader(std::string_view text) : text_{text} {}

    Expected<std::vector<FiledProblem>> read() {
        std::vector<FiledProblem> all;
        std::string_view word = next();
        if (completed(commands, word) != "beginproblem") return fail("BeginProblem");
        for (bool more = true; more;) {
            FiledProblem p;
            if (auto error = problem(p, more)) return Unexpected{*error};
            all.push_back(std::move(p));
            if (all.size() > 10'000) return fail("at most 10000 problems");
        }
        return all;
    }

private:
    std::optional<Error> problem(FiledProblem& p, bool& more) {
        bool has_stipulation = false;
        no_castling_ = {};
        all_no_castling_ = false;
        std::string_view word = next();
        for (;;) {
            const std::string_view command = completed(commands, word);
            if (command == "endproblem" || command == "nextproblem") {
                more = command == "nextproblem";
                break;
            }
            if (command == "remark" || command == "protocol" || command == "award" ||
                command == "latex")
                rest_of_line();
            else if (command == "author")
                p.author = rest_of_line();
            else if (command == "origin")
                p.source = rest_of_line();
            else if (command == "title")
                p.title = rest_of_line();
            else if (command == "stipulation") {
                const auto s = stipulation();
                if (!s) return s.error();
                p.problem.stipulation = *s;
                has_stipulation = true;
            } else if (command == "forsyth") {
                if (auto error = forsyth(p.problem.setup.board)) return error;
            } else if (command == "pieces") {
                word = next();
                if (auto error = pieces(p.problem.setup.board, word)) return error;
                continue;
            } else if (command == "condition") {
                word = next();
                if (auto error = conditions(p.problem.conditions, word)) return error;
                continue;
            } else if (command == "option") {
                word = next();
                if (auto error = option_list(p, word)) return error;
                continue;
            } else if (command == "twin" || command == "zeroposition") {
                Twin twin;
                p.zero_position |= command == "zeroposition";
                word = next();
                if (auto error = twin_changes(twin, word)) return error;
                p.twins.push_back(std::move(twin));
                continue;
            } else {
                return error("a command of Popeye: Pieces, Stipulation, EndProblem, ...");
            }
            word = next();
        }
        if (!has_stipulation) return error("Stipulation before the end of the problem");
        finish(p.problem);
        return std::nullopt;
    }

    void finish(Problem& p) const {
        Bitboard rights;
        const Board& b = p.setup.board;
        for (const Color c : colors) {
            const Square king = square(File::e, back_rank(c));
            if (b.at(king) != Piece{c, PieceType::king} || no_castling_.contains(king)) continue;
            for (const File f : {File::a, File::h}) {
                const Square rook = square(f, back_rank(c));
                if (b.at(rook) == Piece{c, PieceType::rook} && !no_castling_.contains(rook))
                    rights |= rook;
            }
        }
        if (!all_no_castling_) p.setup.castling = CastlingRights{rights};
    }

    Expected<Stipulation> stipulation() {
        const std::string_view word = next();
        auto s = parse_stipulation(word);
        if (s) return s;
        Error e = s.error();
        e.where = span_in(text_, begin_ + static_cast<std::size_t>(e.where.offset), e.where.length);
        return Unexpected{e};
    }

    std::optional<Error> forsyth(Board& board) {
        const std::string_view word = next();
        int at = 56;
        board = Board{};
        for (std::size_t i = 0; i < word.size(); ++i) {
            const char c = word[i];
            if (c == '/') continue;
            if (c >= '1' && c <= '8') {
                at += c - '0';
            } else {
                char letter = c;
                if (c == 's') letter = 'n';
                if (c == 'S') letter = 'N';
                const auto man = piece_from(letter);
                if (!man || at < 0 || at > 63)
                    return error_at(begin_ + i, 1, "a man (K Q R B S P, small for Black)");
                board.put(square(at), *man);
                ++at;
            }
            if (at % 8 == 0) at -= 16;
        }
        if (at != -8) return error("eight ranks of eight squares");
        return std::nullopt;
    }

    // "White Ka3 Ra8b8 Black Kb1": leaves the first word that is none of it in `word`.
    std::optional<Error> pieces(Board& board, std::string_view& word) {
        Color color = Color::white;
        bool any = false;
        for (;; word = next()) {
            constexpr std::array sides = {std::string_view{"white"}, std::string_view{"black"}};
            const std::string_view side = word.size() >= 4 ? completed(sides, word) : "";
            if (!side.empty()) {
                color = side == "white" ? Color::white : Color::black;
                any = true;
                continue;
            }
            if (!any) return error("White or Black");
            if (!is_men(word)) return std::nullopt;
            const std::string men = lower(word);
            const char letter = men[0] == 's' ? 'N' : static_cast<char>(men[0] - 32);
            for (std::size_t i = 1; i + 1 < men.size(); i += 2)
                board.put(*square_from(std::string_view{men}.substr(i, 2)),
                          {color, *piece_type_from(letter)});
        }
    }
    static bool is_men(std::string_view word) {
        const std::string men = lower(word);
        if (men.size() < 3 || men.size() % 2 == 0) return false;
        if (std::string_view{"kqrbsnp"}.find(men[0]) == std::string_view::npos) return false;
        for (std::size_t i = 1; i < men.size(); i += 2)
            if (!square_from(std::string_view{men}.substr(i, 2))) return false;
        return true;
    }

    std::optional<Error> conditions(Conditions& all, std::string_view& word) {
        for (bool any = false;; any = true, word = next()) {
            if (any && !completed(commands, word).empty()) return std::nullopt;
            std::string name = lower(word);
            if (name == "koeko") name = "koko";
            auto more = with_condition(all, name);
            if (!more) {
                Error e = more.error();
                e.where = span_in(text_, begin_, word.size());
                return e;
            }
            all = *more;
        }
    }

    std::optional<Error> option_list(FiledProblem& p, std::string_view& word) {
        while (true) {
            const std::string_view option = completed(options, word);
            if (option.empty()) {
                if (!completed(commands, word).empty()) return std::nullopt;
                return error("an option: Try, SetPlay, Duplex, NoCastling, EnPassant, ...");
            }
            const bool has_number = option == "defence" || option == "maxsolutions" ||
                                    option == "maxtime" || option == "threat";
            word = next();
            if (option == "try") {
                p.tries = true;
                p.refutations = std::max(p.refutations, 1);
            } else if (option == "setplay") {
                p.set_play = true;
            } else if (option == "duplex") {
                p.duplex = true;
            } else if (option == "halfduplex") {
                p.half_duplex = true;
            } else if (option == "quodlibet") {
                p.problem.conditions.quodlibet = true;
            } else if (option == "nocastling") {
                for (; !squares(word).empty(); word = next()) no_castling_ |= set_of(word);
                all_no_castling_ |= no_castling_.empty();
            } else if (option == "enpassant") {
                const auto list = squares(word);
                if (list.size() < 2) return error("the squares of the double step");
                const auto middle = list.size() > 2 ? list[1] : list[0];
                p.problem.setup.en_passant = middle;
                word = next();
            } else if (option == "castlingmutuallyexclusive") {
                const auto pair = squares(word);
                if (pair.size() != 2) return error("two rooks' squares as a1h8");
                p.problem.conditions.exclusive.push_back({pair[0], pair[1]});
                word = next();
            } else if (has_number) {
                int n = 0;
                if (word.empty() || word.size() > 6) return error("a number");
                for (const char c : word) {
                    if (c < '0' || c > '9') return error("a number");
                    n = 10 * n + (c - '0');
                }
                if (option == "defence") {
                    p.tries = true;
                    p.refutations = n;
                }
                word = next();
            } else if (option == "intelligent" || option == "beep") {
                if (!word.empty() && word.find_first_not_of("0123456789") == word.npos)
                    word = next();
            }
        }
    }

    std::optional<Error> twin_changes(Twin& twin, std::string_view& word) {
        for (;;) {
            const std::string_view kind = completed(changes, word);
            // Commands and changes share beginnings: after a twin a change comes first.
            if (kind.empty()) {
                if (!completed(commands, word).empty() && !(twin.changes.empty() && !twin.continued))
                    return std::nullopt;
                return error("a change: Move, Exchange, Remove, Add, Rotate, Mirror, Shift, ...");
            }
            Change c;
            if (kind == "continued") {
                twin.continued = true;
                word = next();
                continue;
            }
            if (kind == "move" || kind == "exchange" || kind == "shift") {
                c.kind = kind == "move"       ? Change::Kind::move
                         : kind == "exchange" ? Change::Kind::exchange
                                              : Change::Kind::shift;
                if (!one_square(c.a) || !one_square(c.b)) return error("a square");
            } else if (kind == "remove") {
                c.kind = Change::Kind::remove;
                if (!one_square(c.a)) return error("a square");
            } else if (kind == "add") {
                Board board;
                word = next();
                if (auto error = pieces(board, word)) return error;
                for (const Square s : board.occupied()) {
                    Change one;
                    one.kind = Change::Kind::add;
                    one.a = s;
                    one.man = *board.at(s);
                    twin.changes.push_back(one);
                }
                continue;
            } else if (kind == "rotate") {
                c.kind = Change::Kind::rotate;
                const std::string_view n = next();
                if (n != "90" && n != "180" && n != "270") return error("90, 180 or 270");
                c.degrees = n == "90" ? 90 : n == "180" ? 180 : 270;
            } else if (kind == "mirror") {
                c.kind = Change::Kind::mirror;
                const std::string way = lower(next());
                const auto a = square_from(std::string_view{way}.substr(0, 2));
                const auto b = way.size() == 7 && way.substr(2, 3) == "<--"
                                   ? std::nullopt
                                   : way.size() == 8 && way.substr(2, 4) == "<-->"
                                         ? square_from(std::string_view{way}.substr(6))
                                         : std::nullopt;
                if (!a || !b) return error("corners as a1<-->h1");
                c.a = *a;
                c.b = *b;
            } else if (kind == "polishtype") {
                c.kind = Change::Kind::polish;
            } else {
                c.kind = Change::Kind::stipulation;
                const auto s = stipulation();
                if (!s) return s.error();
                c.stipulation = *s;
            }
            twin.changes.push_back(c);
            if (twin.changes.size() > 256) return error("fewer changes");
            word = next();
        }
    }

    bool one_square(Square& s) {
        const auto read = square_from(lower(next()));
        if (read) s = *read;
        return read.has_value();
    }
    static std::vector<Square> squares(std::string_view word) {
        std::vector<Square> all;
        if (word.size() % 2 != 0 || word.size() > 16) return {};
        const std::string text = lower(word);
        for (std::size_t i = 0; i < text.size(); i += 2) {
            const auto s = square_from(std::string_view{text}.substr(i, 2));
            if (!s) return {};
            all.push_back(*s);
        }
        return all;
    }
    static Bitboard set_of(std::string_view word) {
        Bitboard set;
        for (const Square s : squares(word)) set |= s;
        return set;
    }

    std::string_view next() {
        constexpr std::string_view space = " \t\r\n";
        begin_ = std::min(text_.find_first_not_of(space, at_), text_.size());
        at_ = std::min(text_.find_first_of(space, begin_), text_.size());
        return text_.substr(begin_, at_ - begin_);
    }
    std::string rest_of_line() {
        const std::size_t end = std::min(text_.find_first_of("\r\n", at_), text_.size());
        const std::size_t from = std::min(text_.find_first_not_of(" \t", at_), end);
        at_ = end;
        return std::string{text_.substr(from, end - from)};
    }
    Error error(std::string expected) const {
        return error_at(begin_, at_ - begin_, std::move(expected));
    }
    Error error_at(std::size_t at, std::size_t length, std::string expected) const {
        return {length == 0 ? ErrorCode::missing_text : ErrorCode::unexpected_text,
                span_in(text_, at, length), std::move(expected), excerpt(text_.substr(at, length))};
    }
    Unexpected<Error> fail(std::string expected) const {
        return Unexpected{error(std::move(expected))};
    }

    std::string_view text_;
    std::size_t at_ = 0, begin_ = 0;
    Bitboard no_castling_;
    bool all_no_castling_ = false;
};

}  // namespace

bool looks_like_popeye(std::string_view text) {
    const std::size_t at = text.find_first_not_of(" \t\r\n");
    return at != text.npos && text.size() >= at + 4 && lower(text.substr(at, 4)) == "begi";
}

Expected<std::vector<FiledProblem>> read_popeye(std::string_view text) {
    if (text.size() > max_popeye_length)
        return Unexpected{Error{ErrorCode::too_long, span_in(text, 0, 0),
                                "at most 1 MiB of Popeye input", {}}};
    return Reader{text}.read();
}

}  // namespace hakam::problem
