#include "skeleton.hpp"

#include <algorithm>

namespace hakam::retro {
namespace {

using FileLists = std::array<StaticVector<std::int8_t, 16>, 8>;

constexpr std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

/// A file and a rank (0-7) as a square.
Square place(int file, int rank) noexcept {
    return square(static_cast<File>(file), static_cast<Rank>(rank));
}

FileLists without(FileLists lists, int file, int i) {
    auto& list = lists[at(file)];
    StaticVector<std::int8_t, 16> left;
    for (std::size_t k = 0; k < list.size(); ++k)
        if (k != at(i)) left.push_back(list[k]);
    list = left;
    return lists;
}

FileLists with(FileLists lists, int file, int i, int man) {
    auto& list = lists[at(file)];
    StaticVector<std::int8_t, 16> more;
    for (std::size_t k = 0; k <= list.size(); ++k) {
        if (k == at(i)) more.push_back(static_cast<std::int8_t>(man));
        if (k < list.size()) more.push_back(list[k]);
    }
    list = more;
    return lists;
}

/// The ranks of the pawns at one moment. A pawn that has promoted counts as standing on the last
/// rank, where any number may.
struct Ranks {
    std::array<std::int8_t, men_count> rank{};
    std::vector<PawnEvent> events;
};

class Fit {
public:
    Fit(const Plan& plan, const Kernel& kernel, std::uint64_t variant)
        : plan_{plan}, kernel_{kernel}, variant_{variant} {
        FileLists lists;
        for (int f = 0; f < 8; ++f) {
            lists[at(f)].push_back(static_cast<std::int8_t>(8 + f));
            lists[at(f)].push_back(static_cast<std::int8_t>(24 + f));
        }
        lists_.push_back(lists);
        for (const KernelStep& step : kernel.steps) {
            int taker = -1;
            if (step.from_file >= 0) {
                taker = lists[at(step.from_file)][at(step.from_place)];
                lists = without(lists, step.from_file, step.from_place);
            }
            int taken = -1;
            if (step.pawn_taken) {
                taken = lists[at(step.to_file)][at(step.to_place)];
                lists = without(lists, step.to_file, step.to_place);
            }
            if (taker >= 0) lists = with(lists, step.to_file, step.to_place, taker);
            takers_.push_back(static_cast<std::int8_t>(taker));
            taken_.push_back(static_cast<std::int8_t>(taken));
            lists_.push_back(lists);
        }
        for (int man = 0; man < men_count; ++man) {
            if (!is_pawn_man(man)) continue;
            const Destiny& destiny = plan.men[at(man)];
            start_.rank[at(man)] =
                destiny.survives && destiny.type == PieceType::pawn
                    ? static_cast<std::int8_t>(index(rank_of(destiny.at)))
                    : last_rank(man);
        }
    }

    std::optional<std::vector<PawnEvent>> run() {
        if (!back(kernel_.steps.size(), start_)) return std::nullopt;
        return found_;
    }

private:
    static std::int8_t last_rank(int man) noexcept {
        return static_cast<std::int8_t>(color_of_man(man) == Color::white ? 7 : 0);
    }
    static int up(int man) noexcept { return color_of_man(man) == Color::white ? 1 : -1; }

    /// Takes pawn `i` of the list back to `rank` or leaves it where it is if it stands there or
    /// further back; pawns of its colour behind it make room.
    bool retreat(Ranks& ranks, const StaticVector<std::int8_t, 16>& list, int file, int i,
                 int rank) const {
        const int man = list[at(i)];
        const int d = up(man);
        if ((ranks.rank[at(man)] - rank) * d <= 0) return true;
        if (rank < 1 || rank > 6) return false;
        if (!room_behind(ranks, list, file, i, rank)) return false;
        walk(ranks, man, file, rank);
        return true;
    }

    /// Whether what stands behind place `i` can be behind `rank`, for a pawn of the colour of that
    /// place.
    bool room_behind(Ranks& ranks, const StaticVector<std::int8_t, 16>& list, int file, int i,
                     int rank) const {
        const int man = list[at(i)];
        return side_of(ranks, list, file, i - up(man), rank, -up(man));
    }

    /// Makes the pawn at place `i` of the list, if there is one, stand beyond `rank` in the
    /// direction `d` (1: above).
    bool side_of(Ranks& ranks, const StaticVector<std::int8_t, 16>& list, int file, int i, int rank,
                 int d) const {
        if (i < 0 || i >= static_cast<int>(list.size())) return true;
        const int other = list[at(i)];
        if ((ranks.rank[at(other)] - rank) * d > 0) return true;
        // Only a pawn that goes back in that direction can give way.
        return up(other) == -d && retreat(ranks, list, file, i, rank + d);
    }

    void walk(Ranks& ranks, int man, int file, int rank) const {
        const int d = up(man);
        int now = ranks.rank[at(man)];
        while (now != rank) {
            PawnEvent event;
            event.man = static_cast<std::int8_t>(man);
            event.to = place(file, now);
            event.kind = now == last_rank(man) ? PawnEvent::Kind::unpromote : PawnEvent::Kind::step;
            const int home = d > 0 ? 1 : 6;
            now -= now == home + 2 * d && rank == home ? 2 * d : d;
            event.from = place(file, now);
            ranks.events.push_back(event);
        }
        ranks.rank[at(man)] = static_cast<std::int8_t>(rank);
    }

    bool back(std::size_t k, const Ranks& ranks) {
        if (k == 0) {
            if (!victims_fit(ranks.events)) return false;
            found_ = ranks.events;
            return true;
        }
        if (++nodes_ > 4000) return false;
        const KernelStep& step = kernel_.steps[k - 1];
        StaticVector<int, 8> tries;
        const int mover = takers_[k - 1];
        const int lead = mover >= 0 ? mover : taken_[k - 1];
        // The least way back first, seldom another.
        for (int r = last_rank(lead); r >= 0 && r <= 7; r -= up(lead)) {
            if ((ranks.rank[at(lead)] - r) * up(lead) >= 0) tries.push_back(r);
        }
        if (variant_ != 0 && tries.size() > 1) {
            const std::uint64_t h = (variant_ + k * 0x632BE5ABULL) * 0x9E3779B97F4A7C15ULL;
            if ((h >> 60 & 3) < 2) std::swap(tries[0], tries[(h >> 40) % tries.size()]);
        }
        // A taken pawn that would stand at home at once shuts men in.
        const int taken = taken_[k - 1];
        const int home = taken < 0 ? -1 : color_of_man(taken) == Color::white ? 1 : 6;
        for (std::size_t i = 0; i + 1 < tries.size(); ++i)
            if (tries[i] == home) std::swap(tries[i], tries[i + 1]);
        for (const int r : tries) {
            Ranks next = ranks;
            if (mover >= 0 ? pawn_took(k, step, r, next) : officer_took(k, step, r, next))
                if (back(k - 1, next)) return true;
        }
        return false;
    }

    /// Whether the missing officers can be taken on the squares where pawns take officers: bishops
    /// on their colour.
    bool victims_fit(const std::vector<PawnEvent>& events) const noexcept {
        for (const Color c : colors) {
            int any = 0;
            int bishops[2] = {};
            int squares[2] = {};
            for (int man = first_man(c); man < first_man(c) + 8; ++man) {
                if (plan_.men[at(man)].survives) continue;
                if (type_of_man(man) == PieceType::bishop)
                    ++bishops[is_light(home_of_man(man)) ? 1 : 0];
                else
                    ++any;
            }
            for (const PawnEvent& e : events)
                if (e.captures && e.left < 0 && color_of_man(e.man) != c)
                    ++squares[is_light(e.to) ? 1 : 0];
            if (std::max(0, squares[0] - bishops[0]) + std::max(0, squares[1] - bishops[1]) > any)
                return false;
        }
        return true;
    }

    bool pawn_took(std::size_t k, const KernelStep& step, int r, Ranks& next) const {
        const int mover = takers_[k - 1];
        const int taken = taken_[k - 1];
        const int from = r - up(mover);
        if (from < 1 || from > 6) return false;
        if (taken >= 0 && (r < 1 || r > 6)) return false;
        if (r != last_rank(mover) &&
            !retreat(next, lists_[k][at(step.to_file)], step.to_file, step.to_place, r))
            return false;
        // Room on the file it comes from: the list without it, its neighbours on either side.
        const auto& list = lists_[k][at(step.from_file)];
        if (!side_of(next, list, step.from_file, step.from_place - 1, from, -1) ||
            !side_of(next, list, step.from_file, step.from_place, from, 1))
            return false;
        PawnEvent event;
        event.kind = r == last_rank(mover) ? PawnEvent::Kind::unpromote : PawnEvent::Kind::uncapture;
        event.man = static_cast<std::int8_t>(mover);
        event.left = static_cast<std::int8_t>(taken);
        event.captures = true;
        event.to = place(step.to_file, r);
        event.from = place(step.from_file, from);
        next.events.push_back(event);
        next.rank[at(mover)] = static_cast<std::int8_t>(from);
        if (taken >= 0) next.rank[at(taken)] = static_cast<std::int8_t>(r);
        return true;
    }

    bool officer_took(std::size_t k, const KernelStep& step, int r, Ranks& next) const {
        const int taken = taken_[k - 1];
        if (r < 1 || r > 6) return false;
        const auto& list = lists_[k][at(step.to_file)];
        if (!side_of(next, list, step.to_file, step.to_place - 1, r, -1) ||
            !side_of(next, list, step.to_file, step.to_place, r, 1))
            return false;
        PawnEvent event;
        event.kind = PawnEvent::Kind::set_down;
        event.left = static_cast<std::int8_t>(taken);
        event.captures = true;
        event.to = event.from = place(step.to_file, r);
        next.events.push_back(event);
        next.rank[at(taken)] = static_cast<std::int8_t>(r);
        return true;
    }

    const Plan& plan_;
    const Kernel& kernel_;
    std::uint64_t variant_;
    std::vector<FileLists> lists_;  ///< before the first step, after it, ...
    std::vector<std::int8_t> takers_;
    std::vector<std::int8_t> taken_;
    Ranks start_;
    std::vector<PawnEvent> found_;
    int nodes_ = 0;
};

}  // namespace

std::optional<std::vector<PawnEvent>> pawn_skeleton(const Plan& plan, const Kernel& kernel,
                                                    std::uint64_t variant) {
    return Fit{plan, kernel, variant}.run();
}

}  // namespace hakam::retro
