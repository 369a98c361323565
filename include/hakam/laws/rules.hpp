#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

#include "hakam/laws/basis.hpp"
#include "hakam/laws/rule_key.hpp"

namespace hakam::laws {

// Each enumeration below has the words of a key of data/laws/keys.tsv, in their order.

/// When a loss by the clock, by resignation or by an illegal act is a draw instead, looking at the
/// opponent. Key: flag-test, resign-test, illegal-test.
enum class MateTest : std::uint8_t {
    none,        ///< never
    bare_king,   ///< he has nothing but the king
    any_series,  ///< he cannot mate by any series of legal moves (Law 6.9)
    material,    ///< US Chess 14D, 14E: too little material and no forced win
};

/// When a position that nobody can win ends the game. Key: dead.
enum class DeadRule : std::uint8_t {
    none,        ///< never by itself
    list,        ///< king against king, with one bishop or one knight, bishops on one colour
    any_series,  ///< neither side can mate by any series of legal moves (Law 5.2.2)
};

/// What makes a position return. Key: position-rights.
enum class Identity : std::uint8_t {
    men,        ///< the same men on the same squares, the same player to move
    rights,     ///< also the same castling rights and the same legal en passant (Law 9.2.3)
    temporary,  ///< the text of 2005: rights lost for a while count too; they follow from the men
    series,     ///< the same series of moves played one after the other (1883, 1886)
};

/// Whether the move count may begin at a player's demand. Key: fifty-demand.
enum class Demand : std::uint8_t { no, also, only };

/// Endings for which a claim needs more moves (data/laws/endings.tsv). Key: fifty-exceptions.
enum class EndingList : std::uint8_t {
    none,
    theory_1929,
    krpkbp_1982,
    knnkp_1978,
    list_1984,
    list_1989,
    list_1989_long,
};

/// What a wrong claim costs the claimant, besides what the opponent gains. Key: claimant-penalty.
enum class ClaimantPenalty : std::uint8_t {
    none,
    three_minutes,
    five_minutes,
    half_three,        ///< half of what is left, at most three minutes
    half_three_floor,  ///< the same, but never below one minute
    unknown,           ///< the text was not found
};

/// Until when an illegal act may be put right. Key: illegal-window.
enum class Window : std::uint8_t {
    whole_game,
    next_move,       ///< until the opponent has made his next move (A.5.2)
    next_completed,  ///< until he has completed it (US blitz)
    ten_moves,       ///< among the last ten moves (USCF 11A)
    before_touch,    ///< the opponent must object before he touches a man (1929)
};

/// A pawn left on its last rank when the clock is pressed. Key: unfinished-promotion.
enum class UnfinishedPromotion : std::uint8_t { must_exchange, illegal, illegal_and_queen };

/// Whether the players may agree to a draw (Law 9.1.1). Key: agreement.
enum class AgreementRule : std::uint8_t {
    allowed,
    after_moves,   ///< once both have made `agreement_moves`
    arbiter_only,  ///< not without the arbiter
};

/// The parameters of a book of laws. Data: data/laws/books.tsv, in the keys of keys.tsv. Copy a
/// book's and change them to switch a reading, or write the keys after its name (`read_rules`).
struct Rules {
    std::string_view name = "fide-standard";
    std::string_view title;
    std::string_view family;   ///< "fide": the books of one line, edition after edition
    std::string_view edition;  ///< "2023"
    std::string_view doubts;   ///< what is not proved of this edition: books.tsv

    int automatic_occurrences = 5;     ///< a draw without a claim; 0 never
    bool automatic_alternate = false;  ///< only in consecutive alternate moves (text of 2014)
    int automatic_halfmoves = 150;     ///< the same for plies without capture or pawn move
    int claim_occurrences = 3;         ///< 0: there is no such claim
    int claim_halfmoves = 100;
    Identity identity = Identity::rights;
    bool claim_intended = true;  ///< a repetition may be claimed with a written move
    bool fifty_intended = true;
    EndingList fifty_exceptions = EndingList::none;
    Demand fifty_demand = Demand::no;
    bool claim_lapses = false;
    /// art::fifty_with_mating_move: a written move that mates or stalemates is a claim all the same.
    bool claim_with_final_move = true;
    bool claim_after_touch = false;  ///< US Chess 9G1: until the move is completed
    std::chrono::milliseconds claim_penalty = std::chrono::minutes{2};  ///< to the opponent
    ClaimantPenalty claimant_penalty = ClaimantPenalty::none;

    DeadRule dead = DeadRule::any_series;
    MateTest flag_test = MateTest::any_series;
    MateTest resign_test = MateTest::any_series;
    MateTest illegal_test = MateTest::any_series;
    MateTest device_test = MateTest::none;

    int illegal_acts_to_lose = 2;  ///< 0: none lose
    std::chrono::milliseconds illegal_act_penalty = std::chrono::minutes{2};  ///< to the opponent
    /// The same two in a quickplay finish, where the text of 1997 counts them; 0: as elsewhere.
    int quickplay_acts_to_lose = 0;
    std::chrono::milliseconds quickplay_act_penalty{};
    Window illegal_window = Window::whole_game;
    bool two_hands = true;    ///< counts as an illegal act (Law 7.5.4)
    bool empty_press = true;  ///< the same (Law 7.5.3)
    UnfinishedPromotion unfinished_promotion = UnfinishedPromotion::illegal_and_queen;

    AgreementRule agreement = AgreementRule::allowed;
    int agreement_moves = 1;  ///< that each must have made (Law 5.2.3)

    Basis basis;

    friend bool operator==(const Rules&, const Rules&) = default;
};

}  // namespace hakam::laws
