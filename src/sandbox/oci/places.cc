#include "sandbox/oci/places.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.h"
#include "base/fd.h"
#include "base/random.h"
#include "sandbox/owner.h"

namespace redcode::oci {
namespace {

[[noreturn]] void cannot_make(const std::filesystem::path& path) {
  fail_with_errno(fmt::format("cannot make {}", path.string()));
}

}  // namespace

std::filesystem::path home_folder() { return "/run/redcode"; }
std::filesystem::path sandbox_folder(const std::string& id) { return home_folder() / id; }
std::filesystem::path state_folder(const std::string& runtime) {
  return home_folder() / ("runtime-" + runtime);
}
std::string cgroup_path(const std::string& id) {
  return fmt::format("{}/{}.{}", cgroup_home, sandbox::this_owner_tag(), id);
}

void make_owned_folder(const std::filesystem::path& folder, unsigned group) {
  // The kernel walks these paths as the sandbox's root, who is nobody on this host: it may pass,
  // nobody may look around.
  if (mkdir(home_folder().c_str(), 0711) != 0 && errno != EEXIST) cannot_make(home_folder());
  const std::filesystem::path draft = passing_name();
  if (mkdir(draft.c_str(), 0700) != 0) cannot_make(draft);
  write_file(draft / "owner", sandbox::this_owner());
  if (chown(draft.c_str(), 0, group) != 0 || chmod(draft.c_str(), 0710) != 0 ||
      rename(draft.c_str(), folder.c_str()) != 0) {
    cannot_make(folder);
  }
}

std::filesystem::path passing_name() {
  constexpr std::size_t token_length = 12;
  return home_folder() / fmt::format(".{}.{}", sandbox::this_owner(), random_token(token_length));
}

std::string owner_in_name(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return name.starts_with('.') && dot > 0 ? name.substr(1, dot - 1) : "";
}

void write_file(const std::filesystem::path& path, std::string_view content) {
  const Fd file(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600));
  const auto size = static_cast<ssize_t>(content.size());
  if (!file || ::write(file.get(), content.data(), content.size()) != size) cannot_make(path);
}

}  // namespace redcode::oci
