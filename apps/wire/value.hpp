#pragma once

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include "hakam/wire/json.hpp"

namespace hakam::wire {

/// What was written, for programs that put answers together as values. Pre: balanced.
inline boost::json::value value_of(const Json& json) { return boost::json::parse(json.text()); }

/// The members that `write` writes, as an object: object_of([&](Json& json) { ... }).
template <class Write>
boost::json::object object_of(const Write& write) {
    Json json;
    json.begin();
    write(json);
    json.end();
    boost::json::value value = value_of(json);
    return std::move(value.get_object());
}

}  // namespace hakam::wire
