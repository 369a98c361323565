// The board as a picture.

#include <nanobind/stl/vector.h>

#include "common.hpp"
#include "game_value.hpp"
#include "hakam/picture/board.hpp"

namespace hakam::python {

namespace {

/// A Move, or two squares.
picture::Arrow arrow_of(nb::handle object) {
    Move* move = nullptr;
    if (nb::try_cast(object, move, false) && move != nullptr) return {move->from(), move->arrival()};
    if (PyUnicode_Check(object.ptr())) {
        const auto text = nb::cast<std::string>(object);
        if (text.size() == 4) {
            const auto from = square_from(text.substr(0, 2));
            const auto to = square_from(text.substr(2));
            if (from && to) return {*from, *to};
        }
        throw nb::value_error(("expected an arrow such as 'e2e4', found '" + text + "'").c_str());
    }
    if (nb::len(object) != 2) throw nb::value_error("expected an arrow of two squares");
    return {square_of(object[0]), square_of(object[1])};
}

std::string svg(const Position& position, Color bottom, bool coordinates, int size,
                nb::handle highlights, nb::handle arrows, nb::handle last_move) {
    if (size < 16 || size > 8192) throw nb::value_error("size: expected a number from 16 to 8192");
    picture::Options options;
    options.bottom = bottom;
    options.coordinates = coordinates;
    options.size = size;
    for (const nb::handle one : nb::iter(highlights)) options.highlights.push_back(square_of(one));
    for (const nb::handle one : nb::iter(arrows)) options.arrows.push_back(arrow_of(one));
    if (!last_move.is_none()) options.last_move.push_back(arrow_of(last_move));
    return picture::board_svg(position, options);
}

std::string plain_svg(const Position& position) { return picture::board_svg(position, {}); }

std::string game_svg(const GameValue& game) {
    return game.looked_at([](const Game& g) {
        picture::Options options;
        if (g.plies() > 0) {
            const Move last = g.move(g.plies() - 1);
            options.last_move.push_back({last.from(), last.arrival()});
        }
        return picture::board_svg(g.position(g.plies()), options);
    });
}

}  // namespace

void bind_picture(nb::module_& m) {
    const nb::object position = m.attr("Position");
    nb::cpp_function_def(
        svg, nb::scope(position), nb::name("svg"), nb::is_method(), nb::kw_only(),
        "bottom"_a = enum_object(Color::white), "coordinates"_a = true, "size"_a = 480,
        "highlights"_a = nb::make_tuple(), "arrows"_a = nb::make_tuple(),
        nb::arg("last_move").none() = nb::none(),
        nb::sig("def svg(self, *, bottom: hakam._enums.Color = hakam._enums.Color.WHITE, coordinates: "
                "bool = True, size: int = 480, highlights: Iterable[hakam._enums.Square | str] = (), "
                "arrows: Iterable[Move | str | tuple[hakam._enums.Square | str, hakam._enums.Square | "
                "str]] = (), last_move: Move | str | None = None) -> str"),
        "The board as an SVG document, with men drawn for Hakam. Arrows are moves, 'e2e4' or pairs of "
        "squares.");
    nb::cpp_function_def(plain_svg, nb::scope(position), nb::name("_repr_svg_"), nb::is_method(),
                         "What notebooks show.");
    nb::cpp_function_def(game_svg, nb::scope(m.attr("Game")), nb::name("_repr_svg_"),
                         nb::is_method(), "The position now, with the last move marked.");
}

}  // namespace hakam::python
