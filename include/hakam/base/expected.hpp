#pragma once

#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

#include "hakam/base/assert.hpp"
#include "hakam/base/error.hpp"

namespace hakam {

/// Wraps an error so that it can be returned where an Expected is wanted.
template <class E>
struct Unexpected {
    E error;
};
template <class E>
Unexpected(E) -> Unexpected<E>;

/// A value, or the reason why there is none. Member names are those of std::expected, which will
/// replace it once every supported compiler has it.
template <class T, class E = Error>
class [[nodiscard]] Expected {
public:
    using value_type = T;
    using error_type = E;

    constexpr Expected(T value) : state_{std::in_place_index<0>, std::move(value)} {}
    template <class G>
        requires std::is_constructible_v<E, G>
    constexpr Expected(Unexpected<G> unexpected)
        : state_{std::in_place_index<1>, std::move(unexpected.error)} {}

    constexpr bool has_value() const noexcept { return state_.index() == 0; }
    constexpr explicit operator bool() const noexcept { return has_value(); }

    /// Pre: has_value() for operator* and operator->; value() throws std::bad_variant_access else.
    constexpr T& operator*() & { return *checked(); }
    constexpr const T& operator*() const& { return *checked(); }
    constexpr T&& operator*() && { return std::move(*checked()); }
    constexpr T* operator->() { return checked(); }
    constexpr const T* operator->() const { return checked(); }
    constexpr T& value() & { return std::get<0>(state_); }
    constexpr const T& value() const& { return std::get<0>(state_); }
    constexpr T&& value() && { return std::get<0>(std::move(state_)); }

    /// Pre: !has_value().
    constexpr const E& error() const& {
        HAKAM_ASSERT(!has_value());
        return std::get<1>(state_);
    }
    constexpr E&& error() && {
        HAKAM_ASSERT(!has_value());
        return std::get<1>(std::move(state_));
    }

    template <class U>
    constexpr T value_or(U&& fallback) const& {
        return has_value() ? **this : static_cast<T>(std::forward<U>(fallback));
    }

private:
    constexpr T* checked() {
        HAKAM_ASSERT(has_value());
        return std::addressof(std::get<0>(state_));
    }
    constexpr const T* checked() const {
        HAKAM_ASSERT(has_value());
        return std::addressof(std::get<0>(state_));
    }

    std::variant<T, E> state_;
};

}  // namespace hakam
