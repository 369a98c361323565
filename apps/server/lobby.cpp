#include "server/lobby.hpp"

#include <algorithm>

#include "server/hub.hpp"

namespace hakam::server {
namespace {

constexpr Millis challenge_lives = 5 * 60'000;
constexpr auto look_every = std::chrono::seconds{5};

struct Decline {
    std::string_view key;
    std::string_view sentence;
};
constexpr Decline declines[] = {
    {"generic", "The challenge is declined."},
    {"later", "Not now; ask again later."},
    {"tooFast", "That is too fast; a slower game is welcome."},
    {"tooSlow", "That is too slow; a faster game is welcome."},
    {"timeControl", "This time control is not accepted."},
    {"rated", "Only rated games are accepted."},
    {"casual", "Only casual games are accepted."},
    {"standard", "Only standard chess is accepted."},
    {"variant", "This variant is not accepted."},
    {"noBot", "Challenges of programs are not accepted."},
    {"onlyBot", "Only challenges of programs are accepted."}};

std::string_view status_name(ChallengeStatus status) {
    switch (status) {
        case ChallengeStatus::created: return "created";
        case ChallengeStatus::accepted: return "accepted";
        case ChallengeStatus::declined: return "declined";
        case ChallengeStatus::canceled: return "canceled";
    }
    return "created";
}

std::string decimal_minutes(Millis ms) {
    if (ms % 60'000 == 0) return std::to_string(ms / 60'000);
    const Millis hundredths = ms * 100 / 60'000;
    std::string text = std::to_string(hundredths / 100) + '.' +
                       (hundredths % 100 < 10 ? "0" : "") + std::to_string(hundredths % 100);
    while (text.back() == '0') text.pop_back();
    return text;
}

bool goes_with(const Seek& a, const Seek& b) {
    return a.account.key != b.account.key && a.offer.pace.initial == b.offer.pace.initial &&
           a.offer.pace.increment == b.offer.pace.increment &&
           a.offer.chess960 == b.offer.chess960 && a.offer.laws == b.offer.laws &&
           (a.color == "random" || a.color != b.color);
}

}  // namespace

std::string_view decline_reason(std::string_view key) {
    for (const Decline& decline : declines)
        if (beast::iequals(decline.key, key)) return decline.sentence;
    return declines[0].sentence;
}

json::object challenge_json(Shared& shared, const Challenge& c, std::string_view direction) {
    const std::string_view speed = speed_of(c.offer.pace);
    json::object o{{"id", c.id},
                   {"url", shared.options.advertise + '/' + c.id},
                   {"status", status_name(c.status)},
                   {"challenger", user_json(shared, c.challenger)},
                   {"destUser", user_json(shared, c.dest)},
                   {"variant", variant_json(c.offer.chess960, !c.offer.fen.empty())},
                   {"rated", false},
                   {"speed", speed},
                   {"color", c.color},
                   {"finalColor", c.final_color},
                   {"perf", perf_json(speed)}};
    o.at("challenger").as_object()["online"] = shared.lobby->is_online(c.challenger.key);
    o.at("destUser").as_object()["online"] = shared.lobby->is_online(c.dest.key);
    if (c.offer.pace.timed)
        o["timeControl"] = json::object{
            {"type", "clock"},
            {"limit", c.offer.pace.initial / 1000},
            {"increment", c.offer.pace.increment / 1000},
            {"show", decimal_minutes(c.offer.pace.initial) + '+' +
                         std::to_string(c.offer.pace.increment / 1000)}};
    else
        o["timeControl"] = json::object{{"type", "unlimited"}};
    if (!c.offer.fen.empty()) o["initialFen"] = c.offer.fen;
    if (!direction.empty()) o["direction"] = direction;
    if (c.status == ChallengeStatus::declined) {
        o["declineReason"] = decline_reason(c.decline_key);
        o["declineReasonKey"] = id_of(c.decline_key);
    }
    return o;
}

Lobby::Lobby(Shared& shared) : shared_{shared}, timer_{shared.io} { arm(); }

void Lobby::stop() {
    timer_.cancel();
    for (auto& [account, streams] : listeners_)
        for (const auto& stream : std::vector{streams}) stream->finish();
    for (Seek& seek : seeks_) seek.stream->finish();
    for (auto& [id, challenge] : challenges_)
        if (challenge.keep_alive) challenge.keep_alive->finish();
}

void Lobby::arm() {
    timer_.expires_after(look_every);
    timer_.async_wait([this](boost::system::error_code error) {
        if (error || shared_.stopping) return;
        expire();
        arm();
    });
}

void Lobby::expire() {
    const Millis before = PlayClock::wall() - challenge_lives;
    std::vector<std::string> old;
    for (const auto& [id, c] : challenges_)
        if (c.created < before && (!c.keep_alive || c.keep_alive->is_over())) old.push_back(id);
    for (const std::string& id : old)
        settle(challenges_.at(id), ChallengeStatus::canceled, {});
}

void Lobby::tell(AccountKey account, const json::object& event) {
    const auto found = listeners_.find(account);
    if (found == listeners_.end()) return;
    const auto line = std::make_shared<const std::string>(json::serialize(event) + '\n');
    for (const auto& stream : std::vector{found->second}) stream->say(line);
}

std::vector<AccountKey> Lobby::online() const {
    std::vector<AccountKey> keys;
    for (const auto& [account, streams] : listeners_) keys.push_back(account);
    std::sort(keys.begin(), keys.end());
    return keys;
}

void Lobby::listen(const AccountRow& account, const std::shared_ptr<LineStream>& stream,
                   const std::vector<std::shared_ptr<Game>>& games) {
    listeners_[account.key].push_back(stream);
    stream->on_end = [this, key = account.key, raw = stream.get()] {
        const auto found = listeners_.find(key);
        if (found == listeners_.end()) return;
        std::erase_if(found->second, [raw](const auto& s) { return s.get() == raw; });
        if (found->second.empty()) listeners_.erase(found);
    };
    for (const auto& game : games) {
        const Players players = players_of(shared_, game->key());
        for (const Seat seat : {Seat::white, Seat::black})
            if (const auto& holder = players.of(seat); holder && holder->key == account.key)
                stream->say(json::serialize(json::object{
                    {"type", "gameStart"}, {"game", game_json(shared_, *game, seat)}}));
    }
    for (const Challenge* c : challenges(account.key, true))
        stream->say(json::serialize(json::object{{"type", "challenge"},
                                                 {"challenge", challenge_json(shared_, *c, {})},
                                                 {"compat", {{"bot", true}, {"board", true}}}}));
}

void Lobby::started(Game& game) {
    const Players players = players_of(shared_, game.key());
    for (const Seat seat : {Seat::white, Seat::black})
        if (const auto& holder = players.of(seat); holder && is_online(holder->key))
            tell(holder->key,
                 {{"type", "gameStart"}, {"game", game_json(shared_, game, seat)}});
}

void Lobby::ended(Game& game) {
    const Players players = players_of(shared_, game.key());
    for (const Seat seat : {Seat::white, Seat::black})
        if (const auto& holder = players.of(seat); holder && is_online(holder->key))
            tell(holder->key,
                 {{"type", "gameFinish"}, {"game", game_json(shared_, game, seat)}});
}

Challenge& Lobby::add(Challenge challenge) {
    const std::string id = challenge.id;
    Challenge& added = challenges_.insert_or_assign(id, std::move(challenge)).first->second;
    const json::object event{{"type", "challenge"},
                             {"challenge", challenge_json(shared_, added, {})},
                             {"compat", {{"bot", true}, {"board", true}}}};
    tell(added.dest.key, event);
    tell(added.challenger.key, event);
    return added;
}

Challenge* Lobby::challenge(std::string_view id) {
    const auto found = challenges_.find(std::string{id});
    return found == challenges_.end() ? nullptr : &found->second;
}

std::vector<const Challenge*> Lobby::challenges(AccountKey account, bool incoming) const {
    std::vector<const Challenge*> list;
    for (const auto& [id, c] : challenges_)
        if ((incoming ? c.dest.key : c.challenger.key) == account) list.push_back(&c);
    std::sort(list.begin(), list.end(), [](const Challenge* a, const Challenge* b) {
        return a->created != b->created ? a->created < b->created : a->id < b->id;
    });
    return list;
}

void Lobby::settle(Challenge& challenge, ChallengeStatus status, const std::string& decline_key) {
    Challenge settled = std::move(challenge);
    challenges_.erase(settled.id);
    settled.status = status;
    settled.decline_key = decline_key;
    if (settled.keep_alive) {
        settled.keep_alive->say(json::serialize(json::object{{"done", status_name(status)}}));
        settled.keep_alive->finish();
    }
    if (status == ChallengeStatus::accepted) return;  // the game tells
    const json::object event{
        {"type", status == ChallengeStatus::declined ? "challengeDeclined" : "challengeCanceled"},
        {"challenge", challenge_json(shared_, settled, {})}};
    tell(settled.dest.key, event);
    tell(settled.challenger.key, event);
}

std::optional<Seek> Lobby::pair(Seek seek) {
    std::erase_if(seeks_, [](const Seek& s) { return s.stream->is_over(); });
    const auto found = std::find_if(seeks_.begin(), seeks_.end(), [&](const Seek& waiting) {
        return goes_with(waiting, seek);
    });
    if (found != seeks_.end()) {
        Seek other = std::move(*found);
        seeks_.erase(found);
        return other;
    }
    // One seek for each of who seeks: the last one.
    for (const Seek& old : seeks_)
        if (old.account.key == seek.account.key) old.stream->finish();
    std::erase_if(seeks_, [&](const Seek& s) { return s.account.key == seek.account.key; });
    seek.stream->on_end = [this, raw = seek.stream.get()] {
        std::erase_if(seeks_, [raw](const Seek& s) { return s.stream.get() == raw; });
    };
    seeks_.push_back(std::move(seek));
    return std::nullopt;
}

}  // namespace hakam::server
