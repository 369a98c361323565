// Games as PGN text.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "abi.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/pgn/reader.hpp"
#include "write.hpp"

namespace hakam::wasm {
namespace {

/// A page shows so many games of one text; the rest is for the command `hakam audit`.
constexpr std::size_t most_games = 500;

/// Main lines only: variations and comments are passed over.
class Collector final : public pgn::Visitor {
public:
    explicit Collector(Json& json) : json_{json} {}

    void game_begin(std::uint64_t) override {
        wanted_ = games_ < most_games;
        ++games_;
        tags_.clear();
        moves_.clear();
        findings_.clear();
        start_.clear();
    }
    void tag(const pgn::TagToken& token) override {
        if (wanted_) tags_.emplace_back(token.name, token.value);
    }
    pgn::Descend moves_begin(const pgn::MovesStart& start) override {
        if (!wanted_) return pgn::Descend::no;
        start_ = fen::format(start.position);
        return pgn::Descend::yes;
    }
    pgn::Descend variation_begin() override { return pgn::Descend::no; }
    void move(const pgn::MoveToken& token) override {
        if (wanted_) moves_.push_back(token.move);
    }
    void finding(const pgn::Finding& found) override {
        if (wanted_ && found.depth == 0) findings_.push_back(found);
    }
    void game_end(const pgn::GameEnd& end) override {
        if (!wanted_) return;
        json_.begin().key("tags").begin();
        for (const auto& [name, value] : tags_) json_.member(name, value);
        json_.end().member("start", start_.empty() ? fen::format(Position{}) : start_);
        json_.key("moves").begin_list();
        for (const Move move : moves_) json_.string(uci::format(move));
        json_.end_list().member("unplayed", end.unplayed);
        json_.member("result", pgn::to_string(end.termination)).key("findings").begin_list();
        for (const pgn::Finding& found : findings_) {
            json_.begin()
                .member("code", pgn::name(found.code))
                .member("severity", pgn::name(found.severity))
                .member("ply", found.ply);
            write_span(json_, found.where);
            json_.member("found", found.found).member("text", found.text).end();
        }
        json_.end_list().end();
    }
    std::size_t games() const noexcept { return games_; }

private:
    Json& json_;
    std::size_t games_ = 0;
    bool wanted_ = false;
    std::vector<std::pair<std::string, std::string>> tags_;
    std::vector<Move> moves_;
    std::vector<pgn::Finding> findings_;
    std::string start_;
};

}  // namespace

/// All games of a text, men's letters in a language or in English, with what is wrong with them.
HAKAM_EXPORT(read_pgn)
std::uint32_t hakam_read_pgn(const char* pgn, std::uint32_t pgn_length, const char* language,
                             std::uint32_t language_length) {
    Json json;
    json.begin().key("games").begin_list();
    Collector collector{json};
    pgn::ReaderOptions options;
    options.letters = &letters(text(language, language_length));
    pgn::read(text(pgn, pgn_length), collector, options);
    json.end_list().member("count", static_cast<std::int64_t>(collector.games())).end();
    return answer(std::move(json));
}

}  // namespace hakam::wasm
