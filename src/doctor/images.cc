#include "doctor/images.h"

#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <chrono>
#include <exception>
#include <filesystem>
#include <utility>

#include "base/failure.h"
#include "base/json.h"
#include "base/small_file.h"
#include "base/with_timeout.h"
#include "doctor/daemon.h"
#include "record/policy.h"
#include "sandbox/docker/engine.h"
#include "sandbox/oci/image_store.h"

namespace redcode::doctor {
namespace {

constexpr const char* dev_image = "redcode-dev:1";
constexpr std::size_t shown = 19;  // of a digest: "sha256:" and twelve digits

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

KeptImage kept_by_oci(const std::string& name) {
  const auto image = oci::ImageStore().find(name);
  if (!image) return {.state = KeptImage::missing};
  struct statfs under{};
  const Result<Json> settings = parse_json(read_small_file(image->config));
  const Json config = settings && settings->is_object() ? settings->value("config", Json::object())
                                                        : Json::object();
  return {.state = is_whole(image->rootfs) ? KeptImage::whole : KeptImage::broken,
          .folder = image->rootfs.string(),
          .on_overlay =
              statfs(image->rootfs.c_str(), &under) == 0 && under.f_type == OVERLAYFS_SUPER_MAGIC,
          .content = image->digest,
          .recipe = recipe_in(config)};
}

// `image build` makes images of one layer, whose digest is that of the tar which oci unpacks.
std::string content_of(const Json& image) {
  const Json root = image.value("RootFS", Json::object());
  const Json layers = root.is_object() ? root.value("Layers", Json::array()) : Json::array();
  if (layers.is_array() && layers.size() == 1 && layers[0].is_string())
    return layers[0].get<std::string>();
  return member_or<std::string>(image, "Id", "?");
}

Task<KeptImage> kept_by_docker(std::string name) {
  const docker::Api api(docker::docker_socket());
  const auto answer =
      co_await with_timeout(daemon_patience, api.find(fmt::format("/images/{}/json", name)));
  if (!answer) co_return KeptImage{.state = KeptImage::silent};
  if (!*answer || !(*answer)->is_object()) co_return KeptImage{.state = KeptImage::missing};
  co_return KeptImage{.state = KeptImage::whole,
                      .content = content_of(**answer),
                      .recipe = recipe_in((*answer)->value("Config", Json::object()))};
}

}  // namespace

void judge_image_of_oci(const KeptImage& image, Findings& findings) {
  if (image.state == KeptImage::missing) {
    findings.fail("image-missing-oci", fmt::format("oci has no image {}", record::Policy{}.image));
  } else if (image.state == KeptImage::broken) {
    findings.fail("image-broken", fmt::format("{} lacks programs or its user", image.folder));
  } else if (image.on_overlay) {
    findings.fail("image-store-overlay", image.folder);
  }
}

void judge_image_of_docker(const KeptImage& image, Findings& findings) {
  if (image.state == KeptImage::silent) {
    findings.fail("docker-silent", "it does not tell its images");
  } else if (image.state == KeptImage::missing) {
    findings.fail("image-missing-docker",
                  fmt::format("docker has no image {}", record::Policy{}.image));
  }
}

void judge_images(const BothImages& images, Findings& findings) {
  const auto& [of_oci, of_docker, recipe] = images;
  const bool with_oci = of_oci.state == KeptImage::whole;
  const bool with_docker = of_docker.state == KeptImage::whole;
  const std::string oci = of_oci.content.substr(0, shown);
  const std::string docker = of_docker.content.substr(0, shown);
  if (with_oci && with_docker && of_oci.content != of_docker.content) {
    findings.fail("images-differ", fmt::format("docker {}, oci {}", docker, oci));
  } else if (with_oci || with_docker) {
    findings.pass("base image",
                  fmt::format("{} {}", record::Policy{}.image, with_oci ? oci : docker));
  }
  for (const auto& [engine, kept] : {std::pair("oci", &of_oci), std::pair("docker", &of_docker)}) {
    const bool told = kept->state == KeptImage::whole && !kept->recipe.empty() && !recipe.empty();
    if (told && kept->recipe != recipe)
      findings.fail("image-outdated", fmt::format("{}'s was made from another recipe", engine));
  }
}

void judge_dev_image(const BothImages& images, Findings& findings) {
  const bool with_oci = images.oci.state == KeptImage::whole;
  if (with_oci || images.docker.state == KeptImage::whole) {
    const KeptImage& kept = with_oci ? images.oci : images.docker;
    findings.pass("dev image", fmt::format("{} {}", dev_image, kept.content.substr(0, shown)));
  } else {
    findings.pass("dev image",
                  "none, and only worlds with servers need one (redcode image build dev)");
  }
}

Task<> look_at_images(std::string recipe, bool daemon, Findings& findings) {
  BothImages images{.recipe = std::move(recipe)};
  if (geteuid() == 0) images.oci = kept_by_oci(record::Policy{}.image);
  judge_image_of_oci(images.oci, findings);
  if (daemon) images.docker = co_await kept_by_docker(record::Policy{}.image);
  judge_image_of_docker(images.docker, findings);
  judge_images(images, findings);
  BothImages dev;
  if (geteuid() == 0) dev.oci = kept_by_oci(dev_image);
  const bool answers = daemon && images.docker.state != KeptImage::silent;
  if (answers) dev.docker = co_await kept_by_docker(dev_image);
  judge_dev_image(dev, findings);
}

}  // namespace redcode::doctor
