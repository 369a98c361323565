#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "hakam/laws/article_id.hpp"

namespace hakam::laws {

/// How sure the text of an article is.
enum class ArticleStatus : std::uint8_t {
    ok,            ///< follows from a text that was read
    policy,        ///< left to the arbiter; a default is used, and can be switched
    check_needed,  ///< the text was not found, or is read in more than one way; can be switched
};

/// Who applies an article.
enum class Decider : std::uint8_t {
    software,      ///< code, with a test
    arbiter,       ///< a judgement of people and circumstances
    organiser,     ///< settled before play
    equipment,     ///< about boards, men, clocks and sheets as objects
    platform,      ///< a property of a play server
    problem,       ///< problems and retro-analysis
    history,       ///< not played under any book of today
    out_of_scope,  ///< not chess over the board or online
    heading,       ///< only names the articles under it
};

/// One rule of one edition of one book. All text is static.
struct Article {
    ArticleId key{};
    std::string_view id;       ///< stable and unique: "FIDE 5.2.1", "USCF 14E2"
    std::string_view name;     ///< of the constant: "stalemate"
    std::string_view book;     ///< "fide", "fide-manual", "fide-online", "us-chess", ...
    std::string_view edition;  ///< "2023"
    std::string_view cited;    ///< as rulings cite it: "5.2.1", "USCF 14E2", "ONL-5.4.1"
    ArticleStatus status{};
    Decider decided_by{};
    std::string_view rule;    ///< one or two sentences of our own
    std::string_view reason;  ///< why no code decides it; empty if code does
    /// Of an older edition: the article of today on the same matter.
    std::optional<ArticleId> follows;
};

/// All articles, by book and number.
std::span<const Article> articles() noexcept;

/// The article of a constant: article(art::stalemate).
const Article& article(ArticleId id) noexcept;

/// By id ("FIDE 5.2.1"), by citation ("5.2.1", "14E2") or by constant ("stalemate"); case, spaces,
/// hyphens and a leading "Art." do not matter. A bare number means the FIDE Laws.
std::optional<Article> find(std::string_view text) noexcept;

/// The articles of older editions that an article of today follows, oldest first.
std::vector<ArticleId> history(ArticleId id);

/// "FIDE Laws of Chess", "US Chess rules", ... for a book of the table.
std::string_view book_title(std::string_view book) noexcept;

std::string_view name(ArticleStatus status) noexcept;
std::string_view name(Decider decider) noexcept;

}  // namespace hakam::laws
