#include "models/retry.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <ctime>
#include <iomanip>
#include <locale>
#include <sstream>

#include "base/json.h"
#include "base/text.h"
#include "models/wire/wire.h"

namespace redcode::models {

namespace {

using std::chrono::milliseconds;
using std::chrono::system_clock;

constexpr milliseconds longest_backoff{20'000};
constexpr double longest_wait_ms = 365.0 * 86'400'000;  // longer ones need not be told apart
constexpr int most_off_format = 3;
constexpr JsonLimits longest_error{.bytes = std::size_t{1} << 20U, .members = 256};

bool may_pass(int status) {
  static constexpr std::array statuses{408, 425, 429, 500, 502, 503, 504, 529};
  return std::ranges::find(statuses, status) != statuses.end();
}

std::optional<milliseconds> wait_in(std::string_view text, double unit_ms) {
  double count = 0;
  const auto [end, error] = std::from_chars(text.begin(), text.end(), count);
  const bool number = error == std::errc() && end == text.end() && !text.empty();
  if (!number || !std::isfinite(count) || count < 0) return std::nullopt;
  const double span = std::min(count * unit_ms, longest_wait_ms);
  return milliseconds(static_cast<std::int64_t>(std::ceil(span)));
}

// As in "Wed, 21 Oct 2015 07:28:00 GMT". One that has passed asks for no wait.
std::optional<milliseconds> wait_until(std::string_view date, system_clock::time_point now) {
  std::istringstream in{std::string(date)};
  in.imbue(std::locale::classic());
  std::tm when{};
  in >> std::get_time(&when, "%a, %d %b %Y %H:%M:%S GMT");
  if (in.fail()) return std::nullopt;
  const auto then = system_clock::from_time_t(timegm(&when));
  return std::max(std::chrono::ceil<milliseconds>(then - now), milliseconds(0));
}

std::optional<milliseconds> asked_wait(const http::Response& response,
                                       system_clock::time_point now) {
  const auto exact = wait_in(trim(response.header("retry-after-ms")), 1);
  if (exact) return exact;
  const std::string_view usual = trim(response.header("Retry-After"));
  const auto seconds = wait_in(usual, 1000);
  return seconds ? seconds : wait_until(usual, now);
}

// OpenAI and those who copy it say by a code that an account has no money left.
bool says_out_of_credit(std::string_view body) {
  const Result<Json> json = parse_json(body, longest_error);
  if (!json) return false;
  const auto error = member_or<Json>(*json, "error", Json());
  for (const std::string_view key : {"code", "type"}) {
    const auto word = member_or<std::string>(error, key, "");
    if (word == "insufficient_quota" || word.starts_with("billing_")) return true;
  }
  // Anthropic says it with a 400.
  return member_or<std::string>(error, "message", "").contains("credit balance");
}

bool hopeless(const Trouble& trouble) {
  return trouble.kind == Trouble::Kind::status &&
         (!may_pass(trouble.status) || trouble.out_of_credit);
}

std::string in_seconds(milliseconds span) {
  return fmt::format("{:.1f} s", std::chrono::duration<double>(span).count());
}

}  // namespace

Trouble trouble_of(const http::Response& response, system_clock::time_point now) {
  const std::string_view proxy = response.status == 407 ? "a proxy wants a password: " : "";
  return {.kind = Trouble::Kind::status,
          .what = fmt::format("HTTP {}: {}{}", response.status, proxy,
                              wire::error_message(response.body)),
          .status = response.status,
          .asked_wait = asked_wait(response, now),
          .out_of_credit = says_out_of_credit(response.body)};
}

bool is_overload(int status) { return status == 429 || status == 503 || status == 529; }

bool says_bad_call(const Trouble& trouble) {
  const bool of_the_call = trouble.status == 400 || trouble.status == 413 || trouble.status == 422;
  return trouble.kind == Trouble::Kind::status && of_the_call && !trouble.out_of_credit;
}

Step Retry::after(const Trouble& trouble, milliseconds left, double chance) {
  const milliseconds full =
      std::min(first_backoff_ * (std::int64_t{1} << std::min(tries_, 16)), longest_backoff);
  ++tries_;
  const bool off_format = trouble.kind == Trouble::Kind::off_format;
  off_format_in_a_row_ = off_format ? off_format_in_a_row_ + 1 : 0;
  if (hopeless(trouble)) return {.why_not = "asking again would change nothing"};
  if (off_format_in_a_row_ == most_off_format)
    return {.why_not = fmt::format("{} answers off format in a row", most_off_format)};

  const auto random_half =
      milliseconds(static_cast<std::int64_t>(static_cast<double>(full.count()) / 2 * chance));
  const milliseconds wait = std::max(full / 2 + random_half, trouble.asked_wait.value_or(full / 2));
  if (wait < left) return {.wait = wait};
  if (trouble.asked_wait == wait) {
    return {.why_not = fmt::format("it asks for a wait of {}, and {} are left of the deadline",
                                   in_seconds(wait), in_seconds(std::max(left, milliseconds(0))))};
  }
  return {.why_not = "the deadline is reached"};
}

}  // namespace redcode::models
