#pragma once

#include <map>

#include "server/http_types.hpp"

namespace hakam::server {

/// What a client of the Board API sends: members of a JSON object or fields of a form, as texts.
class Form {
public:
    /// Errors: a body that is neither.
    static Expected<Form, std::string> of(const Asked& asked);
    /// Empty if absent or null.
    std::string text(std::string_view name) const;

private:
    std::map<std::string, std::string, std::less<>> fields_;
};

}  // namespace hakam::server
