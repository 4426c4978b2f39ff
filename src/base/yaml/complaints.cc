#include "base/yaml/complaints.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/text.h"

namespace redcode::yaml {

void Complaints::add(Mark mark, std::string_view code, std::string message, std::string hint) {
  if (errors_.size() >= limit) return;
  errors_.push_back({.code = std::string(code),
                     .message = std::move(message),
                     .hint = std::move(hint),
                     .where = {.file = file_, .line = mark.line, .column = mark.column}});
}

std::vector<Error> Complaints::take() && {
  std::ranges::sort(errors_, {}, [](const Error& error) {
    return std::tie(error.where.line, error.where.column, error.code, error.message);
  });
  return std::move(errors_);
}

std::string shown(std::string_view text) { return "'" + one_line(text, 80) + "'"; }

}  // namespace redcode::yaml
