#include "hakam/wire/illegality.hpp"

namespace hakam::wire {

const Letters& letters_of(laws::Language language) noexcept {
    const Letters* letters = letters_for(laws::name(language));
    return letters != nullptr ? *letters : english;
}

std::string sentence(const Illegality& why, const Position& position, laws::Language language) {
    const IllegalityMen men = men_of(why, position, letters_of(language));
    return laws::sentence(why, position.turn(), men.man, men.by, language);
}

std::string sentence_with_article(const Illegality& why, const Position& position,
                                  laws::Language language) {
    std::string text = sentence(why, position, language);
    if (text.ends_with('.')) text.pop_back();
    laws::Citations article;
    article.push_back(laws::citation(why));
    return text + ", " + laws::cite(article, language);
}

void write_illegality(Json& json, const Illegality& why, const Position& position,
                      laws::Language language, Articles form) {
    json.member("reason", hakam::name(why.reason));
    if (why.man) {
        const char letter = to_char(*why.man);
        json.member("man", std::string_view{&letter, 1});
    }
    const auto place = [&json](std::string_view key, std::optional<Square> square) {
        if (square) json.member(key, to_string(*square));
    };
    place("from", why.from);
    place("to", why.to);
    place("by", why.by);
    place("crossing", why.crossing);
    if (why.wing) json.member("wing", *why.wing == Wing::king ? "king" : "queen");
    laws::Citations article;
    article.push_back(laws::citation(why));
    write_articles(json, article, form);
    json.member("sentence", sentence(why, position, language));
}

}  // namespace hakam::wire
