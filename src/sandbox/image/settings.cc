#include "sandbox/image/settings.h"

#include <sys/utsname.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/json.h"
#include "base/text.h"

namespace redcode::image {
namespace {

constexpr JsonLimits limits{.bytes = std::size_t{4} << 20U, .depth = 20, .members = 1000};
constexpr const char* image_label = "redcode.image";
constexpr const char* recipe_label = "redcode.recipe";
constexpr std::string_view builder = "redcode image build";

std::unexpected<Error> bad_settings(const std::string& why) {
  return std::unexpected(Error{.code = "image-settings", .message = why});
}

Json member(const Json& object, const char* key) {
  return object.is_object() ? object.value(key, Json()) : Json();
}

bool is_digest(std::string_view text) {
  static constexpr std::string_view prefix = "sha256:";
  return text.size() == prefix.size() + 64 && text.starts_with(prefix) &&
         text.find_first_not_of("0123456789abcdef", prefix.size()) == std::string_view::npos;
}

// The comment on the layer that we made: unlike a label, it is not passed on to every container.
Result<Packages> packages_of(const Json& history) {
  for (const Json& step : history) {
    if (member_or<std::string>(step, "created_by", "") == builder)
      return packages_from(member_or<std::string>(step, "comment", ""));
  }
  return Packages{};
}

}  // namespace

std::string settings_text(const Facts& facts) {
  const std::string created = text_of(facts.created);
  Json labels{{image_label, facts.name}};
  if (!facts.recipe.empty()) labels[recipe_label] = facts.recipe;
  const Json config{
      {"Env",
       {"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8"}},
      {"Cmd", {"/bin/sleep", "infinity"}},
      {"WorkingDir", "/home/dev"},
      {"Labels", labels}};
  const Json layer{
      {"created", created}, {"created_by", builder}, {"comment", packages_text(facts.packages)}};
  return dump_json(Json{{"architecture", facts.architecture},
                        {"os", "linux"},
                        {"created", created},
                        {"config", config},
                        {"rootfs", {{"type", "layers"}, {"diff_ids", Json::array({facts.layer})}}},
                        {"history", Json::array({layer})}});
}

Result<Facts> facts_from(std::string_view settings) {
  const Result<Json> json = parse_json(settings, limits);
  if (!json) return bad_settings("the image's settings are no JSON: " + json.error().message);
  const Json layers = member(member(*json, "rootfs"), "diff_ids");
  if (!layers.is_array() || layers.size() != 1 || !layers[0].is_string() ||
      !is_digest(layers[0].get<std::string>()))
    return bad_settings("the image is not of one layer; `redcode image build` makes one that is");
  const std::string created = member_or<std::string>(*json, "created", "");
  const Json labels = member(member(*json, "config"), "Labels");
  Facts facts{.name = member_or<std::string>(labels, image_label, "base"),
              .layer = layers[0].get<std::string>(),
              .created = time_of(created.substr(0, 19) + "Z").value_or(std::chrono::sys_seconds{}),
              .architecture = member_or<std::string>(*json, "architecture", ""),
              .recipe = member_or<std::string>(labels, recipe_label, "")};
  Result<Packages> packages = packages_of(member(*json, "history"));
  if (!packages) return bad_settings("the image's package list: " + packages.error().message);
  facts.packages = *std::move(packages);
  return facts;
}

std::string image_id(std::string_view settings) { return "sha256:" + sha256_hex(settings); }

std::string architecture_here() {
  struct utsname host{};
  uname(&host);
  const std::string_view machine = static_cast<const char*>(host.machine);
  if (machine == "x86_64") return "amd64";
  if (machine == "aarch64") return "arm64";
  return std::string(machine);
}

}  // namespace redcode::image
