// Seals: how Bonsai knows again what it made itself for this user.
//
// A run's folder may come from anywhere, and a program that lies in it ready to run may be another than the
// one that was run. So what is built there gets a seal that only holders of the user's key can make: HMAC
// with SHA-256. The key lies where the user's programs keep their state ($XDG_STATE_HOME or ~/.local/state,
// in bonsai/key); it is made when it is first wanted. Tested by seal_test.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace bonsai::report {

// The user's key; nothing if there is none and none can be made: then nothing is known again.
std::optional<std::string> user_key();

// In hexadecimal digits.
std::string seal(std::string_view key, std::string_view text);

}  // namespace bonsai::report
