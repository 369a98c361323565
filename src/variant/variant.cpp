#include "hakam/variant/variant.hpp"

#include <algorithm>

#include "hakam/variant/condition.hpp"
#include "hakam/variant/fen.hpp"
#include "names.hpp"

namespace hakam::variant {

namespace {

Error data_error(std::string_view text, std::string expected) {
    return {ErrorCode::out_of_range, span_in(text, 0, text.size()), std::move(expected),
            excerpt(text)};
}

}  // namespace

Expected<Variant> Variant::from(Rules rules) {
    Variant variant;
    variant.rules_ = std::move(rules);
    if (auto error = variant.build()) return Unexpected<Error>{std::move(*error)};
    return variant;
}

std::optional<Error> Variant::build() {
    if (!rules_.size.fits())
        return data_error(rules_.id, "a board of at most 16 files, 16 ranks and 144 squares");
    if (auto error = build_men()) return error;
    for (const Condition* condition : rules_.conditions)
        hindered_ |= condition->permits != nullptr || condition->paralyses != nullptr;
    array_.assign(static_cast<std::size_t>(max_cells), Code::none);
    array_count_.assign(max_codes, 0);
    auto start = fen::parse(*this, rules_.start, {.kings_optional = true, .any_check = true});
    if (!start) return start.error();
    start_ = *start;
    build_homes();
    return std::nullopt;
}

std::optional<Error> Variant::build_men() {
    if (rules_.men.empty() || rules_.men.size() > static_cast<std::size_t>(max_kinds))
        return data_error(rules_.id, "between 1 and 31 kinds of men");
    std::vector<std::vector<Step>> steps;
    std::string letters;
    for (const Man& man : rules_.men) {
        if (man.letter < 'A' || man.letter > 'Z')
            return data_error(man.name, "an upper-case letter for each man");
        for (const char letter : man.letter + man.also) {
            if (letters.find(letter) != letters.npos)
                return data_error(man.name, "a letter of its own for each man");
            letters += letter;
        }
        auto read = steps_from_betza(man.moves);
        if (!read) return read.error();
        steps.push_back(std::move(*read));
    }
    for (const std::string& name : rules_.promotion.men) {
        const auto kind = kind_named(name);
        if (!kind) return data_error(name, "a man of this variant to promote to");
        promotions_.push_back(*kind);
    }
    rook_ = kind_named("rook");
    for (std::size_t kind = 0; kind < rules_.men.size(); ++kind) {
        for (const Color color : colors) {
            const auto slot = static_cast<std::size_t>(index(code_of(color, static_cast<int>(kind))));
            royal_[slot] = rules_.men[kind].royal;
            pawn_[slot] = rules_.men[kind].pawn;
        }
    }
    for (int file = 0; file < size().files; ++file) {
        last_rank_[0].insert(size().at(file, size().ranks - 1));
        last_rank_[1].insert(size().at(file, 0));
    }
    build_rays(steps);
    build_fast(steps);

    const bool castles = rules_.castling.form != CastlingRule::Form::none;
    for (const Color color : colors) {
        for (std::size_t kind = 0; kind < rules_.men.size(); ++kind) {
            const bool leaps = !rules_.men[kind].pawn &&
                               std::any_of(steps[kind].begin(), steps[kind].end(),
                                           [](const Step& step) { return step.first_move; });
            const bool partner = rules_.men[kind].royal || rook_ == static_cast<int>(kind);
            const auto slot =
                static_cast<std::size_t>(index(code_of(color, static_cast<int>(kind))));
            leaps_[slot] = leaps;
            remembered_[slot] = leaps || (castles && partner);
            keeps_promoted_[slot] =
                leaps || (rook_ == static_cast<int>(kind) &&
                          (rules_.castling.vertical || rules_.castling.enemy_rook));
        }
    }
    return std::nullopt;
}

void Variant::build_rays(const std::vector<std::vector<Step>>& steps) {
    ranges_.assign(std::size_t{max_codes} * max_cells, {});
    reach_.assign(std::size_t{max_codes} * max_cells, {});
    const BoardSize size = rules_.size;
    for (std::size_t kind = 0; kind < steps.size(); ++kind) {
        for (const Color color : colors) {
            const Code code = code_of(color, static_cast<int>(kind));
            for (int from = 0; from < size.cells(); ++from) {
                const std::size_t slot =
                    static_cast<std::size_t>(index(code)) * max_cells + static_cast<std::size_t>(from);
                ranges_[slot].begin = static_cast<std::uint32_t>(rays_.size());
                CellSet all;
                for (const Step& step : steps[kind]) {
                    Ray ray{static_cast<std::uint32_t>(path_.size()), 0, step.kind, step.mode,
                            step.first_move};
                    const int dx = step.right;
                    const int dy = color == Color::white ? step.forward : -step.forward;
                    int x = size.file(cell(from)), y = size.rank(cell(from));
                    if (step.kind == Step::Kind::lame && size.contains(x + dx, y + dy))
                        path_.push_back(static_cast<std::uint8_t>(
                            index(size.at(x + dx / 2, y + dy / 2))));
                    for (int n = 0; step.limit == 0 || n < step.limit; ++n) {
                        x += dx;
                        y += dy;
                        if (!size.contains(x, y)) break;
                        path_.push_back(static_cast<std::uint8_t>(index(size.at(x, y))));
                    }
                    ray.length = static_cast<std::uint8_t>(path_.size() - ray.first);
                    if (ray.length == 0) continue;
                    for (std::size_t i = ray.first; i < path_.size(); ++i) {
                        const Cell to = static_cast<Cell>(path_[i]);
                        if (step.kind == Step::Kind::lame && i + 1 < path_.size()) continue;
                        if (all.contains(to)) overlaps_[static_cast<std::size_t>(index(code))] = true;
                        all.insert(to);
                        if ((step.mode & Step::captures) != 0) reach_[slot].insert(to);
                    }
                    rays_.push_back(ray);
                }
                ranges_[slot].end = static_cast<std::uint32_t>(rays_.size());
            }
        }
    }
}

void Variant::build_homes() {
    for (int i = 0; i < size().cells(); ++i) {
        const Code code = start_.at(cell(i));
        array_[static_cast<std::size_t>(i)] = code;
        ++array_count_[static_cast<std::size_t>(index(code))];
    }
}

Cell Variant::home(Code code, Cell on) const noexcept {
    const BoardSize board = size();
    const int file = board.file(on);
    if (is_pawn(code)) {
        const int rank = rules_.pawn.start_rank - 1;
        return board.at(file, color_of(code) == Color::white ? rank : board.ranks - 1 - rank);
    }
    std::optional<Cell> first;
    for (int i = 0; i < board.cells(); ++i) {
        if (array_[static_cast<std::size_t>(i)] != code) continue;
        if (board.is_light(cell(i)) == board.is_light(on)) return cell(i);
        if (!first) first = cell(i);
    }
    if (first) return *first;
    return board.at(file, color_of(code) == Color::white ? board.ranks - 1 : 0);
}

std::optional<int> Variant::kind_named(std::string_view name) const noexcept {
    const KnownMan* known = known_man(name);
    for (std::size_t i = 0; i < rules_.men.size(); ++i)
        if (same_name(rules_.men[i].name, name) || (known != nullptr && rules_.men[i].name == known->name))
            return static_cast<int>(i);
    return std::nullopt;
}

std::optional<int> Variant::kind_of_letter(char upper_case) const noexcept {
    for (std::size_t i = 0; i < rules_.men.size(); ++i)
        if (rules_.men[i].letter == upper_case ||
            rules_.men[i].also.find(upper_case) != std::string::npos)
            return static_cast<int>(i);
    return std::nullopt;
}

}  // namespace hakam::variant
