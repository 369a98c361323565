#include "hakam/notation/fen.hpp"

#include <utility>

#include "fen_reader.hpp"
#include "usual_fen.hpp"

namespace hakam::fen {

Report read(std::string_view text, const Options& options) {
    Report report;
    if (const auto setup = usual_setup(text))
        if (const auto position = Position::from(*setup, options.rules)) {
            report.setup = *setup;
            report.position = *position;
            return report;
        }
    Reader reader{text, options};
    if (reader.scan()) {
        report.setup = reader.setup();
        reader.judge();
        if (reader.faults().empty()) {
            auto position = Position::from(reader.playable(), options.rules, options.tolerated);
            if (position) report.position = *position;
        }
    } else {
        reader.judge_what_was_read();
    }
    report.faults = std::move(reader.faults());
    report.notes = std::move(reader.notes());
    return report;
}

Expected<Position> position(std::string_view text, const Options& options) {
    if (const auto setup = usual_setup(text)) {
        auto position = Position::from(*setup, options.rules, options.tolerated);
        if (position) return *position;
    }
    Reader reader{text, options};
    if (reader.scan() && (!reader.has_false_letters() ||
                          options.tolerated.contains(SetupFaultCode::false_castling_right))) {
        auto position = Position::from(reader.playable(), options.rules, options.tolerated);
        if (position) return *position;
    }
    Report report = read(text, options);
    HAKAM_ASSERT(!report.faults.empty());
    return Unexpected{std::move(report.faults.front().error)};
}

}  // namespace hakam::fen
