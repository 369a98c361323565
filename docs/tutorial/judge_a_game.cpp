#include <hakam/hakam.hpp>
#include <iostream>

int main() {
    using namespace hakam;

    // 1. Text in, values out. A text that is no position says where and why.
    const Expected<Position> wrong = fen::position("7k/8/5KQ1/8/8/8/8/8 x - - 99 150");
    std::cout << describe(wrong.error()) << '\n';

    const Expected<Position> start = fen::position("7k/8/5KQ1/8/8/8/8/8 w - - 99 150");
    if (!start) return 1;

    // 2. A position is a small value; a move gives a new one.
    for (const Move move : start->legal_moves())
        if (start->after(move).is_checkmate()) std::cout << san::format(move, *start) << " mates\n";

    // 3. Moves from people are read leniently, and what had to be overlooked is told.
    const Expected<san::Lenient> typed = san::parse_lenient("qf7!", *start);
    if (!typed) return 1;
    for (const Note& note : typed->notes) std::cout << describe(note) << '\n';

    // 4. A game remembers; a book of laws judges, and cites.
    Game game{*start};
    if (!game.play(typed->move)) return 1;
    const auto book = laws::law_book("fide-standard");
    const laws::Verdict verdict = book->judge(game);
    std::cout << laws::sentence(verdict, *laws::language("en")) << '\n';
    for (const laws::Citation& citation : verdict.citations)
        std::cout << laws::describe(citation) << '\n';

    // 5. The hard question, decided by proof: can White still win from the position before?
    const Winnable winnable = hakam::winnable(*start, Color::white);
    std::cout << "White can still mate: " << (winnable.decision == Decision::yes ? "yes" : "no")
              << ", in " << winnable.line.size() << " ply\n";
}
