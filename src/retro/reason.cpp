#include "hakam/retro/reason.hpp"

#include "hakam/core/color.hpp"

namespace hakam::retro {

std::string_view name(ReasonKind kind) noexcept {
    switch (kind) {
        case ReasonKind::bad_setup: return "bad-setup";
        case ReasonKind::too_many_promoted: return "too-many-promoted";
        case ReasonKind::no_origin: return "no-origin";
        case ReasonKind::no_assignment: return "no-assignment";
        case ReasonKind::pawn_captures: return "pawn-captures";
        case ReasonKind::pawns_blocked: return "pawns-blocked";
        case ReasonKind::parity: return "parity";
        case ReasonKind::nobody_captured: return "nobody-captured";
        case ReasonKind::no_last_move: return "no-last-move";
        case ReasonKind::all_moves_refuted: return "all-moves-refuted";
    }
    return "unknown";
}

namespace {

std::string places(Bitboard squares) {
    std::string text;
    for (const Square s : squares) text += (text.empty() ? "" : ", ") + to_string(s);
    return text;
}

std::string move_words(Move move) {
    std::string text = to_string(move.from());
    text += move.is_capture() ? 'x' : '-';
    if (const auto taken = move.captured()) text += to_char(*taken);
    text += to_string(move.arrival());
    if (const auto made = move.promotion()) text += std::string{"="} + to_char(*made);
    return text;
}

std::string one_line(const Reason& r, Language language) {
    const bool en = language == Language::en;
    const std::string side = !r.side                     ? ""
                             : *r.side == Color::white ? (en ? "White" : "الأبيض")
                                                       : (en ? "Black" : "الأسود");
    const std::string needed = std::to_string(r.needed);
    const std::string have = std::to_string(r.available);
    switch (r.kind) {
        case ReasonKind::bad_setup: {
            std::string text = en ? "impossible on the board itself:" : "مستحيل على الرقعة نفسها:";
            for (const SetupFault& f : r.faults) text += " " + describe(f) + ";";
            text.pop_back();
            return text;
        }
        case ReasonKind::too_many_promoted:
            return en ? side + " has at least " + needed + " promoted men but misses only " + have +
                            " pawns"
                      : side + ": القطع المُرقّاة " + needed + " على الأقل والبيادق الناقصة " + have +
                            " فقط";
        case ReasonKind::no_origin:
            return en ? side + "'s man on " + places(r.squares) +
                            " can have come there from no home square"
                      : side + ": القطعة على " + places(r.squares) +
                            " لا يمكن أن تأتي من أي مربع أصلي";
        case ReasonKind::no_assignment:
            return en ? side + "'s men cannot all have different home squares to come from"
                      : side + ": لا يمكن توزيع القطع على مربعاتها الأصلية";
        case ReasonKind::pawn_captures:
            return en ? side + "'s pawns and promoted men need " + needed +
                            " captures; only " + have + " enemy men can have been taken by pawns"
                      : side + ": البيادق والقطع المُرقّاة تحتاج إلى " + needed +
                            " من الأسر ولا يمكن أن يُؤسر إلا " + have;
        case ReasonKind::pawns_blocked:
            return en ? "with " + have +
                            " men missing the pawns cannot pass each other so that enough promote"
                      : "مع نقص " + have + " من القطع لا تستطيع البيادق تجاوز بعضها لتترقى";
        case ReasonKind::parity:
            return en ? "only knights and corner rooks have moved, and the parity of the moves does "
                        "not fit the turn"
                      : "لم تتحرك إلا الأحصنة وقلاع الزوايا، وعدد النقلات لا يوافق الدور";
        case ReasonKind::nobody_captured:
            return en ? "men are missing, but no man that is left has ever moved to take the last"
                      : "قطع ناقصة، ولم تتحرك أي قطعة باقية لتأسر الأخيرة";
        case ReasonKind::no_last_move:
            return en ? side + " has just moved, but no move can be taken back"
                      : side + " لعب للتو، ولا توجد نقلة يمكن ردها";
        case ReasonKind::all_moves_refuted:
            return en ? side + " has just moved; each of the " + std::to_string(r.after.size()) +
                            " last moves comes from an impossible position:"
                      : side + " لعب للتو؛ كل نقلة أخيرة (" + std::to_string(r.after.size()) +
                            ") تأتي من وضع مستحيل:";
    }
    return {};
}

void add(const Reason& reason, Language language, std::size_t max_lines, std::size_t depth,
         std::vector<std::string>& lines) {
    lines.push_back(std::string(2 * depth, ' ') + one_line(reason, language));
    std::size_t shown = 0;
    for (const RefutedMove& one : reason.after) {
        if (lines.size() + 1 >= max_lines) {
            lines.push_back(std::string(2 * depth + 2, ' ') +
                            (language == Language::en ? "and " : "و") +
                            std::to_string(reason.after.size() - shown) +
                            (language == Language::en ? " more" : " أخرى"));
            return;
        }
        std::string text = std::string(2 * depth + 2, ' ') + move_words(one.move) + ": ";
        const std::string why = one_line(one.why, language);
        lines.push_back(text + why);
        ++shown;
        if (reason.after.size() <= 2 && !one.why.after.empty()) {
            // A forced line is followed; wide ones are only named.
            lines.pop_back();
            lines.push_back(text);
            add(one.why, language, max_lines, depth + 2, lines);
            if (lines.size() >= max_lines) return;
        }
    }
}

}  // namespace

std::vector<std::string> explain(const Reason& reason, Language language, std::size_t max_lines) {
    std::vector<std::string> lines;
    add(reason, language, max_lines, 0, lines);
    if (lines.size() > max_lines) lines.resize(max_lines);
    return lines;
}

}  // namespace hakam::retro
