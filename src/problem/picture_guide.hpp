#pragma once

#include <functional>
#include <utility>

#include "pictures.hpp"

namespace hakam::problem {

/// For long help play that ends in mate by `attacker`: follows which mate pictures each move leaves
/// possible. Where there are too many pictures it does what MateGuide does.
class PictureGuide : public Guide {
public:
    /// `least`: steps that looking for pictures may take in any case.
    /// `expired` ends the looking for pictures early; the search must end then as well.
    explicit PictureGuide(Color attacker, std::uint64_t least = 0,
                          std::function<bool()> expired = {})
        : attacker_{attacker}, least_{least}, expired_{std::move(expired)} {}
    bool has_pictures() const noexcept { return pictures_.has_value(); }
    void begin(const Position& start, int white, int black) override;
    bool push(const Position& before, Move m) override;
    void pop() override;
    bool may_succeed(const Position& p, int white, int black) override;

private:
    /// A picture and the moves that each side can spare for other purposes.
    struct Open {
        std::uint32_t picture;
        std::array<std::int8_t, 2> spare;
    };
    struct Layer {  ///< before a move
        Men men;
        std::size_t end;   ///< of its open pictures
        std::size_t side;  ///< that moves
    };
    void start_over(const Position& start, int white, int black);
    int cost(const Position& p, int man, Target to) const;
    void filter_all(const Position& after, std::size_t begin, std::size_t end);

    Color attacker_;
    std::uint64_t least_;
    std::function<bool()> expired_;
    Distances distances_;
    std::optional<MateGuide> plain_;
    std::optional<Ways> ways_;
    std::optional<Pictures> pictures_;
    Key start_key_{};
    std::uint64_t asked_ = 0;  ///< questions since the pictures were last looked for
    std::array<int, 2> moves_{-1, -1};
    std::array<int, 2> left_{};
    Men men_;
    std::vector<Layer> layers_;
    std::vector<Open> open_;  ///< of the start, then of each layer
    std::size_t from_ = 0;    ///< where the last layer's begin
};

}  // namespace hakam::problem
