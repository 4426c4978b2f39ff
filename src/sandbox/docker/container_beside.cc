// What a Container does by the companion's eyes and hands.
#include <algorithm>
#include <utility>

#include "sandbox/docker/container.h"
#include "sandbox/world_tar.h"

namespace redcode::docker {

// Before there is a sandbox: it must trust the authority of who will look at it.
Task<> Container::call_companion() {
  const Companion::View view = co_await context_.companion->view(image_.id);
  host_view_.remote = view.host_view;
  context_.authority = view.authority;
  if (image_.lowers.empty() && view.image == image_.id) image_.lowers = view.layers;
}

// Plants what belongs in a tmpfs, and checks the confinement.
Task<> Container::look_from_beside(const Json& inspected, record::World world) {
  host_view_.upper = upper_in(inspected);
  host_view_.lowers = lowers_in(inspected);
  host_view_.init = told_pid_;
  std::vector<std::string> paths = tmpfs_paths(policy_);
  std::erase_if(world.files, [&paths](const record::SeededFile& file) {
    return std::ranges::none_of(
        paths, [&file](const std::string& path) { return sandbox::is_within(file.path, path); });
  });
  // Only root may write to the rest of /dev.
  if (world.root) paths.emplace_back("/dev");
  Json request = {{"ask", "look"},
                  {"container", id_},
                  {"init", told_pid_},
                  {"user", policy_.user},
                  {"tmpfs", std::move(paths)}};
  // Files may hold any bytes, which JSON's text cannot.
  std::string bytes;
  Json::to_cbor(record::to_json(world), bytes);
  const Json seen = co_await host_view_.remote->ask(std::move(request), std::move(bytes));
  require_confined(member_or<std::string>(seen, "status", ""));
  if (!host_view_.upper.empty()) co_return;
  // Where containerd keeps the layers, the daemon does not name them.
  host_view_.upper = member_or<std::string>(seen, "upper", "");
  host_view_.lowers = member_or(seen, "lowers", std::vector<std::filesystem::path>());
}

// Those of `paths` that the image has. The daemon could tell too, in some 60 ms for each.
Task<std::set<std::string>> Container::known_beside(std::set<std::string> paths) const {
  Json request = {{"ask", "have"}, {"paths", std::move(paths)}, {"lowers", image_.lowers}};
  const Json answer = co_await host_view_.remote->ask(std::move(request));
  co_return member_or(answer, "known", std::set<std::string>());
}

Task<bool> Container::lives_beside() const {
  Json request = {{"ask", "alive"}};
  const Json answer = co_await host_view_.remote->ask(std::move(request));
  co_return member_or(answer, "alive", false);
}

}  // namespace redcode::docker
