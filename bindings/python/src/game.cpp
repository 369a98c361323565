// Games as values.

#include <cctype>

#include "game_value.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"

namespace hakam::python {

GameValue GameValue::with(const std::vector<Move>& moves) const {
    GameValue next{*this};
    {
        const std::unique_lock lock{store_->mutex, std::try_to_lock};
        if (lock && store_->game.plies() == plies_) {
            for (const Move move : moves) store_->game.play_unchecked(move);
            next.plies_ = plies_ + moves.size();
            return next;
        }
    }
    std::shared_lock lock{store_->mutex};
    Game copy = store_->game;
    lock.unlock();
    copy.truncate(plies_);
    for (const Move move : moves) copy.play_unchecked(move);
    return GameValue{std::move(copy)};
}

GameValue game_of(nb::handle object) {
    GameValue* game = nullptr;
    if (nb::try_cast(object, game, false) && game != nullptr) return *game;
    Position* position = nullptr;
    if (nb::try_cast(object, position, false) && position != nullptr) return GameValue{*position};
    throw nb::type_error("expected a Game or a Position");
}

namespace {

Position current_of(const GameValue& g) {
    return g.prefix([&](const Game& game) { return game.position(g.plies()); });
}

std::size_t ply_of(const GameValue& g, std::optional<Py_ssize_t> ply) {
    const auto n = static_cast<Py_ssize_t>(g.plies());
    Py_ssize_t i = ply.value_or(n);
    if (i < 0) i += n + 1;
    if (i < 0 || i > n) throw nb::index_error("ply out of range");
    return static_cast<std::size_t>(i);
}

GameValue play(const GameValue& g, nb::handle moves) {
    Position position = current_of(g);
    std::vector<Move> list;
    for (const nb::handle item : nb::iter(moves)) {
        const Move move = legal_move_of(item, position);
        position = position.after(move);
        list.push_back(move);
    }
    return g.with(list);
}

/// Words of a game's text: move numbers and results are passed over.
std::vector<std::string_view> move_words(std::string_view text) {
    std::vector<std::string_view> words;
    std::size_t i = 0;
    while (i < text.size()) {
        while (i < text.size() && (std::isspace(static_cast<unsigned char>(text[i])) != 0 || text[i] == ',')) ++i;
        std::size_t end = i;
        while (end < text.size() && std::isspace(static_cast<unsigned char>(text[end])) == 0 && text[end] != ',') ++end;
        std::string_view word = text.substr(i, end - i);
        i = end;
        std::size_t digits = 0;
        while (digits < word.size() && std::isdigit(static_cast<unsigned char>(word[digits])) != 0) ++digits;
        if (digits > 0 && digits < word.size() && word[digits] == '.') {
            word.remove_prefix(digits);
            while (!word.empty() && word.front() == '.') word.remove_prefix(1);
        } else if (digits > 0 && digits == word.size() && i < text.size()) {
            continue;  // a bare number
        }
        if (word.empty() || word == "..." || word == "1-0" || word == "0-1" || word == "1/2-1/2" ||
            word == "*")
            continue;
        words.push_back(word);
    }
    return words;
}

GameValue parse(std::string_view text, const Position& start, std::string_view letters) {
    Position position = start;
    std::vector<Move> list;
    for (const std::string_view word : move_words(text)) {
        try {
            const Move move = move_of_text(word, position, letters, "any", false);
            position = position.after(move);
            list.push_back(move);
        } catch (nb::python_error& error) {
            // The place counts in the whole text.
            const TextSpan where =
                span_in(text, static_cast<std::size_t>(word.data() - text.data()), word.size());
            const nb::object value = nb::borrow(error.value());
            if (nb::hasattr(value, "_arguments")) {
                nb::list arguments{value.attr("_arguments")()};
                arguments[1] = where.offset;
                arguments[2] = where.length;
                arguments[3] = where.line;
                arguments[4] = where.column;
                const nb::object type = nb::borrow(value.type());
                const nb::object located = type(*nb::tuple(arguments));
                PyErr_SetObject(type.ptr(), located.ptr());
                throw nb::python_error();
            }
            throw;
        }
    }
    return GameValue{start}.with(list);
}

std::string san_text(const GameValue& g) {
    return g.prefix([&](const Game& game) {
        std::string text;
        for (std::size_t i = 0; i < g.plies(); ++i) {
            const Position& p = game.position(i);
            if (!text.empty()) text += ' ';
            if (p.turn() == Color::white)
                text += std::to_string(p.fullmove_number().value) + ". ";
            else if (i == 0)
                text += std::to_string(p.fullmove_number().value) + "... ";
            text += san::format(game.move(i), p);
        }
        return text;
    });
}

bool equal(const GameValue& a, const GameValue& b) {
    if (a.plies() != b.plies()) return false;
    return a.prefix([&](const Game& x) {
        const Position start = x.start();
        const std::vector<Move> moves{x.moves().begin(),
                                      x.moves().begin() + static_cast<std::ptrdiff_t>(a.plies())};
        return b.prefix([&](const Game& y) {
            return start == y.start() && std::equal(moves.begin(), moves.end(), y.moves().begin());
        });
    });
}

nb::tuple moves_of(const GameValue& g) {
    return moves_tuple(g.prefix([&](const Game& game) {
        return std::vector<Move>{game.moves().begin(),
                                 game.moves().begin() + static_cast<std::ptrdiff_t>(g.plies())};
    }));
}

}  // namespace

void bind_game(nb::module_& m) {
    nb::class_<GameValue>(m, "Game", nb::is_final(),
                          "What was played since a start: an immutable value. Playing makes a new "
                          "game and shares what was played before.")
        .def("__init__",
             [](GameValue* self, nb::handle start, nb::handle moves) {
                 Position from;
                 if (!start.is_none()) {
                     Position* given = nullptr;
                     if (nb::try_cast(start, given, false) && given != nullptr)
                         from = *given;
                     else
                         from = nb::cast<Position>(python_type("hakam._core", "Position")(start));
                 }
                 new (self) GameValue{play(GameValue{from}, moves)};
             },
             "start"_a = nb::none(), "moves"_a = nb::tuple(),
             nb::sig("def __init__(self, start: Position | str | None = None, moves: "
                     "collections.abc.Iterable[Move | str] = ()) -> None"))
        .def_static("parse",
                    [](std::string_view text, nb::handle start, std::string_view letters) {
                        Position from;
                        if (!start.is_none()) from = nb::cast<Position>(start);
                        return parse(text, from, letters);
                    },
                    "text"_a, "start"_a = nb::none(), nb::kw_only(), "letters"_a = "en",
                    nb::sig("def parse(text: str, start: Position | None = None, *, letters: str = "
                            "'en') -> Game"),
                    "Reads moves with or without numbers, in any notation: '1. e4 e5 2. Nf3'.")
        .def("play", [](const GameValue& g, nb::args moves) { return play(g, moves); }, "moves"_a,
             nb::sig("def play(self, *moves: Move | str) -> Game"),
             "The game after these moves. Raises IllegalMove, and nothing changes.")
        .def("before", [](const GameValue& g, Py_ssize_t ply) { return g.before(ply_of(g, ply)); },
             "ply"_a, "The first `ply` half-moves; negative numbers count from the end.")
        .def_prop_ro("start",
                     [](const GameValue& g) {
                         return g.prefix([](const Game& game) { return game.start(); });
                     })
        .def_prop_ro("plies", &GameValue::plies, "Half-moves played.")
        .def_prop_ro("moves", moves_of, nb::sig("def moves(self) -> tuple[Move, ...]"))
        .def_prop_ro("position", current_of, "The position now.")
        .def_prop_ro("positions",
                     [](const GameValue& g) {
                         const auto all = g.prefix([&](const Game& game) {
                             return std::vector<Position>{
                                 game.positions().begin(),
                                 game.positions().begin() + static_cast<std::ptrdiff_t>(g.plies()) + 1};
                         });
                         nb::list made;
                         for (const Position& p : all) made.append(position_object(p));
                         return nb::tuple(made);
                     },
                     nb::sig("def positions(self) -> tuple[Position, ...]"), "From the start on.")
        .def("at",
             [](const GameValue& g, Py_ssize_t ply) {
                 const std::size_t i = ply_of(g, ply);
                 return g.prefix([&](const Game& game) { return game.position(i); });
             },
             "ply"_a, "The position after `ply` half-moves.")
        .def("occurrences",
             [](const GameValue& g, std::optional<Py_ssize_t> ply) {
                 const std::size_t i = ply_of(g, ply);
                 return g.prefix([&](const Game& game) { return game.occurrences(i); });
             },
             "ply"_a = nb::none(), "How often that position had stood by then (Law 9.2.3).")
        .def("occurrence_plies",
             [](const GameValue& g, std::optional<Py_ssize_t> ply) {
                 const std::size_t i = ply_of(g, ply);
                 const auto plies =
                     g.prefix([&](const Game& game) { return game.occurrence_plies(i); });
                 nb::list made;
                 for (const std::size_t p : plies) made.append(p);
                 return nb::tuple(made);
             },
             "ply"_a = nb::none(),
             nb::sig("def occurrence_plies(self, ply: int | None = None) -> tuple[int, ...]"))
        .def_prop_ro("san", san_text, "The moves as text: '1. e4 e5 2. Nf3'.")
        .def("__len__", &GameValue::plies)
        .def("__bool__", [](const GameValue&) { return true; })
        .def("__eq__",
             [](const GameValue& a, nb::handle b) -> nb::object {
                 GameValue* other = nullptr;
                 if (!nb::try_cast(b, other, false)) return nb::borrow(Py_NotImplemented);
                 return nb::bool_(equal(a, *other));
             },
             nb::arg("other").none(), nb::sig("def __eq__(self, other: object) -> bool"))
        .def("__hash__",
             [](const GameValue& g) {
                 return g.prefix([&](const Game& game) {
                     return static_cast<std::int64_t>(
                         (static_cast<std::uint64_t>(game.start().key()) * 3 +
                          static_cast<std::uint64_t>(game.position(g.plies()).key()) + g.plies()) >> 2);
                 });
             })
        .def("__copy__", [](nb::handle self) { return nb::borrow(self); },
             nb::sig("def __copy__(self) -> Game"))
        .def("__deepcopy__", [](nb::handle self, nb::handle) { return nb::borrow(self); }, "memo"_a,
             nb::sig("def __deepcopy__(self, memo: object) -> Game"))
        .def("__str__", san_text)
        .def("__repr__",
             [](const GameValue& g) {
                 const nb::object start =
                     position_object(g.prefix([](const Game& game) { return game.start(); }));
                 std::string text = "Game(" + std::string{nb::repr(start).c_str()} + ", (";
                 const auto moves = g.prefix([&](const Game& game) {
                     return std::vector<Move>{
                         game.moves().begin(),
                         game.moves().begin() + static_cast<std::ptrdiff_t>(g.plies())};
                 });
                 for (const Move move : moves) text += "'" + uci::format(move) + "', ";
                 return text + "))";
             })
        .def("__reduce__", [](nb::handle self) {
            const GameValue& g = nb::cast<GameValue&>(self);
            return nb::make_tuple(
                self.type(),
                nb::make_tuple(position_object(g.prefix([](const Game& game) { return game.start(); })),
                               moves_of(g)));
        });
}

}  // namespace hakam::python
