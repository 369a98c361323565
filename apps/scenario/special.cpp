// Cases of books in which no game goes on: equipment, problems, the old game.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "hakam/notation/fen.hpp"
#include "hakam/notation/uci_move.hpp"
#include "runner.hpp"
#include "text.hpp"

namespace hakam::scenario {
namespace {

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

std::vector<std::string_view> values_of(std::string_view script, std::string_view verb) {
    std::vector<std::string_view> result;
    for (const std::string_view token : split(script, " ")) {
        const std::size_t equals = token.find('=');
        std::string_view name = token.substr(0, equals);
        if (name.size() > 2 && name[1] == ':') name.remove_prefix(2);
        if (name == verb && equals != std::string_view::npos)
            result.push_back(token.substr(equals + 1));
    }
    return result;
}

struct Man {
    std::string_view name;
    std::int64_t height;  // in hundredths of a millimetre, FIDE 2022
};
constexpr std::array<Man, 6> men = {{{"king", 9500},
                                     {"queen", 8500},
                                     {"bishop", 7000},
                                     {"knight", 6000},
                                     {"rook", 5500},
                                     {"pawn", 5000}}};

struct Measures {
    std::array<std::optional<std::int64_t>, 6> height{};
    std::array<std::optional<std::int64_t>, 6> base{};
    std::optional<std::int64_t> square;
};

std::string short_name(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> letters = {
        {{"K", "king"},
         {"Q", "queen"},
         {"B", "bishop"},
         {"N", "knight"},
         {"R", "rook"},
         {"P", "pawn"}}};
    for (const auto& [letter, name] : letters)
        if (text == letter) return std::string{name};
    return std::string{text};
}

/// Equipment: measures in millimetres against the standard of the ruleset (EQ-1 to EQ-8).
Report equipment(const Scenario& scenario) {
    Report report;
    Measures measures;
    Cites cites;
    bool pass = true;
    const bool us = starts_with(scenario.ruleset, "uscf");
    const bool old = contains(scenario.ruleset, "1988") || contains(scenario.ruleset, "2006");
    for (const std::string_view text : values_of(scenario.script, "sig"))
        for (std::string_view item : split(text, ",")) {
            const std::size_t equals = item.find_first_of("=:");
            const std::string_view key = item.substr(0, equals);
            std::string_view value =
                equals == std::string_view::npos ? "" : item.substr(equals + 1);
            if (ends_with(value, "mm")) value.remove_suffix(2);
            const auto amount = scaled(value, 100);
            if (amount && key == "square") measures.square = amount;
            for (std::size_t i = 0; amount && i < men.size(); ++i) {
                const std::string name{men[i].name};
                if (key == name + "-height" || key == name || short_name(key) == name)
                    measures.height[i] = amount;
                if (key == name + "-base") measures.base[i] = amount;
            }
            if (starts_with(item, "clock")) {
                cites.add("EQ-7");
                if (contains(item, "analog")) pass = false;
            } else if (contains(item, "sheet") || contains(item, "tablet")) {
                cites.add("EQ-8");
                if (contains(item, "uncertified") || contains(item, "not-certified")) pass = false;
            } else if (contains(item, "colour") || contains(item, "material") ||
                       contains(item, "red") || contains(item, "shiny")) {
                cites.add("EQ-1");
                if (contains(item, "shiny") || contains(item, "same")) pass = false;
            }
        }
    std::optional<std::int64_t> above;
    for (std::size_t i = 0; i < men.size(); ++i) {
        if (const auto height = measures.height[i]) {
            std::int64_t low = men[i].height * 9 / 10;
            std::int64_t high = men[i].height * 11 / 10;
            if (i == 0 && us) {
                low = 8600;
                high = 11400;
            }
            if (i == 0 && old) {
                low = 8500;
                high = 10500;
            }
            // The order of heights is kept, too.
            const bool fits = *height >= low && *height <= high && (!above || *height < *above);
            if (!fits) pass = false;
            above = height;
            // A right height given for the sake of the base is not what is asked.
            if (!fits || !measures.base[i]) cites.add(us ? "EQ-5" : old ? "EQ-3" : "EQ-2");
        }
        if (const auto base = measures.base[i]) {
            cites.add("EQ-4");
            const auto height = measures.height[i].value_or(men[i].height);
            if (*base * 100 < height * 40 || *base * 100 > height * 50) pass = false;
        }
    }
    if (measures.square) {
        cites.add("EQ-6");
        if (*measures.square < 5000 || *measures.square > 6000) pass = false;
    }
    report.verdict = pass ? "pass" : "fail";
    report.article = cites.text();
    return report;
}

/// The old game: ferz and alfil, single steps, no castling (HIS-1 to HIS-5).
Report shatranj(const Scenario& scenario) {
    Report report;
    std::string text;
    for (const std::string_view sig : values_of(scenario.script, "sig")) {
        text += sig;
        text += ' ';
    }
    std::vector<Square> squares;
    std::string words = text;
    for (const std::string_view move : values_of(scenario.script, "mv"))
        words += std::string{move} + " ";
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
        if (const auto s = square_from(std::string_view{words}.substr(i, 2))) squares.push_back(*s);
    Cites cites;
    bool ok = true;
    std::string extra;
    const Board start = Position{}.board();
    const auto distance = [&](int& files, int& ranks) {
        if (squares.size() < 2) return false;
        files = std::abs(index(file_of(squares.front())) - index(file_of(squares.back())));
        ranks = std::abs(index(rank_of(squares.front())) - index(rank_of(squares.back())));
        return true;
    };
    int files = 0;
    int ranks = 0;
    const auto man = squares.empty() ? std::nullopt : start.at(squares.front());
    const auto is = [&](std::initializer_list<std::string_view> names, PieceType type) {
        for (const std::string_view name : names)
            if (contains(text, name)) return true;
        return text.empty() && man && man->type == type;
    };
    if (contains(text, "castl") || (text.empty() && man && man->type == PieceType::king &&
                                    distance(files, ranks) && files == 2)) {
        cites.add("HIS-5");
        ok = false;
    } else if (contains(text, "becomes") || contains(text, "promot")) {
        cites.add("HIS-4");
        ok = contains(text, "ferz") || contains(text, "farzin") || contains(text, "firzan");
        if (!ok) extra = "promo=ferz only";
    } else if (is({"alfil", "fil", "pil", "bishop"}, PieceType::bishop)) {
        cites.add("HIS-2");
        ok = distance(files, ranks) && files == 2 && ranks == 2;
    } else if (is({"ferz", "farzin", "queen"}, PieceType::queen)) {
        cites.add("HIS-1");
        ok = distance(files, ranks) && files == 1 && ranks == 1;
    } else if (is({"pawn"}, PieceType::pawn)) {
        cites.add("HIS-3");
        ok = distance(files, ranks) ? ranks == 1 && files <= 1 : !contains(text, "double");
    } else if (contains(text, "stalemate") || contains(text, "bare")) {
        cites.add("HIS-8");
    } else {
        cites.add("HIS-5");
        if (distance(files, ranks)) {
            if (is({"knight"}, PieceType::knight)) ok = files * ranks == 2;
            if (is({"king"}, PieceType::king)) ok = files <= 1 && ranks <= 1;
            if (is({"rook"}, PieceType::rook)) ok = files == 0 || ranks == 0;
        }
    }
    Verdict verdict;
    verdict.add(ok ? "ok" : "refused");
    verdict.add(extra);
    report.verdict = verdict.text("*");
    report.article = cites.text();
    return report;
}

/// Problem diagrams: rights that nobody can disprove (COD-1 to COD-4).
Report codex(const Scenario& scenario) {
    Report report;
    fen::Options options;
    options.tolerated = Tolerance::unreachable();
    const auto read = fen::read(scenario.fen, options);
    Cites cites;
    Verdict verdict;
    std::string first = "*";
    bool legal = false;
    if (!read.setup || !read.position) {
        report.verdict = "refused; why=illegal-position";
        report.article = "COD-4";
        return report;
    }
    for (const SetupFault& fault : faults(*read.setup))
        if (fault.code == SetupFaultCode::too_many_pawns ||
            fault.code == SetupFaultCode::too_many_men ||
            fault.code == SetupFaultCode::too_many_promoted) {
            report.verdict = "refused; why=unreachable";
            report.article = "COD-4";
            return report;
        }
    // Castling is allowed if king and rook stand at home; nothing here disproves it.
    Setup setup = *read.setup;
    std::uint64_t rooks = 0;
    for (const Color c : colors) {
        const Rank home = back_rank(c);
        if (setup.board.at(square(File::e, home)) != Piece{c, PieceType::king}) continue;
        for (const File f : {File::a, File::h})
            if (setup.board.at(square(f, home)) == Piece{c, PieceType::rook})
                rooks |= std::uint64_t{1} << index(square(f, home));
    }
    setup.castling = CastlingRights{Bitboard{rooks}};
    const auto position = Position::from(setup, RulesetId::standard, Tolerance::unreachable());
    const Position start = position ? *position : *read.position;
    std::vector<Position> positions{*read.position};
    std::vector<bool> legal_moves;
    Position now = start;
    for (const std::string_view text : values_of(scenario.script, "mv")) {
        const auto move = uci::parse_lenient(text, now);
        legal_moves.push_back(uci::parse_lenient(text, positions.back()).has_value());
        legal = move.has_value();
        if (move) {
            if (move->move.is_castling()) cites.add("COD-1");
            if (move->move.is_en_passant()) cites.add("COD-2");
            now = now.after(move->move);
            if (legal_moves.back()) positions.push_back(positions.back().after(move->move));
            continue;
        }
        const auto from = text.size() >= 4 ? square_from(text.substr(0, 2)) : std::nullopt;
        const auto to = text.size() >= 4 ? square_from(text.substr(2, 2)) : std::nullopt;
        const auto man = from ? now.at(*from) : std::nullopt;
        if (man && to && man->type == PieceType::pawn && file_of(*from) != file_of(*to) &&
            !now.at(*to)) {
            first = "refused";
            verdict.add("why=ep-not-proved");
            cites.add("COD-2");
        } else if (man && to && man->type == PieceType::king &&
                   std::abs(index(*from) - index(*to)) == 2) {
            first = "refused";
            verdict.add("why=castling");
            cites.add("COD-1; COD-3");
        } else {
            first = "refused";
            verdict.add("why=illegal");
            cites.add("3.10.2");
        }
        break;
    }
    if (first == "*") {
        if (legal) verdict.add("ok");
        verdict.add(now.turn() == Color::white ? "next=W" : "next=B");
    }
    if (cites.empty()) cites.add("COD-1");
    report.verdict = verdict.text(first);
    report.article = cites.text();
    report.facts = evaluate_facts(scenario.facts, positions, legal_moves);
    return report;
}

}  // namespace

namespace {

/// Whether a measure or property of equipment has a name that some standard knows.
bool known_equipment(std::string_view item) {
    const std::size_t equals = item.find_first_of("=:");
    const std::string_view key = item.substr(0, equals);
    std::string_view value = equals == std::string_view::npos ? "" : item.substr(equals + 1);
    const std::size_t unit = ends_with(value, "mm") ? 2 : 0;
    value.remove_suffix(unit);
    const bool measured = scaled(value, 100).has_value();
    if (key == "square") return measured;
    for (const Man& man : men) {
        const std::string name{man.name};
        if (key == name || key == name + "-height" || key == name + "-base" ||
            short_name(key) == name)
            return measured;
    }
    const auto one_of = [&](std::initializer_list<std::string_view> words) {
        return std::find(words.begin(), words.end(), value) != words.end();
    };
    if (key == "clock") return one_of({"analogue", "analog", "digital"});
    if (key == "tablet" || key == "sheet" || key == "electronic-sheet")
        return one_of({"certified", "uncertified", "not-certified"});
    if (key == "material") return one_of({"wood", "plastic", "imitation", "shiny"});
    if (key == "colours" || key == "colour" || key == "surface")
        return one_of({"red-and-cream", "white-and-black", "cream-and-brown", "same", "shiny",
                       "matt"});
    constexpr std::array<std::string_view, 6> words = {
        "clock-analogue", "clock-digital",     "sheet-uncertified",
        "red-and-cream",  "tablet-uncertified", "shiny"};
    return std::find(words.begin(), words.end(), item) != words.end();
}

/// Whether a circumstance of the old game or of a diagram is one that is understood.
bool known_special(Book book, std::string_view item) {
    if (book == Book::equipment) return known_equipment(item);
    if (book == Book::codex) return item == "problem-diagram";
    constexpr std::array<std::string_view, 16> words = {
        "alfil", "fil",  "pil",   "bishop", "ferz", "farzin", "firzan",   "queen",
        "pawn",  "rook", "knight", "king",  "castl", "stalemate", "bare", "becomes"};
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return contains(item, word); });
}

/// The first circumstance of a script that says nothing to this book.
std::optional<std::string_view> unknown_circumstance(const Scenario& scenario, Book book) {
    for (const std::string_view text : values_of(scenario.script, "sig"))
        for (const std::string_view item : split(text, ","))
            if (!known_special(book, item)) return item;
    return std::nullopt;
}

}  // namespace

Expected<std::optional<Report>> run_special(const Scenario& scenario,
                                                    const MatchRules& rules) {
    std::optional<Report> report;
    if (rules.book == Book::equipment || rules.book == Book::shatranj ||
        rules.book == Book::codex)
        if (const auto unknown = unknown_circumstance(scenario, rules.book)) {
            const auto offset = static_cast<std::size_t>(unknown->data() - scenario.script.data());
            Error error{ErrorCode::unexpected_text,
                        span_in(scenario.script, offset, unknown->size()),
                        "a circumstance that is known (docs/formats/scenarios.md)",
                        excerpt(*unknown)};
            error.where.offset += scenario.begins[3];
            error.where.column += scenario.begins[3];
            return Unexpected<Error>{std::move(error)};
        }
    if (rules.book == Book::equipment) report = equipment(scenario);
    if (rules.book == Book::shatranj) report = shatranj(scenario);
    if (rules.book == Book::codex) report = codex(scenario);
    if (!report) return std::optional<Report>{};
    report->id = scenario.id;
    if (report->consequence.empty()) report->consequence = "-";
    if (report->article.empty()) report->article = "-";
    if (report->facts.empty() && rules.book != Book::codex)
        report->facts = evaluate_facts(scenario.facts, {Position{}}, {});
    return report;
}

}  // namespace hakam::scenario
