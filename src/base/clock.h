// Times as they are stored: UTC, RFC 3339, whole seconds: "2026-01-02T03:04:05Z".
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace redcode {

// Nothing for what is no time: stored text may be anything.
std::optional<std::chrono::sys_seconds> time_of(std::string_view text);
std::string text_of(std::chrono::sys_seconds time);
std::string now_utc();

// When something that began then was over. A length that no trial can have counts as none.
std::chrono::sys_seconds end_of(std::chrono::sys_seconds began, std::uint64_t duration_ms);

}  // namespace redcode
