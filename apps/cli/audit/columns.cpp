#include "columns.hpp"

#include <algorithm>
#include <iterator>

#include "hakam/pgn/tag.hpp"

namespace hakam::cli::audit {
namespace {

struct Characters {
    char32_t first;
    char32_t last;
};

// Marks, and what only joins, directs or selects (Unicode 15: Mn, Me, Cf), of the scripts that
// names are written in.
constexpr Characters without_width[] = {
    {0x0300, 0x036F},   {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x05BF, 0x05BF}, {0x05C1, 0x05C2},
    {0x05C4, 0x05C5},   {0x05C7, 0x05C7}, {0x0610, 0x061A}, {0x061C, 0x061C}, {0x064B, 0x065F},
    {0x0670, 0x0670},   {0x06D6, 0x06DC}, {0x06DF, 0x06E4}, {0x06E7, 0x06E8}, {0x06EA, 0x06ED},
    {0x0711, 0x0711},   {0x0730, 0x074A}, {0x07A6, 0x07B0}, {0x08CA, 0x08E1}, {0x08E3, 0x0902},
    {0x093A, 0x093A},   {0x093C, 0x093C}, {0x0941, 0x0948}, {0x094D, 0x094D}, {0x0951, 0x0957},
    {0x0962, 0x0963},   {0x0981, 0x0981}, {0x09BC, 0x09BC}, {0x09C1, 0x09C4}, {0x09CD, 0x09CD},
    {0x0A3C, 0x0A3C},   {0x0A41, 0x0A51}, {0x0ABC, 0x0ABC}, {0x0AC1, 0x0AC8}, {0x0ACD, 0x0ACD},
    {0x0BCD, 0x0BCD},   {0x0C3E, 0x0C40}, {0x0C46, 0x0C56}, {0x0D41, 0x0D44}, {0x0D4D, 0x0D4D},
    {0x0E31, 0x0E31},   {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x1AB0, 0x1ACE}, {0x1DC0, 0x1DFF},
    {0x200B, 0x200F},   {0x202A, 0x202E}, {0x2060, 0x2064}, {0x2066, 0x206F}, {0x20D0, 0x20F0},
    {0x302A, 0x302D},   {0x3099, 0x309A}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF},
    {0xE0100, 0xE01EF},
};
constexpr Characters wide[] = {
    {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x4DBF},   {0x4E00, 0xA4CF},
    {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
    {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF},
    {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD},
};

template <std::size_t N>
bool is_among(char32_t c, const Characters (&ranges)[N]) noexcept {
    const auto* const range = std::lower_bound(
        std::begin(ranges), std::end(ranges), c,
        [](const Characters& r, char32_t character) { return r.last < character; });
    return range != std::end(ranges) && range->first <= c;
}

}  // namespace

std::string printable(std::string_view text) {
    std::string out = pgn::to_utf8(text);
    for (char& c : out)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
    return out;
}

std::size_t display_width(std::string_view text) noexcept {
    std::size_t width = 0;
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i++]);
        char32_t c = lead;
        if (lead >= 0xC0) c = lead & (lead >= 0xF0 ? 0x07U : lead >= 0xE0 ? 0x0FU : 0x1FU);
        for (; i < text.size() && (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80; ++i)
            c = c << 6 | (static_cast<unsigned char>(text[i]) & 0x3FU);
        if (!is_among(c, without_width)) width += is_among(c, wide) ? 2U : 1U;
    }
    return width;
}

std::string left_aligned(std::string text, std::size_t width) {
    const std::size_t has = display_width(text);
    if (has < width) text.append(width - has, ' ');
    return text;
}
std::string right_aligned(std::string text, std::size_t width) {
    const std::size_t has = display_width(text);
    if (has < width) text.insert(0, width - has, ' ');
    return text;
}

}  // namespace hakam::cli::audit
