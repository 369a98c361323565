// The past of a position: is it legal, last moves, castling rights, proof games.

#include <utility>

#include "common.hpp"
#include "game_value.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/retro/deduce.hpp"
#include "hakam/retro/legality.hpp"
#include "hakam/retro/proof_game.hpp"

namespace hakam::python {

namespace {

using retro::Diagram;

nb::object value(const char* name) { return python_type("hakam.retro", name); }

nb::object optional_side(const std::optional<Color>& side) {
    return side ? enum_object(*side) : nb::none();
}

/// A Setup, a Position or the text of any board, however impossible.
Diagram diagram_from(nb::handle object) {
    Setup* setup = nullptr;
    if (nb::try_cast(object, setup, false) && setup != nullptr) return retro::diagram_of(*setup);
    Position* position = nullptr;
    if (nb::try_cast(object, position, false) && position != nullptr)
        return retro::diagram_of(*position);
    std::string_view text;
    if (!PyUnicode_Check(object.ptr()) || !nb::try_cast(object, text))
        throw nb::type_error("expected a Setup, a Position or a FEN");
    if (text == "startpos") return retro::array();
    const fen::Report report = fen::read(text, {.reading = Reading::lenient});
    if (!report.setup) raise(report.faults.front().error);
    return retro::diagram_of(*report.setup);
}

nb::tuple lines_tuple(const retro::Reason& reason, retro::Language language) {
    nb::list made;
    for (const std::string& line : retro::explain(reason, language))
        made.append(nb::cast(line));
    return nb::tuple(made);
}

retro::Language language_of(std::string_view lang) {
    if (lang == "en") return retro::Language::en;
    if (lang == "ar") return retro::Language::ar;
    throw nb::value_error("reasons are told in 'en' or 'ar'");
}

nb::object reason_object(const retro::Reason& reason);

nb::object refuted_object(const retro::RefutedMove& one) {
    return value("RefutedMove")(move_object(one.move), nb::cast(setup_of(one.before)),
                                reason_object(one.why));
}

nb::object reason_object(const retro::Reason& reason) {
    nb::list faults;
    for (const SetupFault& fault : reason.faults) faults.append(nb::cast(name(fault.code)));
    nb::list after;
    for (const retro::RefutedMove& one : reason.after) after.append(refuted_object(one));
    return value("Reason")(nb::cast(name(reason.kind)), optional_side(reason.side),
                           nb::cast(reason.squares), reason.needed, reason.available,
                           nb::tuple(faults), nb::tuple(after));
}

/// Raises ValueError where the questions about last moves have no meaning: no two kings, say.
void check_board(const Diagram& diagram) {
    Budget nothing;
    nothing.nodes = 1;
    const auto wrong = retro::refute(diagram, nothing);
    if (!wrong.reason || wrong.reason->kind != retro::ReasonKind::bad_setup) return;
    std::string text;
    for (const std::string& line : retro::explain(*wrong.reason, retro::Language::en))
        text += (text.empty() ? "" : " ") + line;
    throw nb::value_error(text.c_str());
}

nb::object game_object(const Position& start, const std::vector<Move>& moves) {
    return nb::cast(GameValue{start}.with(moves));
}

nb::object legality(nb::handle board, std::uint64_t nodes, std::optional<double> seconds,
                    std::uint64_t memory, std::uint64_t seed, std::string_view lang) {
    const Diagram diagram = diagram_from(board);
    const retro::Language language = language_of(lang);
    const Budget budget = budget_of(nodes, seconds, memory);
    retro::Legality found;
    {
        const nb::gil_scoped_release unlocked;
        retro::LegalityOptions options;
        options.seed = seed;
        found = retro::legality(diagram, budget, options);
    }
    raise_pending();
    const bool proved = found.legal == Decision::yes;
    return value("Legality")(
        nb::cast(setup_of(diagram)), enum_object(found.legal),
        proved ? game_object(Position{}, found.game) : nb::none(),
        found.reason ? reason_object(*found.reason) : nb::none(),
        found.reason ? lines_tuple(*found.reason, language) : nb::make_tuple(), found.tried,
        found.nodes);
}

nb::object last_moves(nb::handle board, std::uint64_t nodes, std::optional<double> seconds) {
    const Diagram diagram = diagram_from(board);
    check_board(diagram);
    const Budget budget = budget_of(nodes, seconds, 0);
    retro::LastMoves found;
    {
        const nb::gil_scoped_release unlocked;
        found = retro::last_moves(diagram, budget);
    }
    raise_pending();
    nb::list possible;
    for (const retro::Unmove& one : found.possible)
        possible.append(
            value("LastMove")(move_object(one.move), nb::cast(setup_of(one.before))));
    nb::list refuted;
    for (const retro::RefutedMove& one : found.refuted) refuted.append(refuted_object(one));
    return value("LastMoves")(nb::tuple(possible), nb::tuple(refuted), found.nodes);
}

nb::tuple last_lines(nb::handle board, int plies, std::size_t most, std::uint64_t nodes,
                     std::optional<double> seconds) {
    if (plies < 1 || plies > 12) throw nb::value_error("plies: expected a number from 1 to 12");
    const Diagram diagram = diagram_from(board);
    check_board(diagram);
    const Budget budget = budget_of(nodes, seconds, 0);
    std::vector<std::vector<Move>> found;
    {
        const nb::gil_scoped_release unlocked;
        found = retro::last_lines(diagram, plies, most, budget);
    }
    raise_pending();
    nb::list lines;
    for (const std::vector<Move>& line : found) lines.append(moves_tuple(line));
    return nb::tuple(lines);
}

nb::object rights(nb::handle board, std::uint64_t nodes, std::optional<double> seconds,
                  std::string_view lang) {
    const Diagram diagram = diagram_from(board);
    const retro::Language language = language_of(lang);
    check_board(diagram);
    const Budget budget = budget_of(nodes, seconds, 0);
    retro::RightsFound found;
    {
        const nb::gil_scoped_release unlocked;
        found = retro::rights(diagram, budget);
    }
    raise_pending();
    nb::list maximal;
    for (const CastlingRights set : found.maximal) maximal.append(nb::cast(set.rooks()));
    nb::list refuted;
    for (const auto& [set, reason] : found.refuted)
        refuted.append(value("RefutedRights")(nb::cast(set.rooks()), reason_object(reason),
                                              lines_tuple(reason, language)));
    return value("Rights")(nb::tuple(maximal), nb::tuple(refuted), found.nodes);
}

nb::object proof_games(nb::handle board, int plies, nb::handle start, std::string_view length,
                       std::uint64_t most, std::uint64_t nodes, std::optional<double> seconds,
                       std::uint64_t memory) {
    if (plies < 0 || plies > 1000)
        throw nb::value_error("plies: expected a number from 0 to 1000");
    if (most < 1 || most > 1'000'000)
        throw nb::value_error("most: expected a number from 1 to 1000000");
    retro::ProofGameOptions options;
    if (length == "exactly")
        options.length = retro::GameLength::exactly;
    else if (length == "at-most")
        options.length = retro::GameLength::at_most;
    else if (length == "shortest")
        options.length = retro::GameLength::shortest;
    else
        throw nb::value_error("length: expected 'exactly', 'at-most' or 'shortest'");
    const Diagram target = diagram_from(board);
    Position from;
    if (!start.is_none()) from = nb::cast<Position>(start);
    const Budget budget = budget_of(nodes, seconds, memory);
    // One more than is kept tells whether there are more.
    options.most = most + 1;
    std::vector<std::vector<Move>> games;
    retro::ProofGames found;
    {
        const nb::gil_scoped_release unlocked;
        found = retro::proof_games(from, target, plies, options, budget,
                                   [&](const std::vector<Move>& game) {
                                       if (games.size() < most) games.push_back(game);
                                       return true;
                                   });
    }
    raise_pending();
    nb::list made;
    for (const std::vector<Move>& game : games) made.append(game_object(from, game));
    const bool more = found.count > games.size();
    return value("ProofGames")(nb::tuple(made), found.plies, found.complete && !more, more,
                               found.strategies, found.nodes);
}

bool proves(nb::handle game, nb::handle board) {
    const Diagram diagram = diagram_from(board);
    const GameValue played = game_of(game);
    return played.looked_at([&](const Game& g) {
        const std::vector<Move> moves(g.moves().begin(), g.moves().end());
        return g.start() == Position{} && retro::proves(moves, diagram);
    });
}

}  // namespace

void bind_retro(nb::module_& m) {
    m.def("retro_legality", legality, "board"_a, nb::kw_only(), "nodes"_a, "seconds"_a.none(),
          "memory_mib"_a, "seed"_a, "lang"_a,
          nb::sig("def retro_legality(board: Setup | Position | str, *, nodes: int, seconds: float | "
                  "None, memory_mib: int, seed: int, lang: str) -> hakam.retro.Legality"));
    m.def("retro_last_moves", last_moves, "board"_a, nb::kw_only(), "nodes"_a, "seconds"_a.none(),
          nb::sig("def retro_last_moves(board: Setup | Position | str, *, nodes: int, seconds: float "
                  "| None) -> hakam.retro.LastMoves"));
    m.def("retro_last_lines", last_lines, "board"_a, "plies"_a, nb::kw_only(), "most"_a, "nodes"_a,
          "seconds"_a.none(),
          nb::sig("def retro_last_lines(board: Setup | Position | str, plies: int, *, most: int, "
                  "nodes: int, seconds: float | None) -> tuple[tuple[Move, ...], ...]"));
    m.def("retro_rights", rights, "board"_a, nb::kw_only(), "nodes"_a, "seconds"_a.none(), "lang"_a,
          nb::sig("def retro_rights(board: Setup | Position | str, *, nodes: int, seconds: float | "
                  "None, lang: str) -> hakam.retro.Rights"));
    m.def("retro_proof_games", proof_games, "board"_a, "plies"_a, nb::kw_only(),
          nb::arg("start").none(), "length"_a, "most"_a, "nodes"_a, "seconds"_a.none(),
          "memory_mib"_a,
          nb::sig("def retro_proof_games(board: Setup | Position | str, plies: int, *, start: "
                  "Position | None, length: str, most: int, nodes: int, seconds: float | None, "
                  "memory_mib: int) -> hakam.retro.ProofGames"));
    m.def("retro_proves", proves, "game"_a, "board"_a,
          nb::sig("def retro_proves(game: Game, board: Setup | Position | str) -> bool"));
}

}  // namespace hakam::python
