#pragma once

#include <string>

#include "hakam/notation/letters.hpp"
#include "hakam/problem/solver.hpp"

/// Solutions as problem journals print them.
namespace hakam::problem {

/// A move in the letters of another language or as figurines. `color` is the mover's.
std::string in_letters(const Step& step, Color color, const Letters& letters);

/// One solution: a tree with one indented line a variation, or a line of play on one line. Ends in
/// a line end. `first` is the side that makes the first move of the solution.
///     1.Bd3! (2.Qe4#)
///         1...Kxd5 2.c4#
std::string press(const Solution& solution, const Stipulation& stipulation, Color first,
                  const Letters& letters = english);

/// A line of text for the end: "1 solution", "no key among these 31 moves", "2 solutions so far".
std::string sentence(const Summary& summary, const Stipulation& stipulation);

}  // namespace hakam::problem
