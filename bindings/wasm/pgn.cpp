// Games as PGN text.

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "abi.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/pgn/reader.hpp"
#include "hakam/pgn/tree.hpp"
#include "hakam/pgn/writer.hpp"
#include "write.hpp"

namespace hakam::wasm {
namespace {

/// A page shows so many games of one text; the rest is for the command `hakam audit`.
constexpr std::size_t most_games = 500;

/// Null moves are kept, so that a game is written as it was read.
constexpr std::string_view null_move = "0000";

/// The nodes of a tree after its root: node 1 first, each with its parent.
void write_nodes(Json& json, const pgn::Tree& tree) {
    json.begin_list();
    for (pgn::Tree::Id id = 0; id < tree.size(); ++id) {
        const pgn::Tree::Node& node = tree.node(id);
        json.begin();
        if (id != pgn::Tree::root)
            json.member("parent", node.parent)
                .member("uci", node.is_null_move ? std::string{null_move} : uci::format(node.move));
        for (const auto& [place, key] : {std::pair{pgn::Tree::Place::after, "comment"},
                                         std::pair{pgn::Tree::Place::before, "before"}}) {
            std::string all;
            for (const std::string_view comment : tree.comments(id, place)) {
                if (!all.empty()) all += ' ';
                all += pgn::to_utf8(comment);
            }
            if (!all.empty()) json.member(key, all);
        }
        if (const auto glyphs = tree.glyphs(id); !glyphs.empty()) {
            json.key("glyphs").begin_list();
            for (const unsigned glyph : glyphs) json.number(glyph);
            json.end_list();
        }
        json.end();
    }
    json.end_list();
}

class Collector final : public pgn::TreeBuilder {
public:
    explicit Collector(Json& json) : json_{json} {}

    void tree(pgn::Tree& tree, const pgn::GameEnd& end,
              std::vector<pgn::Finding>& findings) override {
        if (++games_ > most_games) return;
        json_.begin().key("tags").begin();
        std::vector<std::string_view> told;
        for (const pgn::Tag& tag : tree.tags) {
            if (std::find(told.begin(), told.end(), tag.name) != told.end()) continue;
            told.push_back(tag.name);
            json_.member(tag.name, pgn::to_utf8(tag.value));
        }
        json_.end().member("start", fen::format(tree.start()));
        const Game main = tree.main_line();
        json_.key("moves").begin_list();
        for (std::size_t i = 0; i < main.plies(); ++i) json_.string(uci::format(main.move(i)));
        json_.end_list().member("unplayed", end.unplayed);
        json_.member("result", pgn::to_string(end.termination)).key("nodes");
        write_nodes(json_, tree);
        json_.key("findings").begin_list();
        for (const pgn::Finding& found : findings) {
            if (found.depth != 0) continue;
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
};

/// The names of each game and where it stands; its moves are passed over.
class Index final : public pgn::Visitor {
public:
    explicit Index(Json& json) : json_{json} {}

    void game_begin(std::uint64_t /*offset*/) override {
        for (std::string& value : values_) value.clear();
    }
    void tag(const pgn::TagToken& token) override {
        for (std::size_t i = 0; i < names.size(); ++i)
            if (token.name == names[i] && values_[i].empty()) values_[i] = pgn::to_utf8(token.value);
    }
    pgn::Descend moves_begin(const pgn::MovesStart&) override { return pgn::Descend::no; }
    void game_end(const pgn::GameEnd& end) override {
        json_.begin_list()
            .number(static_cast<std::int64_t>(end.begin))
            .number(static_cast<std::int64_t>(end.end));
        for (const std::string& value : values_) json_.string(value);
        json_.end_list();
    }

private:
    static constexpr std::array<std::string_view, 5> names{"White", "Black", "Result", "Date",
                                                           "Event"};
    Json& json_;
    std::array<std::string, names.size()> values_;
};

std::string_view cut(std::string_view& text, char at) {
    const std::size_t stop = std::min(text.find(at), text.size());
    const std::string_view head = text.substr(0, stop);
    text.remove_prefix(std::min(stop + 1, text.size()));
    return head;
}

/// A game with its variations, as the page describes it in lines; each begins with a letter and a
/// blank. S fen; T name=value; R result; N parent uci: the next node; C node text and B node text:
/// comments after and before; G node glyph.
struct Described {
    pgn::Tree tree;
    std::vector<Position> positions;  ///< after each node
    std::optional<Error> error;
};

std::uint32_t number(std::string_view digits) {
    std::uint32_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

void add_node(Described& out, std::string_view line) {
    const pgn::Tree::Id parent = number(cut(line, ' '));
    if (parent >= out.positions.size()) return;
    if (line == null_move) {
        out.tree.add_null_move(parent);
        out.positions.push_back(
            out.tree.position(static_cast<pgn::Tree::Id>(out.positions.size())));
        return;
    }
    const auto move = uci::parse_lenient(line, out.positions[parent]);
    if (!move) {
        out.error = move.error();
        return;
    }
    out.tree.add(parent, move->move);
    out.positions.push_back(out.positions[parent].after(move->move));
}

Described described(std::string_view text) {
    Described out;
    out.positions.push_back(out.tree.start());
    while (!text.empty() && !out.error) {
        std::string_view line = cut(text, '\n');
        const std::string_view kind = cut(line, ' ');
        if (kind == "S") {
            const auto start = fen::position(
                line, {.reading = Reading::lenient, .tolerated = Tolerance::unreachable()});
            if (!start) {
                out.error = start.error();
                break;
            }
            out.tree.restart(*start);
            out.positions.assign(1, *start);
        } else if (kind == "T") {
            const std::string_view name = cut(line, '=');
            pgn::set(out.tree.tags, name, line);
        } else if (kind == "R") {
            for (const auto t : {pgn::Termination::white_wins, pgn::Termination::black_wins,
                                 pgn::Termination::draw})
                if (pgn::to_string(t) == line) out.tree.termination = t;
        } else if (kind == "N") {
            add_node(out, line);
        } else {
            const pgn::Tree::Id node = number(cut(line, ' '));
            if (node >= out.positions.size()) continue;
            if (kind == "C") out.tree.add_comment(node, line);
            if (kind == "B") out.tree.add_comment(node, line, pgn::Tree::Place::before);
            if (kind == "G") out.tree.add_glyph(node, number(line));
        }
    }
    return out;
}

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

/// Where the games of a text are: [first byte, one past the last, White, Black, Result, Date, Event].
HAKAM_EXPORT(pgn_index)
std::uint32_t hakam_pgn_index(const char* pgn, std::uint32_t pgn_length) {
    Json json;
    json.begin_list();
    Index index{json};
    pgn::read(text(pgn, pgn_length), index, pgn::ReaderOptions{});
    return answer(std::move(json.end_list()));
}

/// A described game: every node with its move and position, and the whole as PGN (export format,
/// English letters).
HAKAM_EXPORT(tree)
std::uint32_t hakam_tree(const char* description, std::uint32_t description_length,
                         const char* language, std::uint32_t language_length) {
    Json json;
    const Described game = described(text(description, description_length));
    if (game.error) {
        write_failure(json, *game.error);
        return answer(std::move(json));
    }
    const Letters& own = letters(text(language, language_length));
    json.begin().flag("ok", true).member("start", fen::format(game.tree.start()));
    json.key("nodes").begin_list();
    for (pgn::Tree::Id id = 1; id < game.tree.size(); ++id) {
        const pgn::Tree::Node& node = game.tree.node(id);
        const Position& before = game.positions[node.parent];
        json.begin()
            .member("number", before.fullmove_number().value)
            .member("color", name(before.turn()))
            .member("fen", fen::format(game.positions[id]));
        if (node.is_null_move)
            json.member("san", "--").member("uci", null_move);
        else
            write_move(json, node.move, before, own);
        json.end();
    }
    json.end_list().member("pgn", pgn::format(game.tree)).end();
    return answer(std::move(json));
}

}  // namespace hakam::wasm
