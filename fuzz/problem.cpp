// Any bytes as a stipulation, as input of Popeye and as YAML of the Olive editor: what is read is
// written and read again alike.

#include "hakam/problem/olive.hpp"

#include "property.hpp"

using namespace hakam;
using fuzz::require;

namespace {

void require_alike(const problem::FiledProblem& a, const problem::FiledProblem& b) {
    require(a.problem.setup == b.problem.setup);
    require(a.problem.stipulation == b.problem.stipulation);
    require(a.problem.conditions.fairy == b.problem.conditions.fairy);
    require(a.twins.size() == b.twins.size());
    for (std::size_t i = 0; i < a.twins.size(); ++i)
        require(problem::write_popeye(a.twins[i]) == problem::write_popeye(b.twins[i]));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::text_of(data, size);
    if (const auto s = problem::parse_stipulation(text)) {
        const auto again = problem::parse_stipulation(problem::format(*s));
        require(again.has_value() && *again == *s);
    } else {
        require(s.error().where.offset <= size);
    }
    if (const auto yaml = problem::read_olive(text)) {
        const auto again = problem::read_olive(problem::write_olive(*yaml));
        require(again.has_value());
        require_alike(*yaml, *again);
    } else {
        require(yaml.error().where.offset <= size);
    }
    const auto read = problem::read_popeye(text);
    if (!read) {
        require(read.error().where.offset <= size);
        return 0;
    }
    for (const problem::FiledProblem& p : *read) {
        for (const problem::Twin& twin : p.twins) (void)problem::apply(p.problem, twin);
        const auto again = problem::read_popeye(problem::write_popeye(p));
        require(again.has_value() && again->size() == 1);
        require_alike(p, again->front());
    }
    return 0;
}
