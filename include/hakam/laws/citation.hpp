#pragma once

#include <string>

#include "hakam/base/static_vector.hpp"
#include "hakam/laws/article.hpp"

namespace hakam::laws {

/// Book, edition and article that a verdict rests on. Shape: 2 bytes; the text is in the table of
/// articles, where numbers are written once.
struct Citation {
    ArticleId id{};

    std::string_view book() const noexcept { return article(id).book; }
    std::string_view edition() const noexcept { return article(id).edition; }
    /// "5.2.1".
    std::string_view number() const noexcept { return article(id).cited; }

    /// What names it among all editions: the number, of an older edition the id ("FIDE@1984
    /// 10.1 ..."); laws::find() reads both.
    std::string_view label() const noexcept {
        return article(id).follows ? article(id).id : article(id).cited;
    }

    friend bool operator==(Citation, Citation) = default;
};

/// In order of weight: the article that decides comes first.
using Citations = StaticVector<Citation, 8>;

/// "FIDE Laws of Chess (2023) Art. 5.2.1".
std::string describe(Citation citation);

}  // namespace hakam::laws
