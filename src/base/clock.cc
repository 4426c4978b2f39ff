#include "base/clock.h"

#include <fmt/format.h>

#include <charconv>

namespace redcode {
namespace {

// The digits at `at`, all of them; -1 if some is none.
int digits(std::string_view text, std::size_t at, std::size_t count) {
  int value = 0;
  const char* const begin = text.data() + at;
  const auto [end, error] = std::from_chars(begin, begin + count, value);
  return error == std::errc() && end == begin + count && *begin != '-' ? value : -1;
}

}  // namespace

std::optional<std::chrono::sys_seconds> time_of(std::string_view text) {
  constexpr std::string_view form = "0000-00-00T00:00:00Z";
  if (text.size() != form.size()) return std::nullopt;
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] != '0' && text[i] != form[i]) return std::nullopt;
  }
  const int month = digits(text, 5, 2);
  const int day = digits(text, 8, 2);
  const int hour = digits(text, 11, 2);
  const int minute = digits(text, 14, 2);
  const int second = digits(text, 17, 2);
  if (digits(text, 0, 4) < 0 || month < 0 || day < 0 || hour < 0 || hour > 23 || minute < 0 ||
      minute > 59 || second < 0 || second > 59) {
    return std::nullopt;
  }
  const std::chrono::year_month_day date{std::chrono::year(digits(text, 0, 4)),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date) + std::chrono::hours(hour) + std::chrono::minutes(minute) +
         std::chrono::seconds(second);
}

std::string text_of(std::chrono::sys_seconds time) {
  const auto days = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(days);
  const std::chrono::hh_mm_ss clock(time - days);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

std::string now_utc() {
  return text_of(std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()));
}

std::chrono::sys_seconds end_of(std::chrono::sys_seconds began, std::uint64_t duration_ms) {
  static constexpr std::uint64_t longest = 1000ULL * 60 * 60 * 24 * 365;
  if (duration_ms > longest) return began;
  return std::chrono::floor<std::chrono::seconds>(began + std::chrono::milliseconds(duration_ms));
}

}  // namespace redcode
