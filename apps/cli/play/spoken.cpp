#include "play/spoken.hpp"

#include <hakam/notation/san.hpp>
#include <hakam/notation/uci_move.hpp>
#include <hakam/pgn/command.hpp>
#include <hakam/wire/illegality.hpp>

namespace hakam::cli {

namespace {

using match::Actor;
using match::Command;
using match::EventType;
using Kind = Spoken::Kind;

struct Word {
    std::string_view text;
    std::size_t offset = 0;
};

std::vector<Word> words_of(std::string_view line) {
    std::vector<Word> words;
    std::size_t i = 0;
    while (i < line.size()) {
        while (i < line.size() && (line[i] == ' ' || line[i] == '\t' || line[i] == '\r')) ++i;
        const std::size_t begin = i;
        while (i < line.size() && line[i] != ' ' && line[i] != '\t' && line[i] != '\r') ++i;
        if (i > begin) words.push_back({line.substr(begin, i - begin), begin});
    }
    return words;
}

std::string lower(std::string_view text) {
    std::string out{text};
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
    return out;
}

constexpr char upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c;
}

/// One line, its words, and who acts.
class Sentence {
public:
    Sentence(std::string_view line, const match::LiveGame& game, Color hand, const Letters& letters)
        : line_{line}, game_{game}, letters_{letters}, words_{words_of(line)}, hand_{hand} {}

    Expected<Spoken> read() {
        if (words_.empty()) return Spoken{};
        std::string first = word();
        if (first == "white" || first == "black") {
            hand_ = first == "white" ? Color::white : Color::black;
            ++next_;
        } else if (first == "arbiter") {
            ++next_;
            return arbiter();
        }
        if (at_end()) return wrong("a command after the side");
        first = word();
        for (const auto& [name, kind] : questions)
            if (first == name) {
                ++next_;
                Spoken answer;
                answer.kind = kind;
                if (kind == Kind::score && !at_end()) answer.argument = words_[next_++].text;
                return at_end() ? Expected<Spoken>{answer} : wrong("the end of the line");
            }
        for (const auto& [name, type] : plain_acts)
            if (first == name) {
                ++next_;
                return acts({command(type)});
            }
        if (first == "claim") return claim();
        if (game_.rules().mode == match::Mode::over_the_board)
            if (auto act = single_act(first)) return std::move(*act);
        return move();
    }

private:
    struct Question {
        std::string_view name;
        Kind kind;
    };
    static constexpr Question questions[] = {
        {"board", Kind::board},   {"show", Kind::board},    {"flip", Kind::flip},
        {"moves", Kind::moves},   {"fen", Kind::fen},       {"pgn", Kind::score},
        {"clock", Kind::clocks},  {"clocks", Kind::clocks}, {"rulings", Kind::rulings},
        {"help", Kind::help},     {"?", Kind::help},        {"takeback", Kind::takeback},
        {"undo", Kind::takeback}, {"quit", Kind::quit},     {"exit", Kind::quit},
    };
    struct PlainAct {
        std::string_view name;
        EventType type;
    };
    static constexpr PlainAct plain_acts[] = {
        {"offer", EventType::offer_draw},     {"accept", EventType::accept_draw},
        {"decline", EventType::decline_draw}, {"withdraw", EventType::withdraw_offer},
        {"resign", EventType::resign},
    };

    bool at_end() const { return next_ >= words_.size(); }
    std::string word() const { return at_end() ? std::string{} : lower(words_[next_].text); }
    /// What is left of the line.
    std::string rest() {
        if (at_end()) return {};
        const std::string text{line_.substr(words_[next_].offset)};
        next_ = words_.size();
        return text;
    }

    Unexpected<Error> wrong(std::string expected) const {
        const std::size_t offset = at_end() ? line_.size() : words_[next_].offset;
        const std::size_t size = at_end() ? 0 : words_[next_].text.size();
        return Unexpected<Error>{
            Error{at_end() ? ErrorCode::missing_text : ErrorCode::unexpected_text,
                  span_in(line_, offset, size), std::move(expected),
                  at_end() ? std::string{} : excerpt(words_[next_].text)}};
    }
    Command command(EventType type) const {
        Command made;
        made.type = type;
        made.actor = match::actor_of(hand_);
        if (type == EventType::press_clock) made.args.side = hand_;
        return made;
    }
    Expected<Spoken> acts(std::vector<Command> commands) {
        if (!at_end()) return wrong("the end of the line");
        Spoken spoken;
        spoken.kind = Kind::commands;
        spoken.commands = std::move(commands);
        return spoken;
    }

    /// A legal move of that text. Errors: those of SAN, or of UCI if the text has its shape.
    Expected<Move> legal_move(std::string_view text) const {
        const Position& position = game_.position();
        if (const auto move = san::parse_lenient(text, position, letters_)) return move->move;
        if (const auto move = uci::parse_lenient(text, position)) return move->move;
        const bool squares =
            text.size() >= 4 && square_from(text.substr(0, 2)) && square_from(text.substr(2, 2));
        auto error = squares ? uci::parse_lenient(text, position).error()
                             : san::parse_lenient(text, position, letters_).error();
        const std::size_t offset = static_cast<std::size_t>(text.data() - line_.data());
        error.where = span_in(line_, offset, text.size());
        if (const auto why = why_illegal(text, position, letters_)) {
            const auto language = laws::language(letters_.language).value_or(laws::Language::en);
            error.expected +=
                " (" + wire::sentence_with_article(*why, position, language) + ")";
        }
        return Unexpected{error};
    }

    Expected<Spoken> move() {
        const std::string_view text = words_[next_].text;
        Command made = command(EventType::make_move);
        const auto legal = legal_move(text);
        const bool over_the_board = game_.rules().mode == match::Mode::over_the_board;
        if (legal) {
            made.args.from = legal->from();
            const bool foreign = game_.rules().chess960;
            made.args.to = legal->is_castling() && !foreign ? legal->arrival() : legal->to();
            made.args.piece = legal->promotion();
        } else {
            // Over the board any two squares are a move, legal or not.
            const std::string squares = lower(text);
            const auto from = square_from(std::string_view{squares}.substr(0, 2));
            const auto to = squares.size() >= 4
                                ? square_from(std::string_view{squares}.substr(2, 2))
                                : std::nullopt;
            if (!over_the_board || !from || !to || squares.size() > 5)
                return Unexpected{legal.error()};
            made.args.from = from;
            made.args.to = to;
            if (squares.size() == 5) made.args.piece = piece_type_from(upper(squares[4]));
        }
        ++next_;
        std::vector<Command> commands{made};
        if (word() == "offer" || word() == "(=)" || word() == "=") {
            ++next_;
            commands.push_back(command(EventType::offer_draw));
        }
        if (word() == "only") {  // the move is made and the clock not pressed
            ++next_;
        } else if (over_the_board) {
            commands.push_back(command(EventType::press_clock));
        }
        return acts(std::move(commands));
    }

    Expected<Spoken> claim() {
        ++next_;
        const std::string what = word();
        if (what == "threefold" || what == "fifty") {
            ++next_;
            Command made =
                command(what == "fifty" ? EventType::claim_fifty : EventType::claim_repetition);
            if (!at_end()) {
                const auto intended = legal_move(words_[next_].text);
                if (!intended) return Unexpected{intended.error()};
                made.args.move = *intended;
                ++next_;
            }
            return acts({made});
        }
        if (what == "flag" || what == "illegal") {
            ++next_;
            return acts(
                {command(what == "flag" ? EventType::claim_flag : EventType::claim_illegal)});
        }
        if (what == "touch") {
            ++next_;
            Command made = command(EventType::claim_touch);
            made.args.from = square_from(word());
            if (!made.args.from) return wrong("the square of the man that was touched");
            ++next_;
            return acts({made});
        }
        return wrong("threefold, fifty, flag, illegal or touch");
    }

    /// Touching, carrying, releasing and pressing, each by itself (Articles 4 and 6).
    std::optional<Expected<Spoken>> single_act(std::string_view first) {
        if (first == "touch" || first == "adjust") {
            ++next_;
            std::vector<Command> commands;
            if (first == "adjust") commands.push_back(command(EventType::announce_adjust));
            while (!at_end()) {
                Command made = command(EventType::touch);
                made.args.from = square_from(word());
                if (!made.args.from) return Expected<Spoken>{wrong("a square")};
                if (first == "adjust") made.args.contact = match::Contact::adjusting;
                commands.push_back(made);
                ++next_;
            }
            if (commands.empty()) return Expected<Spoken>{wrong("a square")};
            return acts(std::move(commands));
        }
        if (first == "put" || first == "remove") {
            ++next_;
            Command made = command(first == "put" ? EventType::release : EventType::remove);
            made.args.from = square_from(word());
            if (!made.args.from) return Expected<Spoken>{wrong("a square")};
            ++next_;
            if (first == "put") {
                made.args.to = square_from(word());
                if (!made.args.to) return Expected<Spoken>{wrong("a square")};
                ++next_;
            }
            return acts({made});
        }
        if (first == "promote") {  // promote q e8
            ++next_;
            Command made = command(EventType::promo_release);
            const std::string piece = word();
            if (piece.size() == 1) made.args.piece = piece_type_from(upper(piece[0]));
            if (!made.args.piece) return Expected<Spoken>{wrong("q, r, b or n")};
            ++next_;
            made.args.to = square_from(word());
            if (!made.args.to) return Expected<Spoken>{wrong("a square")};
            ++next_;
            return acts({made});
        }
        if (first == "press" || first == "pause") {
            ++next_;
            return acts(
                {command(first == "press" ? EventType::press_clock : EventType::pause_clock)});
        }
        if (first == "write") {
            ++next_;
            Command made = command(EventType::write_move);
            if (at_end()) return Expected<Spoken>{wrong("a move")};
            made.args.text = words_[next_].text;
            if (const auto move = legal_move(words_[next_].text)) made.args.move = *move;
            ++next_;
            return acts({made});
        }
        return std::nullopt;
    }

    Expected<Spoken> arbiter() {
        const std::string act = word();
        if (at_end()) return wrong("an act of the arbiter");
        ++next_;
        Command made;
        made.actor = Actor::arbiter;
        const auto needs_side = [&]() {
            made.args.side = word() == "white"   ? std::optional{Color::white}
                             : word() == "black" ? std::optional{Color::black}
                                                 : std::nullopt;
            if (made.args.side) ++next_;
            return made.args.side.has_value();
        };
        if (act == "stop" || act == "resume" || act == "sees") {
            made.type = act == "stop"     ? EventType::stop
                        : act == "resume" ? EventType::resume
                                          : EventType::arbiter_sees;
        } else if (act == "accept" || act == "reject") {
            made.type = EventType::answer_claim;
            made.args.text = act == "accept" ? "agree" : "reject";
        } else if (act == "time" || act == "add") {
            made.type = act == "time" ? EventType::time_set : EventType::time_adjust;
            if (!needs_side()) return wrong("white or black");
            std::string_view text = at_end() ? std::string_view{} : words_[next_].text;
            const bool minus = act == "add" && text.starts_with("-");
            if (act == "add" && (minus || text.starts_with("+"))) text.remove_prefix(1);
            const auto time = pgn::parse_clock(text);
            if (!time) return wrong("a time such as 5:00");
            ++next_;
            made.args.amount = minus ? -time->count() : time->count();
        } else if (act == "restore") {
            made.type = EventType::restore_position;
            std::int64_t ply = 0;
            for (const char c : word()) {
                if (c < '0' || c > '9' || ply > 100'000) return wrong("a number of plies");
                ply = ply * 10 + (c - '0');
            }
            if (at_end()) return wrong("a number of plies");
            ++next_;
            made.args.amount = ply;
        } else if (act == "flag" || act == "warn" || act == "penalise") {
            made.type = act == "flag"   ? EventType::flag_noticed
                        : act == "warn" ? EventType::warn
                                        : EventType::penalise;
            if (!needs_side()) return wrong("white or black");
            if (act == "penalise") {
                std::string item = word();
                if (item.starts_with("12.9.")) item.erase(0, 5);
                if (item.size() != 1 || item[0] < '1' || item[0] > '9')
                    return wrong("12.9.1 to 12.9.9");
                made.args.penalty = static_cast<std::uint8_t>(item[0] - '0');
                ++next_;
            }
            if (act != "flag") made.args.text = rest();
        } else if (act == "declare" || act == "override") {
            made.type = act == "declare" ? EventType::declare : EventType::override_ruling;
            const std::string result = word();
            const auto read = result == "1/2-1/2" ? std::optional{match::Result::draw}
                                                  : match::result_from(result);
            if (!read || *read == match::Result::none) return wrong("a result");
            ++next_;
            made.args.result = *read;
            made.args.reason = match::Reason::arbiter_decision;
            made.args.text = rest();
        } else {
            --next_;
            return wrong(
                "stop, resume, sees, accept, reject, time, add, restore, flag, warn, "
                "penalise, declare or override");
        }
        return acts({made});
    }

    std::string_view line_;
    const match::LiveGame& game_;
    const Letters& letters_;
    std::vector<Word> words_;
    std::size_t next_ = 0;
    Color hand_;
};

}  // namespace

Expected<Spoken> spoken(std::string_view line, const match::LiveGame& game, Color hand,
                        const Letters& letters) {
    return Sentence{line, game, hand, letters}.read();
}

std::string_view help_text() noexcept {
    return "  Nf3, O-O, e2e4, e8=Q     a move; e4 offer: with the offer of a draw\n"
           "  offer accept decline withdraw resign takeback\n"
           "  claim threefold [MOVE]   the position has been there three times, or will be after "
           "MOVE\n"
           "  claim fifty [MOVE]       fifty moves by each side without capture and pawn move\n"
           "  claim flag|illegal       the opponent's flag has fallen; he completed an illegal "
           "move\n"
           "  board flip moves clocks fen rulings pgn [FILE] help quit\n"
           "  white ..., black ...     the same for that side: black resign\n"
           "  arbiter stop|resume|sees|time SIDE 5:00|add SIDE -1:00|restore PLY|flag SIDE|\n"
           "          warn SIDE WHY|penalise SIDE 12.9.N|declare 1-0 WHY|accept|reject\n"
           "Over the board also, one act at a time:\n"
           "  e2e5 (any two squares, legal or not), e4 only (made, the clock not pressed), press,\n"
           "  touch e2 ..., adjust e2, put e2 e4, remove d5, promote q e8, pause, write Nf3,\n"
           "  claim touch e2\n";
}

}  // namespace hakam::cli
