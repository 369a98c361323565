#pragma once

// A table of proved facts, shared by all workers without locks: each slot holds its key xored with
// its data, so that two halves written by different threads are a miss, never a wrong fact. Memory
// comes zeroed and untouched from the system: a small problem costs no more than it uses.

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>

namespace hakam::problem {

class Table {
public:
    /// At most `bytes` bytes; none if that is less than a page.
    explicit Table(std::uint64_t bytes) {
        if (bytes < 4096) return;
        const std::uint64_t buckets = std::bit_floor(bytes / sizeof(Bucket));
        memory_.reset(std::calloc(buckets, sizeof(Bucket)));
        if (memory_) mask_ = buckets - 1;
    }
    bool empty() const noexcept { return memory_ == nullptr; }

    std::optional<std::uint64_t> find(std::uint64_t key) const noexcept {
        if (!memory_) return std::nullopt;
        for (Slot& slot : bucket(key).slots) {
            const std::uint64_t data = load(slot.data);
            if (data != 0 && (load(slot.check) ^ data) == key) return data;
        }
        return std::nullopt;
    }
    /// `data` is not 0; its lowest byte says how dear it was: cheaper ones give way.
    void put(std::uint64_t key, std::uint64_t data) noexcept {
        if (!memory_) return;
        Bucket& b = bucket(key);
        Slot* victim = nullptr;
        std::uint64_t least = 256;
        for (Slot& slot : b.slots) {
            const std::uint64_t old = load(slot.data);
            if (old == 0 || (load(slot.check) ^ old) == key) {
                victim = &slot;
                break;
            }
            if ((old & 255) < least) {
                least = old & 255;
                victim = &slot;
            }
        }
        // Of a bucket full of dear facts the last slot goes to the newest.
        if (least != 256 && least > (data & 255) && victim != nullptr) victim = &b.slots[3];
        store(victim->check, key ^ data);
        store(victim->data, data);
    }

private:
    struct Slot {
        std::uint64_t check, data;
    };
    struct Bucket {
        Slot slots[4];
    };
    struct Free {
        void operator()(void* p) const noexcept { std::free(p); }
    };
    Bucket& bucket(std::uint64_t key) const noexcept {
        return static_cast<Bucket*>(memory_.get())[(key * 0x9E3779B97F4A7C15ULL >> 20) & mask_];
    }
    static std::uint64_t load(std::uint64_t& word) noexcept {
        return std::atomic_ref{word}.load(std::memory_order_relaxed);
    }
    static void store(std::uint64_t& word, std::uint64_t value) noexcept {
        std::atomic_ref{word}.store(value, std::memory_order_relaxed);
    }

    std::unique_ptr<void, Free> memory_;
    std::uint64_t mask_ = 0;
};

/// splitmix64's finish: a number spread over all bits.
constexpr std::uint64_t mixed(std::uint64_t z) noexcept {
    z = (z + 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

}  // namespace hakam::problem
