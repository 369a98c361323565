// Any bytes as a stipulation and as input of Popeye: what is read is written and read again alike.

#include "hakam/problem/popeye.hpp"

#include "property.hpp"

using namespace hakam;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::text_of(data, size);
    if (const auto s = problem::parse_stipulation(text)) {
        const auto again = problem::parse_stipulation(problem::format(*s));
        require(again.has_value() && *again == *s);
    } else {
        require(s.error().where.offset <= size);
    }
    const auto read = problem::read_popeye(text);
    if (!read) {
        require(read.error().where.offset <= size);
        return 0;
    }
    for (const problem::FiledProblem& p : *read)
        for (const problem::Twin& twin : p.twins) (void)problem::apply(p.problem, twin);
    return 0;
}
