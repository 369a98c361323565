#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/base/budget.hpp"
#include "hakam/base/error.hpp"
#include "hakam/base/expected.hpp"
#include "hakam/core/illegality.hpp"
#include "hakam/core/position.hpp"
#include "hakam/core/setup.hpp"
#include "hakam/game/outcome.hpp"
#include "hakam/notation/note.hpp"

/// Thin translation between Python and the rooms; no rule of chess stands here.
namespace hakam::python {

namespace nb = nanobind;
using namespace nb::literals;

/// The members of a Python enum by the number of the C++ enumerator, so that a conversion is an
/// array look-up. They live as long as the process.
class EnumTable {
public:
    /// `member` is the name of the Python member ("WHITE"), `value` the number of the enumerator.
    void bind(nb::handle type, int value, const char* member);
    nb::object object(int value) const;
    /// A member, or the value of one ("white").
    std::optional<int> number(nb::handle object) const;

private:
    PyObject* type_ = nullptr;
    std::vector<PyObject*> members_;
};

template <class E>
inline EnumTable enum_table;

template <class E>
nb::object enum_object(E e) {
    return enum_table<E>.object(static_cast<int>(e));
}

/// Whether text is read strictly or with notes.
inline Reading reading_of(bool strict) { return strict ? Reading::strict : Reading::lenient; }

/// Raises hakam.TextError.
[[noreturn]] void raise(const Error& error);
/// Raises hakam.IllegalMove with the reason.
/// "The king would stay in check from Bb4.", in English.
std::string sentence_of(const Illegality& why, const Position& position);
[[noreturn]] void raise_illegal(const Position& position, std::string_view text, const Error& error);

template <class T>
T value_or_raise(Expected<T>&& expected) {
    if (!expected) raise(expected.error());
    return *std::move(expected);
}

/// The one Python object for a move.
nb::object move_object(Move move);
nb::object piece_object(Piece piece);
nb::object square_object(Square square);
nb::object position_object(const Position& position);
/// A Square, or its name.
Square square_of(nb::handle object);
Piece piece_of(nb::handle object);
/// A legal move of the position: a Move, or text in any notation. Raises IllegalMove or TextError.
Move legal_move_of(nb::handle object, const Position& position);
Move move_of_text(std::string_view text, const Position& position, std::string_view letters,
                  std::string_view notation, bool strict, std::vector<Note>* notes = nullptr);
nb::tuple moves_tuple(const std::vector<Move>& moves);
/// hakam.NAME of the Python part.
nb::object python_type(const char* module, const char* name);
nb::tuple notes_tuple(const std::vector<Note>& notes);
nb::object span_object(const TextSpan& span);
/// nodes 0 or seconds 0: no limit. A pending signal (Ctrl-C) ends the search too; call
/// raise_pending() afterwards.
Budget budget_of(std::uint64_t nodes, std::optional<double> seconds, std::uint64_t memory_mib);
void raise_pending();
std::string_view bytes_view(const nb::bytes& bytes);
nb::bytes to_bytes(std::string_view text);
/// Text that may hold any bytes, as a str: what is no UTF-8 is taken as Latin-1.
nb::str to_str(std::string_view text);

void bind_core(nb::module_& m);
void bind_setup(nb::module_& m);
void bind_solve(nb::module_& m);
void bind_game(nb::module_& m);
void bind_laws(nb::module_& m);
void bind_pgn(nb::module_& m);
void bind_batch(nb::module_& m);
void bind_match(nb::module_& m);
void bind_uci(nb::module_& m);
void bind_picture(nb::module_& m);
void bind_problem(nb::module_& m);
void bind_retro(nb::module_& m);

}  // namespace hakam::python

NAMESPACE_BEGIN(NB_NAMESPACE)
NAMESPACE_BEGIN(detail)

template <class E>
struct hakam_enum_caster {
    using Value = E;
    template <class T_>
    using Cast = movable_cast_t<T_>;
    template <class T_>
    static constexpr bool can_cast() { return true; }
    static handle from_cpp(E e, rv_policy, cleanup_list*) noexcept {
        return hakam::python::enum_object(e).release();
    }
    bool from_python(handle source, uint32_t, cleanup_list*) noexcept {
        const auto number = hakam::python::enum_table<E>.number(source);
        if (!number) return false;
        value = static_cast<E>(*number);
        return true;
    }
    explicit operator E*() { return &value; }
    explicit operator E&() { return value; }
    explicit operator E&&() { return static_cast<E&&>(value); }
    E value{};
};

#define HAKAM_PYTHON_ENUM(E, NAME)                               \
    template <>                                                  \
    struct type_caster<E> : hakam_enum_caster<E> {               \
        static constexpr auto Name = const_name("hakam._enums." NAME); \
    };

HAKAM_PYTHON_ENUM(hakam::Color, "Color")
HAKAM_PYTHON_ENUM(hakam::PieceType, "PieceType")
HAKAM_PYTHON_ENUM(hakam::Square, "Square")
HAKAM_PYTHON_ENUM(hakam::RulesetId, "Ruleset")
HAKAM_PYTHON_ENUM(hakam::MoveKind, "MoveKind")
HAKAM_PYTHON_ENUM(hakam::Decision, "Decision")
HAKAM_PYTHON_ENUM(hakam::Outcome, "Outcome")

NAMESPACE_END(detail)
NAMESPACE_END(NB_NAMESPACE)
