#pragma once

#include <string>

#include "hakam/laws/illegality.hpp"
#include "hakam/notation/illegality.hpp"
#include "hakam/wire/verdict.hpp"

/// Why a move is not legal, in words and as JSON, for whoever has to tell it.
namespace hakam::wire {

/// The letters of the men in a language of sentences.
const Letters& letters_of(laws::Language language) noexcept;

/// "Nd2 is pinned by Bb4.", with the men in the letters of the language.
std::string sentence(const Illegality& why, const Position& position, laws::Language language);
/// The same with its article, and no full stop between: "Nd2 is pinned by Bb4, FIDE Laws of Chess
/// (2023) Art. 3.9.2".
std::string sentence_with_article(const Illegality& why, const Position& position,
                                  laws::Language language);

/// "reason", the stable code; "man" ("N"), "from", "to", "by", "crossing" and "wing" ("king" or
/// "queen") where they are known; the articles; "sentence". The caller has begun the object.
void write_illegality(Json& json, const Illegality& why, const Position& position,
                      laws::Language language, Articles form);

}  // namespace hakam::wire
