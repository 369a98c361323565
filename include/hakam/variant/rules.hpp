#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hakam/variant/cell.hpp"
#include "hakam/variant/man.hpp"

namespace hakam::variant {

struct Condition;  // condition.hpp

/// How kings castle.
struct CastlingRule {
    enum class Form : std::uint8_t {
        none,
        modern,  ///< king to the c- or g-file, rook to the other side of it (FIDE 3.8.2)
        free,    ///< Italian: king and rook cross and stand on any squares up to the other's place
    };
    Form form = Form::none;
    bool vertical = false;    ///< with a promoted rook on the king's file that has not moved since
    bool enemy_rook = false;  ///< with a rook of the other side that has not moved

    bool rooks_return = false;  ///< a rook may come to stand at home again as one that has not moved

    friend constexpr bool operator==(const CastlingRule&, const CastlingRule&) = default;
};

/// What becomes of a pawn that reaches the last rank.
struct PromotionRule {
    std::vector<std::string> men;  ///< names; empty: it stays a pawn and cannot move
    bool captured_only = false;    ///< only to a man that its side has lost; else it waits there
    bool bishops_differ = false;   ///< never to a second bishop on squares of one colour
    bool may_stay = false;         ///< the player may let it stay a pawn

    friend bool operator==(const PromotionRule&, const PromotionRule&) = default;
};

/// The pawn's first move.
struct PawnRule {
    int start_rank = 2;            ///< counted from the own side; `i` moves are made from there
    std::uint32_t first_move_files = 0xFFFF'FFFFU;  ///< bit f: on file f the `i` moves are allowed
    bool en_passant = true;

    friend constexpr bool operator==(const PawnRule&, const PawnRule&) = default;
};

/// Who wins when.
enum class Share : std::uint8_t {
    draw,
    wins,       ///< the side that brought it about
    loses,      ///< the side that brought it about
    half_wins,  ///< half the stake to the side that brought it about
    unknown,    ///< the sources do not say
};
struct Ends {
    enum class BareKing : std::uint8_t {
        no_end,
        wins_at_once,         ///< the side that bares wins
        unless_bared_back,    ///< the bared side may make one move, and saves itself by baring back
    };
    Share stalemate = Share::draw;
    BareKing bare_king = BareKing::no_end;
    int repetition = 0;             ///< times the same position, so that a draw may be claimed; 0: never
    std::uint32_t quiet_plies = 0;  ///< without capture or pawn move; 0: never

    friend constexpr bool operator==(const Ends&, const Ends&) = default;
};

/// A ruleset of play as data.
struct Rules {
    std::string id;         ///< "shatranj"
    std::string name;       ///< "Shatranj, common rule of the Islamic world"
    std::string tradition;  ///< where and when it was the rule
    std::string confidence; ///< "sure", "likely" or "disputed", as the sources allow
    std::string doubts;     ///< what is not known and how it was settled here; empty: nothing
    BoardSize size;
    std::vector<Man> men;
    std::string start;  ///< FEN of the start array
    PawnRule pawn;
    PromotionRule promotion;
    CastlingRule castling;
    Ends ends;
    std::vector<const Condition*> conditions;
    /// A royal man's first-move leap may not start from check nor pass over an attacked square.
    bool careful_leap = true;
};

}  // namespace hakam::variant
