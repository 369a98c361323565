#pragma once

// The parser behind Reader. It works on a buffer of bytes and takes whole tokens only: a token
// that may go on behind the buffer is left there until more bytes or the end of the text come, so
// that no decision depends on where the text was cut. parser.cpp holds the frame and what stands
// between games, parser_tags.cpp the tag pairs, parser_moves.cpp the moves, parser_tokens.cpp
// comments and the other tokens.

#include <string>
#include <string_view>
#include <vector>

#include "game_start.hpp"
#include "hakam/pgn/reader.hpp"
#include "hakam/pgn/result_text.hpp"
#include "line_state.hpp"
#include "scan.hpp"
#include "words.hpp"

namespace hakam::pgn {

class Reader::Parser {
public:
    Parser(Visitor& visitor, const ReaderOptions& options);

    void feed(std::string_view bytes);
    void finish();
    std::uint64_t games() const noexcept { return games_; }
    Position position() const { return line_.state.position(); }

private:
    enum class Phase : std::uint8_t {
        idle,  // between games
        tags,  // a game has begun, its moves have not
        moves,
        ended,  // after the marker, while comments on its line still belong to the game
    };
    /// Of a token or a step: whether it was taken, or needs bytes behind the buffer.
    enum class Step : std::uint8_t { done, more };

    struct Line {
        LineState state;
        Undo undo;
        std::uint32_t ply = 0;  // half-moves played to reach `state`
        bool has_last = false;  // `undo` is a move of this line
        bool is_dead = false;   // an illegal move came before; nothing more is played
    };
    struct PendingComment {
        std::string text;
        CommentStyle style;
        TextSpan where;
    };

    // parser.cpp
    std::size_t run(std::string_view text, bool is_final);
    Step step();
    Step idle();
    Step ended();
    void skip_space();
    void note_space(const char* at, std::size_t length);
    void skip_line();
    void begin_game(std::uint64_t offset);
    void close_game(std::uint64_t end);
    void flush_pending_as_stray();
    void flush_stray_text();
    void add_stray_text(const char* begin, const char* end);
    Standing standing() const noexcept;
    void add_comment(const CommentToken& comment, const char* at);
    Step stray_word();
    Step stray_byte();
    void take_token(const char* next) noexcept;
    Step marker_between_games(const ResultText& result);

    // parser_tags.cpp
    Step tags();
    void plain_tags();
    Step tag_pair();
    Step tag_after_name(std::string_view name, const char* p);
    Step tag_value(std::string_view name, const char* quote);
    Step other_quotes(std::string_view name, const char* quote);
    Step end_inside_tag(const char* end);
    Step unquoted_value(std::string_view name, const char* begin);
    Step tag_ran_out(std::string_view name, const char* limit);
    void take_tag(std::string_view name, std::string_view value, const char* next);
    void leave_tags();
    Step word_among_tags();
    bool starts_next_game(std::string_view name) const;
    void remember_tag(std::string_view name, std::string_view value);
    void begin_moves();
    bool set_up_start(Position& start);

    // parser_moves.cpp
    Step moves();
    Step slow_token(const char* p);
    void tell_move(Move move, const char* text, std::size_t length);
    const char* plain_comment(const char* brace);
    Step word();
    void move_word(std::string_view text, const char* at);
    Move resolve(std::string_view text, const char* at);
    Move in_figurines(std::string_view text, const Position& position, const char* at);
    Move in_other_letters(std::string_view text, const Position& position, const char* at);
    void null_move(std::string_view text, const char* at);
    void refuse_move(std::string_view text, const char* at, const Error& error);
    void unplayed(std::string_view text, const char* at);
    void note_reading(const std::vector<Note>& notes, std::string_view text, const char* at);

    // parser_tokens.cpp
    Step move_token();
    Step number_or_marker();
    bool begins_anew(std::string_view number) const;
    Seen is_double_loss(std::size_t length) const;
    Step finish_with(const ResultText& result);
    Step marker(const ResultText& result);
    void check_result(const char* at, std::size_t length);
    void check_number(std::string_view text);
    void check_periods(const char* at, std::size_t count);
    Step comment();
    Step long_comment();
    Step skip_long_comment();
    Step line_comment();
    Step open_variation();
    Step close_variation();
    Step nag_token();
    Step suffix_token();
    Step reserved_token();
    Step bracket();
    void take_comment(const char* begin, const char* end, CommentStyle style);
    void check_encoding(std::string_view text, const char* at);
    enum class Start : std::uint8_t { no, yes, unclear };
    Start game_start_at(const char* line_feed) const;
    void abandon_unclosed();

    /// The character `back` places before p, also if it has been consumed already
    /// (back <= lookback).
    char before(const char* p, int back) const noexcept {
        const auto have = p - begin_;
        return back <= have ? p[-back] : previous_[back - 1 - have];
    }
    bool starts_line(const char* p) const noexcept {
        return before(p, 1) == '\n' || before(p, 1) == '\r';
    }
    bool is_cut(const char* p) const noexcept;
    std::uint64_t offset(const char* p) const noexcept {
        return base_ + static_cast<std::uint64_t>(p - begin_);
    }
    std::size_t left(const char* p) const noexcept { return static_cast<std::size_t>(end_ - p); }
    std::string_view rest(const char* p) const noexcept { return {p, left(p)}; }
    /// Whether the buffer ends inside a character there.
    bool may_be_part_of_space(const char* p) const noexcept {
        return !is_final_ && left(p) < 3 && static_cast<unsigned char>(*p) >= 0x80;
    }
    TextSpan span(const char* at, std::size_t length);
    void report(FindingCode code, Severity severity, const char* at, std::size_t length,
                std::string text, std::uint32_t ply);
    void report_at(FindingCode code, Severity severity, TextSpan where, std::string found,
                   std::string text, std::uint32_t ply);
    /// A departure from the standard that is clear: a note, or an error in strict reading.
    void note(const char* at, std::size_t length, std::string text);
    /// The same of the move that is due, or of what stands in its place.
    void note_move(const char* at, std::size_t length, std::string text);
    std::uint32_t due_ply() const noexcept { return line_.ply + 1; }
    std::uint32_t main_plies() const noexcept {
        return frames_.empty() ? line_.ply : frames_.front().ply;
    }
    bool is_strict() const noexcept { return options_.reading == Reading::strict; }
    bool is_skipping() const noexcept { return skip_depth_ != 0 || skip_all_; }
    std::uint32_t depth() const noexcept {
        return static_cast<std::uint32_t>(frames_.size()) + skip_depth_;
    }
    void choose_path() noexcept {
        fast_ = can_be_fast_ && !is_foreign_ && !line_.is_dead && !is_skipping() && playable_ && !wrong_periods_;
    }

    Visitor& visitor_;
    ReaderOptions options_;
    bool can_be_fast_;

    // The buffer: [cur_, end_) is unread.
    const char* begin_ = nullptr;
    const char* cur_ = nullptr;
    const char* end_ = nullptr;
    bool is_final_ = false;
    std::uint64_t base_ = 0;        // offset of begin_
    char previous_[lookback] = {};  // the last consumed bytes, newest first
    std::string carry_;             // what is left of earlier pieces
    std::size_t next_try_ = 0;      // a longer carry_ than this is worth another run

    // Lines: counted up to counted_.
    std::uint64_t counted_ = 0;
    std::uint64_t line_begin_ = 0;         // offset of the line that holds counted_
    std::uint64_t buffer_line_begin_ = 0;  // of the line that holds begin_
    std::uint32_t line_number_ = 1;
    std::uint32_t line_feeds_ = 2;  // crossed since the last token

    // The game.
    Phase phase_ = Phase::idle;
    Line line_;
    std::vector<Line> frames_;      // the lines around line_
    std::uint32_t skip_depth_ = 0;  // open variations that are passed over
    bool skip_all_ = false;         // the visitor does not want these moves
    bool fast_ = false;
    bool playable_ = true;
    std::uint32_t number_shift_ = 0;  // the last move number less the right one, modulo 2^32
    std::string skipped_word_;        // the last word of the game that was no move, and
    std::pair<std::uint32_t, std::uint32_t> skipped_at_;  // after which ply, how deep
    std::shared_ptr<const Refusal> refusal_;              // of the finding that comes next
    EvaluationSign glued_;                                    // at the end of the move being read
    std::uint32_t languages_ = 0;  // whose letters the men of this game may have, a bit each
    bool is_foreign_ = false;      // they are not English
    std::uint32_t men_seen_ = 0;   // moved, a bit of their types each
    bool wrong_periods_ = false;  // the last number before a move of White had those of Black
    bool in_long_comment_ = false;
    bool in_long_word_ = false;
    bool in_skipped_line_ = false;
    ResultText inner_result_;             // a marker inside a variation,
    std::uint64_t inner_result_end_ = 0;  // and where it ends
    ResultText result_;
    std::uint64_t game_begin_ = 0;
    std::uint64_t token_end_ = 0;  // end of the last token that belongs to the game
    std::uint32_t unplayed_ = 0;
    std::uint32_t unasked_ = 0;  // moves that the visitor does not want
    std::uint32_t findings_ = 0;
    std::uint32_t suppressed_ = 0;

    // Its tags, as far as they matter here.
    std::uint32_t tags_ = 0;
    std::string first_tag_;
    bool seen_event_ = false;
    bool has_fen_ = false;
    bool has_result_ = false;
    bool text_among_tags_ = false;
    // Kinds of departure that are told once a game.
    bool told_spaces_ = false;
    bool told_encoding_ = false;
    bool told_figurines_ = false;
    bool told_letters_ = false;
    bool told_mixture_ = false;
    bool has_high_bytes_ = false;  // the buffer has bytes beyond ASCII
    std::string fen_, setup_, variant_, result_tag_, outcome_tag_;
    TextSpan fen_span_, variant_span_;

    // Between games.
    std::uint64_t games_ = 0;
    bool after_game_ = false;              // a game has just ended, and nothing came since
    std::vector<PendingComment> pending_;  // comments before a game
    std::size_t pending_bytes_ = 0;
    TextSpan stray_{};  // text that belongs to nothing; length 0 if none
    std::uint64_t stray_end_ = 0;
    std::string stray_text_;
    std::string scratch_;

    static const Position standard_start_;
    const LineState start_state_{standard_start_};
};

}  // namespace hakam::pgn
