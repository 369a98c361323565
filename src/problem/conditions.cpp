#include "hakam/problem/problem.hpp"
#include "hakam/variant/condition.hpp"

namespace hakam::problem {

Expected<Conditions> with_condition(Conditions conditions, std::string_view name) {
    constexpr std::string_view exclusive = "exclusive:";
    if (name == "quodlibet") {
        conditions.quodlibet = true;
        return conditions;
    }
    if (name == "AP" || name == "ap") {
        conditions.a_posteriori = true;
        return conditions;
    }
    if (name.substr(0, exclusive.size()) == exclusive) {
        const std::string_view pair = name.substr(exclusive.size());
        const auto white = square_from(pair.substr(0, 2));
        const auto black =
            pair.size() == 5 && pair[2] == ',' ? square_from(pair.substr(3)) : std::nullopt;
        if (!white || !black || rank_of(*white) != Rank::r1 || rank_of(*black) != Rank::r8)
            return Unexpected{Error{ErrorCode::unexpected_text,
                                    span_in(name, exclusive.size(), pair.size()),
                                    "two rooks' squares as a1,h8", excerpt(pair)}};
        conditions.exclusive.push_back({*white, *black});
        return conditions;
    }
    if (const variant::Condition* fairy = variant::condition_named(name)) {
        const std::string known{fairy->name};
        for (const std::string& old : conditions.fairy)
            if (old == known) return conditions;
        conditions.fairy.push_back(known);
        return conditions;
    }
    std::string expected = "a condition: quodlibet, AP, exclusive:a1,h8";
    for (const variant::Condition& one : variant::conditions())
        expected += ", " + std::string{one.name};
    return Unexpected{Error{ErrorCode::unexpected_text, span_in(name, 0, name.size()),
                            std::move(expected), excerpt(name)}};
}

std::vector<std::string> names(const Conditions& conditions) {
    std::vector<std::string> result;
    if (conditions.quodlibet) result.emplace_back("quodlibet");
    if (conditions.a_posteriori) result.emplace_back("AP");
    for (const Exclusion& e : conditions.exclusive)
        result.push_back("exclusive:" + to_string(e.white_rook) + "," + to_string(e.black_rook));
    result.insert(result.end(), conditions.fairy.begin(), conditions.fairy.end());
    return result;
}

}  // namespace hakam::problem
