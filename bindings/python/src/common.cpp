#include "common.hpp"

#include <algorithm>
#include <chrono>
#include <memory>

#include "hakam/laws/illegality.hpp"
#include "hakam/laws/words.hpp"
#include "hakam/notation/illegality.hpp"
#include "hakam/notation/iccf.hpp"
#include "hakam/notation/lan.hpp"
#include "hakam/notation/letters.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/pgn/tag.hpp"

namespace hakam::python {

void EnumTable::bind(nb::handle type, int value, const char* member) {
    type_ = type.ptr();
    const auto place = static_cast<std::size_t>(value);
    if (members_.size() <= place) members_.resize(place + 1);
    members_[place] = nb::object(type.attr(member)).release().ptr();
}

nb::object EnumTable::object(int value) const {
    return nb::borrow(members_[static_cast<std::size_t>(value)]);
}

std::optional<int> EnumTable::number(nb::handle object) const {
    for (std::size_t i = 0; i < members_.size(); ++i)
        if (members_[i] == object.ptr() && object.ptr() != nullptr) return static_cast<int>(i);
    if (!PyUnicode_Check(object.ptr())) return std::nullopt;
    PyObject* member = PyObject_CallFunctionObjArgs(type_, object.ptr(), nullptr);
    if (member == nullptr) {
        PyErr_Clear();
        return std::nullopt;
    }
    const nb::object kept = nb::steal(member);
    return number(kept);
}

nb::object python_type(const char* module, const char* name) {
    // An import costs a microsecond; the types live as long as the process.
    struct Known {
        std::string_view module;
        std::string_view name;
        PyObject* type;
    };
    static std::vector<Known> known;
    for (const Known& one : known)
        if (one.name == name && one.module == module) return nb::borrow(one.type);
    nb::object type = nb::module_::import_(module).attr(name);
    known.push_back({module, name, nb::object(type).release().ptr()});
    return type;
}

void raise(const Error& error) {
    const nb::object type = python_type("hakam._errors", "TextError");
    const nb::object value =
        type(nb::cast(name(error.code)), error.where.offset, error.where.length, error.where.line,
             error.where.column, error.expected, to_str(error.found));
    PyErr_SetObject(type.ptr(), value.ptr());
    throw nb::python_error();
}

std::string sentence_of(const Illegality& why, const Position& position) {
    const IllegalityMen men = men_of(why, position, english);
    return laws::sentence(why, position.turn(), men.man, men.by, *laws::language("en"));
}

void raise_illegal(const Position& position, std::string_view text, const Error& error) {
    const nb::object type = python_type("hakam._errors", "IllegalMove");
    std::string reason;
    std::string article;
    if (const auto why = why_illegal(text, position)) {
        reason = sentence_of(*why, position);
        article = std::string{laws::citation(*why).number()};
    }
    const nb::object value =
        type(nb::cast(name(error.code)), error.where.offset, error.where.length, error.where.line,
             error.where.column, error.expected, to_str(error.found), reason, article);
    PyErr_SetObject(type.ptr(), value.ptr());
    throw nb::python_error();
}

namespace {

/// Open addressing by the 24-bit code: a new Python object a move costs five times as much.
class MoveTable {
public:
    PyObject* find(std::uint32_t code) const noexcept {
        for (std::size_t i = place(code);; i = (i + 1) & (entries_.size() - 1)) {
            if (entries_[i].code == code) return entries_[i].object;
            if (entries_[i].object == nullptr) return nullptr;
        }
    }
    void add(std::uint32_t code, PyObject* object) {
        if (2 * ++size_ > entries_.size()) grow();
        put(code, object);
    }
    void clear() {
        std::vector<Entry> old(1024);
        std::swap(old, entries_);
        size_ = 0;
        for (const Entry& entry : old) Py_XDECREF(entry.object);
    }

private:
    struct Entry {
        std::uint32_t code = UINT32_MAX;
        PyObject* object = nullptr;
    };
    std::size_t place(std::uint32_t code) const noexcept {
        return (code * std::size_t{0x9E3779B97F4A7C15} >> 32) & (entries_.size() - 1);
    }
    void put(std::uint32_t code, PyObject* object) noexcept {
        std::size_t i = place(code);
        while (entries_[i].object != nullptr) i = (i + 1) & (entries_.size() - 1);
        entries_[i] = {code, object};
    }
    void grow() {
        std::vector<Entry> old(entries_.size() * 2);
        std::swap(old, entries_);
        for (const Entry& entry : old)
            if (entry.object != nullptr) put(entry.code, entry.object);
    }

    std::vector<Entry> entries_{1024};
    std::size_t size_ = 0;
};

MoveTable moves;

const Letters& letters_named(std::string_view language) {
    if (language == english.language) return english;
    if (const Letters* letters = letters_for(language)) return *letters;
    throw nb::value_error(("no letters of a language '" + std::string{language} + "'").c_str());
}

}  // namespace

void forget_moves() { moves.clear(); }

nb::object move_object(Move move) {
    if (PyObject* known = moves.find(move.code())) return nb::borrow(known);
    nb::object made = nb::cast(move, nb::rv_policy::copy);
    moves.add(move.code(), nb::object(made).release().ptr());
    return made;
}

nb::object square_object(Square square) { return enum_object(square); }

nb::object piece_object(Piece piece) {
    static PyObject* table[16] = {};
    PyObject*& slot = table[index(piece.color) * 8 + index(piece.type)];
    if (slot == nullptr)
        slot = nb::object(python_type("hakam._enums", "Piece")(enum_object(piece.color),
                                                              enum_object(piece.type)))
                   .release()
                   .ptr();
    return nb::borrow(slot);
}

Piece piece_of(nb::handle object) {
    if (PyUnicode_Check(object.ptr())) {
        const auto text = nb::cast<std::string>(object);
        if (text.size() == 1)
            if (const auto piece = piece_from(text[0])) return *piece;
        throw nb::value_error("expected a Piece or a letter of PNBRQKpnbrqk");
    }
    Color color{};
    PieceType type{};
    if (nb::hasattr(object, "color") && nb::hasattr(object, "type") &&
        nb::try_cast(object.attr("color"), color) && nb::try_cast(object.attr("type"), type))
        return {color, type};
    throw nb::type_error("expected a Piece or a letter of PNBRQKpnbrqk");
}

Square square_of(nb::handle object) {
    if (PyUnicode_Check(object.ptr())) {
        const auto text = nb::cast<std::string>(object);
        if (const auto square = square_from(text)) return *square;
        throw nb::value_error(("expected a square such as 'e4', found '" + text + "'").c_str());
    }
    Square square{};
    if (nb::try_cast(object, square)) return square;
    throw nb::type_error("expected a Square or its name");
}

nb::object position_object(const Position& position) {
    return nb::cast(position, nb::rv_policy::copy);
}

Move move_of_text(std::string_view text, const Position& position, std::string_view letters,
                  std::string_view notation, bool strict, std::vector<Note>* notes) {
    const auto take = [&](Expected<LenientMove>&& read) -> Move {
        if (!read) {
            if (read.error().code == ErrorCode::illegal_move)
                raise_illegal(position, text, read.error());
            raise(read.error());
        }
        if (notes != nullptr) *notes = std::move(read->notes);
        return read->move;
    };
    const auto plain = [&](Expected<Move>&& read) -> Expected<LenientMove> {
        if (!read) return Unexpected{read.error()};
        return LenientMove{*read, {}};
    };
    if (notation == "san")
        return take(strict ? plain(san::parse(text, position))
                           : san::parse_lenient(text, position, letters_named(letters)));
    if (notation == "uci")
        return take(strict ? plain(uci::parse(text, position)) : uci::parse_lenient(text, position));
    if (notation == "lan")
        return take(strict ? plain(lan::parse(text, position))
                           : lan::parse_lenient(text, position, letters_named(letters)));
    if (notation == "iccf")
        return take(strict ? plain(iccf::parse(text, position))
                           : iccf::parse_lenient(text, position));
    if (notation != "any")
        throw nb::value_error("expected notation 'any', 'san', 'uci', 'lan' or 'iccf'");
    if (letters == "en")
        if (const auto move = san::canonical(text, position)) return *move;
    if (strict) {
        if (auto move = uci::parse(text, position)) return *move;
        return take(plain(san::parse(text, position)));
    }
    const Letters& own = letters_named(letters);
    auto read = san::parse_lenient(text, position, own);
    if (!read && &own != &english)
        if (auto again = san::parse_lenient(text, position, english)) read = std::move(again);
    if (!read)
        if (auto again = uci::parse_lenient(text, position)) read = std::move(again);
    return take(std::move(read));
}

Move legal_move_of(nb::handle object, const Position& position) {
    Move* move = nullptr;
    if (nb::try_cast(object, move, false) && move != nullptr) {
        if (position.is_legal(*move)) return *move;
        const std::string text = uci::format(*move);
        raise_illegal(position, text,
                      {.code = ErrorCode::illegal_move,
                       .where = {.length = static_cast<std::uint32_t>(text.size())},
                       .expected = "a legal move",
                       .found = text});
    }
    if (PyUnicode_Check(object.ptr())) {
        std::string_view text;
        if (nb::try_cast(object, text)) return move_of_text(text, position, "en", "any", false);
    }
    throw nb::type_error("expected a Move or its text");
}

nb::tuple moves_tuple(const std::vector<Move>& list) {
    PyObject* made = PyTuple_New(static_cast<Py_ssize_t>(list.size()));
    if (made == nullptr) throw nb::python_error();
    for (std::size_t i = 0; i < list.size(); ++i)
        PyTuple_SetItem(made, static_cast<Py_ssize_t>(i), move_object(list[i]).release().ptr());
    return nb::steal<nb::tuple>(made);
}

nb::object span_object(const TextSpan& span) {
    static PyObject* type = nb::object(python_type("hakam._values", "Span")).release().ptr();
    return nb::handle(type)(span.offset, span.length, span.line, span.column);
}

nb::tuple notes_tuple(const std::vector<Note>& notes) {
    nb::list made;
    if (!notes.empty()) {
        const nb::object type = python_type("hakam._values", "Note");
        for (const Note& note : notes)
            made.append(type(nb::cast(name(note.code)), span_object(note.where), note.text));
    }
    return nb::tuple(made);
}

Budget budget_of(std::uint64_t nodes, std::optional<double> seconds, std::uint64_t memory_mib) {
    Budget budget;
    if (nodes != 0) budget.nodes = nodes;
    if (memory_mib != 0) budget.memory_bytes = memory_mib << 20;
    using Clock = std::chrono::steady_clock;
    std::optional<Clock::time_point> end;
    if (seconds) {
        if (!(*seconds >= 0)) throw nb::value_error("seconds: expected a number from 0");
        end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                 std::chrono::duration<double>{std::min(*seconds, 1e9)});
    }
    // Signals are looked for ten times a second, so that Ctrl-C ends a search.
    budget.expired = [end, next = Clock::now(), stopped = false]() mutable {
        const Clock::time_point now = Clock::now();
        if (stopped || (end && now >= *end)) return true;
        if (now >= next) {
            next = now + std::chrono::milliseconds{100};
            const nb::gil_scoped_acquire locked;
            stopped = PyErr_Occurred() != nullptr || PyErr_CheckSignals() != 0;
        }
        return stopped;
    };
    return budget;
}

void raise_pending() {
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
}

std::string_view bytes_view(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }
nb::bytes to_bytes(std::string_view text) { return nb::bytes(text.data(), text.size()); }

nb::str to_str(std::string_view text) {
    if (pgn::is_utf8(text)) return nb::str(text.data(), text.size());
    const std::string converted = pgn::to_utf8(text);
    return nb::str(converted.data(), converted.size());
}

}  // namespace hakam::python
