#include "picture_guide.hpp"

#include <algorithm>

namespace hakam::problem {
namespace {

/// Steps that the search for pictures may take at the most.
constexpr std::uint64_t most_patience = 3'000'000;

/// Long lines are worth it whatever the shorter ones cost.
std::uint64_t least_patience(int plies) {
    return plies <= 5 ? 500 : plies == 6 ? 3'000 : plies == 7 ? 50'000 : plies == 8 ? 200'000 : most_patience;
}

}  // namespace

void PictureGuide::begin(const Position& start, int white, int black) {
    if (moves_ != std::array{white, black} || start_key_ != start.key())
        start_over(start, white, black);
    men_ = Men{start};
    left_ = {white, black};
    layers_.clear();
    open_.clear();
    from_ = 0;
    if (!pictures_) return;
    for (std::uint32_t i = 0; i < pictures_->all.size(); ++i)
        open_.push_back({i, {}});
    filter_all(start, 0, open_.size());
}

void PictureGuide::start_over(const Position& start, int white, int black) {
    moves_ = {white, black};
    start_key_ = start.key();
    const bool had_pictures = pictures_.has_value();
    pictures_.reset();
    // The course before was shorter; where it was soon done, so is this one without pictures.
    const std::uint64_t patience =
        had_pictures ? most_patience
                     : std::min(most_patience, std::max({asked_ * 10, least_patience(white + black), least_}));
    asked_ = 0;
    if (white + black >= 4) {
        std::array<int, 2> captures{};
        for (const Color c : colors) {
            // The man that gives check in the end is not captured.
            const int men = start.men(~c).size() - 1;
            captures[static_cast<std::size_t>(index(c))] =
                std::max(0, c == attacker_ ? men : men - 1);
        }
        ways_.emplace(distances_, captures);
        pictures_ = mate_pictures(start, Men{start}, *ways_, attacker_,
                                  attacker_ == Color::white ? white : black,
                                  attacker_ == Color::white ? black : white, static_cast<int>(patience), expired_);
    }
    if (!pictures_ && !plain_) plain_.emplace(attacker_);
}

bool PictureGuide::may_succeed(const Position& p, int white, int black) {
    if (pictures_) return open_.size() > from_;
    ++asked_;
    return plain_->may_succeed(p, white, black);
}

int PictureGuide::cost(const Position& p, int man, Target to) const {
    const Piece piece = men_.man[static_cast<std::size_t>(man)];
    const Square from = men_.square[static_cast<std::size_t>(man)];
    int least = (*ways_)(piece, from, to.type, to.square);
    for (const Castled& c : castled(p, piece, from))
        least = std::min(least, (*ways_)(piece, c.square, to.type, to.square) + c.cost);
    return least;
}

// Keeps of open_[begin, end) the pictures that men_ can still bring about, at the front; the rest of
// open_ is dropped.
void PictureGuide::filter_all(const Position& p, std::size_t begin, std::size_t end) {
    std::size_t kept = begin;
    for (std::size_t i = begin; i < end; ++i) {
        Open o = open_[i];
        const Picture& picture = pictures_->all[o.picture];
        if ((picture.men & ~men_.present) != 0) continue;
        std::array<int, 2> spare = left_;
        std::uint32_t place = picture.first;
        for (std::uint32_t men = picture.men; men != 0; men &= men - 1) {
            const int man = std::countr_zero(men);
            spare[static_cast<std::size_t>(index(men_.man[static_cast<std::size_t>(man)].color))] -=
                cost(p, man, pictures_->targets[place++]);
        }
        if (spare[0] < 0 || spare[1] < 0) continue;
        o.spare = {static_cast<std::int8_t>(spare[0]), static_cast<std::int8_t>(spare[1])};
        open_[kept++] = o;
    }
    open_.resize(kept);
}

bool PictureGuide::push(const Position& before, Move m) {
    if (!pictures_) return true;
    const Color mover = before.turn();
    const auto side = static_cast<std::size_t>(index(mover));
    const auto sq = [](Square s) { return static_cast<std::size_t>(s); };
    layers_.push_back({men_, open_.size(), side});
    const std::size_t old_from = from_;
    const std::size_t end = open_.size();
    const auto man = men_.on[sq(m.from())];
    const Piece was = men_.man[man];
    --left_[side];
    // The men.
    std::uint32_t captured = 0;
    if (m.is_castling()) {
        const Wing wing = m.to() > m.from() ? Wing::king : Wing::queen;
        const auto rook = men_.on[sq(m.to())];
        men_.on[sq(m.from())] = men_.on[sq(m.to())] = Men::none;
        men_.square[man] = castled_king(mover, wing);
        men_.square[rook] = castled_rook(mover, wing);
        men_.on[sq(men_.square[man])] = man;
        men_.on[sq(men_.square[rook])] = rook;
    } else {
        const Square taken = m.is_en_passant() ? square(file_of(m.to()), rank_of(m.from())) : m.to();
        if (const auto victim = men_.on[sq(taken)]; victim != Men::none) {
            captured = std::uint32_t{1} << victim;
            men_.present &= ~captured;
            men_.on[sq(taken)] = Men::none;
        }
        men_.on[sq(m.from())] = Men::none;
        men_.on[sq(m.to())] = man;
        men_.square[man] = m.to();
        if (const auto type = m.promotion()) men_.man[man].type = *type;
    }
    from_ = end;
    if (!before.castling().rooks().empty()) {
        // Rights may go, and with them short ways.
        open_.insert(open_.end(), open_.begin() + static_cast<std::ptrdiff_t>(old_from),
                     open_.begin() + static_cast<std::ptrdiff_t>(end));
        filter_all(before.after(m), end, open_.size());
    } else {
        const std::uint32_t own = std::uint32_t{1} << man;
        const Piece is = men_.man[man];
        for (std::size_t i = old_from; i < end; ++i) {
            Open o = open_[i];
            const Picture& picture = pictures_->all[o.picture];
            if ((picture.men & captured) != 0) continue;
            int spare = o.spare[side] - 1;
            if ((picture.men & own) != 0) {
                const Target to = pictures_->target(picture, man);
                spare += (*ways_)(was, m.from(), to.type, to.square) -
                         (*ways_)(is, m.to(), to.type, to.square);
            }
            if (spare < 0) continue;
            o.spare[side] = static_cast<std::int8_t>(spare);
            open_.push_back(o);
        }
    }
    if (open_.size() > from_) return true;
    pop();
    return false;
}

void PictureGuide::pop() {
    if (!pictures_) return;
    const Layer& layer = layers_.back();
    open_.resize(layer.end);
    ++left_[layer.side];
    men_ = layer.men;
    layers_.pop_back();
    from_ = layers_.empty() ? 0 : layers_.back().end;
}

}  // namespace hakam::problem
