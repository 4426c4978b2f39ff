// `redcode image build`: the sandboxes' base image, from Debian packages.
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "base/failure.h"
#include "base/process.h"
#include "base/temp_dir.h"
#include "base/text.h"
#include "commands.h"
#include "docker/engine.h"
#include "files.h"
#include "interruptible.h"
#include "oci/image_store.h"

namespace redcode::app {
namespace {

// What `docker build` would take from the Dockerfile besides the packages.
const std::vector<std::string> image_settings{"CMD [\"/bin/sleep\",\"infinity\"]",
                                              "WORKDIR /home/dev", "ENV LANG=C.UTF-8",
                                              "LABEL redcode.image=base"};

std::string dockerfile() { return read_text(data_folder("images") / "base" / "Dockerfile"); }

// The Dockerfile's package list, with commas.
std::string package_list() {
  static constexpr std::string_view begin = "ARG PACKAGES=\"";
  const std::string text = dockerfile();
  const std::size_t at = text.find(begin);
  if (at == std::string::npos)
    throw Failure(Failure::Kind::corrupt, "images/base/Dockerfile has no ARG PACKAGES");
  const std::size_t first = at + begin.size();
  std::string packages = text.substr(first, text.find('"', first) - first);
  std::ranges::replace(packages, ' ', ',');
  return packages;
}

Task<> remember(std::string& tail, std::string_view bytes) {
  static constexpr std::size_t kept = 2000;
  tail += bytes;
  if (tail.size() > kept) tail.erase(0, tail.size() - kept);
  co_return;
}

Task<> step(std::vector<std::string> argv, Out& out) {
  std::string what = argv.front();
  out.trouble("  {} …", what);
  std::string tail;
  ProcessRequest request{.argv = std::move(argv), .limit = std::chrono::seconds(1200)};
  const ProcessEnd end = co_await run_process(
      std::move(request), [&tail](std::string_view bytes) { return remember(tail, bytes); });
  if (end.exit_code != 0) {
    throw Failure(Failure::Kind::unavailable, fmt::format("{} failed with {}:\n{}", what,
                                                          end.exit_code, escape_terminal(tail)));
  }
}

// The next megabyte of an open file, "" at its end.
Task<std::string> next_piece(std::ifstream& file) {
  std::string piece(std::size_t{1} << 20U, '\0');
  file.read(piece.data(), std::ssize(piece));
  piece.resize(static_cast<std::size_t>(file.gcount()));
  co_return piece;
}

// A host without a daemon can still make sandboxes, by oci.
Task<> give_to_daemon(const ImageOptions& options, docker::Engine& engine, std::string tar,
                      Out& out) {
  std::string why_not;
  try {
    co_await engine.version();
  } catch (const Failure& failure) {
    why_not = failure.what();
  }
  if (!why_not.empty()) {
    out.trouble("  no Docker daemon was given the image: {}", one_line(why_not, 200));
    co_return;
  }
  out.trouble("  importing {} …", options.tag);
  std::ifstream file(tar, std::ios::binary);
  co_await engine.import_image(options.tag, image_settings, [&file] { return next_piece(file); });
  out.line("docker: {} is {}", options.tag, co_await engine.image_digest(options.tag));
}

Task<> by_debootstrap(const ImageOptions& options, docker::Engine& engine, Out& out) {
  const TempDir work("image");
  const std::string root = (work.path() / "root").string();
  const std::string tar = (work.path() / "root.tar").string();
  std::vector<std::string> bootstrap{"debootstrap", "--variant=minbase",
                                     "--include=" + package_list(), "bookworm", root};
  co_await step(std::move(bootstrap), out);
  std::vector<std::string> add_user{
      "chroot", root, "useradd", "--create-home", "--uid", "1000", "--shell", "/bin/bash", "dev"};
  co_await step(std::move(add_user), out);
  std::vector<std::string> pack{"tar",
                                "--directory",
                                root,
                                "--numeric-owner",
                                "--exclude=./var/cache/apt/archives/*.deb",
                                "--exclude=./var/lib/apt/lists/*",
                                "-cf",
                                tar,
                                "."};
  co_await step(std::move(pack), out);
  co_await give_to_daemon(options, engine, tar, out);
  out.trouble("  unpacking for oci …");
  const oci::ImageStore::Image image = oci::ImageStore().add(options.tag, tar);
  out.line("oci: {} is {}", options.tag, image.digest);
}

Task<> by_dockerfile(const ImageOptions& options, docker::Engine& engine, Out& out) {
  co_await engine.build_image(options.tag, dockerfile(), [&out](std::string_view line) {
    out.trouble("  {}", one_line(line, 200));
  });
  out.line("docker: {} is {}", options.tag, co_await engine.image_digest(options.tag));
}

Task<int> build(const ImageOptions& options, Out& out) {
  docker::Engine engine;
  const bool can_bootstrap = geteuid() == 0 && program_exists("debootstrap");
  const bool bootstrap =
      options.method == "debootstrap" || (options.method == "auto" && can_bootstrap);
  out.trouble("Building {} by {} (about a minute)", options.tag,
              bootstrap ? "debootstrap" : "Dockerfile");
  if (bootstrap) {
    co_await by_debootstrap(options, engine, out);
  } else {
    co_await by_dockerfile(options, engine, out);
  }
  co_return 0;
}

}  // namespace

int image_build(const ImageOptions& options, Out& out) {
  return run_interruptible(build(options, out), out);
}

}  // namespace redcode::app
