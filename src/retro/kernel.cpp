#include "kernel.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <unordered_set>

namespace hakam::retro {
namespace {

constexpr int height(std::uint16_t file) noexcept { return 15 - std::countl_zero(file); }
constexpr bool is_white(std::uint16_t file, int place) noexcept { return (file >> place & 1) != 0; }
constexpr std::uint16_t removed(std::uint16_t file, int place) noexcept {
    const unsigned bits = file;
    const unsigned low = bits & ((1U << place) - 1);
    return static_cast<std::uint16_t>((bits >> (place + 1)) << place | low);
}
constexpr std::uint16_t inserted(std::uint16_t file, int place, bool white) noexcept {
    const unsigned bits = file;
    const unsigned low = bits & ((1U << place) - 1);
    return static_cast<std::uint16_t>((bits >> place) << (place + 1) |
                                      static_cast<unsigned>(white) << place | low);
}
constexpr std::uint16_t recoloured(std::uint16_t file, int place) noexcept {
    return static_cast<std::uint16_t>(file ^ (1U << place));
}

struct Counts {
    std::array<std::int8_t, 2> men{};    ///< of each colour, that may still be taken
    std::array<std::int8_t, 2> pawns{};  ///< of those, as pawns
};

struct KeyHash {
    std::size_t operator()(const std::array<std::uint64_t, 3>& key) const noexcept {
        std::uint64_t h = key[0] * 0x9E3779B97F4A7C15ULL ^ key[1];
        h = (h ^ h >> 29) * 0xBF58476D1CE4E5B9ULL ^ key[2] * 0x94D049BB133111EBULL;
        return static_cast<std::size_t>(h ^ h >> 32);
    }
};

class Search {
public:
    Search(const Diagram& diagram, const Structure& structure, std::uint64_t nodes,
           std::uint64_t variant)
        : nodes_{nodes}, variant_{variant} {
        for (int f = 0; f < 8; ++f) {
            const auto fi = static_cast<std::size_t>(f);
            unsigned bits = 0;
            int count = 0;
            for (const Square s : diagram.board.men(PieceType::pawn) &
                                      Bitboard::of(static_cast<File>(f)))
                bits |= static_cast<unsigned>(diagram.board.men(Color::white).contains(s))
                        << count++;
            target_[fi] = static_cast<std::uint16_t>(bits | 1U << count);
            const auto held = [&](Color c, Rank r) {
                return diagram.board.at(square(static_cast<File>(f), r)) ==
                       Piece{c, PieceType::pawn};
            };
            low_fixed_[fi] = held(Color::white, Rank::r2);
            high_fixed_[fi] = held(Color::black, Rank::r7);
        }
        for (const Color c : colors) {
            const auto ci = static_cast<std::size_t>(index(c));
            counts_.men[ci] = static_cast<std::int8_t>(structure.can_be_taken[ci]);
            // A pawn that is neither taken nor left has promoted; so many must have.
            const Board& board = diagram.board;
            const auto over = [&](int have, int own) { return std::max(0, have - own); };
            const Bitboard bishops = board.men(c, PieceType::bishop);
            int promoted = over(board.men(c, PieceType::queen).size(), 1) +
                           over(board.men(c, PieceType::rook).size(), 2) +
                           over(board.men(c, PieceType::knight).size(), 2);
            const Square home_bishop[2] = {square(File::c, back_rank(c)),
                                           square(File::f, back_rank(c))};
            for (const Square home : home_bishop) {
                const Bitboard same = is_light(home) ? Bitboard::light() : Bitboard::dark();
                const bool gone = (structure.taken_at_home[ci] >> index(file_of(home)) & 1) != 0;
                const int have = (bishops & same).size();
                const int made = gone ? have : over(have, 1);
                promoted += made;
                bishops_[ci][is_light(home) ? 1 : 0] = made;
            }
            counts_.pawns[ci] = static_cast<std::int8_t>(
                8 - board.men(c, PieceType::pawn).size() - promoted);
        }
    }

    Kernel run() {
        Kernel kernel;
        const Files start = {5, 5, 5, 5, 5, 5, 5, 5};
        const bool room = counts_.men[0] >= 0 && counts_.men[1] >= 0 && counts_.pawns[0] >= 0 &&
                          counts_.pawns[1] >= 0;
        const int most = room ? counts_.men[0] + counts_.men[1] : -1;
        bool found = false;
        for (int limit = 0; limit <= most && !found && !spent_; ++limit) {
            seen_.clear();
            found = extend(start, counts_, limit);
        }
        kernel.nodes = used_;
        kernel.decision = found ? Decision::yes : spent_ ? Decision::unknown : Decision::no;
        if (found) kernel.steps = path_;
        return kernel;
    }

private:
    /// Black pawns that can promote, the pawns of the diagram, white pawns that can promote: how
    /// many of the first and last there are if file f is that.
    struct Promoting {
        int black = 0;
        int white = 0;
    };
    std::optional<Promoting> fit(std::size_t f, std::uint16_t file) const noexcept {
        const int have = height(file);
        const int want = height(target_[f]);
        for (int below = 0; below + want <= have; ++below) {
            if (below > 0 && is_white(file, below - 1)) break;
            const unsigned middle = static_cast<unsigned>(file) >> below & ((1U << want) - 1);
            if (middle != (target_[f] & ((1U << want) - 1))) continue;
            const unsigned above = static_cast<unsigned>(file) >> (below + want);  // with sentinel
            if ((above & (above + 1)) == 0) return Promoting{below, have - want - below};  // white
        }
        return std::nullopt;
    }
    bool fits(std::size_t f, std::uint16_t file) const noexcept { return fit(f, file).has_value(); }

    /// Whether enough pawns promote on squares of each colour for the promoted bishops.
    /// Pre: all files fit.
    bool bishops_fit(const Files& files) const noexcept {
        std::array<std::array<int, 2>, 2> made{};
        for (std::size_t f = 0; f < 8; ++f) {
            const Promoting here = *fit(f, files[f]);
            made[0][f % 2 == 0 ? 1 : 0] += here.white;  // a8 is light
            made[1][f % 2 == 0 ? 0 : 1] += here.black;
        }
        for (std::size_t c = 0; c < 2; ++c)
            for (std::size_t light = 0; light < 2; ++light)
                if (made[c][light] < bishops_[c][light]) return false;
        return true;
    }

    /// The pawn that still stands on its home square: nobody of its colour was ever behind it. A
    /// pawn that promoted by a capture may lie beyond.
    int fixed_white(std::size_t f, std::uint16_t file) const noexcept {
        return low_fixed_[f] ? std::countr_zero(file) : -1;
    }
    int fixed_black(std::size_t f, std::uint16_t file) const noexcept {
        if (!high_fixed_[f]) return 99;
        const unsigned black = ~static_cast<unsigned>(file) & ((1U << height(file)) - 1);
        return 31 - std::countl_zero(black);
    }
    bool fixed(std::size_t f, std::uint16_t file, int place) const noexcept {
        return place == fixed_white(f, file) || place == fixed_black(f, file);
    }

    bool extend(const Files& files, Counts counts, int limit) {
        int bad = 0;
        for (std::size_t f = 0; f < 8; ++f) bad += fits(f, files[f]) ? 0 : 1;
        if (bad == 0 && bishops_fit(files)) return true;
        if (limit == 0) return false;
        if ((bad + 1) / 2 > limit) return false;
        if (++used_ > nodes_) {
            spent_ = true;
            return false;
        }
        std::array<std::uint64_t, 3> key{};
        for (std::size_t f = 0; f < 8; ++f)
            key[f / 4] |= static_cast<std::uint64_t>(files[f]) << (16 * (f % 4));
        key[2] = static_cast<std::uint64_t>(limit) << 32 |
                 static_cast<std::uint64_t>(static_cast<std::uint8_t>(counts.men[0])) << 24 |
                 static_cast<std::uint64_t>(static_cast<std::uint8_t>(counts.men[1])) << 16 |
                 static_cast<std::uint64_t>(static_cast<std::uint8_t>(counts.pawns[0])) << 8 |
                 static_cast<std::uint64_t>(static_cast<std::uint8_t>(counts.pawns[1]));
        if (!seen_.insert(key).second) return false;
        const std::size_t turn = static_cast<std::size_t>(variant_ >> (3 * (path_.size() % 16)) & 7);
        for (std::size_t i = 0; i < 8; ++i)
            for (const int side : {-1, 1}) {
                const std::size_t g = (i + turn) % 8;  // the file where something is taken
                const int f = static_cast<int>(g) + ((variant_ >> 50 & 1) != 0 ? -side : side);
                if (f < 0 || f > 7) continue;
                if (takes(files, counts, limit, static_cast<std::size_t>(f), g)) return true;
                if (spent_) return false;
            }
        for (std::size_t g = 0; g < 8; ++g)
            if (officer_takes(files, counts, limit, g)) return true;
        return false;
    }

    bool takes(const Files& files, const Counts& counts, int limit, std::size_t f, std::size_t g) {
        for (int place = 0; place < height(files[f]); ++place) {
            if (fixed(f, files[f], place)) continue;
            const bool white = is_white(files[f], place);
            const std::size_t victim = white ? 1 : 0;
            if (counts.men[victim] == 0) continue;
            Files next = files;
            next[f] = removed(files[f], place);
            Counts left = counts;
            --left.men[victim];
            const Color taker = white ? Color::white : Color::black;
            if (counts.pawns[victim] > 0) {
                --left.pawns[victim];
                for (int at = 0; at < height(files[g]); ++at) {
                    if (is_white(files[g], at) == white || fixed(g, files[g], at)) continue;
                    next[g] = recoloured(files[g], at);
                    if (step({static_cast<int>(f), place, static_cast<int>(g), at, true, taker},
                             next, left, limit))
                        return true;
                    if (spent_) return false;
                }
                ++left.pawns[victim];
            }
            const int low = white ? fixed_white(g, files[g]) + 1 : 0;
            const int high = white ? height(files[g])
                                   : std::min(height(files[g]), fixed_black(g, files[g]));
            for (int at = low; at <= high; ++at) {
                // Beside a pawn of its own colour either side is the same.
                if (at > low && is_white(files[g], at - 1) == white) continue;
                next[g] = inserted(files[g], at, white);
                if (height(next[g]) > 12) continue;
                if (step({static_cast<int>(f), place, static_cast<int>(g), at, false, taker}, next,
                         left, limit))
                    return true;
                if (spent_) return false;
            }
        }
        return false;
    }

    bool officer_takes(const Files& files, const Counts& counts, int limit, std::size_t g) {
        for (int at = 0; at < height(files[g]); ++at) {
            const std::size_t victim = is_white(files[g], at) ? 0 : 1;
            if (fixed(g, files[g], at) || counts.men[victim] == 0 || counts.pawns[victim] == 0)
                continue;
            Files next = files;
            next[g] = removed(files[g], at);
            Counts left = counts;
            --left.men[victim];
            --left.pawns[victim];
            if (step({-1, 0, static_cast<int>(g), at, true,
                      victim == 0 ? Color::black : Color::white},
                     next, left, limit))
                return true;
            if (spent_) return false;
        }
        return false;
    }

    bool step(const KernelStep& one, const Files& next, const Counts& left, int limit) {
        path_.push_back(one);
        if (extend(next, left, limit - 1)) return true;
        path_.pop_back();
        return false;
    }

    std::uint64_t nodes_;
    std::uint64_t variant_;
    std::uint64_t used_ = 0;
    bool spent_ = false;
    Files target_{};
    std::array<bool, 8> low_fixed_{};
    std::array<bool, 8> high_fixed_{};
    Counts counts_;
    std::array<std::array<int, 2>, 2> bishops_{};  ///< promoted at least, [colour][on light]
    std::vector<KernelStep> path_;
    std::unordered_set<std::array<std::uint64_t, 3>, KeyHash> seen_;
};

}  // namespace

Kernel pawn_kernel(const Diagram& diagram, const Structure& structure, std::uint64_t nodes,
                   std::uint64_t variant) {
    return Search{diagram, structure, nodes, variant}.run();
}

}  // namespace hakam::retro
