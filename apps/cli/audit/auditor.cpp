#include "auditor.hpp"

#include <algorithm>

#include "hakam/laws/illegality.hpp"
#include "hakam/pgn/command.hpp"
#include "hakam/pgn/writer.hpp"

namespace hakam::cli::audit {

namespace {

/// A longer game is read to its end but followed, and kept, only so far.
constexpr std::size_t most_plies = 131'000;
constexpr std::size_t most_tag_bytes = 4096;

}  // namespace

/// Makes the repaired text beside the record. A game of more text than a bound is not written at
/// all: half a game would look like a whole one.
class Auditor::Cleaner final : public pgn::TreeBuilder {
public:
    explicit Cleaner(StrayTexts stray) : stray_{stray} {}

    void game_begin(std::uint64_t offset) override {
        begin_ = offset;
        is_full_ = false;
        text.clear();
        text.swap(before_);
        TreeBuilder::game_begin(offset);
    }
    void tag(const pgn::TagToken& token) override {
        if (has_room(token.offset + token.value.size())) TreeBuilder::tag(token);
    }
    pgn::Descend moves_begin(const pgn::MovesStart& start) override {
        return is_full_ ? pgn::Descend::yes : TreeBuilder::moves_begin(start);
    }
    void move(const pgn::MoveToken& token) override {
        if (has_room(token.offset)) TreeBuilder::move(token);
    }
    void null_move(const pgn::MoveToken& token) override {
        if (has_room(token.offset)) TreeBuilder::null_move(token);
    }
    void unplayed(const pgn::MoveToken& token) override {
        if (has_room(token.offset)) TreeBuilder::unplayed(token);
    }
    void nag(unsigned glyph) override {
        if (!is_full_) TreeBuilder::nag(glyph);
    }
    void comment(const pgn::CommentToken& token) override {
        if (has_room(token.offset + token.text.size())) TreeBuilder::comment(token);
    }
    pgn::Descend variation_begin() override {
        return is_full_ ? pgn::Descend::yes : TreeBuilder::variation_begin();
    }
    void variation_end() override {
        if (!is_full_) TreeBuilder::variation_end();
    }
    void tree(pgn::Tree& tree, const pgn::GameEnd&, std::vector<pgn::Finding>&) override {
        pgn::WriterOptions form;
        form.as_utf8 = true;
        if (!is_full_) text += format(tree, form);
    }
    /// Text between games stays where it was, as lines that begin with a percent sign, which no
    /// reader takes for a game (PGN standard 6). `after_game`: it follows the game of `text`.
    void stray(const pgn::StrayText& word, std::string& to) {
        if (stray_ == StrayTexts::drop) return;
        if (word.where.line != line_) {
            if (!to.empty() && !to.ends_with('\n')) to += '\n';
            to += '%';
            column_ = 1;
        }
        line_ = word.where.line;
        if (word.where.column > column_ && word.where.column < 200)
            to.append(word.where.column - column_, ' ');
        to += pgn::to_utf8(word.text);
        column_ = word.where.column + static_cast<std::uint32_t>(word.text.size());
    }
    std::string& before() { return before_; }
    void end_stray(std::string& to) {
        if (line_ == 0) return;
        to += "\n\n";
        line_ = 0;
    }
    bool is_full() const { return is_full_; }
    /// Nothing of this game is written: part of it was beyond the limits of reading.
    void leave_out() {
        if (is_full_) return;
        is_full_ = true;
        TreeBuilder::game_begin(begin_);
    }
    std::string text;

private:
    static constexpr std::uint64_t most_text = 8 << 20;

    bool has_room(std::uint64_t end) {
        if (end - begin_ > most_text) leave_out();
        return !is_full_;
    }

    StrayTexts stray_;
    std::uint64_t begin_ = 0;
    bool is_full_ = false;
    std::string before_;        // of the first game
    std::uint32_t line_ = 0;    // of the last stray word; 0: none is open
    std::uint32_t column_ = 0;  // behind it
};

Auditor::Auditor(const AuditorOptions& options, RecordSink& sink) : sink_{sink} {
    checks_.push_back(make_board_check());
    checks_.push_back(make_clock_check());
    checks_.push_back(make_law_check(options.book, options.nodes, options.family));
    if (options.wants_clean) cleaner_ = std::make_unique<Cleaner>(options.stray_texts);
}
Auditor::~Auditor() = default;

void Auditor::game_begin(std::uint64_t offset) {
    if (cleaner_ && !is_ready_) cleaner_->end_stray(cleaner_->before());
    if (is_ready_) deliver();
    record_.clear();
    record_.begin = offset;
    is_open_ = true;
    depth_ = 0;
    record_.findings = std::move(early_);
    early_.clear();
    if (cleaner_) cleaner_->game_begin(offset);
}

void Auditor::tag(const pgn::TagToken& token) {
    const auto i = reported_tag(token.name);
    if (i && record_.has_tag[*i]) {
        record_.add("note-lenient", pgn::Severity::note, 0, "a tag given twice; the first counts");
        record_.findings.back().offset = token.offset;
        record_.findings.back().move = token.name;
    } else if (i) {
        record_.tags[*i].assign(pgn::beginning(token.value, most_tag_bytes));
        record_.has_tag.set(*i);
    }
    if (token.name == "EventDate" && record_.event_date.empty())
        record_.event_date.assign(pgn::beginning(token.value, most_tag_bytes));
    if (cleaner_) cleaner_->tag(token);
}

pgn::Descend Auditor::moves_begin(const pgn::MovesStart& start) {
    record_.is_playable = start.playable;
    record_.start = start.position;
    if (cleaner_) cleaner_->moves_begin(start);
    return pgn::Descend::yes;
}

void Auditor::move(const pgn::MoveToken& token) {
    if (cleaner_) cleaner_->move(token);
    if (depth_ != 0) return;
    ++plies_;
    if (record_.is_cut) return;
    if (record_.moves.size() == most_plies) {
        record_.is_cut = true;
        record_.add("too-long", pgn::Severity::warning, token.ply,
                    "a game longer than 131,000 half-moves; the rest is not judged");
        record_.findings.back().offset = token.offset;
        return;
    }
    record_.moves.push_back(token.move);
    record_.offsets.push_back(token.offset);
}

void Auditor::null_move(const pgn::MoveToken& token) {
    if (cleaner_) cleaner_->null_move(token);
}
void Auditor::unplayed(const pgn::MoveToken& token) {
    if (cleaner_) cleaner_->unplayed(token);
}
void Auditor::nag(unsigned glyph) {
    if (cleaner_) cleaner_->nag(glyph);
}

void Auditor::comment(const pgn::CommentToken& token) {
    if (cleaner_) cleaner_->comment(token);
    if (depth_ != 0 || record_.moves.empty()) return;
    const auto time = pgn::clock_reading(token.text);
    if (!time) return;
    // A comment before the first with a clock leaves a gap; a second one of a move replaces.
    if (record_.clocks.size() != record_.moves.size() - 1)
        record_.clocks.resize(record_.moves.size() - 1, GameRecord::no_clock);
    record_.clocks.push_back(time->count());
}

pgn::Descend Auditor::variation_begin() {
    // Variations are read too: what is wrong in them is told. Only a repaired text keeps them.
    ++depth_;
    if (cleaner_) cleaner_->variation_begin();
    return pgn::Descend::yes;
}
void Auditor::variation_end() {
    --depth_;
    if (cleaner_) cleaner_->variation_end();
}

void Auditor::finding(const pgn::Finding& found) {
    Finding f;
    f.code = name(found.code);
    f.severity = found.severity;
    f.ply = found.ply;
    f.offset = found.where.offset;
    f.line = found.where.line;
    f.move = found.found;
    f.text = found.text;
    if (is_open_ && found.code == pgn::FindingCode::illegal_move && found.depth == 0 &&
        !record_.is_cut) {
        const Position& p = record_.game().current();
        if (!p.has_legal_move()) {
            f.code = p.is_check() ? "moves-after-mate" : "moves-after-stalemate";
            f.text = p.is_check() ? "a move after checkmate" : "a move after stalemate";
            f.article = p.is_check() ? "5.1.1" : "5.2.1";
        } else {
            f.article = "7.5.1";
        }
    }
    if (found.why && f.code == "illegal-move") {
        const laws::Citation article = laws::citation(found.why->why);
        const IllegalityMen men = men_of(found.why->why, found.why->position, english);
        std::string why = laws::sentence(found.why->why, found.why->position.turn(), men.man,
                                         men.by, laws::Language::en);
        if (why.ends_with('.')) why.pop_back();
        f.text += ": " + why + " (Art. " + std::string{article.number()} + ")";
        f.why = name(found.why->why.reason);
    }
    if (found.depth != 0) f.text += " (in a variation)";
    if (cleaner_ && is_open_ && found.code == pgn::FindingCode::too_long) cleaner_->leave_out();
    if (is_open_ || is_ready_)
        record_.findings.push_back(std::move(f));
    else if (early_.size() < 1000)
        early_.push_back(std::move(f));
}

void Auditor::game_end(const pgn::GameEnd& end) {
    record_.end = end;
    if (end.suppressed != 0)
        record_.add("syntax", pgn::Severity::warning, 0,
                    std::to_string(end.suppressed) + " more findings are not listed");
    if (!record_.is_playable)
        record_.last = record_.start;
    else if (reader_ != nullptr && !record_.is_cut)
        record_.last = reader_->position();
    else
        record_.last = record_.game().current();
    record_.last_moves = record_.last.legal_moves();
    if (cleaner_ && cleaner_->is_full())
        record_.add("not-repaired", pgn::Severity::error, 0,
                    "a game of more than 8 MiB of text, or beyond another limit of reading, is not "
                    "repaired; nothing of it is written");
    for (const auto& check : checks_) check->check(record_);
    if (cleaner_) cleaner_->game_end(end);
    is_open_ = false;
    is_ready_ = true;
}

void Auditor::stray_text(const pgn::StrayText& word) {
    if (cleaner_) cleaner_->stray(word, is_ready_ ? cleaner_->text : cleaner_->before());
}

void Auditor::deliver() {
    if (cleaner_) cleaner_->end_stray(cleaner_->text);
    sink_.record(record_, cleaner_ ? std::string_view{cleaner_->text} : std::string_view{});
    is_ready_ = false;
}

void Auditor::finish(const Ending& ending, std::uint64_t offset) {
    if (ending.kind != Ending::Kind::whole) {
        const bool is_cut = ending.kind != Ending::Kind::followed;
        Finding f;
        f.code = is_cut ? "truncated" : "syntax";
        f.severity = is_cut ? pgn::Severity::error : pgn::Severity::warning;
        f.ply = is_ready_ ? record_.plies() : 0;
        f.offset = offset;
        f.text = ending.text;
        (is_ready_ ? record_.findings : early_).push_back(std::move(f));
    }
    if (is_ready_) {
        deliver();
    } else if (!early_.empty()) {
        record_.clear();
        record_.is_game = false;
        record_.begin = early_.front().offset;
        record_.findings = std::move(early_);
        for (const auto& check : checks_) check->check(record_);
        if (cleaner_) cleaner_->end_stray(cleaner_->before());
        sink_.record(record_, cleaner_ ? std::string_view{cleaner_->before()} : std::string_view{});
    }
    early_.clear();
}

void Auditor::abandon() {
    is_open_ = is_ready_ = false;
    early_.clear();
}

}  // namespace hakam::cli::audit
