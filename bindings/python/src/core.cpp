// Squares, moves and positions.

#include <nanobind/ndarray.h>
#include <nanobind/operators.h>

#include <algorithm>
#include <cstring>

#include "common.hpp"
#include "hakam/core/perft.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/iccf.hpp"
#include "hakam/notation/lan.hpp"
#include "hakam/notation/letters.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/laws/illegality.hpp"
#include "hakam/notation/illegality.hpp"
#include "position_bytes.hpp"

namespace hakam::python {

namespace {

Bitboard squares_from(nb::handle source) {
    if (PyUnicode_Check(source.ptr())) {
        Bitboard all;
        std::string_view text = nb::cast<std::string_view>(source);
        while (!text.empty()) {
            const std::size_t length = std::min(text.find_first_of(", "), text.size());
            if (length > 0) {
                const auto s = square_from(text.substr(0, length));
                if (!s)
                    throw nb::value_error(("expected squares such as 'e4 d5', found '" +
                                           std::string{text.substr(0, length)} + "'")
                                              .c_str());
                all |= *s;
            }
            text.remove_prefix(std::min(length + 1, text.size()));
        }
        return all;
    }
    if (PyLong_Check(source.ptr())) {
        Square one{};
        if (nb::try_cast(source, one)) return one;
        std::uint64_t bits = 0;
        if (!nb::try_cast(source, bits)) throw nb::value_error("expected an integer below 2**64");
        return Bitboard{bits};
    }
    Bitboard* other = nullptr;
    if (nb::try_cast(source, other, false)) return *other;
    Bitboard all;
    for (const nb::handle item : nb::iter(source)) all |= square_of(item);
    return all;
}

std::string text_of(Bitboard squares) {
    std::string text;
    for (const Square s : squares) {
        if (!text.empty()) text += ' ';
        text += to_string(s);
    }
    return text;
}

nb::list square_list(Bitboard squares) {
    nb::list all;
    for (const Square s : squares) all.append(square_object(s));
    return all;
}

void bind_squares(nb::module_& m) {
    nb::class_<Bitboard>(m, "Squares", nb::is_final(),
                         "An immutable set of squares, with the algebra of sets. Iterates from A1 "
                         "to H8; int() gives its 64 bits.")
        .def(
            "__init__",
            [](Bitboard* self, nb::handle squares) { new (self) Bitboard{squares_from(squares)}; },
            "squares"_a = nb::int_(0),
            nb::sig("def __init__(self, squares: int | str | Squares | "
                    "collections.abc.Iterable[hakam._enums.Square | str] = 0) -> None"),
            "From 64 bits, from text ('e4 d5') or from squares.")
        .def("__int__", [](Bitboard b) { return b.bits(); })
        .def("__index__", [](Bitboard b) { return b.bits(); })
        .def("__len__", [](Bitboard b) { return b.size(); })
        .def("__bool__", [](Bitboard b) { return !b.empty(); })
        .def("__contains__",
             [](Bitboard b, nb::handle s) {
                 Square square{};
                 if (nb::try_cast(s, square)) return b.contains(square);
                 return PyUnicode_Check(s.ptr()) && b.contains(square_of(s));
             },
             "square"_a, nb::sig("def __contains__(self, square: object) -> bool"))
        .def("__iter__", [](Bitboard b) { return nb::iter(square_list(b)); },
             nb::sig("def __iter__(self) -> collections.abc.Iterator[hakam._enums.Square]"))
        .def("__hash__", [](Bitboard b) { return static_cast<std::int64_t>(b.bits() % 0x1FFFFFFFFFFFFFFF); })
        .def("__eq__",
             [](Bitboard a, nb::handle b) -> nb::object {
                 Bitboard* other = nullptr;
                 if (!nb::try_cast(b, other, false)) return nb::borrow(Py_NotImplemented);
                 return nb::bool_(a == *other);
             },
             nb::arg("other").none(), nb::sig("def __eq__(self, other: object) -> bool"))
        .def("__or__", [](Bitboard a, Bitboard b) { return a | b; }, nb::is_operator())
        .def("__and__", [](Bitboard a, Bitboard b) { return a & b; }, nb::is_operator())
        .def("__xor__", [](Bitboard a, Bitboard b) { return a ^ b; }, nb::is_operator())
        .def("__sub__", [](Bitboard a, Bitboard b) { return a & ~b; }, nb::is_operator())
        .def("__invert__", [](Bitboard a) { return ~a; })
        .def("__le__", [](Bitboard a, Bitboard b) { return (a & ~b).empty(); }, nb::is_operator(),
             "Whether every square is in the other set.")
        .def("__ge__", [](Bitboard a, Bitboard b) { return (b & ~a).empty(); }, nb::is_operator())
        .def("isdisjoint", [](Bitboard a, Bitboard b) { return (a & b).empty(); }, "other"_a)
        .def("__str__", text_of)
        .def("__repr__", [](Bitboard b) { return "Squares('" + text_of(b) + "')"; })
        .def("__reduce__", [](nb::handle self) {
            return nb::make_tuple(self.type(), nb::make_tuple(nb::cast<Bitboard&>(self).bits()));
        });
}

Move move_from_code(std::uint32_t code) {
    const auto man = [](std::uint32_t c) { return (c >= 1 && c <= 5) || c == 7; };
    const std::uint32_t kind = code >> 21;
    const std::uint32_t mover = code >> 6 & 7;
    const std::uint32_t landing = code >> 15 & 7;
    const std::uint32_t captured = code >> 18 & 7;
    const bool promotes = kind == static_cast<std::uint32_t>(MoveKind::promotion);
    const Square from = square(static_cast<int>(code & 63));
    const Square to = square(static_cast<int>(code >> 9 & 63));
    const bool ok = code >> 24 == 0 && kind <= 4 && man(mover) && man(landing) &&
                    (captured == 0 || (man(captured) && captured != 4)) && from != to &&
                    (promotes ? mover == 1 && landing != 1 && landing != 4 : landing == mover);
    if (!ok) throw nb::value_error("expected the code of a move");
    return Move::make(from, to, static_cast<MoveKind>(kind), static_cast<PieceType>(mover),
                      static_cast<int>(captured), promotes ? static_cast<int>(landing) : 0);
}

void bind_move(nb::module_& m) {
    nb::class_<Move>(m, "Move", nb::is_final(),
                     "A legal move of some position; it knows its mover and what it captures. "
                     "Positions make moves; there is one object for each.")
        .def(nb::new_([](std::uint32_t code, std::optional<std::string> text) -> nb::object {
                 const Move move = move_from_code(code);
                 if (text && *text != uci::format(move) &&
                     *text != uci::format(move, uci::Castling::chess960))
                     throw nb::value_error("the code and the text of a move do not agree");
                 return move_object(move);
             }),
             "code"_a, "text"_a = nb::none(),
             "The move of a code, as `code` gives it; for pickles and stored games.")
        .def_prop_ro("from_square", [](Move v) { return v.from(); })
        .def_prop_ro("to_square", [](Move v) { return v.to(); },
                     "Where the mover arrives; for castling the square of the rook.")
        .def_prop_ro("arrival", [](Move v) { return v.arrival(); },
                     "Where the mover stands afterwards, also when it castles.")
        .def_prop_ro("kind", [](Move v) { return v.kind(); })
        .def_prop_ro("mover", [](Move v) { return v.mover(); })
        .def_prop_ro("captured", [](Move v) { return v.captured(); })
        .def_prop_ro("promotion", [](Move v) { return v.promotion(); })
        .def_prop_ro("is_capture", [](Move v) { return v.is_capture(); })
        .def_prop_ro("is_castling", [](Move v) { return v.is_castling(); })
        .def_prop_ro("is_en_passant", [](Move v) { return v.is_en_passant(); })
        .def_prop_ro("is_promotion", [](Move v) { return v.is_promotion(); })
        .def_prop_ro("code", [](Move v) { return v.code(); }, "24 bits; stable.")
        .def_prop_ro("uci", [](Move v) { return uci::format(v); })
        .def("__str__", [](Move v) { return uci::format(v); })
        .def("__repr__",
             [](Move v) {
                 char hex[16];
                 std::snprintf(hex, sizeof hex, "0x%06x", v.code());
                 return std::string{"Move("} + hex + ", '" + uci::format(v) + "')";
             })
        .def("__hash__", [](Move v) { return v.code(); })
        .def("__eq__",
             [](Move a, nb::handle b) -> nb::object {
                 Move* other = nullptr;
                 if (!nb::try_cast(b, other, false)) return nb::borrow(Py_NotImplemented);
                 return nb::bool_(a == *other);
             },
             nb::arg("other").none(), nb::sig("def __eq__(self, other: object) -> bool"))
        .def("__copy__", [](nb::handle self) { return nb::borrow(self); },
             nb::sig("def __copy__(self) -> Move"))
        .def("__deepcopy__", [](nb::handle self, nb::handle) { return nb::borrow(self); }, "memo"_a,
             nb::sig("def __deepcopy__(self, memo: object) -> Move"))
        .def("__reduce__", [](nb::handle self) {
            return nb::make_tuple(self.type(), nb::make_tuple(nb::cast<Move&>(self).code()));
        });
}

/// The legal moves of a position, listed once; Python objects are made when they are asked for.
struct Moves {
    std::vector<Move> list;

    nb::list objects() const {
        PyObject* all = PyList_New(static_cast<Py_ssize_t>(list.size()));
        if (all == nullptr) throw nb::python_error();
        for (std::size_t i = 0; i < list.size(); ++i)
            PyList_SetItem(all, static_cast<Py_ssize_t>(i), move_object(list[i]).release().ptr());
        return nb::steal<nb::list>(all);
    }
    bool contains(Move move) const { return std::find(list.begin(), list.end(), move) != list.end(); }
    template <class Keep>
    Moves only(Keep keep) const {
        Moves some;
        std::copy_if(list.begin(), list.end(), std::back_inserter(some.list), keep);
        return some;
    }
};

Moves moves_of(const Position& p) {
    const MoveList all = p.legal_moves();
    return {{all.begin(), all.end()}};
}

void bind_moves(nb::module_& m) {
    nb::class_<Moves>(m, "Moves", nb::is_final(),
                      "The legal moves of a position, in no particular order: a sequence.")
        .def("__len__", [](const Moves& v) { return v.list.size(); })
        .def("__iter__", [](const Moves& v) { return nb::iter(v.objects()); },
             nb::sig("def __iter__(self) -> collections.abc.Iterator[Move]"))
        .def("__getitem__",
             [](const Moves& v, Py_ssize_t i) {
                 const auto n = static_cast<Py_ssize_t>(v.list.size());
                 if (i < 0) i += n;
                 if (i < 0 || i >= n) throw nb::index_error("move index out of range");
                 return move_object(v.list[static_cast<std::size_t>(i)]);
             },
             "index"_a, nb::sig("def __getitem__(self, index: int) -> Move"))
        .def("__getitem__",
             [](const Moves& v, nb::slice part) {
                 return nb::object(nb::object(v.objects())[part]);
             },
             "index"_a, nb::sig("def __getitem__(self, index: slice) -> list[Move]"))
        .def("__contains__",
             [](const Moves& v, nb::handle move) {
                 Move* one = nullptr;
                 return nb::try_cast(move, one, false) && v.contains(*one);
             },
             nb::arg("move").none(), nb::sig("def __contains__(self, move: object) -> bool"))
        .def_prop_ro("codes",
                     [](const Moves& v) {
                         static_assert(sizeof(Move) == 4);
                         return to_bytes({reinterpret_cast<const char*>(v.list.data()),
                                          v.list.size() * sizeof(Move)});
                     },
                     "Their codes, four bytes each in the byte order of the machine.")
        .def_prop_ro("captures",
                     [](const Moves& v) { return v.only([](Move m) { return m.is_capture(); }); })
        .def("of",
             [](const Moves& v, nb::handle square) {
                 return v.only([s = square_of(square)](Move m) { return m.from() == s; });
             },
             "square"_a, nb::sig("def of(self, square: hakam._enums.Square | str) -> Moves"),
             "Those of the man on a square.")
        .def("to",
             [](const Moves& v, nb::handle square) {
                 return v.only([s = square_of(square)](Move m) { return m.arrival() == s; });
             },
             "square"_a, nb::sig("def to(self, square: hakam._enums.Square | str) -> Moves"),
             "Those that arrive on a square.")
        .def("__repr__",
             [](const Moves& v) {
                 std::string text = "<Moves";
                 for (const Move m : v.list) text += " " + uci::format(m);
                 return text + ">";
             })
        .def("__eq__",
             [](const Moves& a, nb::handle b) -> nb::object {
                 Moves* other = nullptr;
                 if (!nb::try_cast(b, other, false)) return nb::borrow(Py_NotImplemented);
                 return nb::bool_(a.list == other->list);
             },
             nb::arg("other").none(), nb::sig("def __eq__(self, other: object) -> bool"))
        .def("__hash__",
             [](const Moves& v) {
                 std::uint64_t h = v.list.size();
                 for (const Move m : v.list) h = (h ^ m.code()) * 0x9E3779B97F4A7C15;
                 return static_cast<std::int64_t>(h >> 2);
             })
        .def("__reduce__", [](const Moves& v) {
            return nb::make_tuple(python_type("hakam._pickles", "moves"),
                                  nb::make_tuple(nb::tuple(v.objects())));
        });
    m.def("moves_from", [](nb::tuple all) {
        Moves made;
        for (const nb::handle move : all) made.list.push_back(nb::cast<Move>(move));
        return made;
    }, "moves"_a, nb::sig("def moves_from(moves: tuple[Move, ...]) -> Moves"));
}

fen::Options reading_options(bool strict, RulesetId rules, bool chess960) {
    fen::Options options{.reading = reading_of(strict), .rules = rules};
    if (!strict) options.tolerated = Tolerance::unreachable();
    if (chess960) options.castling = fen::Castling::chess960;
    return options;
}

Position read_position(std::string_view text, bool strict, RulesetId rules, bool chess960) {
    if (text == "startpos") {
        Setup setup = Position{}.setup();
        if (rules == RulesetId::standard) return Position{};
        if (rules == RulesetId::no_castling) setup.castling = {};
        return *Position::from(setup, rules);
    }
    return value_or_raise(fen::position(text, reading_options(strict, rules, chess960)));
}

std::string diagram(const Position& p) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        for (int file = 0; file < 8; ++file) {
            const auto piece = p.at(square(rank * 8 + file));
            text += piece ? to_char(*piece) : '.';
            if (file < 7) text += ' ';
        }
        if (rank > 0) text += '\n';
    }
    return text;
}

const Letters& letters_or_raise(std::string_view language) {
    if (const Letters* letters = letters_for(language)) return *letters;
    throw nb::value_error(("no letters of a language '" + std::string{language} + "'").c_str());
}

Move checked(const Position& p, nb::handle move) { return legal_move_of(move, p); }

void bind_position_text(nb::class_<Position>& c) {
    c.def_prop_ro("fen", [](const Position& p) { return fen::format(p); },
                  "The canonical FEN; the en passant square only if a capture is legal.")
        .def("to_fen",
             [](const Position& p, bool shredder, bool double_step) {
                 return fen::format(
                     p, {.castling = shredder ? fen::CastlingForm::shredder
                                              : fen::CastlingForm::automatic,
                         .en_passant = double_step ? fen::EnPassantForm::always
                                                   : fen::EnPassantForm::legal_only});
             },
             nb::kw_only(), "shredder"_a = false, "double_step"_a = false,
             "FEN with file letters for castling, or with the square of every double step.")
        .def("parse",
             [](const Position& p, std::string_view text, std::string_view letters,
                std::string_view notation, bool strict) {
                 return move_object(move_of_text(text, p, letters, notation, strict));
             },
             "text"_a, nb::kw_only(), "letters"_a = "en", "notation"_a = "any", "strict"_a = false,
             nb::sig("def parse(self, text: str, *, letters: str = 'en', notation: str = 'any', "
                     "strict: bool = False) -> Move"),
             "The legal move that a text names. `notation` is any (SAN, LAN or UCI), san, uci, lan "
             "or iccf. Raises IllegalMove with the reason, or TextError.")
        .def("parse_noting",
             [](const Position& p, std::string_view text, std::string_view letters,
                std::string_view notation) {
                 std::vector<Note> notes;
                 const Move move = move_of_text(text, p, letters, notation, false, &notes);
                 return nb::make_tuple(move_object(move), notes_tuple(notes));
             },
             "text"_a, nb::kw_only(), "letters"_a = "en", "notation"_a = "any",
             nb::sig("def parse_noting(self, text: str, *, letters: str = 'en', notation: str = "
                     "'any') -> tuple[Move, tuple[hakam._values.Note, ...]]"),
             "The same, with what had to be overlooked.")
        .def("san",
             [](const Position& p, nb::handle move, std::string_view letters) {
                 const Move m = checked(p, move);
                 return letters == "en" ? san::format(m, p)
                                        : san::format(m, p, letters_or_raise(letters));
             },
             "move"_a, nb::kw_only(), "letters"_a = "en",
             nb::sig("def san(self, move: Move | str, *, letters: str = 'en') -> str"))
        .def("lan",
             [](const Position& p, nb::handle move, std::string_view letters) {
                 return lan::format(checked(p, move), p, letters_or_raise(letters));
             },
             "move"_a, nb::kw_only(), "letters"_a = "en",
             nb::sig("def lan(self, move: Move | str, *, letters: str = 'en') -> str"))
        .def("uci",
             [](const Position& p, nb::handle move, bool chess960) {
                 return uci::format(checked(p, move), chess960 ? uci::Castling::chess960
                                                               : uci::Castling::automatic);
             },
             "move"_a, nb::kw_only(), "chess960"_a = false,
             nb::sig("def uci(self, move: Move | str, *, chess960: bool = False) -> str"))
        .def("iccf",
             [](const Position& p, nb::handle move) { return iccf::format(checked(p, move)); },
             "move"_a, nb::sig("def iccf(self, move: Move | str) -> str"))
        .def("why_illegal",
             [](const Position& p, std::string_view text) -> nb::object {
                 const auto why = why_illegal(text, p);
                 if (!why) return nb::none();
                 const auto place = [](std::optional<Square> s) -> nb::object {
                     return s ? nb::object(square_object(*s)) : nb::none();
                 };
                 return python_type("hakam._values", "Illegality")(
                     nb::cast(name(why->reason)), sentence_of(*why, p),
                     nb::cast(std::string{laws::citation(*why).number()}), place(why->from),
                     place(why->to), place(why->by));
             },
             "text"_a,
             nb::sig("def why_illegal(self, text: str) -> hakam._values.Illegality | None"),
             "Why a move text names no legal move, with the article; None if it does, or if it "
             "could be meant of several men.")
        .def("__str__", diagram);
}

void bind_position_fields(nb::class_<Position>& c) {
    c.def_prop_ro("rules", [](const Position& p) { return p.rules(); })
        .def_prop_ro("turn", [](const Position& p) { return p.turn(); })
        .def_prop_ro("key", [](const Position& p) { return static_cast<std::uint64_t>(p.key()); },
                     "Zobrist hash of what the Laws call the same position (9.2.3).")
        .def_prop_ro("halfmove_clock", [](const Position& p) { return p.halfmove_clock().value; })
        .def_prop_ro("fullmove_number", [](const Position& p) { return p.fullmove_number().value; })
        .def_prop_ro("castling", [](const Position& p) { return p.castling().rooks(); },
                     "The rooks that may castle.")
        .def_prop_ro("en_passant", [](const Position& p) { return p.en_passant_square(); },
                     "Only if a capture there is legal (Law 9.2.3.1).")
        .def_prop_ro("double_step_square", [](const Position& p) { return p.double_step_square(); },
                     "The square passed over by a double step just made, capture or not.")
        .def_prop_ro("is_check", [](const Position& p) { return p.is_check(); })
        .def_prop_ro("is_checkmate", [](const Position& p) { return p.is_checkmate(); })
        .def_prop_ro("is_stalemate", [](const Position& p) { return p.is_stalemate(); })
        .def_prop_ro("move_count", [](const Position& p) { return p.legal_move_count(); })
        .def_prop_ro("moves", moves_of, "The legal moves.")
        .def_prop_ro("occupied", [](const Position& p) { return p.occupied(); })
        .def_prop_ro("checkers", [](const Position& p) { return p.checkers(); })
        .def("king", [](const Position& p, Color color) { return p.king(color); }, "color"_a)
        .def("men",
             [](const Position& p, Color color, std::optional<PieceType> type) {
                 return type ? p.men(color, *type) : p.men(color);
             },
             "color"_a, "type"_a = nb::none())
        .def("attackers",
             [](const Position& p, nb::handle square, Color by) {
                 return p.attackers(square_of(square), by);
             },
             "square"_a, "by"_a,
             nb::sig("def attackers(self, square: hakam._enums.Square | str, by: "
                     "hakam._enums.Color) -> Squares"))
        .def("attacked", [](const Position& p, Color by) { return p.attacked(by); }, "by"_a)
        .def("__getitem__",
             [](const Position& p, nb::handle square) -> nb::object {
                 const auto piece = p.at(square_of(square));
                 return piece ? piece_object(*piece) : nb::none();
             },
             "square"_a,
             nb::sig("def __getitem__(self, square: hakam._enums.Square | str) -> "
                     "hakam._enums.Piece | None"))
        .def_prop_ro("pieces",
                     [](const Position& p) {
                         nb::dict all;
                         for (const Square s : p.occupied()) all[square_object(s)] = piece_object(*p.at(s));
                         return all;
                     },
                     nb::sig("def pieces(self) -> dict[hakam._enums.Square, hakam._enums.Piece]"));
}

}  // namespace

void bind_core(nb::module_& m) {
    bind_squares(m);
    bind_move(m);
    bind_moves(m);
    nb::class_<Position> c(m, "Position", nb::is_final(),
                           "A position: immutable, hashable, 64 bytes. A move makes a new one.");
    c.def("__init__",
          [](Position* self, nb::handle source, bool strict, RulesetId rules, bool chess960) {
              if (PyBytes_Check(source.ptr())) {
                  new (self) Position{position_from(bytes_view(nb::cast<nb::bytes>(source)))};
                  return;
              }
              std::string_view text;
              if (!nb::try_cast(source, text)) throw nb::type_error("expected a FEN, or 40 bytes");
              new (self) Position{read_position(text, strict, rules, chess960)};
          },
          "fen"_a = "startpos", nb::kw_only(), "strict"_a = false,
          "rules"_a = enum_object(RulesetId::standard), "chess960"_a = false,
          nb::sig("def __init__(self, fen: str | bytes = 'startpos', *, strict: bool = False, "
                  "rules: hakam._enums.Ruleset | str = hakam._enums.Ruleset.STANDARD, chess960: "
                  "bool = False) -> None"),
          "Reads a FEN, or the 40 bytes of bytes(position). Leniently: setups that no game reaches "
          "are accepted; `strict` refuses them and every departure from the canonical form. Raises "
          "TextError with the first fault; Position.read tells all.")
        .def_static("from_chess960", [](int number) {
            if (number < 0 || number > 959)
                throw nb::value_error("expected a Scharnagl number from 0 to 959");
            return Position::chess960(number);
        }, "number"_a, "The start array of Chess960 by Scharnagl number; 518 is the standard one.")
        .def("after",
             [](const Position& p, nb::handle move) { return p.after(checked(p, move)); }, "move"_a,
             nb::sig("def after(self, move: Move | str) -> Position"),
             "The position after a legal move. Raises IllegalMove with the reason.")
        .def("is_legal",
             [](const Position& p, nb::handle move) {
                 Move* m = nullptr;
                 return nb::try_cast(move, m, false) && p.is_legal(*m);
             },
             "move"_a, nb::sig("def is_legal(self, move: Move) -> bool"))
        .def("repeats", [](const Position& a, const Position& b) { return repeats(a, b); }, "other"_a,
             "The same position in the sense of the repetition rules (Law 9.2.3).")
        .def("perft",
             [](const Position& p, int depth) {
                 if (depth < 0 || depth > 64) throw nb::value_error("expected a depth from 0");
                 const nb::gil_scoped_release unlocked;
                 return perft(p, depth);
             },
             "depth"_a, "The number of legal sequences of so many moves.")
        .def("__eq__",
             [](const Position& a, nb::handle b) -> nb::object {
                 Position* other = nullptr;
                 if (!nb::try_cast(b, other, false)) return nb::borrow(Py_NotImplemented);
                 return nb::bool_(a == *other);
             },
             nb::arg("other").none(), nb::sig("def __eq__(self, other: object) -> bool"))
        .def("__hash__",
             [](const Position& p) {
                 return static_cast<std::int64_t>(static_cast<std::uint64_t>(p.key()) >> 2);
             })
        .def("__bytes__", [](const Position& p) { return to_bytes(bytes_of(p)); },
             "40 bytes, from which Position makes it again.")
        .def("__copy__", [](nb::handle self) { return nb::borrow(self); },
             nb::sig("def __copy__(self) -> Position"))
        .def("__deepcopy__", [](nb::handle self, nb::handle) { return nb::borrow(self); }, "memo"_a,
             nb::sig("def __deepcopy__(self, memo: object) -> Position"))
        .def("__repr__",
             [](const Position& p) -> nb::object {
                 const std::string text =
                     fen::format(p, {.en_passant = fen::EnPassantForm::always});
                 const auto again = fen::position(
                     text, {.reading = Reading::lenient, .rules = p.rules(),
                            .tolerated = Tolerance::unreachable()});
                 if (!again || !(*again == p))
                     return nb::str("Position({!r})").attr("format")(to_bytes(bytes_of(p)));
                 std::string shown = "Position('" + text + "'";
                 if (p.rules() != RulesetId::standard)
                     shown += ", rules='" +
                              nb::cast<std::string>(enum_object(p.rules()).attr("value")) + "'";
                 return nb::cast(shown + ")");
             },
             nb::sig("def __repr__(self) -> str"))
        .def("__reduce__", [](nb::handle self) {
            return nb::make_tuple(
                self.type(), nb::make_tuple(to_bytes(bytes_of(nb::cast<Position&>(self)))));
        });
    bind_position_text(c);
    bind_position_fields(c);
}

}  // namespace hakam::python
