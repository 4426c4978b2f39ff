// Images made and told of by a daemon.
#include <fmt/format.h>

#include <utility>

#include "base/finally.h"
#include "base/uncancellable.h"
#include "sandbox/docker/container_spec.h"
#include "sandbox/docker/engine.h"
#include "sandbox/image_packing.h"
#include "sandbox/owner.h"
#include "sandbox/world_tar.h"

namespace redcode::docker {
namespace {

constexpr const char* image_label = "redcode.image=base";

Task<bool> download(const Api& api, std::string path, http::BodyTaker take) {
  co_await api.download(std::move(path), std::move(take), sandbox::largest_image);
  co_return true;
}

}  // namespace

Task<> Engine::load_image(std::string name, std::function<Task<std::string>()> next_piece) {
  images_.erase(name);
  co_await api_.upload_for_lines("/images/load?quiet=1", std::move(next_piece));
}

Task<> Engine::save_image(std::string name, http::BodyTaker take) {
  const Image image = co_await image_called(std::move(name));
  const std::string path = fmt::format("/images/{}/get", image.id);
  co_await api_.download(path, std::move(take), sandbox::largest_image);
}

Task<std::vector<std::pair<std::string, std::string>>> Engine::our_images() {
  const Json filters = {{"label", {image_label}}};
  const std::string path = "/images/json?" + query_string({{"filters", dump_json(filters)}});
  const Json images = co_await api_.get(path);
  std::vector<std::pair<std::string, std::string>> found;
  for (const Json& image : images) {
    for (std::string& name : member_or<std::vector<std::string>>(image, "RepoTags", {}))
      found.emplace_back(std::move(name), member_or<std::string>(image, "Id", ""));
  }
  co_return found;
}

Task<Json> Engine::image_settings(std::string name) {
  const Image image = co_await image_called(std::move(name));
  const Json about = co_await api_.get(fmt::format("/images/{}/json", image.id));
  const Json steps = co_await api_.get(fmt::format("/images/{}/history", image.id));
  const Json rootfs = about.value("RootFS", Json::object());
  const Json config = about.value("Config", Json::object());
  Json history = Json::array();
  for (const Json& step : steps) {
    history.push_back({{"created_by", member_or<std::string>(step, "CreatedBy", "")},
                       {"comment", member_or<std::string>(step, "Comment", "")}});
  }
  co_return Json{{"architecture", member_or<std::string>(about, "Architecture", "")},
                 {"created", member_or<std::string>(about, "Created", "")},
                 {"config", {{"Labels", config.value("Labels", Json::object())}}},
                 {"rootfs", {{"diff_ids", rootfs.value("Layers", Json::array())}}},
                 {"history", std::move(history)}};
}

Task<> Engine::build_image(std::string tag, BuildContext context,
                           std::function<void(std::string_view)> on_line) {
  images_.erase(tag);
  sandbox::TarPlan plan{.world = {.working_dir = "/"}};
  plan.world.files = std::move(context.files);
  plan.world.files.push_back(
      {.path = "/Dockerfile", .content = std::move(context.dockerfile), .owner = "root"});
  plan.exists = [](const std::string&) { return true; };
  const std::string path =
      "/build?" + query_string({{"t", std::move(tag)}, {"rm", "1"}, {"forcerm", "1"}});
  co_await api_.post_tar_for_lines(path, sandbox::world_tar(plan), std::move(on_line));
}

// Only a container has all layers in one; it need not run.
Task<> Engine::export_files(std::string image, http::BodyTaker take) {
  const Json labels = {{sandbox_label, "1"}, {owner_label, sandbox::this_owner()}};
  const Json spec = {{"Image", std::move(image)}, {"Cmd", {"/bin/true"}}, {"Labels", labels}};
  const Json made = co_await uncancellable(api_.post("/containers/create", spec));
  const auto id = member_or<std::string>(made, "Id", "");
  const std::string path = fmt::format("/containers/{}/export", id);
  co_await finally(download(api_, path, std::move(take)), api_.remove_container(id));
}

Task<> Engine::remove_image(std::string name) {
  images_.erase(name);
  co_await api_.remove_image(std::move(name));
}

}  // namespace redcode::docker
