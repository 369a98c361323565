#include <algorithm>
#include <boost/json/array.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>

#include "hakam/laws/illegality.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/pgn/reader.hpp"
#include "hakam/wire/verdict.hpp"
#include "law_io.hpp"
#include "number.hpp"
#include "output.hpp"
#include "wire/value.hpp"

// The arbiter's check of a claim on a finished score sheet. The live procedure, in which a wrong
// claim costs time and stands as an offer, belongs to `hakam match`.

namespace hakam::cli {

namespace {

struct ClaimOptions : LawOptions {
    std::string sheet;
    std::string kind;
    std::string intended;
    std::string letters = "auto";
    std::uint64_t game = 1;
    std::int64_t ply = -1;
    std::int64_t demanded = -1;  ///< the half-move after which the count was demanded
    bool json = false;
};

/// A word among the moves that is no prose, as `Nf9`, `PxP` or `5254`: a move may have been meant,
/// and a claim on the sheet without it would be a claim on another game. Prose has four letters or
/// more, and no capital after the first.
bool hides_move(const pgn::Finding& finding) {
    if (finding.code != pgn::FindingCode::syntax) return false;
    std::size_t letters = 0;
    for (const char c : finding.found) {
        const bool ascii_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        const unsigned byte = static_cast<unsigned char>(c);
        if ((c >= '0' && c <= '9') || (letters > 0 && c >= 'A' && c <= 'Z')) return true;
        letters += ascii_letter || byte >= 0xC0U ? 1 : 0;
    }
    return letters > 0 && letters < 4;
}

/// Keeps the main line of one game of a collection.
class OneGame : public pgn::Visitor {
public:
    explicit OneGame(std::uint64_t wanted) : wanted_{wanted} {}

    void game_begin(std::uint64_t) override { ++number_; }
    void tag(const pgn::TagToken& tag) override {
        if (number_ != wanted_) return;
        // A book holds for events that start while it is in force.
        const auto day = laws::day_from(tag.value);
        if (tag.name == "EventDate" && day) day_ = day;
        if (tag.name == "Date" && !day_) day_ = day;
    }
    pgn::Descend moves_begin(const pgn::MovesStart& start) override {
        if (number_ != wanted_ || !start.playable) return pgn::Descend::no;
        game_.emplace(start.position);
        return pgn::Descend::yes;
    }
    void move(const pgn::MoveToken& token) override {
        if (!fault_) game_->play_unchecked(token.move);
    }
    pgn::Descend variation_begin() override { return pgn::Descend::no; }
    void finding(const pgn::Finding& finding) override {
        if (number_ != wanted_ || fault_ || finding.depth != 0) return;
        if (finding.severity == pgn::Severity::error || hides_move(finding)) fault_ = finding;
    }

    std::uint64_t games() const { return number_; }
    const std::optional<Game>& game() const { return game_; }
    /// Of the event, or of the game.
    const std::optional<laws::Day>& day() const { return day_; }
    bool is_whole() const {
        return game_ && (!fault_ || fault_->code == pgn::FindingCode::result_mismatch);
    }
    /// The first error of the game, or word that may hide a move: the main line ends there.
    const std::optional<pgn::Finding>& fault() const { return fault_; }

private:
    std::uint64_t wanted_;
    std::uint64_t number_ = 0;
    std::optional<Game> game_;
    std::optional<laws::Day> day_;
    std::optional<pgn::Finding> fault_;
};

/// The file of that name or standard input; a name that is no file is the score itself.
/// Nothing if it cannot be read, as a directory: the look at the first byte tells.
std::optional<std::string> text_of(const std::string& sheet) {
    const auto all_of = [](std::istream& in) -> std::optional<std::string> {
        in.peek();
        if (in.bad()) return std::nullopt;
        return std::string{std::istreambuf_iterator<char>{in}, {}};
    };
    if (sheet == "-") return all_of(std::cin);
    std::ifstream file{sheet, std::ios::binary};
    if (!file) {
        if (sheet.find(' ') == sheet.npos && sheet.find('.') != sheet.npos &&
            !sheet.starts_with("1."))
            return std::nullopt;  // meant as a file
        return sheet;
    }
    return all_of(file);
}

/// One game of the sheet and the letters it was read with.
struct Sheet {
    OneGame game;
    const Letters* letters;
    /// Another language in which the sheet can be read whole, as a different game.
    const Letters* other = nullptr;
};

OneGame read_in(const std::string& text, std::uint64_t wanted, const Letters& letters) {
    OneGame one{wanted};
    pgn::ReaderOptions reading;
    reading.letters = &letters;
    pgn::read(text, one, reading);
    return one;
}

bool same_moves(const Game& a, const Game& b) {
    if (a.plies() != b.plies()) return false;
    for (std::size_t i = 0; i < a.plies(); ++i)
        if (a.move(i) != b.move(i)) return false;
    return true;
}

/// Reads the sheet in the language named; else in English, and if that fails in every language.
Sheet read_sheet(const std::string& text, const ClaimOptions& options) {
    if (const Letters* named = letters_for(options.letters))
        return {read_in(text, options.game, *named), named};
    Sheet sheet{read_in(text, options.game, english), &english};
    if (sheet.game.is_whole() || !sheet.game.game()) return sheet;
    const std::size_t in_english = sheet.game.game()->plies();
    for (const Letters& letters : all_letters()) {
        OneGame one = read_in(text, options.game, letters);
        // English is understood beside any other letters, so that more must have been read.
        if (!one.is_whole() || one.game()->plies() <= in_english) continue;
        if (!sheet.game.is_whole())
            sheet = {std::move(one), &letters};
        else if (sheet.other == nullptr && !same_moves(*sheet.game.game(), *one.game()))
            sheet.other = &letters;
    }
    return sheet;
}

/// A claim as it was made: after which moves, and with which intended move.
struct Made {
    Game game;
    std::optional<Move> intended;
    bool illegal = false;  ///< a move was written that cannot be played
};

/// The intended move belongs to the position the claim is made in. A sheet on which it has already
/// been entered as the last move is read as the sheet before it.
Made made_claim(Game game, const ClaimOptions& options, const Letters& letters) {
    if (options.intended.empty()) return Made{std::move(game), std::nullopt};
    auto move = read_move(options.intended, game.current(), letters);
    if (move) return Made{std::move(game), *move};
    if (options.ply < 0 && game.plies() > 0) {
        const std::size_t last = game.plies() - 1;
        const auto entered = read_move(options.intended, game.position(last), letters);
        if (entered && *entered == game.move(last)) {
            game.truncate(last);
            return Made{std::move(game), *entered};
        }
    }
    return Made{std::move(game), std::nullopt, true};
}

/// "12...Nf6", the move that led to the position after so many half-moves. Pre: ply > 0.
std::string move_name(std::size_t ply, const Position& start, const Game& game,
                      const Letters& letters) {
    const Position& before = ply - 1 < game.plies() ? game.position(ply - 1) : start;
    const std::string number = std::to_string(before.fullmove_number().value);
    return number + (before.turn() == Color::white ? "." : "...") +
           (ply - 1 < game.plies() ? san::format(game.move(ply - 1), before, letters) : "");
}

Answer answer(const Made& made, const ClaimOptions& options, const Letters& sheet_letters) {
    const laws::LawBook book = options.book();
    const auto kind =
        options.kind == "threefold" ? laws::ClaimKind::threefold : laws::ClaimKind::fifty;
    const laws::Language language = options.sentences();
    const Letters& letters = letters_of(language);
    laws::ClaimDetails details;
    details.intended = made.intended;
    if (options.demanded >= 0) details.demanded = static_cast<std::size_t>(options.demanded);
    laws::Claim claim = made.illegal
                            ? book.claim_with_illegal_move(made.game, kind, options.budget())
                            : book.claim(made.game, kind, details, options.budget());
    // Nothing can be claimed in a game that was over before.
    if (const auto end = book.first_end(made.game, options.budget(), laws::DeadTest::exact)) {
        claim.game_over = true;
        claim.correct = false;
        claim.penalty.reset();
        claim.citations = end->verdict.citations;
    }
    Game shown = made.game;
    if (made.intended) shown.play_unchecked(*made.intended);
    const auto name_of = [&](std::size_t ply) {
        return ply == 0 ? std::string{laws::words(laws::Words::initial_position, language)}
                        : move_name(ply, shown.start(), shown, letters);
    };

    Answer result;
    std::string reason;  // why the intended move is not legal
    result.status = claim.correct ? answered : no;
    boost::json::object& fields = result.fields;
    fields = {{"correct", claim.correct},
              {"claim", laws::name(kind)},
              {"rules", book.name()},
              {"ply", made.game.plies()},
              {"by", made.game.current().turn() == Color::white ? "white" : "black"},
              {"intended", nullptr},
              {"count", claim.count},
              {"needed", claim.needed}};
    if (made.intended) fields["intended"] = san::format(*made.intended, made.game.current());
    if (made.illegal) {
        fields["intended"] = valid_utf8(options.intended);
        fields["intendedLegal"] = false;
        if (const auto why = why_illegal(options.intended, made.game.current(), sheet_letters)) {
            reason = wire::sentence_with_article(*why, made.game.current(), language);
            fields["why"] = name(why->reason);
        }
    }
    for (const auto& member : wire::object_of([&](wire::Json& out) {
             wire::write_articles(out, claim.citations, wire::Articles::numbers);
         }))
        fields[member.key()] = member.value();
    boost::json::array plies(claim.evidence.plies.begin(), claim.evidence.plies.end());
    boost::json::array others;
    for (const laws::LookAlike& other : claim.evidence.look_alikes)
        others.push_back(
            boost::json::object{{"ply", other.ply},
                                {"move", other.ply == 0 ? "start" : name_of(other.ply)},
                                {"why", laws::name(other.why)}});
    fields["plies"] = std::move(plies);
    fields["notMatching"] = std::move(others);
    fields["halfmoveClock"] = claim.evidence.halfmove_clock.value;
    fields["gameOver"] = claim.game_over;
    fields["fen"] = fen::format(shown.current());
    fields["penalty"] = nullptr;
    if (claim.penalty) fields["penalty"] = to_json(*claim.penalty);
    // What is not proved of the edition, and what the other reading says of the claim.
    boost::json::array doubts;
    std::string doubt_text;
    for (const laws::Doubt& doubt : claim.doubts) {
        boost::json::object one = to_json(doubt);
        doubt_text += "\n  " + describe(doubt, language);
        const auto other = made.illegal ? std::nullopt : book.read_otherwise(doubt);
        if (other) {
            const laws::Claim otherwise =
                other->claim(made.game, kind, details, options.budget());
            if (otherwise.correct != claim.correct && !claim.game_over) {
                one["otherwise"] = boost::json::object{{"correct", otherwise.correct}};
                doubt_text += "\n    " +
                              laws::fill(laws::Words::doubt_otherwise, language,
                                         {{"reading", std::string{laws::key_info(doubt.key).name} +
                                                          "=" + std::string{doubt.other}},
                                          {"verdict", laws::sentence(otherwise,
                                                                     made.game.current().turn(),
                                                                     language)}});
            }
        }
        doubts.push_back(std::move(one));
    }
    if (!doubts.empty()) fields["doubts"] = std::move(doubts);
    if (claim.claimant_penalty != laws::ClaimantPenalty::none)
        fields["claimantPenalty"] = laws::name(claim.claimant_penalty);
    const std::string sentence = made.illegal && claim.available && !claim.game_over
                                     ? laws::fill(laws::Words::claim_move_illegal, language,
                                                  {{"move", valid_utf8(options.intended)}})
                                     : laws::sentence(claim, made.game.current().turn(), language);
    // A wrong claim stands as an offer of a draw (Law 9.1.2.3).
    const bool offers_draw = claim.is_offer && !claim.game_over;
    fields["drawOffer"] = offers_draw;
    fields["text"] = sentence;

    result.text = sentence + "\n" + laws::cite(claim.citations, language);
    if (!reason.empty()) result.text += "\n  " + reason;
    if (claim.penalty) result.text += "\n  " + describe(*claim.penalty, language);
    if (offers_draw) {
        result.text += "\n  " + std::string{laws::words(laws::Words::claim_offer, language)};
        laws::Citations article;
        if (book.rules().basis.claim_offer) article.push_back({*book.rules().basis.claim_offer});
        if (!claim.citations.empty() && claim.citations.front().book() == "fide")
            result.text += " " + laws::cite(article, language);
    }
    result.text += doubt_text;
    for (const std::string& line : laws::evidence(claim.evidence, language))
        result.text += "\n  " + line;
    if (!claim.evidence.plies.empty()) {
        result.text += "\n  ";
        // Of many the last ones: they are what is claimed.
        constexpr std::size_t most_named = 12;
        const auto& plies_of = claim.evidence.plies;
        const std::size_t from = plies_of.size() > most_named ? plies_of.size() - most_named : 0;
        if (from != 0) result.text += "... ";
        for (std::size_t i = from; i < plies_of.size(); ++i)
            result.text += std::to_string(plies_of[i]) + " = " + name_of(plies_of[i]) + "; ";
        const auto& others_of = claim.evidence.look_alikes;
        for (std::size_t i = 0; i < std::min(others_of.size(), most_named); ++i)
            result.text +=
                "(" + std::to_string(others_of[i].ply) + " = " + name_of(others_of[i].ply) + ") ";
        result.text.erase(result.text.find_last_not_of("; ") + 1);
    }
    return result;
}

void print_answer(const Answer& result, const ClaimOptions& options) {
    if (options.json)
        print_json(result.fields);
    else
        print_line(result.text);
    flush();
}

constexpr std::string_view no_moves =
    "there are no moves on the sheet; expected such as '1. e4 e5 2. Nf3'";

int run(ClaimOptions options) {
    const auto text = text_of(options.sheet);
    if (!text) {
        print_complaint("cannot read '" + options.sheet + "'");
        return bad_input;
    }
    const Sheet sheet = read_sheet(*text, options);
    const OneGame& one = sheet.game;
    if (sheet.other != nullptr) {
        print_complaint("the sheet can be read in two languages as different games: --letters " +
                        std::string{sheet.letters->language} + " or --letters " +
                        std::string{sheet.other->language});
        return bad_input;
    }
    if (!one.game()) {
        print_complaint(one.games() == 0 ? std::string{no_moves}
                        : one.games() < options.game
                            ? "there is no game " + std::to_string(options.game) + ": " +
                                  std::to_string(one.games()) + " found"
                            : "game " + std::to_string(options.game) + " cannot be played");
        return bad_input;
    }
    if (const std::string family = by_date_family(options.rules); !family.empty()) {
        // A day before the first book of the family, or none: that of today, as in an audit.
        options.rules = family;
        if (one.day())
            if (const auto settled = laws::settled_by_date(family + "@by-date", *one.day()))
                options.rules = *settled;
    }
    Game game = *one.game();
    if (options.demanded > static_cast<std::int64_t>(game.plies())) {
        print_complaint("the game has " + std::to_string(game.plies()) + " half-moves");
        return bad_input;
    }
    if (options.ply >= 0) {
        if (static_cast<std::uint64_t>(options.ply) > game.plies()) {
            print_complaint("the game has " + std::to_string(game.plies()) + " half-moves");
            return bad_input;
        }
        game.truncate(static_cast<std::size_t>(options.ply));
    } else if (one.fault() && one.fault()->code != pgn::FindingCode::result_mismatch) {
        std::string line = options.sheet.substr(0, 64) + ":" + pgn::describe(*one.fault());
        if (const auto& why = one.fault()->why)
            line += ": " + wire::sentence_with_article(why->why, why->position, options.sentences());
        print_complaint(line);
        return bad_input;
    } else if (game.plies() == 0 && game.start() == Position{}) {
        print_complaint(no_moves);
        return bad_input;
    }
    const Answer result = answer(made_claim(std::move(game), options, *sheet.letters), options,
                                 *sheet.letters);
    print_answer(result, options);
    return output_ok() ? static_cast<int>(result.status) : static_cast<int>(bad_input);
}

std::vector<std::string> letter_names() {
    std::vector<std::string> names{"auto"};
    for (const Letters& letters : all_letters()) names.emplace_back(letters.language);
    return names;
}

}  // namespace

void add_claim(CLI::App& app, int& status) {
    CLI::App* command =
        app.add_subcommand("claim", "Check a draw claim of the player to move on a score sheet");
    const auto options = std::make_shared<ClaimOptions>();
    command->add_option("PGN", options->sheet, "A file of games, '-', or the moves themselves")
        ->required();
    command->add_option("--game", options->game, "Which game of the file, from 1")
        ->transform(whole_number(1, UINT64_MAX))
        ->capture_default_str();
    command->add_option("--claim", options->kind, "What is claimed")
        ->check(CLI::IsMember({"threefold", "fifty"}))
        ->required();
    command
        ->add_option("--intended", options->intended,
                     "The move written down and not yet played, in SAN or UCI")
        ->check(CLI::Validator(
            [](const std::string& move) {
                return move.empty() ? std::string{"expected a move, found ''"} : std::string{};
            },
            "MOVE"));
    command
        ->add_option("--ply", options->ply,
                     "Claim after so many half-moves instead of at the end of the sheet")
        ->transform(whole_number(0, INT64_MAX));
    command
        ->add_option("--demanded", options->demanded,
                     "The count of fifty moves was demanded after so many half-moves (books to 1929)")
        ->transform(whole_number(0, INT64_MAX));
    command
        ->add_option("--letters", options->letters,
                     "Language of the men's letters on the sheet; auto tries English, then all")
        ->check(CLI::IsMember(letter_names()))
        ->capture_default_str();
    add_law_options(*command, *options, ByDate::allowed);
    command->add_flag("--json", options->json, "Write one JSON object");
    command->footer(
        "Exit status: 0 the claim is correct, 1 it is not, 2 the sheet cannot be read.\n"
        "Example: hakam claim '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1' --claim threefold "
        "--intended Ng8\n"
        "         hakam claim games.pgn --game 1 --claim threefold --json\n"
        "         hakam claim games.pgn --game 1 --claim fifty --rules by-date");
    command->callback([options, &status] { status = run(*options); });
}

}  // namespace hakam::cli
