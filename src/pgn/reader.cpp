#include "hakam/pgn/reader.hpp"

#include "parser.hpp"
#include "words.hpp"

namespace hakam::pgn {

Reader::Reader(Visitor& visitor, const ReaderOptions& options)
    : parser_{std::make_unique<Parser>(visitor, options)} {}
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;

void Reader::feed(std::string_view bytes) { parser_->feed(bytes); }
void Reader::finish() { parser_->finish(); }
std::uint64_t Reader::games() const noexcept { return parser_->games(); }
Position Reader::position() const { return parser_->position(); }

void read(std::string_view text, Visitor& visitor, const ReaderOptions& options) {
    Reader reader{visitor, options};
    reader.feed(text);
    reader.finish();
}

std::string_view name(FindingCode code) noexcept {
    switch (code) {
        case FindingCode::syntax:
            return "syntax";
        case FindingCode::illegal_move:
            return "illegal-move";
        case FindingCode::ambiguous_move:
            return "ambiguous-move";
        case FindingCode::lenient:
            return "note-lenient";
        case FindingCode::bad_fen:
            return "bad-fen";
        case FindingCode::unknown_variant:
            return "unknown-variant";
        case FindingCode::result_missing:
            return "result-missing";
        case FindingCode::result_mismatch:
            return "result-mismatch";
        case FindingCode::truncated:
            return "truncated";
        case FindingCode::too_long:
            break;
    }
    return "too-long";
}

std::string_view name(Severity severity) noexcept {
    switch (severity) {
        case Severity::note:
            return "note";
        case Severity::warning:
            return "warning";
        case Severity::error:
            break;
    }
    return "error";
}

std::string describe(const Finding& finding) {
    std::string line = std::to_string(finding.where.line) + ':' +
                       std::to_string(finding.where.column) + ": ply " +
                       std::to_string(finding.ply) + ": ";
    line += name(finding.code);
    line += ": ";
    if (!finding.found.empty()) line += finding.found + ": ";
    return line + finding.text;
}

std::string_view to_string(Termination t) noexcept {
    switch (t) {
        case Termination::missing:
            break;
        case Termination::white_wins:
            return "1-0";
        case Termination::black_wins:
            return "0-1";
        case Termination::draw:
            return "1/2-1/2";
        case Termination::unknown:
        case Termination::other:
            return "*";
    }
    return {};
}

std::string to_string(Score score) {
    const auto side = [](unsigned halves) {
        if (halves == 1) return std::string{"1/2"};
        return std::to_string(halves / 2) + (halves % 2 != 0 ? ".5" : "");
    };
    return side(score.white) + "-" + side(score.black);
}

std::string result_text(Termination t, Score score) {
    return t == Termination::other ? to_string(score) : std::string{to_string(t)};
}

std::optional<Outcome> outcome(Termination t) noexcept { return outcome_from(to_string(t)); }

Termination termination(std::optional<Outcome> o) noexcept {
    if (!o) return Termination::unknown;
    switch (*o) {
        case Outcome::white_wins:
            return Termination::white_wins;
        case Outcome::black_wins:
            return Termination::black_wins;
        case Outcome::draw:
            break;
    }
    return Termination::draw;
}

}  // namespace hakam::pgn
