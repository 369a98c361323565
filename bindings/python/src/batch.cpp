// Many positions at once.

#include <nanobind/ndarray.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <thread>

#include "arrow.hpp"
#include "hakam/game/game.hpp"
#include "hakam/laws/law_book.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/solve/winnable.hpp"
#include "policy.hpp"
#include "position_bytes.hpp"

namespace hakam::python {

namespace {

/// Positions side by side; one that could not be read is null.
struct Positions {
    std::vector<Position> list;
    std::vector<std::uint8_t> valid;  // empty: all are

    bool has(std::size_t i) const { return valid.empty() || valid[i] != 0; }
    std::size_t nulls() const {
        return valid.empty() ? 0 : static_cast<std::size_t>(std::count(valid.begin(), valid.end(), 0));
    }
};

/// f(begin, end) on up to `threads` threads (0: as many as there are cores). Pre: the GIL is not held.
void in_parallel(std::size_t n, unsigned threads, const std::function<void(std::size_t, std::size_t)>& f) {
    if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
    constexpr std::size_t step = 4096;
    threads = static_cast<unsigned>(std::min<std::size_t>(threads, (n + step - 1) / step));
    if (threads <= 1) return f(0, n);
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next.fetch_add(step); i < n; i = next.fetch_add(step))
            f(i, std::min(n, i + step));
    };
    std::vector<std::thread> others;
    for (unsigned t = 1; t < threads; ++t) others.emplace_back(work);
    work();
    for (std::thread& t : others) t.join();
}

/// Texts one after the other, so that they can be read without Python.
struct Texts {
    std::vector<std::string> owned;
    std::vector<std::string_view> views;
    std::vector<std::uint8_t> is_null;
};

enum class OnError { raise, null };
OnError on_error(std::string_view word) {
    if (word == "raise") return OnError::raise;
    if (word == "null") return OnError::null;
    throw nb::value_error("errors: expected 'raise' or 'null'");
}

Positions read_all(const Texts& texts, OnError errors, bool strict, unsigned threads) {
    const std::size_t n = texts.views.size();
    Positions made;
    made.list.resize(n);
    std::vector<std::uint8_t> ok(n, 1);
    std::atomic<std::size_t> first_bad{SIZE_MAX};
    fen::Options options{.reading = reading_of(strict)};
    if (!strict) options.tolerated = Tolerance::unreachable();
    {
        const nb::gil_scoped_release unlocked;
        in_parallel(n, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                if (texts.is_null[i] == 0)
                    if (const auto position = fen::position(texts.views[i], options)) {
                        made.list[i] = *position;
                        continue;
                    }
                ok[i] = 0;
                std::size_t seen = first_bad.load();
                while (i < seen && !first_bad.compare_exchange_weak(seen, i)) {
                }
            }
        });
    }
    const std::size_t bad = first_bad;
    if (bad == SIZE_MAX) return made;
    if (errors == OnError::raise) {
        if (texts.is_null[bad] != 0)
            throw nb::value_error(("row " + std::to_string(bad) + " is null").c_str());
        const auto position = fen::position(texts.views[bad], options);
        Error error = position.error();
        error.where.line = static_cast<std::uint32_t>(bad + 1);  // rows count from 1, as lines do
        raise(error);
    }
    made.valid = std::move(ok);
    return made;
}

Texts texts_of(nb::handle source) {
    Texts texts;
    const auto add = [&](std::string_view text) {
        texts.views.push_back(text);
        texts.is_null.push_back(0);
    };
    if (PyBytes_Check(source.ptr())) {  // a FEN a line; the bytes live as long as the call
        std::string_view all = bytes_view(nb::borrow<nb::bytes>(source));
        while (!all.empty()) {
            const std::size_t end = std::min(all.find('\n'), all.size());
            std::string_view line = all.substr(0, end);
            if (line.ends_with('\r')) line.remove_suffix(1);
            add(line);
            all.remove_prefix(std::min(end + 1, all.size()));
        }
        return texts;
    }
    if (PyUnicode_Check(source.ptr()))
        throw nb::type_error("expected a sequence of FENs, bytes with one a line, or an Arrow column");
    if (nb::hasattr(source, "__arrow_c_array__") || nb::hasattr(source, "__arrow_c_stream__")) {
        // The texts are copied: a producer may free its batch when the next one is asked for.
        std::string pool;
        std::vector<std::size_t> ends;
        arrow::each_text(source, false, [&](std::optional<std::string_view> text) {
            texts.is_null.push_back(text ? 0 : 1);
            if (text) pool += *text;
            ends.push_back(pool.size());
        });
        texts.owned.push_back(std::move(pool));
        std::size_t begin = 0;
        for (const std::size_t end : ends) {
            texts.views.push_back(std::string_view{texts.owned[0]}.substr(begin, end - begin));
            begin = end;
        }
        return texts;
    }
    // The strings stay alive in the list.
    for (const nb::handle item : nb::iter(source)) {
        if (item.is_none()) {
            texts.views.emplace_back();
            texts.is_null.push_back(1);
            continue;
        }
        std::string_view view;
        if (!nb::try_cast(item, view)) throw nb::type_error("expected FENs as str");
        add(view);
    }
    return texts;
}

Positions from_fens(nb::handle source, std::string_view errors, bool strict, unsigned threads) {
    const OnError how = on_error(errors);
    // An iterator gives strings that nobody else keeps.
    nb::object kept = nb::borrow(source);
    if (!PyBytes_Check(source.ptr()) && !PyUnicode_Check(source.ptr()) &&
        !nb::hasattr(source, "__arrow_c_array__") && !nb::hasattr(source, "__arrow_c_stream__"))
        kept = nb::list(nb::borrow(source));
    return read_all(texts_of(kept), how, strict, threads);
}

Positions from_packed(nb::handle source, std::string_view errors, unsigned threads) {
    const OnError how = on_error(errors);
    std::string pool;
    std::vector<std::uint8_t> ok;
    if (nb::hasattr(source, "__arrow_c_array__") || nb::hasattr(source, "__arrow_c_stream__")) {
        arrow::each_text(source, true, [&](std::optional<std::string_view> bytes) {
            const bool fits = bytes && bytes->size() == position_bytes;
            ok.push_back(fits ? 1 : 0);
            if (fits)
                pool += *bytes;
            else
                pool.append(position_bytes, '\0');
        });
    } else {
        const nb::object as_bytes = PyBytes_Check(source.ptr())
                                        ? nb::borrow(source)
                                        : nb::module_::import_("builtins").attr("bytes")(source);
        pool = std::string{bytes_view(nb::borrow<nb::bytes>(as_bytes))};
        if (pool.size() % position_bytes != 0)
            throw nb::value_error("expected a whole number of positions of 40 bytes");
        ok.assign(pool.size() / position_bytes, 1);
    }
    Positions made;
    made.list.resize(ok.size());
    std::atomic<bool> all{true};
    {
        const nb::gil_scoped_release unlocked;
        in_parallel(ok.size(), threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                std::optional<Position> position;
                if (ok[i] != 0)
                    position = position_or_none(std::string_view{pool}.substr(i * position_bytes, position_bytes));
                ok[i] = position ? 1 : 0;
                if (position)
                    made.list[i] = *position;
                else
                    all = false;
            }
        });
    }
    if (all) return made;
    if (how == OnError::raise) {
        const auto bad = std::find(ok.begin(), ok.end(), 0) - ok.begin();
        throw nb::value_error(("no position has the bytes of row " + std::to_string(bad)).c_str());
    }
    made.valid = std::move(ok);
    return made;
}

enum class View { white, mover };
View view_of(std::string_view word) {
    if (word == "white") return View::white;
    if (word == "mover") return View::mover;
    throw nb::value_error("view: expected 'white' or 'mover'");
}

constexpr std::uint64_t flipped(std::uint64_t b) { return __builtin_bswap64(b); }

/// Twelve sets: pawns, knights, bishops, rooks, queens, kings of White or of the side to move, then
/// the same of the other side.
void planes_of(const Position& p, View view, std::uint64_t* to) {
    const bool turn_round = view == View::mover && p.turn() == Color::black;
    int i = 0;
    for (const Color side : {Color::white, Color::black})
        for (const PieceType type : piece_types) {
            const std::uint64_t b = p.men(turn_round ? ~side : side, type).bits();
            to[i++] = turn_round ? flipped(b) : b;
        }
}

template <class T>
void spread(std::uint64_t bits, T* to) {
    for (int s = 0; s < 64; ++s) to[s] = static_cast<T>(bits >> s & 1);
}

/// A buffer of ours, or the caller's.
template <class T>
nb::object buffer_of(nb::handle out, std::initializer_list<std::size_t> shape, T*& data) {
    std::size_t size = 1;
    for (const std::size_t n : shape) size *= n;
    if (!out.is_none()) {
        nb::ndarray<T, nb::c_contig, nb::device::cpu> given;
        if (!nb::try_cast(out, given, false))
            throw nb::type_error("out: expected a writable C-contiguous array of the right type");
        if (given.size() != size) throw nb::value_error("out: expected an array of the right size");
        data = given.data();
        return nb::borrow(out);
    }
    data = static_cast<T*>(std::malloc(std::max<std::size_t>(1, size * sizeof(T))));
    if (data == nullptr) throw std::bad_alloc{};
    const nb::capsule owner{data, [](void* p) noexcept { std::free(p); }};
    nb::ndarray<nb::memview, T> made{data, shape, owner};
    return nb::cast(std::move(made), nb::rv_policy::reference);
}

template <class T>
nb::object spread_planes(const Positions& b, View view, unsigned threads, nb::handle out) {
    T* data = nullptr;
    nb::object made = buffer_of<T>(out, {b.list.size(), 12, 8, 8}, data);
    const nb::gil_scoped_release unlocked;
    in_parallel(b.list.size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            std::uint64_t planes[12] = {};
            if (b.has(i)) planes_of(b.list[i], view, planes);
            for (std::size_t p = 0; p < 12; ++p) spread(planes[p], data + (i * 12 + p) * 64);
        }
    });
    return made;
}

nb::object planes(const Positions& b, std::string_view kind, std::string_view view_word,
                  unsigned threads, nb::handle out) {
    const View view = view_of(view_word);
    if (kind == "u8") return spread_planes<std::uint8_t>(b, view, threads, out);
    if (kind == "f32") return spread_planes<float>(b, view, threads, out);
    if (kind != "bits") throw nb::value_error("kind: expected 'bits', 'u8' or 'f32'");
    std::uint64_t* data = nullptr;
    nb::object made = buffer_of<std::uint64_t>(out, {b.list.size(), 12}, data);
    const nb::gil_scoped_release unlocked;
    in_parallel(b.list.size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (b.has(i))
                planes_of(b.list[i], view, data + i * 12);
            else
                std::fill_n(data + i * 12, 12, 0);
        }
    });
    return made;
}

nb::object mask(const Positions& b, std::string_view name, unsigned threads, nb::handle out) {
    const auto scheme = scheme_from(name);
    if (!scheme) throw nb::value_error("scheme: expected 'from-to', 'az73' or 'lc0-1858'");
    const auto size = static_cast<std::size_t>(scheme_size(*scheme));
    if (*scheme == Scheme::from_to) {
        std::uint64_t* data = nullptr;
        nb::object made = buffer_of<std::uint64_t>(out, {b.list.size(), 64}, data);
        const nb::gil_scoped_release unlocked;
        in_parallel(b.list.size(), threads, [&](std::size_t begin, std::size_t end) {
            std::fill(data + begin * 64, data + end * 64, 0);
            for (std::size_t i = begin; i < end; ++i) {
                if (!b.has(i)) continue;
                for (const Move m : b.list[i].legal_moves()) {
                    const int at = policy_index(m, b.list[i].turn(), Scheme::from_to);
                    data[i * 64 + static_cast<std::size_t>(at >> 6)] |= std::uint64_t{1} << (at & 63);
                }
            }
        });
        return made;
    }
    std::uint8_t* data = nullptr;
    nb::object made = buffer_of<std::uint8_t>(out, {b.list.size(), size}, data);
    const nb::gil_scoped_release unlocked;
    in_parallel(b.list.size(), threads, [&](std::size_t begin, std::size_t end) {
        std::fill(data + begin * size, data + end * size, std::uint8_t{0});
        for (std::size_t i = begin; i < end; ++i) {
            if (!b.has(i)) continue;
            for (const Move m : b.list[i].legal_moves())
                data[i * size + static_cast<std::size_t>(policy_index(m, b.list[i].turn(), *scheme))] = 1;
        }
    });
    return made;
}

std::shared_ptr<const void> validity(const Positions& b) {
    if (b.valid.empty()) return nullptr;
    std::vector<std::uint8_t> bits((b.list.size() + 7) / 8);
    for (std::size_t i = 0; i < b.list.size(); ++i)
        if (b.has(i)) bits[i / 8] = static_cast<std::uint8_t>(bits[i / 8] | 1U << i % 8);
    return arrow::buffer(std::move(bits));
}

arrow::Column moves_column(const Positions& b, unsigned threads) {
    const std::size_t n = b.list.size();
    std::vector<std::int64_t> offsets(n + 1);
    std::vector<std::uint32_t> codes;
    const nb::gil_scoped_release unlocked;
    in_parallel(n, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            offsets[i + 1] = b.has(i) ? b.list[i].legal_move_count() : 0;
    });
    for (std::size_t i = 0; i < n; ++i) offsets[i + 1] += offsets[i];
    codes.resize(static_cast<std::size_t>(offsets[n]));
    in_parallel(n, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (!b.has(i)) continue;
            const MoveList moves = b.list[i].legal_moves();
            std::memcpy(codes.data() + offsets[i], &*moves.begin(), moves.size() * sizeof(Move));
        }
    });
    arrow::Column c{"moves", "+L", static_cast<std::int64_t>(n),
                    static_cast<std::int64_t>(b.nulls()), {}, {}};
    c.children.push_back(arrow::numbers("item", "I", std::move(codes)));
    c.buffers = {validity(b), arrow::buffer(std::move(offsets))};
    return c;
}

/// Names of standings and reasons as a column, null where there is none.
arrow::Column verdicts(const Positions& b, const laws::LawBook& book, std::uint64_t nodes, unsigned threads) {
    const std::size_t n = b.list.size();
    std::vector<std::uint8_t> standings(n);
    std::vector<std::uint8_t> reasons(n);
    std::vector<std::uint8_t> certain(n);
    Budget budget;
    if (nodes != 0) budget.nodes = nodes;
    {
        const nb::gil_scoped_release unlocked;
        in_parallel(n, threads, [&](std::size_t begin, std::size_t end) {
            Game game;
            for (std::size_t i = begin; i < end; ++i) {
                if (!b.has(i)) continue;
                game.restart(b.list[i]);
                const laws::Verdict v = book.judge(game, budget);
                standings[i] = static_cast<std::uint8_t>(v.standing);
                reasons[i] = static_cast<std::uint8_t>(v.reason);
                certain[i] = v.certainty == Decision::yes;
            }
        });
    }
    arrow::TextBuilder standing;
    arrow::TextBuilder reason;
    std::vector<std::uint8_t> bits((n + 7) / 8);
    for (std::size_t i = 0; i < n; ++i) {
        if (!b.has(i)) {
            standing.add_null();
            reason.add_null();
            continue;
        }
        standing.add(laws::name(static_cast<laws::Standing>(standings[i])));
        if (static_cast<laws::Reason>(reasons[i]) == laws::Reason::none)
            reason.add_null();
        else
            reason.add(laws::name(static_cast<laws::Reason>(reasons[i])));
        if (certain[i] != 0) bits[i / 8] = static_cast<std::uint8_t>(bits[i / 8] | 1U << i % 8);
    }
    arrow::Column table{"", "+s", static_cast<std::int64_t>(n), 0, {nullptr}, {}};
    table.children.push_back(standing.finish("standing"));
    table.children.push_back(reason.finish("reason"));
    arrow::Column c{"certain", "b", static_cast<std::int64_t>(n), 0, {}, {}};
    c.buffers = {validity(b), arrow::buffer(std::move(bits))};
    c.nulls = static_cast<std::int64_t>(b.nulls());
    table.children.push_back(std::move(c));
    return table;
}

}  // namespace

void bind_batch(nb::module_& m) {
    nb::class_<Positions>(m, "Positions", nb::is_final(),
                          "Many positions at once: read from FENs, packed bytes or Arrow columns, and "
                          "turned into planes, masks, keys and verdicts without a Python object each.")
        .def("__init__",
             [](Positions* self, nb::handle positions) {
                 new (self) Positions{};
                 for (const nb::handle item : nb::iter(positions))
                     self->list.push_back(nb::cast<Position&>(item));
             },
             "positions"_a,
             nb::sig("def __init__(self, positions: collections.abc.Iterable[Position]) -> None"))
        .def_static("from_fens", from_fens, "source"_a, nb::kw_only(), "errors"_a = "raise",
                    "strict"_a = false, "threads"_a = 1,
                    nb::sig("def from_fens(source: object, *, errors: str = 'raise', strict: bool = "
                            "False, threads: int = 1) -> Positions"),
                    "From an iterable of str, bytes with a FEN a line, or an Arrow column. errors='null' "
                    "keeps a null for what cannot be read. threads=0: one for each core.")
        .def_static("from_packed", from_packed, "source"_a, nb::kw_only(), "errors"_a = "raise",
                    "threads"_a = 1,
                    nb::sig("def from_packed(source: object, *, errors: str = 'raise', threads: int = 1) -> "
                            "Positions"),
                    "From the bytes of `packed()`, or an Arrow column of binary values of 40 bytes.")
        .def("__len__", [](const Positions& b) { return b.list.size(); })
        .def("__getitem__",
             [](const Positions& b, Py_ssize_t i) -> nb::object {
                 const auto n = static_cast<Py_ssize_t>(b.list.size());
                 if (i < 0) i += n;
                 if (i < 0 || i >= n) throw nb::index_error("row out of range");
                 const auto at = static_cast<std::size_t>(i);
                 return b.has(at) ? position_object(b.list[at]) : nb::none();
             },
             "row"_a, nb::sig("def __getitem__(self, row: int) -> Position | None"))
        .def_prop_ro("null_count", &Positions::nulls)
        .def("fens",
             [](const Positions& b) {
                 arrow::TextBuilder text;
                 const nb::gil_scoped_release unlocked;
                 for (std::size_t i = 0; i < b.list.size(); ++i) {
                     if (b.has(i))
                         text.add(fen::format(b.list[i]));
                     else
                         text.add_null();
                 }
                 return text.finish("fen");
             },
             "As an Arrow column of text.")
        .def("packed",
             [](const Positions& b) {
                 std::string bytes(b.list.size() * position_bytes, '\0');
                 for (std::size_t i = 0; i < b.list.size(); ++i)
                     if (b.has(i)) put_bytes(b.list[i], bytes.data() + i * position_bytes);
                 return to_bytes(bytes);
             },
             "40 bytes a position; zeros for a null.")
        .def("keys",
             [](const Positions& b) {
                 std::uint64_t* data = nullptr;
                 nb::object made = buffer_of<std::uint64_t>(nb::none(), {b.list.size()}, data);
                 for (std::size_t i = 0; i < b.list.size(); ++i)
                     data[i] = b.has(i) ? static_cast<std::uint64_t>(b.list[i].key()) : 0;
                 return made;
             },
             nb::sig("def keys(self) -> memoryview"), "Zobrist keys, 64 bits each; 0 for a null.")
        .def("move_counts",
             [](const Positions& b, unsigned threads) {
                 std::uint16_t* data = nullptr;
                 nb::object made = buffer_of<std::uint16_t>(nb::none(), {b.list.size()}, data);
                 const nb::gil_scoped_release unlocked;
                 in_parallel(b.list.size(), threads, [&](std::size_t begin, std::size_t end) {
                     for (std::size_t i = begin; i < end; ++i)
                         data[i] = b.has(i) ? static_cast<std::uint16_t>(b.list[i].legal_move_count()) : std::uint16_t{0};
                 });
                 return made;
             },
             nb::kw_only(), "threads"_a = 1,
             nb::sig("def move_counts(self, *, threads: int = 1) -> memoryview"))
        .def("planes", planes, "kind"_a = "bits", nb::kw_only(), "view"_a = "white",
             "threads"_a = 1, "out"_a = nb::none(),
             nb::sig("def planes(self, kind: str = 'bits', *, view: str = 'white', threads: int = 1, out: "
                     "object | None = None) -> memoryview"),
             "Twelve planes a position: pawns, knights, bishops, rooks, queens, kings, first of White "
             "(view='white') or of the side to move ('mover', the board then mirrored for Black). "
             "'bits': (n, 12) of uint64; 'u8' and 'f32': (n, 12, 8, 8), first rank first. `out` is "
             "filled and returned, if given.")
        .def("mask", mask, "scheme"_a = "from-to", nb::kw_only(), "threads"_a = 1,
             "out"_a = nb::none(),
             nb::sig("def mask(self, scheme: str = 'from-to', *, threads: int = 1, out: object | None = "
                     "None) -> memoryview"),
             "The legal moves, seen from the side to move: 'from-to' is (n, 64) of uint64, the targets of "
             "each square; 'az73' is (n, 4672) and 'lc0-1858' is (n, 1858) of uint8.")
        .def("moves", moves_column, nb::kw_only(), "threads"_a = 1,
             "The codes of the legal moves, as an Arrow column of lists.")
        .def("verdicts",
             [](const Positions& b, nb::handle book, std::uint64_t nodes, unsigned threads) {
                 laws::LawBook* given = nullptr;
                 if (nb::try_cast(book, given, false) && given != nullptr)
                     return verdicts(b, *given, nodes, threads);
                 const nb::object made = python_type("hakam._core", "Book")(book);
                 return verdicts(b, nb::cast<laws::LawBook&>(made), nodes, threads);
             },
             "book"_a = "fide-standard", nb::kw_only(), "nodes"_a = 100'000, "threads"_a = 1,
             nb::sig("def verdicts(self, book: Book | str = 'fide-standard', *, nodes: int = 100000, "
                     "threads: int = 1) -> Column"),
             "A table of standing, reason and certain: each position judged by itself.")
        .def("certainly_unwinnable",
             [](const Positions& b, Color side, unsigned threads) {
                 std::uint8_t* data = nullptr;
                 nb::object made = buffer_of<std::uint8_t>(nb::none(), {b.list.size()}, data);
                 const nb::gil_scoped_release unlocked;
                 in_parallel(b.list.size(), threads, [&](std::size_t begin, std::size_t end) {
                     for (std::size_t i = begin; i < end; ++i)
                         data[i] = b.has(i) && certainly_unwinnable(b.list[i], side) ? 1 : 0;
                 });
                 return made;
             },
             "side"_a, nb::kw_only(), "threads"_a = 1,
             nb::sig("def certainly_unwinnable(self, side: hakam._enums.Color, *, threads: int = 1) -> "
                     "memoryview"))
        .def("__arrow_c_array__",
             [](const Positions& b, nb::handle) {
                 arrow::Column c{"position", "w:40", static_cast<std::int64_t>(b.list.size()),
                                 static_cast<std::int64_t>(b.nulls()), {}, {}};
                 std::vector<char> bytes(b.list.size() * position_bytes);
                 for (std::size_t i = 0; i < b.list.size(); ++i)
                     if (b.has(i)) put_bytes(b.list[i], bytes.data() + i * position_bytes);
                 c.buffers = {validity(b), arrow::buffer(std::move(bytes))};
                 return arrow::export_array(c);
             },
             "requested_schema"_a = nb::none(),
             nb::sig("def __arrow_c_array__(self, requested_schema: object | None = None) -> "
                     "tuple[object, object]"))
        .def("__repr__",
             [](const Positions& b) { return "<Positions " + std::to_string(b.list.size()) + ">"; });
    m.def("policy_index",
          [](const Position& p, nb::handle move, std::string_view name) {
              const auto scheme = scheme_from(name);
              if (!scheme) throw nb::value_error("scheme: expected 'from-to', 'az73' or 'lc0-1858'");
              return policy_index(legal_move_of(move, p), p.turn(), *scheme);
          },
          "position"_a, "move"_a, "scheme"_a,
          nb::sig("def policy_index(position: Position, move: Move | str, scheme: str) -> int"),
          "The number of a legal move as Positions.mask uses it.");
}

}  // namespace hakam::python
