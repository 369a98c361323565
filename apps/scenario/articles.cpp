// Which articles decide what a script asks.
//
// A result has the articles of the result; where something was ruled on, those of the rulings;
// only where neither was needed, those that the acts themselves illustrate. What was met on the way
// (a touch that was obeyed, a pause that was followed by a claim) is not cited.
#include <algorithm>

#include "apply.hpp"
#include "runner.hpp"
#include "text.hpp"

namespace hakam::scenario {
namespace {

using Kind = Obligation::Kind;

/// Men that laymen take for a dead position: at most a minor piece each.
bool looks_drawn(const Board& board) {
    for (const Color c : colors) {
        const Bitboard men = board.men(c);
        const Bitboard minor = board.men(c, PieceType::king) | board.men(c, PieceType::knight) |
                               board.men(c, PieceType::bishop);
        if (men != minor || men.size() > 2) return false;
    }
    return true;
}

/// Whether attacks met the rook alone: it stood attacked, or crossed an attacked square.
bool rook_under_attack(const Position& before, Move move) {
    const Color us = before.turn();
    if (before.is_attacked(move.to(), ~us)) return true;
    if (move.wing() == Wing::king) return false;
    return before.is_attacked(square(File::b, rank_of(move.to())), ~us);
}

std::string castling_960(const Position& before, Move move) {
    const Square rook_to = castled_rook(before.turn(), move.wing());
    const Square king_to = move.arrival();
    if (king_to == move.to() && rook_to == move.from()) return "GII.3.2.2";
    if (king_to == move.from()) return before.occupied().size() == 0 ? "" : "GII.3.2.4";
    if (rook_to == move.to()) return "GII.3.2.3";
    // The king passes its own rook; else a man on the wing that is in nobody's way.
    const int king = index(file_of(move.from()));
    const int rook = index(file_of(move.to()));
    const int target = index(file_of(king_to));
    if ((king < rook && rook <= target) || (target <= rook && rook < king)) return "GII.3.2.6";
    return "GII.3.2.1";
}

}  // namespace

std::string Runner::promotion_articles(const Position& before, const Position& after,
                                       Move move) const {
    const PieceType piece = *move.promotion();
    if (live_.over()) return "3.7.3.5";
    // More of a kind than the set has.
    const int limit = piece == PieceType::queen ? 1 : 2;
    if (after.men(before.turn(), piece).size() > limit)
        return move.is_capture() ? "3.7.3.4; 3.7.3" : "3.7.3.4";
    if (rules_.book != Book::fide || piece != PieceType::queen) return "3.7.3.3";
    return "3.7.3.3; 4.7.3";
}

/// The articles that the last move made by an act of its own illustrates.
std::string Runner::move_articles() const {
    if (!moved_last_ || !last_move_ || positions_.size() < 2) return {};
    const Move move = *last_move_;
    const Position& before = positions_[positions_.size() - 2];
    const Position& after = positions_.back();
    const bool by_parts = by_parts_ && rules_.book == Book::fide;
    if (move.is_castling() && rules_.chess960) {
        std::string text = castling_960(before, move);
        const Bitboard wing = Bitboard::of(back_rank(before.turn())) & before.occupied();
        const bool outsider = std::any_of(wing.begin(), wing.end(), [&](Square s) {
            return move.wing() == Wing::king ? s > move.to() : s < move.to();
        });
        if (outsider) text = "GII.3.2.7";
        return by_parts ? text + "; GII.3.2.5" : text;
    }
    if (move.is_castling()) {
        if (by_parts) return "3.8.2; 4.7.2";
        if (starts_with(touched_, "4.4")) return {};
        if (!touched_.empty()) return "3.8.2";
        return rook_under_attack(before, move) ? "3.8.2.2.1" : "3.8.2";
    }
    if (move.is_promotion() && by_parts) return inverted_ ? "" : "4.6; 4.7.3";
    if (move.is_promotion()) return inverted_ ? "" : promotion_articles(before, after, move);
    if (move.is_en_passant()) return "3.7.3.1";
    if (before.halfmove_clock().value >= 149) return "9.6.2";
    if (before.halfmove_clock().value >= 99) return "9.3";
    if (move.is_capture() && looks_drawn(after.board())) return "5.2.2";
    const Color mover = before.turn();
    if (late_press_) return "6.2.2";
    if (live_.state.unpressed[at(mover)] && replied_) return "1.3";
    if (rules_.announcements && touched_.empty()) return "D.2.3; D.2.4";
    // With its last move the player has reached the time control.
    const Clock& clock = live_.state.clock;
    if (rules_.book == Book::fide && !live_.state.unpressed[at(mover)] &&
        control_reached(live_.control(), clock, mover))
        return "6.3.1; 6.3.2";
    return {};
}

namespace {
/// A new piece was let go while its pawn stands where it stood.
bool held_back_pawn(const State& state) {
    const InHand& hand = state.in_hand;
    return hand.released && hand.fixed.kind == Kind::exact && state.physical.at(hand.fixed.square);
}
}  // namespace

/// The articles of touches that were obeyed, or bound nobody.
void Runner::cite_touches() {
    if (rules_.mode == Mode::online) met_.add(touched_);
    if (rules_.book != Book::fide || !rules_.touch_move) return;
    const Touches& held = live_.state.in_hand.touches;
    const Obligation& fixed = live_.state.in_hand.fixed;
    if (live_.state.in_hand.crowded) {  // nothing is made before the captured man is off
        met_.add("4.7.1");
    } else if (saw_wrong_ && live_.stage() != Stage::wrong_done) {
        const std::string bound = obligation_articles(live_.position(), held, live_.obligation());
        if (!wrong_castling_) met_.add("7.5.1");
        met_.add(bound);
        if (wrong_castling_) met_.add("4.7.2");
    } else if (fixed.promotion && live_.obligation().promotion) {
        if (held_back_pawn(live_.state)) met_.add("4.7.3");
        met_.add("4.4.4");
    } else if (fixed.kind == Kind::castle) {
        met_.add("4.7.2");
    } else if (fixed.kind != Kind::none && live_.state.in_hand.released) {
        met_.add("4.7");
    } else if (!held.empty()) {
        if (rules_.announcements)
            met_.add("4.3");
        else
            met_.add(obligation_articles(live_.position(), held, live_.obligation()));
        if (!rules_.castling && starts_with(met_.text(), "4.4")) met_.add("VAR-NC1");
        const MoveList moves = live_.position().legal_moves();
        const Obligation must = live_.obligation();
        if (must.kind == Kind::exact && std::any_of(moves.begin(), moves.end(), [&](Move m) {
                return must.permits(m) && m.is_promotion();
            }))
            met_.add("4.4.4");
    } else if (!touched_.empty() && !inverted_ &&
               !(by_parts_ && last_move_ && (last_move_->is_promotion() || rules_.chess960))) {
        met_.add(touched_);
        if (removed_) met_.add("4.7.1");
    }
}

/// The castling right that has gone, and whether the men have stood so before.
void Runner::cite_lost_rights() {
    const bool fide = rules_.book == Book::fide;
    if (!fide || !rights_asked()) return;
    const Position& now = live_.position();
    bool king = false;
    bool rook = false;
    for (std::size_t i = 1; i < positions_.size(); ++i) {
        if (positions_[i].castling() == positions_[i - 1].castling()) continue;
        const Move move = live_.history[i].move;
        (move.mover() == PieceType::king ? king : rook) = true;
    }
    const bool seen = std::any_of(positions_.begin(), positions_.end() - 1, [&](const Position& p) {
        return same_board(p, now) && p.castling() != now.castling();
    });
    if (king) met_.add("3.8.2.1.1");
    if (rook && !king) met_.add("3.8.2.1.2");
    if (seen) met_.add("9.2.3.2");
}

std::string Runner::deciding_articles() {
    Cites cites = leading_;
    if (live_.over()) {
        const std::string_view ended = live_.state.articles;
        cites.add(ended);
        if (moved_last_ && last_move_ && last_move_->is_promotion() && positions_.size() > 1)
            cites.add("3.7.3.5");
        // The last of 75 moves mates: mate takes precedence.
        if (live_.state.reason == Reason::checkmate && rules_.book == Book::fide &&
            live_.position().halfmove_clock().value >= 150)
            cites.add("9.6.2");
        const bool scored = rules_.win_points != 2 || rules_.draw_points != 1;
        if (scored && live_.state.result != Result::cancelled)
            cites.add(rules_.win_points == 6 && rules_.draw_points == 2 ? "10.1; EVT-310" : "10.1");
        for (const Event& event : log_)  // a claim that came too late to prevent it
            if (event.type == EventType::ruling &&
                (event.args.ruling == RulingKind::no_right || event.args.articles == "GI.10"))
                cites.add(event.args.articles);
        return cites.add(asked_.text()).text();
    }
    Cites records;  // that a sealed move was opened
    for (const Event& event : log_) {
        if (event.type != EventType::ruling) continue;
        const bool record = event.args.articles == "GI.9.1";
        (record ? records : cites).add(event.args.articles);
    }
    if (!log_.empty() && cites.text() != leading_.text()) return cites.add(asked_.text()).text();
    if (live_.state.phase == Phase::stopped && !pause_articles_.empty())
        return cites.add(pause_articles_).text();
    if (rules_.announcements && live_.state.in_hand.released && !live_.state.announced_move)
        return cites.add("D.2.3.3; D.2.4").text();
    met_.add(move_articles());
    if (time_matters_ && both_times_ && rules_.book == Book::fide && live_.control().timed()) {
        const Extra kind = live_.control().of(Color::white).periods.front().kind;
        met_.add(kind == Extra::delay ? "6.3.2" : "6.3.1");
        if (last_move_ && control_reached(live_.control(), live_.state.clock, ~live_.turn()))
            met_.add("6.3.2");
    }
    met_.add(assisted_);
    // A book of today names the variation; older editions let everybody write first (8.1.2).
    if (rules_.write_first && rules_.book == Book::uscf) met_.add("USCF 15A var. I");
    cite_touches();
    if (live_.state.increment_asked) met_.add("GIII.4");
    cite_lost_rights();
    if (live_.state.offer_by && met_.empty()) {
        met_.add("9.1.2.1");
        if (live_.state.offer_moment == OfferMoment::opponents_time) met_.add("11.5");
    }
    if (live_.state.phase == Phase::adjourned) met_.add("GI.1.1");
    if (met_.empty()) met_.add(records.text());
    return cites.add(met_.text()).add(asked_.text()).text();
}

}  // namespace hakam::scenario
