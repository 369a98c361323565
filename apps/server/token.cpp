#include "server/token.hpp"

#include <sodium.h>

#include <algorithm>

namespace hakam::server {
namespace {

constexpr std::size_t token_bytes = 24;
constexpr std::size_t token_chars = 32;

const unsigned char* bytes(std::string_view text) noexcept {
    return reinterpret_cast<const unsigned char*>(text.data());
}

std::string base64url(const unsigned char* data) {
    std::array<char, token_chars + 1> text{};
    sodium_bin2base64(text.data(), text.size(), data, token_bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return {text.data(), token_chars};
}

}  // namespace

bool start_secrets() { return sodium_init() >= 0; }

std::string new_token() {
    std::array<unsigned char, token_bytes> random{};
    randombytes_buf(random.data(), random.size());
    return base64url(random.data());
}

std::string new_game_id(std::size_t length) {
    constexpr std::string_view alphabet =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    std::string id(length, '0');
    for (char& c : id)
        c = alphabet[randombytes_uniform(static_cast<std::uint32_t>(alphabet.size()))];
    return id;
}

bool is_token_shaped(std::string_view text) noexcept {
    return text.size() == token_chars && std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                      c == '-' || c == '_';
           });
}

TokenHash hash_of(std::string_view token) noexcept {
    TokenHash hash{};
    crypto_generichash(hash.data(), hash.size(), bytes(token), token.size(), nullptr, 0);
    return hash;
}

std::string hex_of(const TokenHash& hash) {
    std::array<char, 2 * std::tuple_size_v<TokenHash> + 1> text{};
    sodium_bin2hex(text.data(), text.size(), hash.data(), hash.size());
    return text.data();
}

std::string pkce_challenge(std::string_view verifier) {
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
    crypto_hash_sha256(hash.data(), bytes(verifier), verifier.size());
    std::array<char, 44> text{};
    sodium_bin2base64(text.data(), text.size(), hash.data(), hash.size(),
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return text.data();
}

std::string derived_token(std::string_view token, std::string_view purpose) {
    std::array<unsigned char, token_bytes> derived{};
    crypto_generichash(derived.data(), derived.size(), bytes(purpose), purpose.size(), bytes(token),
                       token.size());
    return base64url(derived.data());
}

std::optional<std::string> hash_passphrase(std::string_view passphrase) {
    std::array<char, crypto_pwhash_STRBYTES> hash{};
    if (crypto_pwhash_str_alg(
            hash.data(), passphrase.data(), passphrase.size(), crypto_pwhash_OPSLIMIT_INTERACTIVE,
            crypto_pwhash_MEMLIMIT_INTERACTIVE, crypto_pwhash_ALG_ARGON2ID13) != 0)
        return std::nullopt;
    return std::string{hash.data()};
}

bool is_passphrase(std::string_view stored_hash, std::string_view passphrase) {
    const std::string hash{stored_hash};
    return crypto_pwhash_str_verify(hash.c_str(), passphrase.data(), passphrase.size()) == 0;
}

std::uint64_t fingerprint(std::string_view text) noexcept {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    return hash;
}

}  // namespace hakam::server
