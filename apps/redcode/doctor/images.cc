// The sandboxes' base image, wherever an engine keeps it: there, whole, the same, and ours.
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <chrono>
#include <exception>
#include <filesystem>

#include "base/failure.h"
#include "base/json.h"
#include "base/small_file.h"
#include "base/with_timeout.h"
#include "doctor/daemon.h"
#include "doctor/engines.h"
#include "record/policy.h"
#include "sandbox/docker/engine.h"
#include "sandbox/image/base_image.h"
#include "sandbox/oci/image_store.h"

namespace redcode::app {
namespace {

constexpr std::size_t shown = 19;  // of a digest: "sha256:" and twelve digits

// An engine's image, as far as it can be compared.
struct Kept {
  std::string content;      // digest of the files; "": there is no image
  std::string recipe = {};  // what it was made from; "": it does not say
};

bool is_whole(const std::filesystem::path& rootfs) {
  std::error_code error;
  for (const char* needed : {"usr/bin/bash", "usr/bin/python3", "home/dev", "etc/passwd"}) {
    if (!std::filesystem::exists(std::filesystem::symlink_status(rootfs / needed, error)))
      return false;
  }
  return true;
}

// Docker's config of an image, and the file that the store keeps of it, have the same members but
// for their case.
std::string recipe_in(const Json& config) {
  const Json labels = config.is_object() ? config.value("Labels", Json::object()) : Json::object();
  return member_or<std::string>(labels, "redcode.recipe", "");
}

Kept kept_by_oci(Findings& findings) {
  const std::string name = record::Policy{}.image;
  const auto image = oci::ImageStore().find(name);
  if (!image) {
    findings.fail("image-missing-oci", fmt::format("oci has no image {}", name));
    return {};
  }
  if (!is_whole(image->rootfs)) {
    findings.fail("image-broken",
                  fmt::format("{} lacks programs or its user", image->rootfs.string()));
    return {};
  }
  struct statfs under{};
  if (statfs(image->rootfs.c_str(), &under) == 0 && under.f_type == OVERLAYFS_SUPER_MAGIC)
    findings.fail("image-store-overlay", image->rootfs.string());
  const Result<Json> settings = parse_json(read_small_file(image->config));
  const Json config = settings && settings->is_object() ? settings->value("config", Json::object())
                                                        : Json::object();
  return {.content = image->digest, .recipe = recipe_in(config)};
}

// `image build` makes images of one layer, whose digest is that of the tar which oci unpacks.
std::string content_of(const Json& image) {
  const Json root = image.value("RootFS", Json::object());
  const Json layers = root.is_object() ? root.value("Layers", Json::array()) : Json::array();
  if (layers.is_array() && layers.size() == 1 && layers[0].is_string())
    return layers[0].get<std::string>();
  return member_or<std::string>(image, "Id", "?");
}

Task<Kept> kept_by_docker(Findings& findings) {
  const std::string name = record::Policy{}.image;
  const docker::Api api(docker::docker_socket());
  const auto answer =
      co_await with_timeout(daemon_patience, api.find(fmt::format("/images/{}/json", name)));
  Kept kept;
  if (!answer) {
    findings.fail("docker-silent", "it does not tell its images");
  } else if (!*answer || !(*answer)->is_object()) {
    findings.fail("image-missing-docker", fmt::format("docker has no image {}", name));
  } else {
    kept.content = content_of(**answer);
    kept.recipe = recipe_in((*answer)->value("Config", Json::object()));
  }
  co_return kept;
}

void compare(const Kept& of_oci, const Kept& of_docker, Findings& findings) {
  const Kept& either = of_oci.content.empty() ? of_docker : of_oci;
  if (either.content.empty()) return;
  const bool both = !of_oci.content.empty() && !of_docker.content.empty();
  if (both && of_oci.content != of_docker.content) {
    findings.fail("images-differ",
                  fmt::format("docker {}, oci {}", of_docker.content.substr(0, shown),
                              of_oci.content.substr(0, shown)));
  } else {
    findings.pass("base image",
                  fmt::format("{} {}", record::Policy{}.image, either.content.substr(0, shown)));
  }
}

void judge_recipe(std::string_view engine, const Kept& kept, Findings& findings) {
  std::string ours;
  try {
    ours = image::image_recipe();
  } catch (const std::exception&) {
    return;  // look_at_data() says that it is not there
  }
  if (!kept.recipe.empty() && kept.recipe != ours)
    findings.fail("image-outdated", fmt::format("{}'s was made from another recipe", engine));
}

}  // namespace

Task<> look_at_images(const std::optional<docker::Account>& account, Findings& findings) {
  const Kept of_oci = geteuid() == 0 ? kept_by_oci(findings) : Kept{};
  Kept of_docker;
  if (account) of_docker = co_await kept_by_docker(findings);
  compare(of_oci, of_docker, findings);
  judge_recipe("oci", of_oci, findings);
  judge_recipe("docker", of_docker, findings);
}

}  // namespace redcode::app
