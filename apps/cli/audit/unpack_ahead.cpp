#include "unpack_ahead.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace hakam::cli::audit {
namespace {

constexpr std::size_t chunk_size = 256 * 1024;  // unpacked bytes
constexpr std::size_t most_chunks = 16;         // of a part, waiting to be read

/// What is read instead of parts, once it is known that they are none.
class Rest {
public:
    explicit operator bool() const noexcept { return from_.source != nullptr; }
    /// `given` bytes have been read so far.
    void set(Parts::Instead from, std::uint64_t given) {
        from_ = std::move(from);
        begin_ = given - from_.passed;
    }
    std::size_t read(char* to, std::size_t size) { return from_.source->read(to, size); }
    const Ending& ending() const noexcept { return from_.source->ending(); }
    std::uint64_t consumed() const noexcept { return from_.source->consumed(); }
    std::uint64_t part_begin() const noexcept {
        return begin_ + std::max(from_.source->part_begin(), from_.sound);
    }

private:
    Parts::Instead from_;
    std::uint64_t begin_ = 0;
};

class UnpackInTurn final : public Source {
public:
    explicit UnpackInTurn(std::unique_ptr<Parts> parts) : parts_{std::move(parts)} {}

    std::size_t read(char* to, std::size_t size) override {
        while (!rest_ && !has_ended_) {
            if (!part_ && !next_part()) return 0;
            if (const std::size_t n = part_->read(to, size); n != 0) {
                given_ += n;
                return n;
            }
            end_part();
        }
        const std::size_t n = rest_ ? rest_.read(to, size) : 0;
        if (rest_ && n == 0) ending_ = rest_.ending();
        return n;
    }
    std::uint64_t consumed() const noexcept override {
        return rest_ ? rest_.consumed() : consumed_;
    }
    std::uint64_t part_begin() const noexcept override {
        return rest_ ? rest_.part_begin() : begin_ + (part_ ? part_->part_begin() : 0);
    }

private:
    bool next_part() {
        part_ = parts_->next();
        begin_ = given_;
        return part_ != nullptr;
    }
    void end_part() {
        consumed_ = part_->consumed();
        if (auto instead = parts_->instead(*part_, given_ - begin_); instead.source) {
            rest_.set(std::move(instead), given_);
            return;
        }
        ending_ = part_->ending();
        has_ended_ = ending_.kind != Ending::Kind::whole;
        if (!has_ended_) part_.reset();
    }

    std::unique_ptr<Parts> parts_;
    std::unique_ptr<Source> part_;
    Rest rest_;
    std::uint64_t begin_ = 0;  // of part_
    std::uint64_t given_ = 0;
    std::uint64_t consumed_ = 0;
    bool has_ended_ = false;
};

class UnpackAhead final : public Source {
public:
    UnpackAhead(std::unique_ptr<Parts> parts, unsigned threads)
        : parts_{std::move(parts)}, most_queued_{threads + 1} {
        for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
    }
    ~UnpackAhead() override { stop(); }

    std::size_t read(char* to, std::size_t size) override {
        if (rest_) return read_rest(to, size);
        if (used_ == chunk_.size && !next_chunk()) return rest_ ? read_rest(to, size) : 0;
        const std::size_t n = std::min(size, chunk_.size - used_);
        std::memcpy(to, chunk_.bytes.get() + used_, n);
        used_ += n;
        given_ += n;
        return n;
    }
    std::uint64_t consumed() const noexcept override {
        return rest_ ? rest_.consumed() : consumed_;
    }
    std::uint64_t part_begin() const noexcept override {
        return rest_ ? rest_.part_begin() : part_begin_;
    }

private:
    using Bytes = std::unique_ptr<char[]>;  // of chunk_size
    struct Chunk {
        Bytes bytes;
        std::size_t size = 0;
        std::uint64_t part_begin = 0;  // as the part's source says at its end
    };
    /// A part, and what has been unpacked of it.
    struct Part {
        std::unique_ptr<Source> source;
        std::deque<Chunk> chunks;
        std::uint64_t consumed = 0;
        bool is_done = false;
    };

    /// Takes what is to be read next from the queue. Returns: false if there is nothing, or it is
    /// in rest_.
    bool next_chunk() {
        std::unique_lock lock{mutex_};
        if (chunk_.bytes) spare_.push_back(std::move(chunk_.bytes));
        chunk_ = {};
        used_ = 0;
        while (!has_ended_) {
            ready_.wait(lock, [&] {
                return queue_.empty() ? has_no_more_
                                      : queue_.front()->is_done || !queue_.front()->chunks.empty();
            });
            if (queue_.empty()) return false;
            Part& part = *queue_.front();
            consumed_ = part.consumed;
            if (!part.chunks.empty()) {
                chunk_ = std::move(part.chunks.front());
                part.chunks.pop_front();
                part_begin_ = begin_ + chunk_.part_begin;
                // Not for each chunk: who unpacks would be woken for one and sleep again.
                if (part.chunks.size() == most_chunks / 2) room_.notify_all();
                return true;
            }
            const std::unique_ptr<Part> ended = std::move(queue_.front());
            queue_.pop_front();
            room_.notify_all();
            lock.unlock();
            if (auto instead = parts_->instead(*ended->source, given_ - begin_); instead.source) {
                rest_.set(std::move(instead), given_);
                stop();
                return false;
            }
            lock.lock();
            part_begin_ = begin_ + ended->source->part_begin();
            begin_ = given_;
            ending_ = ended->source->ending();
            has_ended_ = ending_.kind != Ending::Kind::whole;
        }
        return false;
    }
    // The memory of chunks that have been read is used again: fresh pages cost more than unpacking.
    Bytes fresh_bytes() {
        {
            const std::lock_guard lock{mutex_};
            if (!spare_.empty()) {
                Bytes bytes = std::move(spare_.back());
                spare_.pop_back();
                return bytes;
            }
        }
        return Bytes{new char[chunk_size]};
    }

    std::size_t read_rest(char* to, std::size_t size) {
        const std::size_t n = rest_.read(to, size);
        if (n == 0) ending_ = rest_.ending();
        return n;
    }

    void stop() {
        {
            const std::lock_guard lock{mutex_};
            is_stopped_ = true;
        }
        room_.notify_all();
        for (std::thread& t : threads_) t.join();
        threads_.clear();
    }

    // Parts are begun in their order, so the one that is read next is always being worked on.
    void work() {
        Chunk chunk{fresh_bytes()};
        while (Part* part = begin_part()) {
            for (bool is_over = false; !is_over;) {
                const std::size_t n =
                    part->source->read(chunk.bytes.get() + chunk.size, chunk_size - chunk.size);
                is_over = n == 0;
                chunk.size += n;
                if (chunk.size != chunk_size && !(is_over && chunk.size != 0)) continue;
                if (!put(*part, std::move(chunk))) return;
                chunk = {fresh_bytes()};
            }
            const std::lock_guard lock{mutex_};
            part->consumed = part->source->consumed();
            part->is_done = true;
            ready_.notify_all();
        }
    }

    Part* begin_part() {
        const std::lock_guard walk{walk_};
        std::unique_lock lock{mutex_};
        room_.wait(lock,
                   [&] { return is_stopped_ || has_no_more_ || queue_.size() < most_queued_; });
        if (is_stopped_ || has_no_more_) return nullptr;
        lock.unlock();
        std::unique_ptr<Source> source = parts_->next();
        lock.lock();
        if (!source) {
            has_no_more_ = true;
            ready_.notify_all();
            return nullptr;
        }
        queue_.push_back(std::make_unique<Part>());
        queue_.back()->source = std::move(source);
        return queue_.back().get();
    }

    /// Returns: false if nobody reads any more.
    bool put(Part& part, Chunk chunk) {
        std::unique_lock lock{mutex_};
        room_.wait(lock, [&] { return is_stopped_ || part.chunks.size() < most_chunks; });
        if (is_stopped_) return false;
        part.consumed = part.source->consumed();
        chunk.part_begin = part.source->part_begin();
        part.chunks.push_back(std::move(chunk));
        ready_.notify_all();
        return true;
    }

    std::unique_ptr<Parts> parts_;
    std::size_t most_queued_;
    std::mutex walk_;  // who holds it asks parts_ for the next one
    std::mutex mutex_;
    std::condition_variable ready_;            // something can be read
    std::condition_variable room_;             // something can be unpacked
    std::deque<std::unique_ptr<Part>> queue_;  // in the order of the file
    std::vector<Bytes> spare_;
    Chunk chunk_;           // what is being read,
    std::size_t used_ = 0;  // up to there
    std::uint64_t given_ = 0;
    std::uint64_t begin_ = 0;  // where the first part begins
    std::uint64_t part_begin_ = 0;
    std::uint64_t consumed_ = 0;
    bool has_ended_ = false;
    bool has_no_more_ = false;
    bool is_stopped_ = false;
    Rest rest_;
    std::vector<std::thread> threads_;
};

class OnePart final : public Parts {
public:
    explicit OnePart(std::unique_ptr<Source> source) : source_{std::move(source)} {}
    std::unique_ptr<Source> next() override { return std::move(source_); }

private:
    std::unique_ptr<Source> source_;
};

}  // namespace

std::unique_ptr<Source> unpack_ahead(std::unique_ptr<Parts> parts, unsigned threads) {
    return std::make_unique<UnpackAhead>(std::move(parts), threads);
}

std::unique_ptr<Source> unpack_in_turn(std::unique_ptr<Parts> parts) {
    return std::make_unique<UnpackInTurn>(std::move(parts));
}

void pass_over(Source& source, std::uint64_t size) {
    std::string dropped(chunk_size, '\0');
    while (size != 0) {
        const std::size_t n =
            source.read(dropped.data(),
                        static_cast<std::size_t>(std::min<std::uint64_t>(dropped.size(), size)));
        if (n == 0) return;
        size -= n;
    }
}

std::unique_ptr<Source> read_ahead(std::unique_ptr<Source> source) {
    return unpack_ahead(std::make_unique<OnePart>(std::move(source)), 1);
}

}  // namespace hakam::cli::audit
