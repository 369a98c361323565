#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "hakam/base/assert.hpp"

namespace hakam {

/// A vector of at most N trivially copyable values, stored in place and not initialised beyond its
/// size. Cost: construction is free; copying copies only the used part.
template <class T, std::size_t N>
requires std::is_trivially_copyable_v<T>
class StaticVector {
public:
    using value_type = T;
    using iterator = T*;
    using const_iterator = const T*;

    StaticVector() noexcept {}
    StaticVector(const StaticVector& other) noexcept { *this = other; }
    StaticVector& operator=(const StaticVector& other) noexcept {
        size_ = other.size_;
        for (std::size_t i = 0; i < size_; ++i) data_[i] = other.data_[i];
        return *this;
    }

    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    static constexpr std::size_t capacity() noexcept { return N; }

    const T* begin() const noexcept { return data_; }
    const T* end() const noexcept { return data_ + size_; }
    T* begin() noexcept { return data_; }
    T* end() noexcept { return data_ + size_; }
    const T& operator[](std::size_t i) const noexcept {
        HAKAM_ASSERT(i < size_);
        return data_[i];
    }
    T& operator[](std::size_t i) noexcept {
        HAKAM_ASSERT(i < size_);
        return data_[i];
    }
    const T& front() const noexcept { return (*this)[0]; }
    const T& back() const noexcept { return (*this)[size_ - 1]; }

    /// Pre: size() < N.
    void push_back(T value) noexcept {
        HAKAM_ASSERT(size_ < N);
        data_[size_++] = value;
    }
    void clear() noexcept { size_ = 0; }
    /// Pre: size <= this->size().
    void shrink(std::size_t size) noexcept {
        HAKAM_ASSERT(size <= size_);
        size_ = size;
    }

    /// Replaces the contents: `fill` gets the first place, writes values from there on and returns
    /// the place after the last one. Pre: it writes at most N.
    template <class F>
    void overwrite(F&& fill) noexcept {
        size_ = static_cast<std::size_t>(fill(data_) - data_);
        HAKAM_ASSERT(size_ <= N);
    }

    friend bool operator==(const StaticVector& a, const StaticVector& b) noexcept {
        if (a.size_ != b.size_) return false;
        for (std::size_t i = 0; i < a.size_; ++i)
            if (!(a.data_[i] == b.data_[i])) return false;
        return true;
    }

private:
    std::size_t size_ = 0;
    union {
        T data_[N];
    };
};

}  // namespace hakam
