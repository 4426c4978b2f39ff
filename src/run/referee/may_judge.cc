#include "run/referee/may_judge.h"

#include <fmt/format.h>

#include <string>

#include "base/text.h"

namespace redcode::referee {
namespace {

constexpr std::size_t shown = 80;

// `longer` is a provider's prefix and then `plain`.
bool is_prefixed(std::string_view longer, std::string_view plain) {
  if (longer.size() <= plain.size() || !longer.ends_with(plain)) return false;
  const char before = longer[longer.size() - plain.size() - 1];
  return before == '/' || before == ':';
}

// What stands behind the last slash: two providers may offer the same model.
std::string_view without_provider(std::string_view name) {
  return name.substr(name.rfind('/') + 1);  // npos + 1 is 0
}

}  // namespace

Result<void> may_judge(std::string_view judge, std::string_view under_test) {
  const std::string one = lower(trim(judge));
  const std::string other = lower(trim(under_test));
  if (one.empty() || other.empty()) {
    return std::unexpected(
        Error{.code = "referee-unnamed",
              .message = "the judge or the model under test has no name, so they may be the same"});
  }
  if (without_provider(one) != without_provider(other) && !is_prefixed(one, other) &&
      !is_prefixed(other, one)) {
    return {};
  }
  return std::unexpected(
      Error{.code = "referee-is-subject",
            .message = fmt::format("{} cannot judge {}: a model is not asked about itself",
                                   one_line(judge, shown), one_line(under_test, shown)),
            .hint = "name another model as judge"});
}

}  // namespace redcode::referee
