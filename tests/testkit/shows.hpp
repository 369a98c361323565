#pragma once

#include <gtest/gtest.h>

#include <string>

#include "hakam/laws/article.hpp"

namespace hakam::testkit {

/// Says which article the running test shows, where neither its name nor what it expects does.
/// tools/law_coverage reads the calls; the reports of the test program have them as properties.
inline void shows(laws::ArticleId id) {
    ::testing::Test::RecordProperty("article", std::string{laws::article(id).id});
}

}  // namespace hakam::testkit
