#include "course.hpp"

namespace hakam::problem {
namespace {

std::vector<Color> alternating(Color first, int plies) {
    std::vector<Color> movers;
    for (int i = 0; i < plies; ++i) movers.push_back(i % 2 == 0 ? first : ~first);
    return movers;
}

Course alternate_course(const Stipulation& s, Color starter, int n) {
    Course c;
    c.moves = n;
    const int half = s.half ? 1 : 0;
    switch (s.play) {
        case Play::help_self:
        case Play::help_reflex:
            c.ending = s.play == Play::help_self ? Ending::forced : Ending::reflex;
            c.movers = alternating(starter, 2 * n - 1 + half);
            break;
        case Play::reciprocal_help:
            c.ending = Ending::reciprocal;
            c.movers = alternating(starter, 2 * n - 2 + half);
            break;
        default:
            c.ending = s.is_proof_game() ? Ending::board : Ending::aim;
            c.movers = alternating(starter, 2 * n + half);
            break;
    }
    return c;
}

Course series_course(const Stipulation& s, Color starter, int n) {
    Course c;
    c.moves = n;
    const Color mover = s.intro != 0 ? ~starter : starter;
    c.intro = static_cast<std::size_t>(s.intro);
    c.movers.assign(c.intro, starter);
    c.movers.insert(c.movers.end(), static_cast<std::size_t>(n), mover);
    switch (s.play) {
        case Play::help: c.movers.push_back(~mover); break;
        case Play::self: c.ending = Ending::forced; break;
        case Play::reflex:
        case Play::semi_reflex: c.ending = Ending::reflex; break;
        default: c.ending = s.is_proof_game() ? Ending::board : Ending::aim; break;
    }
    return c;
}

}  // namespace

Color usual_starter(const Stipulation& s) noexcept {
    Color starter = Color::white;
    if (s.order == Order::alternate) {
        const bool black_first = s.play == Play::help || s.play == Play::reciprocal_help;
        if (black_first || s.play == Play::help_self || s.play == Play::help_reflex)
            starter = black_first != s.half ? Color::black : Color::white;
        return starter;
    }
    if (s.play == Play::help) starter = Color::black;
    return s.intro != 0 ? ~starter : starter;
}

std::vector<Course> courses(const Stipulation& s, Color starter) {
    std::vector<Course> all;
    const int least = s.exact ? s.moves
                      : s.half && s.play != Play::reciprocal_help &&
                              s.play != Play::help_self && s.play != Play::help_reflex
                          ? 0
                          : 1;
    for (int n = least; n <= s.moves; ++n)
        all.push_back(s.order == Order::alternate ? alternate_course(s, starter, n)
                                                  : series_course(s, starter, n));
    return all;
}

}  // namespace hakam::problem
