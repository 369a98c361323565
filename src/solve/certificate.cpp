#include "hakam/solve/certificate.hpp"

namespace hakam {

std::string_view name(MaterialLemma lemma) noexcept {
    switch (lemma) {
        case MaterialLemma::none:
            break;
        case MaterialLemma::lone_king:
            return "lone-king";
        case MaterialLemma::lone_knight:
            return "lone-knight";
        case MaterialLemma::one_color_bishops:
            return "one-color-bishops";
    }
    return "none";
}

std::string_view describe(MaterialLemma lemma) noexcept {
    switch (lemma) {
        case MaterialLemma::none:
            break;
        case MaterialLemma::lone_king:
            return "the side has only its king";
        case MaterialLemma::lone_knight:
            return "the side has only one knight and the other at most queens, which cannot "
                   "hem in their own king without being able to take the knight";
        case MaterialLemma::one_color_bishops:
            return "the side has only bishops, every bishop moves on squares of one colour, and "
                   "there is no pawn and no knight";
    }
    return "";
}

std::string_view name(ArgumentKind kind) noexcept {
    switch (kind) {
        case ArgumentKind::none:
            break;
        case ArgumentKind::game_over:
            return "game-over";
        case ArgumentKind::material:
            return "material";
        case ArgumentKind::region:
            return "region";
        case ArgumentKind::closed_set:
            return "closed-set";
        case ArgumentKind::partial_set:
            return "partial-set";
    }
    return "none";
}

std::string describe(const Argument& argument) {
    switch (argument.kind) {
        case ArgumentKind::none:
            break;
        case ArgumentKind::game_over:
            return "the game has ended and the side has not mated";
        case ArgumentKind::material:
            return std::string{describe(argument.lemma)};
        case ArgumentKind::region:
            return "no man can leave its region of the board, and no mate fits inside the regions";
        case ArgumentKind::closed_set: {
            std::string text = "all " + std::to_string(argument.positions) +
                               " reachable positions were visited and none is mate by the side";
            if (!argument.regions.empty())
                text += "; " + std::to_string(argument.regions.size()) +
                        " were closed by a region certificate";
            return text;
        }
        case ArgumentKind::partial_set:
            return "wherever the men that move freely stand: all " +
                   std::to_string(argument.positions) +
                   " reachable arrangements of the others were visited and none is mate by the "
                   "side";
    }
    return "";
}

}  // namespace hakam
