#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Secrets: what lets somebody act. Tokens are given out once and stored as hashes only.
namespace hakam::server {

/// Bytes of a token's hash, the key under which it is stored.
using TokenHash = std::array<unsigned char, 32>;

/// Must be called once before anything else here. Returns: false if the library cannot start.
[[nodiscard]] bool start_secrets();

/// A new token: 192 random bits as 32 characters of base64url.
std::string new_token();
/// A new public id of a game: random letters and digits, 12 (71 bits), or 8 (47 bits) where clients
/// of the Board API know no longer ones. It grants nothing by itself.
std::string new_game_id(std::size_t length = 12);

/// Whether a text can be a token at all.
bool is_token_shaped(std::string_view text) noexcept;
TokenHash hash_of(std::string_view token) noexcept;
/// The hash as 64 hexadecimal digits.
std::string hex_of(const TokenHash& hash);
/// What RFC 7636 makes of a verifier with S256: SHA-256 in base64url, 43 characters.
std::string pkce_challenge(std::string_view verifier);
/// The token that `token` becomes for the holder of a seat in `purpose` (a rematch): only who knows
/// the old one can know the new one.
std::string derived_token(std::string_view token, std::string_view purpose);

/// argon2id with libsodium's interactive limits. Cost: about 60 ms and 64 MiB; never on the network
/// thread. Returns: nothing when memory is short.
std::optional<std::string> hash_passphrase(std::string_view passphrase);
bool is_passphrase(std::string_view stored_hash, std::string_view passphrase);

/// A number that is equal for equal texts and stays so between runs.
std::uint64_t fingerprint(std::string_view text) noexcept;

}  // namespace hakam::server
