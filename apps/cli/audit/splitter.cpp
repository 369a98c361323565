#include "splitter.hpp"

#include <algorithm>
#include <utility>

#include "hakam/pgn/reader.hpp"

namespace hakam::cli::audit {
namespace {

constexpr std::size_t wanted = 1 << 20;    // bytes of a block
constexpr std::size_t straddle = 64;       // bytes that show a cut
constexpr std::size_t patience = 4 << 20;  // a block without a cut is given out open

}  // namespace

void Splitter::start_at(std::size_t file, std::uint64_t offset, std::uint32_t line) {
    file_ = file;
    skip_to_ = offset;
    skip_line_ = line;
}

bool Splitter::open() {
    for (; file_ < files_.size(); ++file_) {
        std::string why;
        source_ = open_source(files_[file_], {threads_, interrupted_, encoding_}, why);
        if (!source_) {
            complaints_.push_back(files_[file_] + ": " + why);
            continue;
        }
        rest_.clear();
        offset_ = 0;
        line_ = 1;
        if (skip_to_ != 0) {
            std::string dropped(wanted, '\0');
            while (offset_ < skip_to_) {
                const std::size_t n = source_->read(
                    dropped.data(),
                    static_cast<std::size_t>(std::min<std::uint64_t>(wanted, skip_to_ - offset_)));
                if (n == 0) break;
                offset_ += n;
            }
            if (offset_ < std::exchange(skip_to_, 0)) {
                complaints_.push_back(files_[file_] + ": shorter than when the report was begun");
                continue;
            }
            line_ = skip_line_;
        }
        return true;
    }
    return false;
}

bool Splitter::next(Block& block) {
    if (!source_ && !open()) return false;
    block = {};
    block.file = file_;
    block.offset = offset_;
    block.line = line_;
    block.unread = complaints_.size();
    std::string& text = block.text;
    text = std::move(rest_);
    rest_.clear();
    bool ended = false;
    for (;;) {
        const std::size_t old = text.size();
        text.resize(std::max(old + wanted / 4, wanted + wanted / 4));
        std::size_t filled = old;
        while (filled < text.size()) {
            const std::size_t n = source_->read(text.data() + filled, text.size() - filled);
            if (n == 0) {
                ended = true;
                break;
            }
            filled += n;
        }
        text.resize(filled);
        if (ended) break;
        std::size_t cut = pgn::last_cut(text);
        if (cut == 0 && !goes_on_) cut = pgn::last_plain_cut(text);
        if (cut != 0) {
            goes_on_ = false;
            rest_ = text.substr(cut);
            text.resize(cut);
            break;
        }
        if (text.size() >= patience) {
            block.is_open = true;
            goes_on_ = true;
            // A cut may straddle the end: the last bytes wait for what follows.
            rest_ = text.substr(text.size() - straddle);
            text.resize(text.size() - straddle);
            break;
        }
    }
    block.part_begin = source_->part_begin();
    offset_ += text.size();
    line_ += static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
    if (ended) {
        block.ends_file = true;
        goes_on_ = false;
        block.ending = source_->ending();
        done_ += source_->consumed();
        source_.reset();
        ++file_;
    }
    return true;
}

}  // namespace hakam::cli::audit
