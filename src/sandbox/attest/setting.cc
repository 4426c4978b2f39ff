#include "sandbox/attest/setting.h"

#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <utility>

namespace redcode::attest {
namespace {

std::string name_of_host() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return "";
  return name.data();
}

}  // namespace

Setting setting_here(std::string engine, bool host_kernel, record::Policy policy) {
  Setting setting{.engine = std::move(engine),
                  .host_kernel = host_kernel,
                  .policy = std::move(policy),
                  .host_name = name_of_host()};
  for (const char* kind : {"mnt", "cgroup", "uts", "ipc", "user", "pid", "net"}) {
    std::error_code missing;
    const auto link =
        std::filesystem::read_symlink(std::filesystem::path("/proc/self/ns") / kind, missing);
    if (!missing) setting.host_namespaces[kind] = link.string();
  }
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  setting.host_time = std::chrono::duration_cast<std::chrono::seconds>(now).count();
  return setting;
}

}  // namespace redcode::attest
