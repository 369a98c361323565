#include "server/oauth.hpp"

#include <algorithm>
#include <boost/asio/use_awaitable.hpp>

#include "server/access_token.hpp"
#include "server/accounts.hpp"
#include "server/board_words.hpp"

namespace hakam::server {
namespace {

constexpr Millis code_lives = Millis{2} * 60 * 1000;
constexpr Millis token_lives = Millis{365} * 24 * 3600 * 1000;
constexpr std::int64_t codes_kept = 50;

/// What a client asks the owner of an account for.
struct Wish {
    std::string client;
    std::string redirect;
    std::string challenge;
    std::string state;
    std::string scope;  ///< as it was asked for
    std::vector<std::string> scopes;
};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// "https" of an address with a scheme; empty if it has none.
std::string scheme_of(std::string_view address) {
    const std::size_t colon = address.find(':');
    if (colon == std::string_view::npos || colon == 0 || !is_letter(address[0])) return {};
    std::string scheme{address.substr(0, colon)};
    for (char& c : scheme) {
        const bool known = is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
        if (!known) return {};
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
    }
    return scheme;
}

/// The host of "http://HOST:PORT/...", without the port.
std::string_view host_of(std::string_view address) {
    std::string_view rest = address.substr(address.find("//") + 2);
    rest = rest.substr(0, rest.find_first_of("/?"));
    if (rest.starts_with('[')) return rest.substr(0, rest.find(']') + 1);
    return rest.substr(0, rest.find(':'));
}

/// Whether a browser may be sent there with a code: an application's own scheme, https, or http of
/// the machine that the browser runs on (RFC 8252).
bool may_redirect_to(std::string_view address) {
    const bool clean = std::all_of(address.begin(), address.end(), [](char c) {
        return c > 0x20 && c < 0x7f && c != '"' && c != '<' && c != '>' && c != '\\' && c != '#' &&
               c != '\'' && c != ';' && c != ',' && c != '@';
    });
    if (!clean || address.size() > 1024) return false;
    const std::string scheme = scheme_of(address);
    constexpr std::string_view dangerous[] = {"javascript", "data", "vbscript", "file",
                                              "blob",       "about", "view-source", "filesystem"};
    if (scheme.empty() ||
        std::find(std::begin(dangerous), std::end(dangerous), scheme) != std::end(dangerous))
        return false;
    if (scheme != "https" && scheme != "http") return true;
    if (address.substr(scheme.size(), 3) != "://") return false;
    const std::string_view host = host_of(address);
    if (scheme == "https") return !host.empty();
    return host == "localhost" || host == "127.0.0.1" || host == "[::1]";
}

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\'': out += "&#39;"; break;
            default: out += c;
        }
    }
    return out;
}

std::string encoded(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' || c == '~') {
            out += c;
        } else {
            out += '%';
            out += digits[byte >> 4U];
            out += digits[byte & 15U];
        }
    }
    return out;
}

HttpResponse page(const Asked& asked, http::status status, const std::string& body,
                  std::string_view form_action = "'self'") {
    HttpResponse response = answer_text(
        asked, status, "text/html; charset=utf-8",
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width\"><title>Hakam</title><style>body{font:1rem/1.5 sans-serif;"
        "max-width:32rem;margin:2rem auto;padding:0 1rem}label{display:block;margin:.5rem 0}"
        "input{font:inherit;width:100%}button{font:inherit;margin:1rem 1rem 0 0}</style>" +
            body + "</html>");
    response.set("Content-Security-Policy",
                 "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
                 "frame-ancestors 'none'; form-action " +
                     std::string{form_action});
    // With no-referrer a browser would say that the form comes from nowhere.
    response.set("Referrer-Policy", "same-origin");
    return response;
}

HttpResponse fault_page(const Asked& asked, http::status status, std::string_view why) {
    return page(asked, status, "<h1>That cannot be done</h1><p>" + escaped(why) + "</p>");
}

/// Back to the client with `name`=`value`.
HttpResponse back(const Asked& asked, const Wish& wish, std::string_view name,
                  std::string_view value) {
    std::string target = wish.redirect;
    target += target.find('?') == std::string::npos ? '?' : '&';
    target += std::string{name} + '=' + encoded(value);
    if (!wish.state.empty()) target += "&state=" + encoded(wish.state);
    HttpResponse response = answer_text(asked, http::status::see_other, "text/plain", {});
    response.set(http::field::location, target);
    return response;
}

/// A value of the address (GET) or of the form (POST), and what is wrong with the wish.
template <class Value>
std::variant<Wish, HttpResponse> wish_of(const Asked& asked, Value value) {
    Wish wish;
    wish.client = value("client_id");
    wish.redirect = value("redirect_uri");
    wish.state = value("state");
    wish.scope = value("scope");
    wish.challenge = value("code_challenge");
    const auto bad = [&](std::string_view why) {
        return fault_page(asked, http::status::bad_request, why);
    };
    // Until it is known where to go back to, the owner is told.
    if (wish.client.empty() || wish.client.size() > 128 || !is_plain_text(wish.client))
        return bad("client_id: missing, too long or not plain text");
    if (!may_redirect_to(wish.redirect))
        return bad("redirect_uri: expected https, http of this machine, or an application's scheme");
    if (!is_plain_text(wish.state) || wish.state.size() > 1024) return bad("state: too long");
    if (value("response_type") != "code")
        return back(asked, wish, "error", "unsupported_response_type");
    const bool shaped = wish.challenge.size() == 43 &&
                        std::all_of(wish.challenge.begin(), wish.challenge.end(), [](char c) {
                            return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
                        });
    if (value("code_challenge_method") != "S256" || !shaped)
        return back(asked, wish, "error", "invalid_request");
    const auto scopes = scopes_in(wish.scope);
    if (!scopes) return back(asked, wish, "error", "invalid_scope");
    wish.scopes = *scopes;
    return wish;
}

HttpResponse consent_page(const Asked& asked, const Wish& wish, http::status status,
                          std::string_view fault) {
    const auto hidden = [](std::string_view name, std::string_view value) {
        return "<input type=\"hidden\" name=\"" + std::string{name} + "\" value=\"" +
               escaped(value) + "\">";
    };
    const auto sentence = [](std::string_view scope) -> std::string_view {
        if (scope == "board:play") return "play games for you";
        if (scope == "bot:play") return "play games as a bot";
        if (scope == "challenge:read") return "see your challenges";
        return "challenge others and answer challenges";
    };
    std::string list;
    for (const std::string& scope : wish.scopes)
        if (opens_something(scope))
            list += "<li>" + std::string{sentence(scope)} + " (" + escaped(scope) + ")</li>";
    if (list.empty()) list = "<li>know your name</li>";
    const std::string scheme = scheme_of(wish.redirect);
    const bool web = scheme == "https" || scheme == "http";
    const std::string where = web ? std::string{host_of(wish.redirect)} : scheme + ":";
    std::string body = "<h1>May " + escaped(wish.client) + " use your account?</h1><p>It may</p><ul>" +
                       list + "</ul><p>You go back to <b>" + escaped(where) + "</b> then.</p>";
    if (!fault.empty()) body += "<p role=\"alert\"><b>" + escaped(fault) + "</b></p>";
    body += "<form method=\"post\" action=\"/oauth\">" + hidden("response_type", "code") +
            hidden("client_id", wish.client) + hidden("redirect_uri", wish.redirect) +
            hidden("state", wish.state) + hidden("scope", wish.scope) +
            hidden("code_challenge", wish.challenge) + hidden("code_challenge_method", "S256") +
            "<label>Name <input name=\"name\" autocomplete=\"username\"></label>"
            "<label>Passphrase <input name=\"passphrase\" type=\"password\" "
            "autocomplete=\"current-password\"></label>"
            "<button name=\"answer\" value=\"yes\">Allow</button>"
            "<button name=\"answer\" value=\"no\">Refuse</button></form>";
    // The answer leads on to the client, which form-action must know.
    const std::string action =
        "'self' " + (web ? wish.redirect.substr(0, wish.redirect.find_first_of("/?", 8)) : scheme + ':');
    return page(asked, status, body, action);
}

HttpResponse no_token(const Asked& asked, std::string_view error, std::string_view why) {
    return board_answer(asked, http::status::bad_request,
                        json::object{{"error", error}, {"error_description", why}});
}

json::object parsed(const std::string& text) {
    boost::system::error_code error;
    const json::value value = json::parse(text, error);
    return !error && value.is_object() ? value.get_object() : json::object{};
}

std::string member(const json::object& o, std::string_view name) {
    const json::value* value = o.if_contains(name);
    return value != nullptr && value->is_string() ? std::string{value->get_string()}
                                                  : std::string{};
}

asio::awaitable<HttpResponse> grant(Shared& shared, Asked asked, Wish wish, AccountKey account) {
    const std::string code = new_token();
    const Millis now = PlayClock::wall();
    Write write;
    // Codes that nobody fetched go with the next one.
    for (const RecordRow& old : shared.storage->records(RecordKind::code, account, codes_kept))
        if (old.created + code_lives < now)
            write.ops.emplace_back(op::TakeRecord{RecordKind::code, old.key});
    write.ops.emplace_back(op::PutRecord{
        {RecordKind::code, hex_of(hash_of(code)), account, now,
         json::serialize(json::object{{"client", wish.client},
                                      {"redirect", wish.redirect},
                                      {"challenge", wish.challenge},
                                      {"scope", wish.scope}})}});
    const Durable done = co_await durable(shared, std::move(write));
    if (done != Durable::yes) co_return back(asked, wish, "error", "temporarily_unavailable");
    co_return back(asked, wish, "code", code);
}

}  // namespace

asio::awaitable<HttpResponse> handle_consent(Shared& shared, Asked asked) {
    const http::verb method = asked.request.method();
    if (method == http::verb::get) {
        auto wish = wish_of(asked, [&](std::string_view name) {
            return asked.parameter(name).value_or("");
        });
        if (auto* fault = std::get_if<HttpResponse>(&wish)) co_return std::move(*fault);
        co_return consent_page(asked, std::get<Wish>(wish), http::status::ok, {});
    }
    if (method != http::verb::post)
        co_return fault_page(asked, http::status::method_not_allowed, "only GET and POST here");
    const auto form = Form::of(asked);
    if (!form) co_return fault_page(asked, http::status::bad_request, form.error());
    auto wish = wish_of(asked, [&](std::string_view name) { return form->text(name); });
    if (auto* fault = std::get_if<HttpResponse>(&wish)) co_return std::move(*fault);
    const Wish& wanted = std::get<Wish>(wish);
    if (form->text("answer") != "yes") co_return back(asked, wanted, "error", "access_denied");
    if (form->text("passphrase").size() > 256)
        co_return fault_page(asked, http::status::bad_request, "passphrase: too long");
    const auto owner =
        co_await owner_of(shared, asked, form->text("name"), form->text("passphrase"));
    if (!owner) {
        HttpResponse again =
            consent_page(asked, wanted, static_cast<http::status>(status_of(owner.error().code)),
                         owner.error().message);
        if (owner.error().retry_after_ms >= 0)
            again.set(http::field::retry_after,
                      std::to_string(owner.error().retry_after_ms / 1000 + 1));
        co_return again;
    }
    co_return co_await grant(shared, asked, wanted, owner->key);
}

asio::awaitable<HttpResponse> exchange_code(Shared& shared, Asked asked, Form form) {
    if (form.text("grant_type") != "authorization_code")
        co_return no_token(asked, "unsupported_grant_type", "expected authorization_code");
    for (const char* name : {"code", "code_verifier", "redirect_uri", "client_id"})
        if (form.text(name).empty())
            co_return no_token(asked, "invalid_request", std::string{name} + ": missing");
    const std::string code = form.text("code");
    const std::string key = hex_of(hash_of(code));
    const auto row = is_token_shaped(code) ? shared.storage->record(RecordKind::code, key)
                                           : std::optional<RecordRow>{};
    if (!row) co_return no_token(asked, "invalid_grant", "no such code, or it was used");
    const json::object body = parsed(row->body);
    const std::string verifier = form.text("code_verifier");
    const bool right = row->created + code_lives >= PlayClock::wall() && verifier.size() >= 43 &&
                       verifier.size() <= 128 && member(body, "client") == form.text("client_id") &&
                       member(body, "redirect") == form.text("redirect_uri") &&
                       member(body, "challenge") == pkce_challenge(verifier);
    Write write;
    // Good once, and gone after a wrong try too; of two at once one is a conflict.
    write.ops.emplace_back(op::TakeRecord{RecordKind::code, key});
    json::object made;
    if (right) {
        const auto scopes = scopes_in(member(body, "scope"));
        NewAccess access = new_access(row->account, scopes ? *scopes : std::vector<std::string>{},
                                      member(body, "client"), token_lives);
        made = std::move(access.answer);
        write.ops.push_back(std::move(access.op));
    }
    const Durable done = co_await durable(shared, std::move(write));
    if (done == Durable::conflict)
        co_return no_token(asked, "invalid_grant", "no such code, or it was used");
    if (done != Durable::yes)
        co_return board_refusal(asked, http::status::service_unavailable,
                                "the server cannot store that now");
    if (!right)
        co_return no_token(asked, "invalid_grant",
                           "the code is too old, or verifier, client_id or redirect_uri differ");
    co_return board_answer(asked, http::status::ok,
                           json::object{{"token_type", "Bearer"},
                                        {"access_token", made["token"]},
                                        {"expires_in", token_lives / 1000}});
}

}  // namespace hakam::server
