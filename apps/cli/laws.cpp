#include <boost/json/array.hpp>
#include <memory>

#include "command.hpp"
#include "hakam/laws/article.hpp"
#include "hakam/laws/describe.hpp"
#include "input.hpp"
#include "law_io.hpp"
#include "law_places.hpp"
#include "output.hpp"

namespace hakam::cli {

namespace {

struct LawsOptions {
    std::vector<std::string> words;
    std::string language = "en";
    bool json = false;
    bool history = false;
};

const LawPlace* place_of(const laws::Article& article) {
    for (std::size_t i = 0; i < law_place_count; ++i)
        if (law_places[i].id == article.id) return &law_places[i];
    return nullptr;
}

boost::json::array paths(std::string_view text) {
    boost::json::array list;
    while (!text.empty()) {
        const std::size_t end = text.find("; ");
        list.emplace_back(text.substr(0, end));
        text = end == text.npos ? std::string_view{} : text.substr(end + 2);
    }
    return list;
}

boost::json::object fields_of(const laws::Article& article) {
    boost::json::object fields{{"id", article.id},
                               {"article", article.cited},
                               {"book", laws::book_title(article.book)},
                               {"edition", article.edition},
                               {"rule", article.rule},
                               {"status", laws::name(article.status)},
                               {"decidedBy", laws::name(article.decided_by)}};
    if (!article.reason.empty()) fields["why"] = article.reason;
    const LawPlace* place = place_of(article);
    fields["code"] = paths(place != nullptr ? place->code : std::string_view{});
    fields["tests"] = paths(place != nullptr ? place->tests : std::string_view{});
    return fields;
}

/// The names of things are said in the language; the rules are written in English.
void tell(const laws::Article& article, laws::Language language) {
    const auto label = [&](laws::Words words) {
        return "\n" + std::string{laws::words(words, language)} + ": ";
    };
    std::string text{article.id};
    text += "  (";
    text += laws::book_title(article.book, language);
    text += ", ";
    text += article.edition;
    text += ")\n";
    text += article.rule;
    if (!article.reason.empty() && article.decided_by != laws::Decider::heading) {
        text += label(laws::Words::law_decided_by);
        text += laws::words(article.decided_by, language);
        text += "; ";
        text += article.reason;
    }
    if (article.status != laws::ArticleStatus::ok) {
        text += label(laws::Words::law_status);
        text += laws::words(article.status, language);
    }
    if (const LawPlace* place = place_of(article)) {
        if (!place->code.empty()) text += label(laws::Words::law_code) + std::string{place->code};
        if (!place->tests.empty())
            text += label(laws::Words::law_tests) + std::string{place->tests};
    }
    print_line(text);
}

/// What a player may ask the arbiter to explain (Law 11.9). The article itself, or with several
/// words those of one id: "USCF 14E2".
std::optional<laws::Article> wanted(const LawsOptions& options) {
    return laws::find(joined(options.words));
}

/// Articles whose number or id begins with the text: 9.2 gives 9.2.1, 9.2.2, ...
std::vector<const laws::Article*> below(const laws::Article& whole) {
    std::vector<const laws::Article*> found;
    for (const laws::Article& article : laws::articles())
        if (article.key != whole.key && article.book == whole.book &&
            article.id.starts_with(whole.id) && article.id.size() > whole.id.size() &&
            (article.id[whole.id.size()] < '0' || article.id[whole.id.size()] > '9'))
            found.push_back(&article);
    return found;
}

/// The articles of older editions on the matter of an article, or of those under it.
std::vector<laws::ArticleId> past_of(const laws::Article& article) {
    std::vector<laws::ArticleId> found = laws::history(article.key);
    if (found.empty())
        for (const laws::Article* part : below(article))
            for (const laws::ArticleId id : laws::history(part->key)) found.push_back(id);
    return found;
}

/// How the matter was ruled, edition by edition, and today.
void tell_history(const laws::Article& article) {
    const auto line = [](const laws::Article& one) {
        std::string text{one.edition};
        text += "  ";
        text += one.cited;
        text += one.status == laws::ArticleStatus::ok ? "  " : "  (not proved) ";
        text += one.rule;
        print_line(text);
    };
    std::string_view last;
    for (const laws::ArticleId id : past_of(article)) {
        const laws::Article& one = laws::article(id);
        // The same words again are no change.
        if (one.rule != last) line(one);
        last = one.rule;
    }
    line(article);
    for (const laws::Article* part : below(article)) line(*part);
}

int run(const LawsOptions& options) {
    if (options.words.empty()) {
        for (const laws::Article& article : laws::articles()) {
            if (options.json)
                print_json(fields_of(article));
            else
                print_line(std::string{article.id} + "\t" + std::string{article.rule});
        }
        flush();
        return output_ok() ? answered : bad_input;
    }
    const auto article = wanted(options);
    if (!article) {
        print_complaint("no article '" + joined(options.words) +
                        "'; hakam laws without an argument lists them all");
        return bad_input;
    }
    if (options.json) {
        boost::json::object fields = fields_of(*article);
        if (options.history) {
            boost::json::array past;
            for (const laws::ArticleId id : past_of(*article)) {
                boost::json::object one = fields_of(laws::article(id));
                one.erase("code");
                one.erase("tests");
                past.push_back(std::move(one));
            }
            fields["history"] = std::move(past);
        }
        print_json(fields);
    } else if (options.history) {
        tell_history(*article);
    } else {
        const laws::Language language =
            laws::language(options.language).value_or(laws::Language::en);
        tell(*article, language);
        for (const laws::Article* part : below(*article)) {
            print_line("");
            tell(*part, language);
        }
    }
    flush();
    return output_ok() ? answered : bad_input;
}

}  // namespace

void add_laws(CLI::App& app, int& status) {
    CLI::App* command = app.add_subcommand(
        "laws", "A rule in our own words, and where it is implemented and tested");
    const auto options = std::make_shared<LawsOptions>();
    command->add_option("ARTICLE", options->words,
                        "A number (5.2.2, A.5.2, GIII.5), an id (USCF 14E2) or a name (stalemate); "
                        "all articles if none");
    add_language_option(*command, options->language);
    command->add_flag("--json", options->json, "Write one JSON object per article");
    command->add_flag("--history", options->history,
                      "How the matter was ruled before, edition by edition");
    command->footer(
        "Example: hakam laws 9.2\n"
        "         hakam laws 9.3 --history\n"
        "         hakam laws 'USCF 14E2' --json");
    command->callback([options, &status] { status = run(*options); });
}

}  // namespace hakam::cli
