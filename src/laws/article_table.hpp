#pragma once

#include <array>

#include "hakam/laws/article.hpp"

namespace hakam::laws {

/// In the order of ArticleId. Generated from data/laws/articles.tsv.
extern const std::array<Article, article_count> article_table;

}  // namespace hakam::laws
