#include "sandbox/engines/images.h"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "base/failure.h"
#include "base/off_thread.h"
#include "base/small_file.h"
#include "base/text.h"
#include "sandbox/oci/image_store.h"

namespace redcode::engines {
namespace {

std::optional<image::Facts> facts_in(std::string_view settings) {
  Result<image::Facts> facts = image::facts_from(settings);
  if (!facts) return std::nullopt;
  return *std::move(facts);
}

Task<std::string> next_piece(image::ArchivePieces& pieces) { co_return pieces.next(); }

Task<> give_to_daemon(const image::Parts& parts, docker::Engine& engine,
                      const ImageListener& listener) {
  listener.progress("  for docker …");
  image::ArchivePieces pieces(parts);
  co_await engine.load_image(parts.name, [&pieces] { return next_piece(pieces); });
  listener.done(
      fmt::format("docker: {} is {}", parts.name, co_await engine.image_digest(parts.name)));
}

Task<> give_to_oci(const image::Parts& parts, const ImageListener& listener) {
  listener.progress("  for oci …");
  std::function<std::string()> add = [&parts] {
    return oci::ImageStore().add(parts.name, parts.layer, parts.settings).digest;
  };
  listener.done(fmt::format("oci: {} is {}", parts.name, co_await off_thread(std::move(add))));
}

Task<std::optional<ImageHere>> with_daemon(std::string name, docker::Engine& engine) {
  try {
    ImageHere here{.engine = "docker", .digest = co_await engine.image_digest(name)};
    here.facts = facts_in(dump_json(co_await engine.image_settings(name)));
    co_return here;
  } catch (const Failure&) {
    co_return std::nullopt;
  }
}

}  // namespace

Task<std::optional<std::string>> daemon_trouble(docker::Engine& engine) {
  try {
    co_await engine.version();
  } catch (const Failure& failure) {
    co_return one_line(failure.what(), 200);
  }
  co_return std::nullopt;
}

Task<std::vector<ImageHere>> images_called(std::string name, docker::Engine& engine) {
  std::vector<ImageHere> here;
  if (std::optional<ImageHere> found = co_await with_daemon(name, engine))
    here.push_back(*std::move(found));
  if (const std::optional<oci::ImageStore::Image> found = oci::ImageStore().find(name)) {
    here.push_back({.engine = "oci",
                    .digest = found->digest,
                    .facts = facts_in(read_small_file(found->config))});
  }
  co_return here;
}

Task<> give_image(image::Parts parts, docker::Engine& engine, ImageListener listener) {
  const std::optional<std::string> no_daemon = co_await daemon_trouble(engine);
  const bool root = geteuid() == 0;
  if (no_daemon && !root) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("nobody here can take the image: no daemon answers ({}), and only "
                              "root can keep it for oci",
                              *no_daemon));
  }
  if (no_daemon) {
    listener.progress(fmt::format("  no Docker daemon was given the image: {}", *no_daemon));
  } else {
    co_await give_to_daemon(parts, engine, listener);
  }
  if (root) co_await give_to_oci(parts, listener);
}

}  // namespace redcode::engines
