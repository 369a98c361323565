// The past of a position: whether a game reaches it, with that game or the reason why none does.

#include <string>
#include <utility>
#include <vector>

#include "abi.hpp"
#include "hakam/notation/fen.hpp"
#include "hakam/notation/san.hpp"
#include "hakam/notation/uci_move.hpp"
#include "hakam/retro/deduce.hpp"
#include "hakam/retro/legality.hpp"
#include "heard.hpp"
#include "write.hpp"

namespace hakam::wasm {
namespace {

Budget worker_budget() {
    Budget budget;
    budget.memory_bytes = std::uint64_t{96} << 20;
    budget.expired = [] { return time_is_over() != 0; };
    return budget;
}

std::string rights_text(CastlingRights rights) {
    std::string out;
    for (const Square rook : rights.rooks()) {
        const bool white = rank_of(rook) == Rank::r1;
        const char letter = file_of(rook) == File::h ? 'K' : 'Q';
        out += white ? letter : static_cast<char>(letter + 32);
    }
    return out.empty() ? "-" : out;
}

void write_reason(Json& json, const retro::Reason& reason, retro::Language language) {
    json.member("reason", retro::name(reason.kind));
    if (reason.side) json.member("side", name(*reason.side));
    json.key("squares").begin_list();
    for (const Square s : reason.squares) json.string(to_string(s));
    json.end_list().key("text").begin_list();
    for (const std::string& line : retro::explain(reason, language)) json.string(line);
    json.end_list();
}

}  // namespace

/// Is the position legal? "yes" with the moves of a game, "no" with its reason in English or Arabic,
/// "unknown" with what was tried. A legal or undecided one also with its possible last moves and
/// the castling rights that can stand together.
HAKAM_EXPORT(retro)
std::uint32_t hakam_retro(const char* fen, std::uint32_t fen_length, const char* language,
                          std::uint32_t language_length) {
    Json json;
    const fen::Report report = fen::read(
        text(fen, fen_length),
        {.reading = Reading::lenient, .tolerated = Tolerance::unreachable()});
    if (!report.setup) {
        write_failure(json, report.faults.front().error);
        return answer(std::move(json));
    }
    const bool arabic = text(language, language_length) == "ar";
    const retro::Language words = arabic ? retro::Language::ar : retro::Language::en;
    const retro::Diagram diagram = retro::diagram_of(*report.setup);
    const retro::Legality found = retro::legality(diagram, worker_budget());
    static constexpr std::string_view verdicts[] = {"no", "yes", "unknown"};
    json.begin()
        .flag("ok", true)
        .member("legal", verdicts[static_cast<std::size_t>(found.legal)])
        .member("lang", arabic ? "ar" : "en");
    if (found.reason) write_reason(json, *found.reason, words);
    json.member("tried", found.tried).key("game").begin_list();
    for (const Move move : found.game) json.string(uci::format(move));
    json.end_list();
    if (found.legal == Decision::no) return answer(std::move(json.end()));
    Budget small = worker_budget();
    small.nodes = 400;
    json.key("last").begin_list();
    for (const retro::Unmove& one : retro::last_moves(diagram, small).possible)
        json.string(uci::format(one.move));
    small.nodes = 3'000;
    json.end_list().key("rights").begin_list();
    for (const CastlingRights set : retro::rights(diagram, small).maximal)
        json.string(rights_text(set));
    json.end_list();
    return answer(std::move(json.end()));
}

}  // namespace hakam::wasm
