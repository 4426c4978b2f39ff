#include "models/cache.h"

#include <fmt/format.h>

#include <system_error>

#include "base/atomic_file.h"
#include "base/digest.h"
#include "base/failure.h"
#include "base/json.h"
#include "base/small_file.h"

namespace redcode::models {

namespace {

constexpr std::string_view format = "redcode/cached-reply/1";

Json reply_json(const wire::Reply& reply) {
  Json calls = Json::array();
  for (const record::ToolCall& call : reply.calls) {
    calls.push_back({{"id", call.id}, {"name", call.name}, {"arguments", call.arguments}});
  }
  return {{"text", reply.text}, {"calls", std::move(calls)}};
}

wire::Reply reply_from(const Json& json) {
  wire::Reply reply{.text = member<std::string>(json, "text")};
  for (const Json& call : members(json, "calls")) {
    reply.calls.push_back({.id = member<std::string>(call, "id"),
                           .name = member<std::string>(call, "name"),
                           .arguments = member<std::string>(call, "arguments")});
  }
  return reply;
}

// What an entry's `check` is made over: an entry under another name is damaged too.
std::string check_of(const std::string& key, const Json& reply) {
  return sha256_hex(key + dump_json(reply));
}

Result<wire::Reply> entry_from(const std::string& key, const std::string& text) {
  const Result<Json> json = parse_json(text);
  if (!json) return std::unexpected(json.error());
  return decode_json("cached reply", [&] {
    const Json& reply = member(*json, "reply");
    if (member<std::string>(*json, "format") != format ||
        member<std::string>(*json, "check") != check_of(key, reply)) {
      throw std::invalid_argument("damaged");
    }
    return reply_from(reply);
  });
}

}  // namespace

Cache::Cache(std::filesystem::path folder) : folder_(std::move(folder)) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) {
    throw Failure(Failure::Kind::unwritable,
                  fmt::format("cannot make {}: {}", folder_.string(), error.message()));
  }
}

std::filesystem::path Cache::path_of(const std::string& key) const {
  return folder_ / key.substr(0, 2) / (key.substr(2) + ".json");
}

std::optional<wire::Reply> Cache::find(const std::string& key) {
  Result<wire::Reply> entry = entry_from(key, read_small_file(path_of(key)));
  if (!entry) return std::nullopt;
  ++hits_;
  return *std::move(entry);
}

void Cache::keep(const std::string& key, const wire::Reply& reply) {
  const Json kept = reply_json(reply);
  const Json entry = {{"format", format}, {"check", check_of(key, kept)}, {"reply", kept}};
  const std::filesystem::path path = path_of(key);
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  try {
    AtomicFile file(folder_, {.durable = false});
    file.write(dump_json(entry) + "\n");
    file.publish(path);
  } catch (const Failure&) {
    ++not_kept_;
  }
}

}  // namespace redcode::models
