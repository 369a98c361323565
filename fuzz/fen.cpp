// Any bytes as a FEN: the two readers agree, every fault has a place in the text, and what is read
// is written and read back alike.

#include "hakam/notation/fen.hpp"

#include "property.hpp"

using namespace hakam;
using fuzz::require;

namespace {

void check_place(const TextSpan& where, std::string_view text) {
    require(where.offset <= text.size() && where.length <= text.size() - where.offset);
    require(where.line >= 1 && where.column >= 1);
}

void round_trip(const Position& position, const fen::Options& options) {
    for (const auto form :
         {fen::CastlingForm::automatic, fen::CastlingForm::xfen, fen::CastlingForm::shredder}) {
        fen::Options strict = options;
        strict.reading = Reading::strict;
        if (form == fen::CastlingForm::xfen) strict.castling = fen::Castling::chess960;
        if (form != fen::CastlingForm::xfen) strict.castling = fen::Castling::automatic;
        const std::string text = fen::format(position, {form, fen::EnPassantForm::always});
        const auto again = fen::position(text, strict);
        require(again.has_value() && *again == position);
        const fen::Report report = fen::read(text, strict);
        require(report.valid() && report.faults.empty());
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::uint8_t choice = data[0];
    const std::string_view text = fuzz::text_of(data + 1, size - 1);
    fen::Options options;
    options.reading = (choice & 1) != 0 ? Reading::lenient : Reading::strict;
    options.rules = static_cast<RulesetId>(choice / 2 % 3);
    options.castling = static_cast<fen::Castling>(choice / 6 % 3);
    if ((choice & 64) != 0) options.tolerated = Tolerance::unreachable();
    if ((choice & 128) != 0)
        options.tolerated = options.tolerated | Tolerance{SetupFaultCode::false_castling_right,
                                                          SetupFaultCode::false_en_passant,
                                                          SetupFaultCode::pawn_on_back_rank};

    const fen::Report report = fen::read(text, options);
    const auto position = fen::position(text, options);
    require(report.valid() == position.has_value());
    require(report.valid() == report.faults.empty());
    for (const fen::Fault& fault : report.faults) {
        check_place(fault.where, text);
        require(!fault.code.empty() && !fault.text.empty());
        require(fault.error.where == fault.where);
    }
    for (const Note& note : report.notes) check_place(note.where, text);
    if (options.reading == Reading::strict)
        for (const Note& note : report.notes)
            require(note.code == NoteCode::claim_dropped || note.code == NoteCode::fault_tolerated);
    if (report.setup) require(fen::format(*report.setup).size() <= 128);
    if (!position) {
        require(position.error().where == report.faults.front().where);
        return 0;
    }
    require(*position == *report.position);
    if (options.tolerated.contains(SetupFaultCode::pawn_on_back_rank)) return 0;
    (void)position->legal_moves();
    round_trip(*position, options);
    return 0;
}
