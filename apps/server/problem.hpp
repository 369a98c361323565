#pragma once

#include <boost/json.hpp>
#include <string>
#include <string_view>

#include "server/storage.hpp"

namespace hakam::server {

namespace json = boost::json;

/// Why something is refused: `error` of the protocol, over HTTP and over sockets.
struct Problem {
    std::string code;     ///< ErrorCode of protocol/messages.schema.json
    std::string message;  ///< for people
    std::string field;    ///< of the request, if one is wrong
    json::array articles;
    std::int64_t last_client_seq = -1;
    std::int64_t retry_after_ms = -1;
    std::string reason = {};  ///< of an illegal move: the code of core/illegality.hpp
};

/// HTTP status that goes with a code.
unsigned status_of(std::string_view code) noexcept;
json::object to_json(const Problem& problem);
/// The same as a socket message, answering `client_seq` if it is positive.
std::string to_message(const Problem& problem, std::int64_t client_seq);

/// Reads the members of an object that came from outside; remembers the first fault.
/// Members that nobody asked for are a fault too.
class Fields {
public:
    explicit Fields(const json::object& object) : object_{object} {}

    bool has(std::string_view name) const { return object_.contains(name); }
    /// Each returns a default when the member is absent, null or wrong.
    std::string text(std::string_view name, std::size_t longest, std::string otherwise = {});
    std::string required_text(std::string_view name, std::size_t longest);
    std::optional<std::int64_t> integer(std::string_view name, std::int64_t least,
                                        std::int64_t most);
    std::optional<bool> flag(std::string_view name);
    const json::object* object(std::string_view name);
    const json::array* array(std::string_view name, std::size_t longest);
    /// One of `allowed`, separated by '|'; empty if absent.
    std::string choice(std::string_view name, std::string_view allowed);
    /// Accepts the member without looking at it.
    void ignore(std::string_view name) { seen_.emplace_back(name); }

    void fault(std::string_view name, std::string message);
    /// The first fault, or nothing. Call it when every member has been read.
    std::optional<Problem> finish();

private:
    const json::value* find(std::string_view name);
    const json::object& object_;
    std::vector<std::string_view> seen_;
    std::optional<Problem> problem_;
};

/// Whether a text is UTF-8 without control characters.
bool is_plain_text(std::string_view text) noexcept;

}  // namespace hakam::server
