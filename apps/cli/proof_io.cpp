#include "proof_io.hpp"

#include <boost/json/array.hpp>
#include <charconv>
#include <cstdio>

#include "hakam/notation/fen.hpp"
#include "hakam/notation/uci_move.hpp"
#include "output.hpp"

namespace hakam::cli {

namespace json = boost::json;

std::string_view word(Color side) { return side == Color::white ? "white" : "black"; }
std::string_view word(Decision decision) {
    return decision == Decision::yes ? "yes" : decision == Decision::no ? "no" : "unknown";
}

namespace {

std::string hex(std::uint64_t bits) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(bits));
    return text;
}

/// {"w": {"e1": "..."}, "b": {...}}: by the turn and the white king's square those of the black
/// one.
json::object pairs_to_json(const std::vector<Bitboard>& pairs) {
    json::object written;
    for (const Color turn : colors) {
        json::object kings;
        for (int i = 0; i < 64; ++i) {
            const auto at = static_cast<std::size_t>(64 * index(turn) + i);
            if (at < pairs.size() && !pairs[at].empty())
                kings[to_string(square(i))] = hex(pairs[at].bits());
        }
        written[turn == Color::white ? "w" : "b"] = std::move(kings);
    }
    return written;
}

json::object to_json(const RegionCertificate& certificate) {
    json::array layers;
    for (const RegionLayer& layer : certificate.layers) {
        json::array men;
        for (const ManRegion& m : layer.men)
            men.push_back(json::object{{"man", std::string(1, to_char(m.piece))},
                                       {"home", to_string(m.home)},
                                       {"squares", hex(m.squares.bits())},
                                       {"mayFall", m.may_fall},
                                       {"promoted", m.promoted},
                                       {"born", hex(m.born.bits())}});
        json::object written{{"men", std::move(men)}};
        if (!layer.king_pairs.empty()) written["kingPairs"] = pairs_to_json(layer.king_pairs);
        layers.push_back(std::move(written));
    }
    return {{"fen", fen::format(unpack(certificate.position))}, {"layers", std::move(layers)}};
}

}  // namespace

json::object to_json(const Argument& argument, Certificates certificates_wanted) {
    json::object object{{"kind", name(argument.kind)}};
    if (argument.kind == ArgumentKind::material) object["lemma"] = name(argument.lemma);
    const bool partial = argument.kind == ArgumentKind::partial_set;
    if (argument.kind == ArgumentKind::closed_set || partial) {
        object["positions"] = argument.positions;
        object["fingerprint"] = hex(argument.fingerprint);
    }
    if (partial) {
        json::array left_out;
        for (const Square s : argument.left_out) left_out.emplace_back(to_string(s));
        object["leftOut"] = std::move(left_out);
        object["followsPawns"] = argument.follows_pawns;
    }
    if (!argument.regions.empty()) object["regions"] = argument.regions.size();
    if (certificates_wanted == Certificates::all || argument.kind == ArgumentKind::region) {
        json::array certificates;
        for (const RegionCertificate& c : argument.regions) certificates.push_back(to_json(c));
        object["certificate"] = std::move(certificates);
    }
    return object;
}

namespace {

/// Walks an object; remembers the first thing that is wrong and where.
class ProofReader {
public:
    explicit ProofReader(const PositionOptions& options) : options_{options} {}

    std::optional<ProofFault> fault;

    Proof read(const json::object& answer) {
        Proof proof;
        proof.position = position(text(answer, "fen", ""), ".fen");
        proof.side = one_of(text(answer, "side", ""), ".side", {"white", "black"}) == 0
                         ? Color::white
                         : Color::black;
        const int decision =
            one_of(text(answer, "winnable", ""), ".winnable", {"yes", "no", "unknown"});
        proof.answer.decision = decision == 0   ? Decision::yes
                                : decision == 1 ? Decision::no
                                                : Decision::unknown;
        if (!fault && decision == 0) proof.answer.line = line(answer, proof.position);
        if (!fault && decision == 1)
            if (const json::object* argument = object(answer, "argument", ""))
                proof.answer.argument = read_argument(*argument);
        return proof;
    }

private:
    void fail(std::string where, std::string expected) {
        if (!fault) fault = ProofFault{std::move(where), std::move(expected)};
    }
    const json::value* member(const json::object& from, std::string_view key, const std::string& at,
                              std::string_view expected) {
        const json::value* found = from.if_contains(key);
        if (found == nullptr) fail(at + "." + std::string{key}, std::string{expected});
        return found;
    }
    std::string text(const json::object& from, std::string_view key, const std::string& at) {
        const json::value* found = member(from, key, at, "a text");
        if (found == nullptr) return {};
        if (!found->is_string()) {
            fail(at + "." + std::string{key}, "a text");
            return {};
        }
        return std::string{found->as_string()};
    }
    bool truth(const json::object& from, std::string_view key, const std::string& at) {
        const json::value* found = member(from, key, at, "true or false");
        if (found == nullptr) return false;
        if (!found->is_bool()) fail(at + "." + std::string{key}, "true or false");
        return found->is_bool() && found->as_bool();
    }
    const json::object* object(const json::object& from, std::string_view key,
                               const std::string& at) {
        const json::value* found = member(from, key, at, "an object");
        if (found != nullptr && !found->is_object()) fail(at + "." + std::string{key}, "an object");
        return found == nullptr ? nullptr : found->if_object();
    }
    const json::array* array(const json::object& from, std::string_view key,
                             const std::string& at) {
        const json::value* found = member(from, key, at, "an array");
        if (found != nullptr && !found->is_array()) fail(at + "." + std::string{key}, "an array");
        return found == nullptr ? nullptr : found->if_array();
    }
    int one_of(const std::string& found, const std::string& at,
               std::initializer_list<std::string_view> words) {
        int n = 0;
        std::string expected;
        for (const std::string_view one : words) {
            if (found == one) return n;
            ++n;
            expected += (expected.empty() ? "" : ", ") + std::string{one};
        }
        fail(at, "one of " + expected);
        return 0;
    }
    std::uint64_t bits(const json::object& from, std::string_view key, const std::string& at) {
        const std::string digits = text(from, key, at);
        std::uint64_t value = 0;
        const char* const end = digits.data() + digits.size();
        const auto [stop, error] = std::from_chars(digits.data(), end, value, 16);
        if (digits.size() != 16 || stop != end || error != std::errc{})
            fail(at + "." + std::string{key}, "16 hexadecimal digits");
        return value;
    }
    std::uint64_t whole(const json::object& from, std::string_view key, const std::string& at) {
        const json::value* found = member(from, key, at, "a whole number");
        if (found == nullptr) return 0;
        if (found->is_uint64()) return found->as_uint64();
        if (found->is_int64() && found->as_int64() >= 0)
            return static_cast<std::uint64_t>(found->as_int64());
        fail(at + "." + std::string{key}, "a whole number");
        return 0;
    }
    Square square_of(std::string_view name, const std::string& at) {
        const auto found = square_from(name);
        if (!found) fail(at, "a square");
        return found.value_or(Square::a1);
    }
    Position position(const std::string& fen, const std::string& at) {
        if (fault) return {};
        const auto read = read_position(fen, options_);
        if (!read) fail(at, read.error().expected);
        return read ? read->position : Position{};
    }

    std::vector<Move> line(const json::object& answer, Position p) {
        std::vector<Move> moves;
        const json::array* written = array(answer, "line", "");
        if (written == nullptr) return moves;
        for (std::size_t i = 0; i < written->size() && !fault; ++i) {
            const std::string at = ".line[" + std::to_string(i) + "]";
            const json::string* move = (*written)[i].if_string();
            const auto read = move == nullptr
                                  ? std::nullopt
                                  : std::optional{uci::parse(std::string_view{*move}, p)};
            if (!read || !*read) {
                fail(at, "a legal move");
                break;
            }
            moves.push_back(**read);
            p = p.after(moves.back());
        }
        return moves;
    }

    Argument read_argument(const json::object& from) {
        const std::string at = ".argument";
        Argument argument;
        const int kind = one_of(text(from, "kind", at), at + ".kind",
                                {name(ArgumentKind::game_over), name(ArgumentKind::material),
                                 name(ArgumentKind::region), name(ArgumentKind::closed_set),
                                 name(ArgumentKind::partial_set)});
        argument.kind = static_cast<ArgumentKind>(kind + 1);
        if (argument.kind == ArgumentKind::material)
            argument.lemma = static_cast<MaterialLemma>(
                1 + one_of(text(from, "lemma", at), at + ".lemma",
                           {name(MaterialLemma::lone_king), name(MaterialLemma::lone_knight),
                            name(MaterialLemma::one_color_bishops)}));
        const bool partial = argument.kind == ArgumentKind::partial_set;
        if (partial || argument.kind == ArgumentKind::closed_set) {
            argument.positions = whole(from, "positions", at);
            argument.fingerprint = bits(from, "fingerprint", at);
        }
        if (partial) {
            argument.follows_pawns = truth(from, "followsPawns", at);
            if (const json::array* out = array(from, "leftOut", at))
                for (const json::value& s : *out)
                    argument.left_out |= square_of(
                        s.is_string() ? std::string_view{s.as_string()} : "", at + ".leftOut");
        }
        if (const json::value* list = from.if_contains("certificate")) {
            if (const json::array* all = list->if_array()) {
                for (std::size_t i = 0; i < all->size() && !fault; ++i)
                    argument.regions.push_back(
                        certificate((*all)[i], at + ".certificate[" + std::to_string(i) + "]"));
            } else {
                fail(at + ".certificate", "an array");
            }
        } else if (from.contains("regions") || argument.kind == ArgumentKind::region) {
            fail(at + ".certificate", "the certificates, as --certificate writes them");
        }
        return argument;
    }

    RegionCertificate certificate(const json::value& value, const std::string& at) {
        RegionCertificate made;
        const json::object* from = value.if_object();
        if (from == nullptr) {
            fail(at, "an object");
            return made;
        }
        made.position = pack(position(text(*from, "fen", at), at + ".fen"));
        const json::array* layers = array(*from, "layers", at);
        for (std::size_t i = 0; layers != nullptr && i < layers->size() && !fault; ++i)
            made.layers.push_back(layer((*layers)[i], at + ".layers[" + std::to_string(i) + "]"));
        return made;
    }

    RegionLayer layer(const json::value& value, const std::string& at) {
        RegionLayer made;
        const json::object* from = value.if_object();
        const json::array* men = from == nullptr ? nullptr : array(*from, "men", at);
        if (men == nullptr) {
            fail(at, "an object with men");
            return made;
        }
        if (men->size() > 64) fail(at + ".men", "at most 64 men");
        for (std::size_t i = 0; i < men->size() && !fault; ++i)
            made.men.push_back(man((*men)[i], at + ".men[" + std::to_string(i) + "]"));
        if (from->contains("kingPairs"))
            if (const json::object* pairs = object(*from, "kingPairs", at))
                made.king_pairs = king_pairs(*pairs, at + ".kingPairs");
        return made;
    }

    ManRegion man(const json::value& value, const std::string& at) {
        ManRegion made;
        const json::object* from = value.if_object();
        if (from == nullptr) {
            fail(at, "an object");
            return made;
        }
        const std::string letter = text(*from, "man", at);
        const auto piece = letter.size() == 1 ? piece_from(letter.front()) : std::nullopt;
        if (!piece) fail(at + ".man", "a letter of KQRBNPkqrbnp");
        made.piece = piece.value_or(Piece{});
        made.home = square_of(text(*from, "home", at), at + ".home");
        made.squares = Bitboard{bits(*from, "squares", at)};
        made.born = Bitboard{bits(*from, "born", at)};
        made.may_fall = truth(*from, "mayFall", at);
        made.promoted = truth(*from, "promoted", at);
        return made;
    }

    std::vector<Bitboard> king_pairs(const json::object& from, const std::string& at) {
        std::vector<Bitboard> pairs(128);
        for (const Color turn : colors) {
            const std::string_view key = turn == Color::white ? "w" : "b";
            const json::object* kings = object(from, key, at);
            if (kings == nullptr) break;
            for (const auto& one : *kings) {
                const Square king = square_of(one.key(), at);
                pairs[static_cast<std::size_t>(64 * index(turn) + index(king))] =
                    Bitboard{bits(*kings, one.key(), at)};
            }
        }
        return pairs;
    }

    const PositionOptions& options_;
};

}  // namespace

std::variant<Proof, ProofFault> proof_from(const json::object& answer,
                                           const PositionOptions& options) {
    ProofReader reader{options};
    Proof proof = reader.read(answer);
    if (reader.fault) return std::move(*reader.fault);
    return proof;
}

}  // namespace hakam::cli
