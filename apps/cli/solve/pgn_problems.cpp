#include <algorithm>
#include <array>

#include "../output.hpp"
#include "filed.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/pgn/reader.hpp"
#include "hakam/pgn/tag.hpp"

// Problems as games without moves: the diagram in FEN, the stipulation in a tag of that name or where
// collections have it, in the place of Black's name.

namespace hakam::cli {
namespace {

/// Problems beyond so many are not drawn.
constexpr std::size_t most_diagrams = 10'000;

struct FoundTag {
    std::string name, value;
    std::uint64_t offset = 0;
    std::uint32_t line = 1;
};

std::string lower(std::string_view text) {
    std::string result;
    for (const char c : text) result += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return result;
}

/// "Mate in 3", "White mates in two", "helpmate in 2.5": what people write in such tags.
std::optional<problem::Stipulation> in_words(std::string_view value) {
    const std::string text = lower(value);
    const std::size_t in = text.rfind(" in ");
    if (in == text.npos || text.find("mate") == text.npos || text.find("stalemate") != text.npos)
        return std::nullopt;
    constexpr std::array<std::string_view, 9> words = {"one", "two",   "three", "four", "five",
                                                       "six", "seven", "eight", "nine"};
    std::string number = text.substr(in + 4);
    if (const std::size_t end = number.find(" move"); end != number.npos) number.resize(end);
    for (std::size_t i = 0; i < words.size(); ++i)
        if (number == words[i]) number = std::to_string(i + 1);
    std::string_view play = "#";
    if (text.find("help") != text.npos) play = "h#";
    if (text.find("self") != text.npos) play = "s#";
    if (text.find("reflex") != text.npos) play = "r#";
    if (text.find("semi") != text.npos || text.find("series") != text.npos) return std::nullopt;
    if (auto s = problem::parse_stipulation(std::string{play} + number)) return *s;
    return std::nullopt;
}

class Collector : public pgn::Visitor {
public:
    Collector(const SolveOptions& options, std::string source)
        : options_{options}, source_{std::move(source)} {}

    int worst = answered;
    std::uint32_t line = 1;  ///< that is being fed

    void game_begin(std::uint64_t) override { tags_.clear(); }
    void tag(const pgn::TagToken& token) override {
        if (tags_.size() < 256)
            tags_.push_back({std::string{token.name}, pgn::to_utf8(token.value), token.offset, line});
    }
    pgn::Descend moves_begin(const pgn::MovesStart&) override { return pgn::Descend::no; }
    void game_end(const pgn::GameEnd&) override {
        if (tags_.empty() || interrupted()) return;
        ++number_;
        worst = std::max(worst, solve());
    }

private:
    const FoundTag* find(std::string_view name) const {
        for (const FoundTag& t : tags_)
            if (t.name == name && t.value != "?" && !t.value.empty()) return &t;
        return nullptr;
    }
    int refuse(const FoundTag& at, Error error) {
        // The column counts in the tag's line, before which its name and a quote stand.
        error.where.line = at.line;
        error.where.column += static_cast<std::uint32_t>(at.name.size() + 3);
        print_error(source_, error);
        if (options_.json)
            print_json(boost::json::object{{"input", valid_utf8(at.value.substr(0, 256))},
                                           {"error", to_json(error)}});
        return bad_input;
    }

    int solve() {
        problem::FiledProblem filed;
        const FoundTag* fen = find("FEN");
        if (fen == nullptr)
            return refuse(tags_.front(), Error{ErrorCode::missing_text, {}, "a tag FEN", {}});
        fen::Options how;
        how.reading = Reading::lenient;
        how.tolerated = Tolerance::unreachable();
        const fen::Report read = fen::read(fen->value, how);
        if (!read.setup) return refuse(*fen, read.faults.front().error);
        filed.problem.setup = *read.setup;
        const FoundTag* named = find("Stipulation");
        std::optional<problem::Stipulation> stipulation;
        if (named != nullptr) {
            const auto s = problem::parse_stipulation(named->value);
            if (!s) return refuse(*named, s.error());
            stipulation = *s;
        }
        const FoundTag* taken = named;
        for (const char* name : {"Black", "Event", "Problem", "Annotator", "White", "Site"}) {
            const FoundTag* t = find(name);
            if (stipulation || t == nullptr) continue;
            if (auto s = problem::parse_stipulation(t->value))
                stipulation = *s;
            else
                stipulation = in_words(t->value);
            if (stipulation) taken = t;
        }
        if (!stipulation)
            return refuse(tags_.front(), Error{ErrorCode::missing_text, {},
                                               "a tag Stipulation as [Stipulation \"#2\"]", {}});
        filed.problem.stipulation = *stipulation;
        if (const FoundTag* c = find("Condition")) {
            std::string_view names = c->value;
            while (!names.empty()) {
                const std::size_t end = std::min(names.find(';'), names.size());
                auto with = problem::with_condition(filed.problem.conditions, names.substr(0, end));
                if (!with) return refuse(*c, with.error());
                filed.problem.conditions = *with;
                names.remove_prefix(std::min(end + 1, names.size()));
            }
        }
        const auto value = [&](std::initializer_list<const char*> all) -> std::string {
            for (const char* name : all)
                if (const FoundTag* t = find(name); t != nullptr && t != taken) return t->value;
            return {};
        };
        filed.author = value({"Author", "White"});
        filed.source = value({"Source", "Event", "Site"});
        filed.title = value({"Title"});
        if (const FoundTag* date = find("Date"); date != nullptr && date->value != "????.??.??")
            filed.date = date->value;
        return solve_filed(options_, filed, std::to_string(number_), source_);
    }

    const SolveOptions& options_;
    std::string source_;
    std::vector<FoundTag> tags_;
    std::uint64_t number_ = 0;
};

std::string pgn_date(const std::string& date) {
    const std::string digits = date.substr(0, 4);
    const bool year = digits.size() == 4 && digits.find_first_not_of("0123456789") == digits.npos;
    if (!year) return "????.??.??";
    if (date.size() == 10) {
        std::string text = date;
        text[4] = text[7] = '.';
        return text;
    }
    return digits + ".??.??";
}

std::string pgn_text(const problem::FiledProblem& filed) {
    const problem::Problem& p = filed.problem;
    const std::string stipulation = problem::format(p.stipulation);
    const auto or_unknown = [](const std::string& s) { return s.empty() ? "?" : s; };
    pgn::Tags tags = {{"Event", or_unknown(filed.source)},
                      {"Site", "?"},
                      {"Date", pgn_date(filed.date)},
                      {"Round", "?"},
                      {"White", or_unknown(filed.author)},
                      {"Black", stipulation},
                      {"Result", "*"},
                      {"SetUp", "1"},
                      {"FEN", fen::format(p.setup)},
                      {"Stipulation", stipulation}};
    if (!filed.title.empty()) tags.push_back({"Title", filed.title});
    std::string conditions;
    for (const std::string& name : problem::names(p.conditions))
        conditions += (conditions.empty() ? "" : ";") + name;
    if (!conditions.empty()) tags.push_back({"Condition", conditions});
    std::string text;
    for (const pgn::Tag& tag : tags) text += pgn::format(tag) + "\n";
    return text + "\n*\n\n";
}

}  // namespace

int solve_pgn(const SolveOptions& options, LineReader& reader, InputLine first) {
    Collector collector{options, options.words.front()};
    pgn::Reader pgn{collector};
    for (std::optional<InputLine> line = std::move(first); line && !interrupted() && output_ok();
         line = reader.next()) {
        collector.line = line->line;
        pgn.feed(line->text);
        pgn.feed("\n");
    }
    pgn.finish();
    return reader.failed() ? static_cast<int>(bad_input) : collector.worst;
}

std::string write_filed(const problem::FiledProblem& filed, const SolveOptions& options) {
    if (!options.diagrams.empty()) {
        if (options.collected->size() < most_diagrams) options.collected->push_back(filed);
        return {};
    }
    const bool is_first = (*options.written)++ == 0;
    if (options.write == "olive") return problem::write_olive(filed);
    if (options.write == "pgn") return pgn_text(filed);
    if (options.write == "popeye") {
        // Up to "EndProblem", which comes after the last one.
        std::string text = problem::write_popeye(filed);
        text.resize(text.rfind("EndProblem"));
        return is_first ? text : "NextProblem" + text.substr(text.find('\n'));
    }
    std::string text =
        fen::format(filed.problem.setup) + " " + problem::format(filed.problem.stipulation);
    std::string conditions;
    for (const std::string& name : problem::names(filed.problem.conditions))
        conditions += (conditions.empty() ? " " : ";") + name;
    return text + conditions + "\n";
}

}  // namespace hakam::cli
