#include "sandbox/docker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <thread>
#include <utility>

#include "base/failure.h"
#include "base/text.h"
#include "sandbox/container_spec.h"
#include "sandbox/docker_sandbox.h"
#include "sandbox/gate.h"
#include "sandbox/owner.h"
#include "sandbox/world_tar.h"

namespace redcode::sandbox {
namespace {

std::size_t places_of(const DockerOptions& options) {
  if (options.concurrent_opens > 0) return options.concurrent_opens;
  return std::max<std::size_t>(4, std::size_t{2} * std::thread::hardware_concurrency());
}

std::string owner_of(const Json& container) {
  return member_or<std::string>(container.value("Labels", Json::object()), owner_label, "");
}

}  // namespace

std::string docker_socket() {
  const char* given = std::getenv("DOCKER_HOST");
  const std::string_view host = given == nullptr ? "" : given;
  constexpr std::string_view scheme = "unix://";
  if (host.empty()) return "/var/run/docker.sock";
  if (host.starts_with(scheme)) return std::string(host.substr(scheme.size()));
  throw Failure(Failure::Kind::unavailable,
                fmt::format("DOCKER_HOST is {}, but evidence needs a daemon on this host, behind a "
                            "Unix socket (unix:///path)",
                            one_line(host, 200)));
}

DockerEngine::DockerEngine(const DockerOptions& options)
    : api_(options.socket_path), gate_(std::make_shared<Gate>(places_of(options))) {}

DockerEngine::~DockerEngine() = default;

Task<std::string> DockerEngine::image_digest(std::string name) {
  const std::string path = fmt::format("/images/{}/json", name);
  const std::optional<Json> image = co_await api_.find(path);
  const std::string digest = image ? member_or<std::string>(*image, "Id", "") : "";
  if (!digest.empty()) co_return digest;
  throw Failure(Failure::Kind::unavailable,
                fmt::format("the container daemon has no image {}: run `redcode image build`",
                            one_line(name, 200)));
}

Task<std::unique_ptr<Sandbox>> DockerEngine::open(record::Policy policy, record::World world) {
  auto sandbox = std::make_unique<DockerSandbox>(api_, gate_, std::move(policy));
  co_await sandbox->begin(std::move(world));
  co_return sandbox;
}

Task<std::vector<std::string>> DockerEngine::reap(bool also_living) {
  const Json filters = {{"label", {fmt::format("{}=1", sandbox_label)}}};
  const std::string query = query_string({{"all", "1"}, {"filters", dump_json(filters)}});
  const Json containers = co_await api_.get("/containers/json?" + query);
  std::vector<std::string> removed;
  for (const Json& container : containers) {
    const auto id = member_or<std::string>(container, "Id", "");
    if (id.empty() || (!also_living && owner_lives(owner_of(container)))) continue;
    co_await api_.remove_container(id);
    removed.push_back(id);
  }
  co_return removed;
}

Task<Json> DockerEngine::version() { co_return co_await api_.get("/version"); }

Task<> DockerEngine::import_image(std::string repo_tag, std::vector<std::string> changes,
                                  std::function<Task<std::string>()> next_piece) {
  const std::size_t colon = repo_tag.rfind(':');
  const bool tagged = colon != std::string::npos && !repo_tag.substr(colon).contains('/');
  std::vector<std::pair<std::string, std::string>> members = {
      {"fromSrc", "-"},
      {"repo", repo_tag.substr(0, tagged ? colon : std::string::npos)},
      {"tag", tagged ? repo_tag.substr(colon + 1) : "latest"}};
  for (std::string& change : changes) members.emplace_back("changes", std::move(change));
  const std::string path = "/images/create?" + query_string(members);
  co_await api_.upload_for_lines(path, std::move(next_piece));
}

Task<> DockerEngine::build_image(std::string tag, std::string dockerfile_text,
                                 std::function<void(std::string_view)> on_line) {
  TarPlan plan{.world = {.working_dir = "/"}};
  plan.world.files.push_back(
      {.path = "/Dockerfile", .content = std::move(dockerfile_text), .owner = "root"});
  plan.exists = [](const std::string&) { return true; };
  const std::string path =
      "/build?" + query_string({{"t", std::move(tag)}, {"rm", "1"}, {"forcerm", "1"}});
  co_await api_.post_tar_for_lines(path, world_tar(plan), std::move(on_line));
}

}  // namespace redcode::sandbox
