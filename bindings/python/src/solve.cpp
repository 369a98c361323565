// Who can still mate, with proofs.

#include <cstring>

#include "hakam/laws/describe.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/solve/dead_position.hpp"
#include "solve_value.hpp"

namespace hakam::python {

namespace {

bool operator==(const Argument& a, const Argument& b) {
    return a.kind == b.kind && a.lemma == b.lemma && a.regions == b.regions &&
           a.positions == b.positions && a.fingerprint == b.fingerprint &&
           a.left_out == b.left_out && a.follows_pawns == b.follows_pawns;
}

/// An argument as bytes, for pickles: numbers of eight bytes, little endian.
class Writer {
public:
    void put(std::uint64_t v) {
        for (int i = 0; i < 8; ++i) bytes_ += static_cast<char>(v >> (8 * i) & 0xFF);
    }
    void put(const RegionCertificate& c) {
        for (const std::uint64_t plane : c.position.planes) put(plane);
        put(static_cast<std::uint64_t>(index(c.position.turn)));
        put(c.layers.size());
        for (const RegionLayer& layer : c.layers) {
            put(layer.men.size());
            for (const ManRegion& man : layer.men) {
                put(static_cast<std::uint64_t>(index(man.home)) |
                    static_cast<std::uint64_t>(index(man.piece.color)) << 8 |
                    static_cast<std::uint64_t>(index(man.piece.type)) << 16 |
                    static_cast<std::uint64_t>(man.promoted) << 24 |
                    static_cast<std::uint64_t>(man.may_fall) << 32);
                put(man.squares.bits());
                put(man.born.bits());
            }
            put(layer.king_pairs.size());
            for (const Bitboard b : layer.king_pairs) put(b.bits());
        }
    }
    std::string done() { return std::move(bytes_); }

private:
    std::string bytes_;
};

class Reader {
public:
    explicit Reader(std::string_view bytes) : bytes_{bytes} {}
    std::uint64_t take() {
        if (bytes_.size() < 8) throw nb::value_error("the bytes of an argument end too early");
        std::uint64_t v = 0;
        for (int i = 7; i >= 0; --i) v = v << 8 | static_cast<unsigned char>(bytes_[static_cast<std::size_t>(i)]);
        bytes_.remove_prefix(8);
        return v;
    }
    std::uint64_t below(std::uint64_t limit) {
        const std::uint64_t v = take();
        if (v >= limit) throw nb::value_error("the bytes of an argument are damaged");
        return v;
    }
    /// How many things of at least `each` bytes follow.
    std::size_t size(std::size_t each) { return static_cast<std::size_t>(below(bytes_.size() / each + 1)); }
    RegionCertificate certificate() {
        RegionCertificate c;
        for (std::uint64_t& plane : c.position.planes) plane = take();
        c.position.turn = static_cast<Color>(below(2));
        c.layers.resize(size(16));
        for (RegionLayer& layer : c.layers) {
            layer.men.resize(size(24));
            for (ManRegion& man : layer.men) {
                const std::uint64_t v = take();
                const auto type = static_cast<int>(v >> 16 & 0xFF);
                if ((v & 0xFF) > 63 || (v >> 8 & 0xFF) > 1 || type < 1 || type > 7 || type == 6 ||
                    (v >> 24 & 0xFF) > 1 || v >> 32 > 1)
                    throw nb::value_error("the bytes of an argument are damaged");
                man.home = square(static_cast<int>(v & 0xFF));
                man.piece = {static_cast<Color>(v >> 8 & 1), static_cast<PieceType>(type)};
                man.promoted = (v >> 24 & 1) != 0;
                man.may_fall = v >> 32 != 0;
                man.squares = Bitboard{take()};
                man.born = Bitboard{take()};
            }
            const std::size_t pairs = size(8);
            if (pairs != 0 && pairs != 128)
                throw nb::value_error("the bytes of an argument are damaged");
            for (std::size_t i = 0; i < pairs; ++i) layer.king_pairs.push_back(Bitboard{take()});
        }
        return c;
    }
    bool at_end() const { return bytes_.empty(); }

private:
    std::string_view bytes_;
};

std::string bytes_of(const Argument& a) {
    Writer out;
    out.put(static_cast<std::uint64_t>(a.kind));
    out.put(static_cast<std::uint64_t>(a.lemma));
    out.put(a.positions);
    out.put(a.fingerprint);
    out.put(a.left_out.bits());
    out.put(a.follows_pawns ? 1 : 0);
    out.put(a.regions.size());
    for (const RegionCertificate& c : a.regions) out.put(c);
    return out.done();
}

Argument argument_from(std::string_view bytes) {
    Reader in{bytes};
    Argument a;
    a.kind = static_cast<ArgumentKind>(in.below(6));
    a.lemma = static_cast<MaterialLemma>(in.below(4));
    a.positions = in.take();
    a.fingerprint = in.take();
    a.left_out = Bitboard{in.take()};
    a.follows_pawns = in.below(2) != 0;
    const std::size_t n = in.size(48);
    for (std::size_t i = 0; i < n; ++i) a.regions.push_back(in.certificate());
    if (!in.at_end()) throw nb::value_error("the bytes of an argument are damaged");
    return a;
}

Decision dead(const Position& p, std::uint64_t nodes, std::optional<double> seconds,
              std::uint64_t memory) {
    const Budget budget = budget_of(nodes, seconds, memory);
    Decision decision{};
    {
        const nb::gil_scoped_release unlocked;
        decision = is_dead(p, budget);
    }
    raise_pending();
    return decision;
}

nb::object search(const Position& p, Color side, std::uint64_t nodes, std::optional<double> seconds,
                  std::uint64_t memory, bool shortest) {
    const Budget budget = budget_of(nodes, seconds, memory);
    Winnable answer;
    {
        const nb::gil_scoped_release unlocked;
        answer = shortest ? shortest_mate(p, side, budget) : winnable(p, side, budget);
    }
    raise_pending();
    return winnable_object(p, side, answer);
}

}  // namespace

nb::object winnable_object(const Position& position, Color side, const Winnable& answer) {
    return python_type("hakam._values", "Winnable")(
        position_object(position), enum_object(side), enum_object(answer.decision),
        moves_tuple(answer.line),
        answer.argument.kind == ArgumentKind::none ? nb::none() : nb::cast(answer.argument),
        answer.nodes, answer.tried);
}

Winnable winnable_from(nb::handle object) {
    Winnable answer;
    answer.decision = nb::cast<Decision>(object.attr("decision"));
    for (const nb::handle move : nb::iter(object.attr("line")))
        answer.line.push_back(nb::cast<Move>(move));
    const nb::object argument = object.attr("argument");
    if (!argument.is_none()) answer.argument = nb::cast<Argument>(argument);
    answer.nodes = nb::cast<std::uint64_t>(object.attr("nodes"));
    answer.tried = nb::cast<std::string>(object.attr("tried"));
    return answer;
}

void bind_solve(nb::module_& m) {
    nb::class_<Argument>(m, "Argument", nb::is_final(),
                         "Why a side can never mate; the certificates that it rests on are inside.")
        .def("__init__",
             [](Argument* self, nb::bytes bytes) {
                 new (self) Argument{argument_from(bytes_view(bytes))};
             },
             "data"_a, "From bytes(argument). Nothing in it is believed: Winnable.verify checks it.")
        .def_prop_ro("kind",
                     [](const Argument& a) {
                         return python_type("hakam._enums", "ArgumentKind")(nb::cast(name(a.kind)));
                     },
                     nb::sig("def kind(self) -> hakam._enums.ArgumentKind"))
        .def_prop_ro("lemma",
                     [](const Argument& a) -> std::optional<std::string> {
                         if (a.lemma == MaterialLemma::none) return std::nullopt;
                         return std::string{name(a.lemma)};
                     })
        .def_prop_ro("positions", [](const Argument& a) { return a.positions; },
                     "How many positions a closed set has.")
        .def_prop_ro("fingerprint", [](const Argument& a) { return a.fingerprint; })
        .def_prop_ro("certificates", [](const Argument& a) { return a.regions.size(); },
                     "How many static certificates it rests on.")
        .def("__bytes__", [](const Argument& a) { return to_bytes(bytes_of(a)); })
        .def("__str__", [](const Argument& a) { return describe(a); })
        .def("__repr__",
             [](const Argument& a) {
                 return "Argument(" + std::string{nb::repr(to_bytes(bytes_of(a))).c_str()} + ")";
             })
        .def("__eq__",
             [](const Argument& a, nb::handle b) -> nb::object {
                 Argument* other = nullptr;
                 if (!nb::try_cast(b, other, false)) return nb::borrow(Py_NotImplemented);
                 return nb::bool_(a == *other);
             },
             nb::arg("other").none(), nb::sig("def __eq__(self, other: object) -> bool"))
        .def("__hash__",
             [](const Argument& a) {
                 return static_cast<std::int64_t>((a.fingerprint + a.positions + a.regions.size() * 31 +
                                                   static_cast<std::uint64_t>(a.kind)) >> 2);
             })
        .def("__reduce__", [](nb::handle self) {
            return nb::make_tuple(self.type(),
                                  nb::make_tuple(to_bytes(bytes_of(nb::cast<Argument&>(self)))));
        });

    const nb::object position = m.attr("Position");
    nb::cpp_function_def(
        search, nb::scope(position), nb::name("winnable"), nb::is_method(), "side"_a, nb::kw_only(),
        "nodes"_a = 5'000'000, "seconds"_a = nb::none(), "memory_mib"_a = 0, "shortest"_a = false,
        nb::sig("def winnable(self, side: hakam._enums.Color, *, nodes: int = 5000000, seconds: float "
                "| None = None, memory_mib: int = 0, shortest: bool = False) -> "
                "hakam._values.Winnable"),
        "Can the side still mate by any series of legal moves (Laws 5.1.2, 5.2.2, 6.9)? With the "
        "proof. `nodes` 0: no limit. `shortest` asks for a line of fewest moves.");
    nb::cpp_function_def(
        dead, nb::scope(position), nb::name("is_dead"), nb::is_method(), nb::kw_only(),
        "nodes"_a = 5'000'000, "seconds"_a = nb::none(), "memory_mib"_a = 0,
        nb::sig("def is_dead(self, *, nodes: int = 5000000, seconds: float | None = None, "
                "memory_mib: int = 0) -> hakam._enums.Decision"),
        "Whether neither side can mate by any series of legal moves (Law 5.2.2).");
    nb::cpp_function_def(
        [](const Position& p, Color side) { return certainly_unwinnable(p, side); },
        nb::scope(position), nb::name("certainly_unwinnable"), nb::is_method(), "side"_a,
        "The cheap filter: True proves that the side can never mate, False says nothing.");
    m.def("verify", [](const Position& p, Color side, Decision decision, nb::tuple line,
                       nb::handle argument, std::uint64_t nodes, std::optional<double> seconds) {
        Winnable answer;
        answer.decision = decision;
        for (const nb::handle move : line) answer.line.push_back(nb::cast<Move>(move));
        if (!argument.is_none()) answer.argument = nb::cast<Argument>(argument);
        const Budget budget = budget_of(nodes, seconds, 0);
        Decision holds{};
        {
            const nb::gil_scoped_release unlocked;
            holds = verify(p, side, answer, budget);
        }
        raise_pending();
        return holds;
    }, "position"_a, "side"_a, "decision"_a, "line"_a, nb::arg("argument").none(), nb::kw_only(), "nodes"_a = 0,
          "seconds"_a = nb::none(),
          nb::sig("def verify(position: Position, side: hakam._enums.Color, decision: "
                  "hakam._enums.Decision, line: tuple[Move, ...], argument: Argument | None, *, nodes: "
                  "int = 0, seconds: float | None = None) -> hakam._enums.Decision"));
    m.def("winnable_text", [](nb::handle value, std::string_view lang) {
        const auto language = laws::language(lang);
        if (!language) throw nb::value_error("no sentences in that language");
        const Winnable answer = winnable_from(value);
        Position p = nb::cast<Position>(value.attr("position"));
        std::string line;
        for (const Move move : answer.line) {
            if (!p.is_legal(move)) break;
            line += (line.empty() ? "" : " ") + san::format(move, p);
            p = p.after(move);
        }
        return laws::sentence(answer, nb::cast<Color>(value.attr("side")), *language, line);
    }, "winnable"_a, "lang"_a = "en",
          nb::sig("def winnable_text(winnable: hakam._values.Winnable, lang: str = 'en') -> str"));
}

}  // namespace hakam::python
