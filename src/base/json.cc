#include "base/json.h"

#include <algorithm>

namespace redcode {
namespace {

// Counts nesting while parsing, because nlohmann recurses when a deep value is copied or dumped.
class DepthGuard {
 public:
  explicit DepthGuard(int limit) : limit_(limit) {}

  bool operator()(int depth, Json::parse_event_t, const Json&) {
    if (depth > limit_) too_deep_ = true;
    return !too_deep_;
  }
  bool too_deep() const { return too_deep_; }

 private:
  int limit_;
  bool too_deep_ = false;
};

}  // namespace

Result<Json> parse_json(std::string_view text, JsonLimits limits) {
  if (text.size() > limits.bytes) {
    return std::unexpected(Error{.code = "json-too-big",
                                 .message = fmt::format("JSON of {} bytes is over the limit of {}",
                                                        text.size(), limits.bytes)});
  }
  DepthGuard guard(limits.depth);
  const auto watch = [&guard](int depth, Json::parse_event_t event, const Json& value) {
    return guard(depth, event, value);
  };
  Json value = Json::parse(text, watch, /*allow_exceptions=*/false);
  if (guard.too_deep()) {
    return std::unexpected(Error{.code = "json-too-deep",
                                 .message = fmt::format("JSON nested over {} deep", limits.depth)});
  }
  if (value.is_discarded()) {
    return std::unexpected(Error{.code = "json-syntax", .message = "not valid JSON"});
  }
  return value;
}

std::string dump_json(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string pretty_json(const Json& value) {
  return value.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string json_text(std::string_view text) {
  const bool plain = std::ranges::all_of(
      text, [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
  return plain ? fmt::format("\"{}\"", text) : dump_json(text);
}

}  // namespace redcode
