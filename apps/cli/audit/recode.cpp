#include "recode.hpp"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

namespace hakam::cli::audit {
namespace {

const iconv_t none = reinterpret_cast<iconv_t>(-1);  // NOLINT: what iconv_open says for no

class Recoded final : public Source {
public:
    Recoded(std::unique_ptr<Source> source, const std::string& name)
        : source_{std::move(source)}, converter_{::iconv_open("UTF-8", name.c_str())} {}
    Recoded(const Recoded&) = delete;
    Recoded& operator=(const Recoded&) = delete;
    ~Recoded() override {
        if (converter_ != none) ::iconv_close(converter_);
    }

    std::size_t read(char* to, std::size_t size) override {
        std::size_t done = 0;
        while (done < size) {
            if (at_ < text_.size()) {
                const std::size_t n = std::min(size - done, text_.size() - at_);
                std::memcpy(to + done, text_.data() + at_, n);
                at_ += n;
                done += n;
            } else if (done != 0 || !fill()) {
                break;
            }
        }
        return done;
    }
    std::uint64_t consumed() const noexcept override { return source_->consumed(); }

private:
    // Converts the next bytes. Returns: false at the end.
    bool fill() {
        text_.clear();
        at_ = 0;
        while (text_.empty()) {
            if (is_over_) return false;
            const std::size_t n = source_->read(bytes_.data() + kept_, bytes_.size() - kept_);
            is_over_ = n == 0;
            convert(kept_ + n);
        }
        return true;
    }
    void convert(std::size_t size) {
        constexpr std::string_view replacement = "\xEF\xBF\xBD";
        char* in = bytes_.data();
        std::size_t left = size;
        while (left != 0) {
            std::array<char, 4096> out{};
            char* end = out.data();
            std::size_t room = out.size();
            const std::size_t result = ::iconv(converter_, &in, &left, &end, &room);
            const int error = errno;
            text_.append(out.data(), static_cast<std::size_t>(end - out.data()));
            if (result != static_cast<std::size_t>(-1) || error == E2BIG) continue;
            if (error == EINVAL && !is_over_) break;  // a character is not whole yet
            text_ += replacement;
            ++in;
            --left;
        }
        kept_ = left;
        std::memmove(bytes_.data(), in, left);
        if (is_over_) ending_ = source_->ending();
    }

    std::unique_ptr<Source> source_;
    iconv_t converter_;
    std::array<char, 1 << 16> bytes_{};
    std::size_t kept_ = 0;  // of bytes_, not converted yet
    std::string text_;
    std::size_t at_ = 0;
    bool is_over_ = false;
};

}  // namespace

bool is_encoding(const std::string& name) {
    const iconv_t converter = ::iconv_open("UTF-8", name.c_str());
    if (converter == none) return false;
    ::iconv_close(converter);
    return true;
}

std::unique_ptr<Source> recoded(std::unique_ptr<Source> source, const std::string& name) {
    return std::make_unique<Recoded>(std::move(source), name);
}

}  // namespace hakam::cli::audit
