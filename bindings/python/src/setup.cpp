// Setups: what a FEN says, possible or not.

#include "common.hpp"
#include "hakam/notation/fen.hpp"

namespace hakam::python {

namespace {

nb::tuple faults_tuple(const std::vector<fen::Fault>& faults) {
    nb::list made;
    if (!faults.empty()) {
        const nb::object type = python_type("hakam._values", "Fault");
        for (const fen::Fault& fault : faults)
            made.append(type(nb::cast(fault.code), span_object(fault.where), fault.text,
                             fault.error.expected, to_str(fault.error.found)));
    }
    return nb::tuple(made);
}

nb::tuple faults_tuple(const SetupFaults& faults) {
    nb::list made;
    if (!faults.empty()) {
        const nb::object type = python_type("hakam._values", "SetupFault");
        for (const SetupFault& fault : faults)
            made.append(type(nb::cast(name(fault.code)),
                             fault.square ? square_object(*fault.square) : nb::none(),
                             fault.color ? enum_object(*fault.color) : nb::none(),
                             describe(fault)));
    }
    return nb::tuple(made);
}

Tolerance tolerance_of(nb::handle codes) {
    if (PyUnicode_Check(codes.ptr())) {
        if (nb::cast<std::string_view>(codes) == "unreachable") return Tolerance::unreachable();
        throw nb::value_error("expected 'unreachable' or the codes of faults");
    }
    Tolerance all;
    for (const nb::handle item : nb::iter(codes)) {
        const auto wanted = nb::cast<std::string>(item);
        bool known = false;
        for (int i = 0; i <= static_cast<int>(SetupFaultCode::bad_fullmove_number); ++i) {
            const auto code = static_cast<SetupFaultCode>(i);
            if (name(code) != wanted) continue;
            all = all | Tolerance{code};
            known = true;
        }
        if (!known) throw nb::value_error(("no fault is called '" + wanted + "'").c_str());
    }
    return all;
}

nb::object read(std::string_view text, bool strict, RulesetId rules, bool chess960) {
    fen::Options options{.reading = reading_of(strict), .rules = rules};
    if (!strict) options.tolerated = Tolerance::unreachable();
    if (chess960) options.castling = fen::Castling::chess960;
    if (text == "startpos") text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const fen::Report report = fen::read(text, options);
    return python_type("hakam._values", "Reading")(
        report.position ? position_object(*report.position) : nb::none(),
        report.setup ? nb::cast(*report.setup) : nb::none(), faults_tuple(report.faults),
        notes_tuple(report.notes));
}

Setup read_setup(std::string_view text) {
    const fen::Report report = fen::read(text, {.reading = Reading::lenient});
    if (report.setup) return *report.setup;
    raise(report.faults.front().error);
}

}  // namespace

void bind_setup(nb::module_& m) {
    nb::cpp_function_def(
        read, nb::scope(m.attr("Position")), nb::name("read"), "text"_a, nb::kw_only(),
        "strict"_a = false, "rules"_a = enum_object(RulesetId::standard), "chess960"_a = false,
        nb::sig("def read(text: str, *, strict: bool = False, rules: hakam._enums.Ruleset | str = "
                "hakam._enums.Ruleset.STANDARD, chess960: bool = False) -> hakam._values.Reading"),
        "Reads a FEN and tells all that is wrong with it. Never raises for what the text says.");
    nb::class_<Setup>(m, "Setup", nb::is_final(),
                      "Everything a FEN says, possible or not; `faults()` tells what is wrong.")
        .def("__init__",
             [](Setup* self, std::string_view fen) { new (self) Setup{read_setup(fen)}; }, "fen"_a,
             "Reads the text of any board. Raises TextError if its grammar is wrong.")
        .def_static(
            "of",
            [](nb::dict pieces, Color turn, Bitboard castling, std::optional<Square> en_passant,
               std::uint32_t halfmove_clock, std::uint32_t fullmove_number) {
                Setup setup;
                for (const auto [square, piece] : pieces) {
                    const Square s = square_of(square);
                    if (setup.board.at(s))
                        throw nb::value_error(("two men on " + to_string(s)).c_str());
                    setup.board.put(s, piece_of(piece));
                }
                if (halfmove_clock > fen::max_counter || fullmove_number > fen::max_counter)
                    throw nb::value_error("expected counters up to 99,999");
                setup.turn = turn;
                setup.castling = CastlingRights{castling};
                setup.en_passant = en_passant;
                setup.halfmove_clock = HalfmoveClock{halfmove_clock};
                setup.fullmove_number = FullmoveNumber{fullmove_number};
                return setup;
            },
            "pieces"_a, nb::kw_only(), "turn"_a = enum_object(Color::white),
            "castling"_a = Bitboard{}, "en_passant"_a = nb::none(), "halfmove_clock"_a = 0,
            "fullmove_number"_a = 1,
            nb::sig("def of(pieces: dict[hakam._enums.Square, hakam._enums.Piece] | dict[str, str], "
                    "*, turn: hakam._enums.Color = hakam._enums.Color.WHITE, castling: Squares = "
                    "Squares(''), en_passant: hakam._enums.Square | None = None, halfmove_clock: int "
                    "= 0, fullmove_number: int = 1) -> Setup"),
            "From men on squares: {Square.E1: Piece(...)} or {'e1': 'K'}.")
        .def_prop_ro("fen", [](const Setup& s) { return fen::format(s); })
        .def_prop_ro("turn", [](const Setup& s) { return s.turn; })
        .def_prop_ro("castling", [](const Setup& s) { return s.castling.rooks(); })
        .def_prop_ro("en_passant", [](const Setup& s) { return s.en_passant; })
        .def_prop_ro("halfmove_clock", [](const Setup& s) { return s.halfmove_clock.value; })
        .def_prop_ro("fullmove_number", [](const Setup& s) { return s.fullmove_number.value; })
        .def_prop_ro("pieces",
                     [](const Setup& setup) {
                         nb::dict all;
                         for (const Square s : setup.board.occupied())
                             all[square_object(s)] = piece_object(*setup.board.at(s));
                         return all;
                     },
                     nb::sig("def pieces(self) -> dict[hakam._enums.Square, hakam._enums.Piece]"))
        .def("faults",
             [](const Setup& s, RulesetId rules) { return faults_tuple(faults(s, rules)); },
             "rules"_a = enum_object(RulesetId::standard),
             nb::sig("def faults(self, rules: hakam._enums.Ruleset | str = "
                     "hakam._enums.Ruleset.STANDARD) -> tuple[hakam._values.SetupFault, ...]"),
             "Every fault at once.")
        .def("position",
             [](const Setup& s, nb::handle tolerate, RulesetId rules) {
                 const auto position = Position::from(s, rules, tolerance_of(tolerate));
                 if (position) return *position;
                 std::string text;
                 for (const SetupFault& fault : position.error())
                     text += (text.empty() ? "" : "; ") + describe(fault);
                 throw nb::value_error(text.c_str());
             },
             nb::kw_only(), "tolerate"_a = nb::tuple(),
             "rules"_a = enum_object(RulesetId::standard),
             nb::sig("def position(self, *, tolerate: str | collections.abc.Iterable[str] = (), "
                     "rules: hakam._enums.Ruleset | str = hakam._enums.Ruleset.STANDARD) -> Position"),
             "The position, or ValueError with all its faults. `tolerate` names faults to accept, "
             "or is 'unreachable': all that a move generator can live with.")
        .def("__eq__",
             [](const Setup& a, nb::handle b) -> nb::object {
                 Setup* other = nullptr;
                 if (!nb::try_cast(b, other, false)) return nb::borrow(Py_NotImplemented);
                 return nb::bool_(a == *other);
             },
             nb::arg("other").none(), nb::sig("def __eq__(self, other: object) -> bool"))
        .def("__hash__", [](const Setup& s) { return nb::hash(nb::cast(fen::format(s))); })
        .def("__repr__", [](const Setup& s) { return "Setup('" + fen::format(s) + "')"; })
        .def("__reduce__", [](nb::handle self) {
            const Setup& s = nb::cast<Setup&>(self);
            nb::dict pieces;
            for (const Square at : s.board.occupied())
                pieces[square_object(at)] = piece_object(*s.board.at(at));
            return nb::make_tuple(
                python_type("hakam._pickles", "setup"),
                nb::make_tuple(pieces, s.turn, s.castling.rooks(), s.en_passant,
                               s.halfmove_clock.value, s.fullmove_number.value));
        });
    m.def("setup_from", [](nb::dict pieces, Color turn, Bitboard castling,
                       std::optional<Square> en_passant, std::uint32_t half, std::uint32_t full) {
        Setup setup;
        for (const auto [square, piece] : pieces) setup.board.put(square_of(square), piece_of(piece));
        setup.turn = turn;
        setup.castling = CastlingRights{castling};
        setup.en_passant = en_passant;
        setup.halfmove_clock = HalfmoveClock{half};
        setup.fullmove_number = FullmoveNumber{full};
        return setup;
    }, "pieces"_a, "turn"_a, "castling"_a, nb::arg("en_passant").none(), "halfmove_clock"_a, "fullmove_number"_a,
          nb::sig("def setup_from(pieces: dict[hakam._enums.Square, hakam._enums.Piece], turn: "
                  "hakam._enums.Color, castling: Squares, en_passant: hakam._enums.Square | None, "
                  "halfmove_clock: int, fullmove_number: int) -> Setup"));
}

}  // namespace hakam::python
