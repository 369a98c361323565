// Books of laws, verdicts, claims.

#include <nanobind/stl/vector.h>

#include "game_value.hpp"
#include "hakam/laws/describe.hpp"
#include "hakam/laws/law_book.hpp"
#include "hakam/laws/rules_text.hpp"
#include "hakam/notation/san.hpp"
#include "solve_value.hpp"

namespace hakam::python {

namespace {

nb::object by_value(const char* type, std::string_view value) {
    return python_type("hakam._enums", type)(nb::cast(value));
}

template <class E>
E named(std::string_view wanted, E last, const char* what) {
    for (int i = 0; i <= static_cast<int>(last); ++i)
        if (laws::name(static_cast<E>(i)) == wanted) return static_cast<E>(i);
    throw nb::value_error((std::string{"no "} + what + " '" + std::string{wanted} + "'").c_str());
}

laws::Language language_of(std::string_view lang) {
    const auto language = laws::language(lang);
    if (!language)
        throw nb::value_error(("no sentences in the language '" + std::string{lang} + "'").c_str());
    return *language;
}

nb::object article_object(const laws::Article& a) {
    return python_type("hakam._values", "Article")(
        nb::cast(a.id), nb::cast(a.name), nb::cast(a.book), nb::cast(laws::book_title(a.book)),
        nb::cast(a.edition), nb::cast(a.cited), nb::cast(laws::name(a.status)),
        nb::cast(laws::name(a.decided_by)), nb::cast(a.rule), nb::cast(a.reason));
}

nb::tuple articles_tuple(const laws::Citations& citations) {
    nb::list made;
    for (const laws::Citation c : citations) made.append(article_object(laws::article(c.id)));
    return nb::tuple(made);
}

nb::object evidence_object(const laws::Evidence& e, const Position& position) {
    nb::list plies;
    for (const std::size_t ply : e.plies) plies.append(ply);
    nb::list look_alikes;
    for (const laws::LookAlike& other : e.look_alikes)
        look_alikes.append(python_type("hakam._values", "LookAlike")(other.ply,
                                                                      nb::cast(laws::name(other.why))));
    nb::list proofs;
    for (const laws::MateProof& proof : e.proofs)
        proofs.append(winnable_object(position, proof.side, proof.answer));
    return python_type("hakam._values", "Evidence")(e.halfmove_clock.value, nb::tuple(plies),
                                                    nb::tuple(look_alikes), nb::tuple(proofs));
}

nb::object penalty_object(const std::optional<laws::TimePenalty>& penalty) {
    if (!penalty) return nb::none();
    return python_type("hakam._values", "TimePenalty")(enum_object(penalty->to),
                                                       penalty->time.count());
}

nb::object verdict_object(const laws::Verdict& v, const Position& position) {
    return python_type("hakam._values", "Verdict")(
        by_value("Standing", laws::name(v.standing)),
        v.outcome ? enum_object(*v.outcome) : nb::none(),
        v.reason == laws::Reason::none ? nb::none() : nb::cast(laws::name(v.reason)),
        articles_tuple(v.citations), evidence_object(v.evidence, position), enum_object(v.to_move),
        v.side ? enum_object(*v.side) : nb::none(), penalty_object(v.penalty),
        v.certainty == Decision::yes);
}

laws::Evidence evidence_from(nb::handle o) {
    laws::Evidence e;
    e.halfmove_clock = HalfmoveClock{nb::cast<std::uint32_t>(o.attr("halfmove_clock"))};
    for (const nb::handle ply : nb::iter(o.attr("plies"))) e.plies.push_back(nb::cast<std::size_t>(ply));
    for (const nb::handle other : nb::iter(o.attr("look_alikes")))
        e.look_alikes.push_back({nb::cast<std::size_t>(other.attr("ply")),
                                 named(nb::cast<std::string>(other.attr("why")),
                                       laws::Difference::men, "difference")});
    for (const nb::handle proof : nb::iter(o.attr("proofs")))
        e.proofs.push_back({nb::cast<Color>(proof.attr("side")), winnable_from(proof)});
    return e;
}

/// The verdict again, for the words about it.
laws::Verdict verdict_from(nb::handle o) {
    laws::Verdict v;
    v.standing = named(nb::cast<std::string>(o.attr("standing").attr("value")),
                       laws::Standing::over, "standing");
    v.outcome = nb::cast<std::optional<Outcome>>(o.attr("outcome"));
    if (!o.attr("reason").is_none()) {
        const auto reason = laws::reason_from(nb::cast<std::string>(o.attr("reason")));
        if (!reason) throw nb::value_error("no such reason");
        v.reason = *reason;
    }
    for (const nb::handle article : nb::iter(o.attr("articles")))
        if (const auto found = laws::find(nb::cast<std::string>(article.attr("id"))))
            if (v.citations.size() < 6) v.citations.push_back(laws::Citation{found->key});
    v.evidence = evidence_from(o.attr("evidence"));
    v.to_move = nb::cast<Color>(o.attr("to_move"));
    v.side = nb::cast<std::optional<Color>>(o.attr("side"));
    const nb::object penalty = o.attr("penalty");
    if (!penalty.is_none())
        v.penalty = laws::TimePenalty{
            nb::cast<Color>(penalty.attr("to")),
            std::chrono::milliseconds{nb::cast<std::int64_t>(penalty.attr("milliseconds"))}};
    v.certainty = nb::cast<bool>(o.attr("certain")) ? Decision::yes : Decision::unknown;
    return v;
}

laws::Incident incident_of(nb::handle o) {
    const auto is = [&](const char* name) {
        return nb::isinstance(o, python_type("hakam._values", name));
    };
    const auto side = [&] { return nb::cast<Color>(o.attr("side")); };
    if (is("FlagFall")) return laws::FlagFall{side()};
    if (is("Resignation")) return laws::Resignation{side()};
    if (is("IllegalAct")) {
        const int count = nb::cast<int>(o.attr("count"));
        if (count < 1) throw nb::value_error("count: expected a number from 1");
        return laws::IllegalAct{side(), count};
    }
    if (is("Agreement")) return laws::Agreement{};
    if (is("Disconnection")) return laws::Disconnection{side()};
    throw nb::type_error(
        "expected FlagFall, Resignation, IllegalAct, Agreement or Disconnection");
}

laws::LawBook book_named(std::string_view name) {
    const auto taken = [&](auto found) -> laws::LawBook {
        if (found) return *std::move(found);
        if constexpr (requires { found.error(); })
            raise(found.error());
        else
            throw nb::value_error(("no book of laws is called '" + std::string{name} + "'").c_str());
    };
    return taken(laws::law_book(name));
}

laws::DeadTest dead_test(std::string_view name) {
    if (name == "screened") return laws::DeadTest::screened;
    if (name == "exact") return laws::DeadTest::exact;
    if (name == "skip") return laws::DeadTest::skip;
    throw nb::value_error("dead_test: expected 'screened', 'exact' or 'skip'");
}

struct Limits {
    std::uint64_t nodes;
    std::optional<double> seconds;
    Budget budget() const { return budget_of(nodes, seconds, 0); }
};

nb::object claim_object(const laws::Claim& claim, const Position& position, laws::Language language) {
    std::string move;
    if (claim.intended) move = san::format(*claim.intended, position);
    return python_type("hakam._values", "Claim")(
        by_value("ClaimKind", laws::name(claim.kind)),
        claim.intended ? move_object(*claim.intended) : nb::none(), claim.correct, claim.game_over,
        claim.available, claim.count, articles_tuple(claim.citations),
        penalty_object(claim.penalty), evidence_object(claim.evidence, position),
        enum_object(position.turn()), laws::sentence(claim, position.turn(), language, move));
}

nb::object claim(const laws::LawBook& book, nb::handle what, nb::handle kind, nb::handle move,
                 std::uint64_t nodes, std::optional<double> seconds, std::string_view lang) {
    const GameValue value = game_of(what);
    std::string word = PyUnicode_Check(kind.ptr()) ? nb::cast<std::string>(kind)
                                                   : nb::cast<std::string>(kind.attr("value"));
    if (word == "threefold") word = "threefold-repetition";
    if (word == "fifty") word = "fifty-moves";
    laws::ClaimKind claimed{};
    if (word == laws::name(laws::ClaimKind::threefold))
        claimed = laws::ClaimKind::threefold;
    else if (word == laws::name(laws::ClaimKind::fifty))
        claimed = laws::ClaimKind::fifty;
    else
        throw nb::value_error("expected 'threefold-repetition' or 'fifty-moves'");
    const Budget budget = Limits{nodes, seconds}.budget();
    const Position position =
        value.prefix([&](const Game& game) { return game.position(value.plies()); });
    std::optional<Move> intended;
    if (!move.is_none()) intended = legal_move_of(move, position);
    const laws::Claim answer = value.without_gil(
        [&](const Game& game) { return book.claim(game, claimed, intended, budget); });
    raise_pending();
    return claim_object(answer, position, language_of(lang));
}

}  // namespace

void bind_laws(nb::module_& m) {
    nb::class_<laws::LawBook>(m, "Book", nb::is_final(),
                              "A book of laws: three questions about a game, answered with articles.")
        .def("__init__",
             [](laws::LawBook* self, std::string_view name) {
                 new (self) laws::LawBook{book_named(name)};
             },
             "name"_a = "fide-standard")
        .def_prop_ro("name", [](const laws::LawBook& b) { return std::string{b.rules().name}; })
        .def_prop_ro("title", [](const laws::LawBook& b) { return std::string{b.rules().title}; })
        .def("judge",
             [](const laws::LawBook& book, nb::handle what, std::uint64_t nodes,
                std::optional<double> seconds, std::string_view test) {
                 const GameValue value = game_of(what);
                 const laws::DeadTest how = dead_test(test);
                 const Budget budget = Limits{nodes, seconds}.budget();
                 const auto [verdict, position] = value.without_gil([&](const Game& game) {
                     return std::pair{book.judge(game, budget, how), game.current()};
                 });
                 raise_pending();
                 return verdict_object(verdict, position);
             },
             "game"_a, nb::kw_only(), "nodes"_a = 5'000'000, "seconds"_a = nb::none(),
             "dead_test"_a = "screened",
             nb::sig("def judge(self, game: Game | Position, *, nodes: int = 5000000, seconds: float | "
                     "None = None, dead_test: str = 'screened') -> hakam._values.Verdict"),
             "Is the game over by itself, and may a draw be claimed on the position?")
        .def("first_end",
             [](const laws::LawBook& book, nb::handle what, std::uint64_t nodes,
                std::optional<double> seconds, std::string_view test) -> nb::object {
                 const GameValue value = game_of(what);
                 const laws::DeadTest how = dead_test(test);
                 const Budget budget = Limits{nodes, seconds}.budget();
                 const auto end = value.without_gil(
                     [&](const Game& game) { return book.first_end(game, budget, how); });
                 raise_pending();
                 if (!end) return nb::none();
                 const Position position =
                     value.prefix([&](const Game& game) { return game.position(end->ply); });
                 return python_type("hakam._values", "End")(end->ply,
                                                            verdict_object(end->verdict, position));
             },
             "game"_a, nb::kw_only(), "nodes"_a = 5'000'000, "seconds"_a = nb::none(),
             "dead_test"_a = "screened",
             nb::sig("def first_end(self, game: Game | Position, *, nodes: int = 5000000, seconds: float "
                     "| None = None, dead_test: str = 'screened') -> hakam._values.End | None"),
             "Where the game was over by itself first, if it ever was.")
        .def("rule",
             [](const laws::LawBook& book, nb::handle what, nb::handle incident, std::uint64_t nodes,
                std::optional<double> seconds) {
                 const GameValue value = game_of(what);
                 const laws::Incident happened = incident_of(incident);
                 const Budget budget = Limits{nodes, seconds}.budget();
                 const auto [verdict, position] = value.without_gil([&](const Game& game) {
                     return std::pair{book.rule(game, happened, budget), game.current()};
                 });
                 raise_pending();
                 return verdict_object(verdict, position);
             },
             "game"_a, "incident"_a, nb::kw_only(), "nodes"_a = 5'000'000, "seconds"_a = nb::none(),
             nb::sig("def rule(self, game: Game | Position, incident: hakam._values.Incident, *, nodes: "
                     "int = 5000000, seconds: float | None = None) -> hakam._values.Verdict"),
             "What an incident does to the game; if it was over already, how it ended.")
        .def("claim", claim, "game"_a, "kind"_a, "move"_a = nb::none(), nb::kw_only(),
             "nodes"_a = 5'000'000, "seconds"_a = nb::none(), "lang"_a = "en",
             nb::sig("def claim(self, game: Game | Position, kind: hakam._enums.ClaimKind | str, move: "
                     "Move | str | None = None, *, nodes: int = 5000000, seconds: float | None = None, "
                     "lang: str = 'en') -> hakam._values.Claim"),
             "Is a claim of the player to move correct, on the position or with a written move?")
        .def("claims",
             [](const laws::LawBook& book, nb::handle what, nb::handle move, std::string_view lang) {
                 const GameValue value = game_of(what);
                 const Position position =
                     value.prefix([&](const Game& game) { return game.position(value.plies()); });
                 std::optional<Move> intended;
                 if (!move.is_none()) intended = legal_move_of(move, position);
                 const auto all = value.without_gil(
                     [&](const Game& game) { return book.claims(game, intended); });
                 nb::list made;
                 for (const laws::Claim& one : all)
                     made.append(claim_object(one, position, language_of(lang)));
                 return nb::tuple(made);
             },
             "game"_a, "move"_a = nb::none(), nb::kw_only(), "lang"_a = "en",
             nb::sig("def claims(self, game: Game | Position, move: Move | str | None = None, *, lang: str "
                     "= 'en') -> tuple[hakam._values.Claim, ...]"),
             "All correct claims on the position, or with the written move.")
        .def("__repr__",
             [](const laws::LawBook& b) { return "Book('" + std::string{b.rules().name} + "')"; })
        .def("__eq__",
             [](const laws::LawBook& a, nb::handle b) -> nb::object {
                 laws::LawBook* other = nullptr;
                 if (!nb::try_cast(b, other, false)) return nb::borrow(Py_NotImplemented);
                 return nb::bool_(a.rules().name == other->rules().name);
             },
             nb::arg("other").none(), nb::sig("def __eq__(self, other: object) -> bool"))
        .def("__hash__", [](const laws::LawBook& b) { return nb::hash(nb::cast(b.rules().name)); })
        .def("__reduce__", [](nb::handle self) {
            return nb::make_tuple(
                self.type(),
                nb::make_tuple(std::string{nb::cast<laws::LawBook&>(self).rules().name}));
        });
    m.def("book_names", [] {
        nb::list names;
        for (const laws::BookInfo& info : laws::books()) names.append(nb::cast(info.name));
        return nb::tuple(names);
    }, nb::sig("def book_names() -> tuple[str, ...]"));
    m.def("articles", [] {
        nb::list made;
        for (const laws::Article& a : laws::articles()) made.append(article_object(a));
        return nb::tuple(made);
    }, nb::sig("def articles() -> tuple[hakam._values.Article, ...]"));
    m.def("find_article", [](std::string_view text) -> nb::object {
        const auto found = laws::find(text);
        return found ? article_object(*found) : nb::none();
    }, "text"_a, nb::sig("def find_article(text: str) -> hakam._values.Article | None"),
          "By number ('5.2.2'), id ('FIDE 5.2.2') or name ('stalemate').");
    m.def("verdict_text", [](nb::handle v, std::string_view lang) {
        return laws::sentence(verdict_from(v), language_of(lang));
    }, "verdict"_a, "lang"_a = "en",
          nb::sig("def verdict_text(verdict: hakam._values.Verdict, lang: str = 'en') -> str"));
    m.def("citation_text", [](nb::handle v, std::string_view lang) {
        return laws::cite(verdict_from(v).citations, language_of(lang));
    }, "verdict"_a, "lang"_a = "en",
          nb::sig("def citation_text(verdict: hakam._values.Verdict, lang: str = 'en') -> str"));
    m.def("evidence_text", [](nb::handle v, std::string_view lang) {
        return laws::evidence(verdict_from(v).evidence, language_of(lang));
    }, "verdict"_a, "lang"_a = "en",
          nb::sig("def evidence_text(verdict: hakam._values.Verdict, lang: str = 'en') -> list[str]"));
}

}  // namespace hakam::python
