#pragma once

#include <memory>
#include <mutex>
#include <shared_mutex>

#include "common.hpp"
#include "hakam/game/game.hpp"

namespace hakam::python {

/// An immutable game: the first `plies` half-moves of a store that only grows. Playing on at the end
/// of the store appends to it, so that a chain of games costs what one game costs; playing on from an
/// older one copies. A store is written only by who holds its lock alone, which nobody waits for.
class GameValue {
public:
    explicit GameValue(const Position& start) : store_{std::make_shared<Store>(start)} {}
    GameValue(Game game) : store_{std::make_shared<Store>(std::move(game))}, plies_{store_->game.plies()} {}

    std::size_t plies() const noexcept { return plies_; }
    GameValue with(const std::vector<Move>& moves) const;
    GameValue before(std::size_t plies) const {
        GameValue shorter{*this};
        shorter.plies_ = plies;
        return shorter;
    }

    /// f(const Game&) on exactly this game, without the GIL. Pre: the GIL is held.
    template <class F>
    auto without_gil(F&& f) const {
        const nb::gil_scoped_release unlocked;
        return looked_at(std::forward<F>(f));
    }
    /// The same with the GIL held, for what takes no time.
    template <class F>
    auto looked_at(F&& f) const {
        std::shared_lock lock{store_->mutex};
        if (store_->game.plies() == plies_) return f(std::as_const(store_->game));
        Game copy = store_->game;
        lock.unlock();
        copy.truncate(plies_);
        return f(std::as_const(copy));
    }
    /// f(const Game&) where the game may go on after plies(); cheap for every value.
    template <class F>
    auto prefix(F&& f) const {
        const std::shared_lock lock{store_->mutex};
        return f(std::as_const(store_->game));
    }

private:
    struct Store {
        explicit Store(const Position& start) : game{start} {}
        explicit Store(Game g) : game{std::move(g)} {}
        Game game;
        std::shared_mutex mutex;
    };
    std::shared_ptr<Store> store_;
    std::size_t plies_ = 0;
};

/// A Game, or a Position as a game without moves.
GameValue game_of(nb::handle object);

}  // namespace hakam::python
