#include "sandbox/image/build_steps.h"

#include <fmt/format.h>

#include <chrono>
#include <string_view>
#include <utility>

#include "base/failure.h"
#include "base/process.h"
#include "base/text.h"

namespace redcode::image {
namespace {

Task<> remember(std::string& tail, std::string_view bytes) {
  static constexpr std::size_t kept = 2000;
  tail += bytes;
  if (tail.size() > kept) tail.erase(0, tail.size() - kept);
  co_return;
}

// What it starts ends with it.
std::vector<std::string> install_in(const std::string& root, const Bootstrap& bootstrap) {
  std::vector<std::string> argv{"unshare",
                                "--pid",
                                "--fork",
                                "--kill-child",
                                "--mount-proc",
                                "--root=" + root,
                                "/tmp/recipe/install",
                                bootstrap.mirror};
  argv.insert(argv.end(), bootstrap.packages.begin(), bootstrap.packages.end());
  return argv;
}

// As the Dockerfile of the base image does, and why it does.
void add_spools(const std::string& root, std::vector<std::vector<std::string>>& steps) {
  steps.push_back({"chroot", root, "chmod", "1777", "/var/spool/cron/crontabs"});
  steps.push_back({"chroot", root, "chown", "-R", "dev:dev", "/var/spool/cron/crontabs",
                   "/var/spool/cron/atjobs", "/var/spool/cron/atspool"});
  steps.push_back({"chroot", root, "chmod", "644", "/etc/at.deny"});
}

}  // namespace

std::vector<std::vector<std::string>> debootstrap_steps(const Bootstrap& bootstrap) {
  const std::string root = bootstrap.root.string();
  const bool own_install = !bootstrap.recipe.empty();
  std::vector<std::string> make{"debootstrap", "--variant=minbase", "--force-check-gpg"};
  if (!own_install) make.push_back(fmt::format("--include={}", fmt::join(bootstrap.packages, ",")));
  make.insert(make.end(), {"bookworm", root});
  if (!bootstrap.mirror.empty()) make.push_back(bootstrap.mirror);
  std::vector<std::vector<std::string>> steps{std::move(make)};
  if (own_install) {
    steps.push_back({"cp", "-r", bootstrap.recipe.string(), root + "/tmp/recipe"});
    steps.push_back(install_in(root, bootstrap));
  } else {
    steps.push_back({"chroot", root, "useradd", "--create-home", "--uid", "1000", "--shell",
                     "/bin/bash", "dev"});
    add_spools(root, steps);
  }
  steps.push_back({"tar", "--directory", root, "--numeric-owner",
                   "--exclude=./var/cache/apt/archives/*.deb", "-cf", bootstrap.tar.string(), "."});
  return steps;
}

Task<> run_step(std::vector<std::string> argv) {
  const std::string what = argv.front();
  // A folder of the host's, which the new root has not.
  argv.insert(argv.begin(), {"env", "--unset=TMPDIR"});
  std::string tail;
  ProcessRequest request{.argv = std::move(argv), .limit = std::chrono::seconds(1200)};
  const ProcessEnd end = co_await run_process(
      std::move(request), [&tail](std::string_view bytes) { return remember(tail, bytes); });
  if (end.exit_code != 0) {
    throw Failure(Failure::Kind::unavailable, fmt::format("{} failed with {}:\n{}", what,
                                                          end.exit_code, escape_terminal(tail)));
  }
}

std::string with_mirror(std::string dockerfile, const std::string& mirror) {
  static constexpr std::string_view argument = "ARG MIRROR=\"\"";
  if (mirror.empty()) return dockerfile;
  const std::size_t at = dockerfile.find(argument);
  if (at == std::string::npos || mirror.find_first_of("\"\\$`\n ") != std::string::npos)
    throw Failure(Failure::Kind::corrupt, "the Dockerfile cannot take that mirror");
  return dockerfile.replace(at, argument.size(), fmt::format("ARG MIRROR=\"{}\"", mirror));
}

}  // namespace redcode::image
