#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hakam/laws/law_book.hpp"
#include "hakam/laws/words.hpp"

/// Sentences for people, as an arbiter could read them out. Codes and fields are API, words are
/// not. A sentence speaks of squares and moves only through texts that the caller puts in.
namespace hakam::laws {

/// "en", "ar", "uz_cyrl", "uz_latn", "ru", ...; also "uz" (Cyrillic), "uz-Latn", "uz-Cyrl".
std::optional<Language> language(std::string_view name) noexcept;
std::string_view name(Language language) noexcept;

/// The sentence with {holes} as it stands in the data.
std::string_view words(Words words, Language language) noexcept;

/// A text for each hole, such as {"player", "White"}.
using Holes = std::initializer_list<std::pair<std::string_view, std::string_view>>;
/// The sentence with its holes filled; a hole without a text stays.
std::string fill(Words sentence, Language language, Holes holes = {});

/// The name of a book of the article table, and what stands beside an article, for people.
std::string_view book_title(std::string_view book, Language language) noexcept;
std::string_view words(ArticleStatus status, Language language) noexcept;
std::string_view words(Decider decider, Language language) noexcept;
/// "FIDE Laws of Chess (2023) Art. 5.2.2; Art. 6.9": each book is named once.
std::string cite(const Citations& citations, Language language);

/// "White", "الأبيض", ... as a name.
std::string_view player(Color color, Language language) noexcept;

/// The one sentence: "Checkmate. White wins."
std::string sentence(const Verdict& verdict, Language language);
/// The same for a claim; `move` is the text of the intended move, if there is one.
std::string sentence(const Claim& claim, Color claimant, Language language,
                     std::string_view move = {});

/// Whether a side can still mate: the line (in the caller's notation), why not, or that it is not
/// known.
std::string sentence(const Winnable& answer, Color side, Language language, std::string_view line);

/// What the verdict rests on, a sentence each: where the position stood, what the counter says,
/// look-alikes that do not count and why, who cannot mate and why. Lines of moves are left to the
/// caller, who knows a notation.
std::vector<std::string> evidence(const Evidence& evidence, Language language);

}  // namespace hakam::laws
