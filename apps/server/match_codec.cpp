#include "server/match_codec.hpp"

#include <bit>

#include "hakam/notation/uci_move.hpp"

namespace hakam::server {
namespace json = boost::json;

json::object args_json(const match::Args& a) {
    json::object o;
    if (a.from) o["from"] = to_string(*a.from);
    if (a.to) o["to"] = to_string(*a.to);
    if (a.piece) o["piece"] = std::string(1, static_cast<char>(to_char(*a.piece) | 0x20));
    if (a.side) o["side"] = *a.side == Color::white ? "white" : "black";
    if (a.move) {
        o["move"] = uci::format(*a.move, uci::Castling::chess960);
        o["code"] = a.move->code();
    }
    if (a.contact != match::Contact::intended) o["contact"] = name(a.contact);
    if (a.hand != match::Hand::same) o["hand"] = name(a.hand);
    if (a.result != match::Result::none) o["result"] = name(a.result);
    if (a.reason != match::Reason::none) o["reason"] = name(a.reason);
    if (a.finding != match::Finding::none) o["finding"] = name(a.finding);
    if (a.ruling != match::RulingKind::none) o["ruling"] = name(a.ruling);
    if (a.penalty != 0) o["penalty"] = a.penalty;
    if (a.amount != 0) o["amount"] = a.amount;
    if (!a.text.empty()) o["text"] = a.text;
    if (!a.articles.empty()) o["articles"] = a.articles;
    if (!a.extra.empty()) {
        json::object extra;
        for (const auto& [key, value] : a.extra) extra[key] = value;
        o["extra"] = std::move(extra);
    }
    return o;
}

std::optional<match::Args> args_from(const json::object& o) {
    match::Args a;
    bool good = true;
    const auto text = [&](std::string_view key) -> std::string_view {
        const json::value* value = o.if_contains(key);
        if (value == nullptr || !value->is_string()) return {};
        return {value->get_string().data(), value->get_string().size()};
    };
    const auto read = [&](std::string_view key, auto& field, auto parse) {
        const std::string_view value = text(key);
        if (value.empty()) return;
        const auto parsed = parse(value);
        if (parsed)
            field = *parsed;
        else
            good = false;
    };
    read("from", a.from, square_from);
    read("to", a.to, square_from);
    read("piece", a.piece,
         [](std::string_view t) { return piece_type_from(static_cast<char>(t[0] & ~0x20)); });
    read("side", a.side, [](std::string_view t) {
        return t == "white"   ? std::optional{Color::white}
               : t == "black" ? std::optional{Color::black}
                              : std::nullopt;
    });
    read("contact", a.contact, match::contact_from);
    read("hand", a.hand, match::hand_from);
    read("result", a.result, match::result_from);
    read("reason", a.reason, match::reason_from);
    read("finding", a.finding, match::finding_from);
    read("ruling", a.ruling, match::ruling_kind_from);
    a.text = text("text");
    a.articles = text("articles");
    const auto number = [&](std::string_view key) -> std::int64_t {
        const json::value* value = o.if_contains(key);
        return value != nullptr && value->is_int64() ? value->get_int64() : 0;
    };
    a.penalty = static_cast<std::uint8_t>(number("penalty"));
    a.amount = number("amount");
    if (o.contains("move"))
        a.move = std::bit_cast<Move>(static_cast<std::uint32_t>(number("code")));
    if (const json::value* extra = o.if_contains("extra"); extra && extra->is_object())
        for (const auto& member : extra->get_object())
            if (member.value().is_string())
                a.extra.emplace_back(std::string{member.key()},
                                     std::string{member.value().get_string()});
    if (!good) return std::nullopt;
    return a;
}

}  // namespace hakam::server
