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

}  // namespace

std::vector<std::vector<std::string>> debootstrap_steps(const Bootstrap& bootstrap) {
  const std::string root = bootstrap.root.string();
  std::vector<std::string> make{"debootstrap",       "--variant=minbase",
                                "--force-check-gpg", "--include=" + bootstrap.packages,
                                "bookworm",          root};
  if (!bootstrap.mirror.empty()) make.push_back(bootstrap.mirror);
  return {
      std::move(make),
      {"chroot", root, "useradd", "--create-home", "--uid", "1000", "--shell", "/bin/bash", "dev"},
      {"tar", "--directory", root, "--numeric-owner", "--exclude=./var/cache/apt/archives/*.deb",
       "-cf", bootstrap.tar.string(), "."}};
}

Task<> run_step(std::vector<std::string> argv) {
  const std::string what = argv.front();
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
