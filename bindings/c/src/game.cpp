#include <optional>
#include <string>

#include "convert.hpp"
#include "hakam/game/game.hpp"
#include "hakam/laws/describe.hpp"
#include "hakam/laws/law_book.hpp"
#include "hakam/laws/rules_text.hpp"
#include "hakam/solve/winnable.hpp"

using namespace hakam;

struct hakam_game {
    Game game;
};
struct hakam_verdict {
    laws::Verdict verdict;
    std::string reason;
};

namespace {

bool is_side(int side) noexcept { return side == HAKAM_WHITE || side == HAKAM_BLACK; }

std::optional<laws::Incident> incident_of(int incident, Color side, int count) {
    switch (incident) {
        case HAKAM_FLAG_FALL: return laws::FlagFall{side};
        case HAKAM_RESIGNATION: return laws::Resignation{side};
        case HAKAM_AGREEMENT: return laws::Agreement{};
        case HAKAM_DISCONNECTION: return laws::Disconnection{side};
        case HAKAM_ILLEGAL_ACT:
            if (count < 1) return std::nullopt;
            return laws::IllegalAct{side, count};
        default: return std::nullopt;
    }
}

template <class Ask>
hakam_code answer(const hakam_game* game, const char* book, const hakam_budget* budget,
                  hakam_verdict** out, Ask ask) noexcept {
    if (game == nullptr || book == nullptr || out == nullptr) return HAKAM_BAD_ARGUMENT;
    return c::guarded([&] {
        Budget limits;
        if (!c::budget(budget, limits)) return hakam_code{HAKAM_BAD_ARGUMENT};
        const auto laws_book = laws::law_book(book);
        if (!laws_book) return hakam_code{HAKAM_UNKNOWN_NAME};
        laws::Verdict verdict = ask(*laws_book, limits);
        std::string reason{name(verdict.reason)};
        *out = new hakam_verdict{std::move(verdict), std::move(reason)};
        return hakam_code{HAKAM_OK};
    });
}

}  // namespace

extern "C" {

hakam_code hakam_winnable(const hakam_position* position, int side, const hakam_budget* budget,
                          int* decision, hakam_move* line, size_t capacity, size_t* length) {
    if (position == nullptr || decision == nullptr || !is_side(side)) return HAKAM_BAD_ARGUMENT;
    return c::guarded([&] {
        Budget limits;
        if (!c::budget(budget, limits)) return hakam_code{HAKAM_BAD_ARGUMENT};
        const Winnable found = winnable(c::in(position), static_cast<Color>(side), limits);
        *decision = static_cast<int>(found.decision);
        if (length != nullptr) *length = found.line.size();
        if (line != nullptr)
            for (std::size_t i = 0; i < std::min(capacity, found.line.size()); ++i)
                line[i] = found.line[i].code();
        return hakam_code{HAKAM_OK};
    });
}
int hakam_certainly_unwinnable(const hakam_position* position, int side) {
    if (!is_side(side)) return 0;
    return c::guarded_or(
        0, [&] { return int{certainly_unwinnable(c::in(position), static_cast<Color>(side))}; });
}

hakam_game* hakam_game_new(const hakam_position* start) {
    return c::guarded_or(static_cast<hakam_game*>(nullptr), [&] {
        return new hakam_game{Game{start != nullptr ? c::in(start) : Position{}}};
    });
}
hakam_game* hakam_game_copy(const hakam_game* game) {
    return c::guarded_or(static_cast<hakam_game*>(nullptr), [&] { return new hakam_game{*game}; });
}
void hakam_game_free(hakam_game* game) { delete game; }
hakam_code hakam_game_play(hakam_game* game, hakam_move move) {
    if (game == nullptr) return HAKAM_BAD_ARGUMENT;
    return c::guarded([&]() -> hakam_code {
        if (move >= 1U << 24 || !game->game.play(c::in(move))) return HAKAM_ILLEGAL_MOVE;
        return HAKAM_OK;
    });
}
hakam_code hakam_game_truncate(hakam_game* game, size_t plies) {
    if (game == nullptr || plies > game->game.plies()) return HAKAM_BAD_ARGUMENT;
    return c::guarded([&] { return game->game.truncate(plies), hakam_code{HAKAM_OK}; });
}
size_t hakam_game_plies(const hakam_game* game) { return game->game.plies(); }
hakam_code hakam_game_position(const hakam_game* game, size_t ply, hakam_position* out) {
    if (game == nullptr || out == nullptr || ply > game->game.plies()) return HAKAM_BAD_ARGUMENT;
    *out = c::out(game->game.position(ply));
    return HAKAM_OK;
}
hakam_move hakam_game_move(const hakam_game* game, size_t ply) {
    return ply < game->game.plies() ? game->game.move(ply).code() : 0;
}
int hakam_game_occurrences(const hakam_game* game, size_t ply) {
    return ply <= game->game.plies() ? game->game.occurrences(ply) : 0;
}

const char* hakam_book_name(size_t index) {
    // The names are literals, so that a 0 follows them.
    return index < laws::books().size() ? laws::books()[index].name.data() : nullptr;
}

hakam_code hakam_judge(const hakam_game* game, const char* book, const hakam_budget* budget,
                       hakam_verdict** out) {
    return answer(game, book, budget, out, [&](const laws::LawBook& laws_book, const Budget& limits) {
        return laws_book.judge(game->game, limits, laws::DeadTest::exact);
    });
}
hakam_code hakam_rule(const hakam_game* game, const char* book, int incident, int side, int count,
                      const hakam_budget* budget, hakam_verdict** out) {
    if (!is_side(side)) return HAKAM_BAD_ARGUMENT;
    const auto what = incident_of(incident, static_cast<Color>(side), count);
    if (!what) return HAKAM_BAD_ARGUMENT;
    return answer(game, book, budget, out, [&](const laws::LawBook& laws_book, const Budget& limits) {
        return laws_book.rule(game->game, *what, limits);
    });
}
void hakam_verdict_free(hakam_verdict* verdict) { delete verdict; }
int hakam_verdict_standing(const hakam_verdict* v) { return static_cast<int>(v->verdict.standing); }
int hakam_verdict_outcome(const hakam_verdict* v) {
    return v->verdict.outcome ? static_cast<int>(*v->verdict.outcome) + 1 : HAKAM_NO_OUTCOME;
}
int hakam_verdict_certainty(const hakam_verdict* v) { return static_cast<int>(v->verdict.certainty); }
const char* hakam_verdict_reason(const hakam_verdict* v) { return v->reason.c_str(); }
size_t hakam_verdict_articles(const hakam_verdict* v) { return v->verdict.citations.size(); }
size_t hakam_verdict_article(const hakam_verdict* v, size_t index, char* buffer, size_t size) {
    if (index >= v->verdict.citations.size()) return 0;
    return c::guarded_or(std::size_t{0}, [&] {
        return c::put(describe(v->verdict.citations[index]), buffer, size);
    });
}
size_t hakam_verdict_sentence(const hakam_verdict* v, const char* language, char* buffer,
                              size_t size) {
    return c::guarded_or(std::size_t{0}, [&]() -> std::size_t {
        const auto known = laws::language(language != nullptr ? language : "en");
        return known ? c::put(sentence(v->verdict, *known), buffer, size) : 0;
    });
}

}  // extern "C"
