// `redcode image build`: the sandboxes' base image, from Debian packages.
#include <unistd.h>

#include <algorithm>

#include "base/digest.h"
#include "base/failure.h"
#include "base/finally.h"
#include "base/off_thread.h"
#include "base/process.h"
#include "base/random.h"
#include "base/temp_dir.h"
#include "base/text.h"
#include "commands/image.h"
#include "interruptible.h"
#include "sandbox/engines/images.h"
#include "sandbox/image/build_steps.h"
#include "sandbox/image/normal_tar.h"
#include "sandbox/image/recipe.h"
#include "say_through.h"

namespace redcode::app {
namespace {

Task<> by_debootstrap(image::Bootstrap bootstrap, Out& out) {
  for (const std::vector<std::string>& step : image::debootstrap_steps(bootstrap)) {
    out.trouble("  {} …", step.front());
    co_await image::run_step(step);
  }
}

Task<bool> export_to(docker::Engine& engine, std::string image, std::filesystem::path tar) {
  std::ofstream file(tar, std::ios::binary);
  co_await engine.export_files(std::move(image),
                               [&file](std::string_view bytes) { return write_to(file, bytes); });
  co_return static_cast<bool>(file.flush());
}

docker::Engine::BuildContext context_of(const image::Recipe& recipe, const std::string& mirror) {
  docker::Engine::BuildContext context{
      .dockerfile = image::with_mirror(image::dockerfile_of(recipe), mirror)};
  for (image::RecipeFile& file : image::files_beside(recipe)) {
    context.files.push_back({.path = "/" + file.path,
                             .content = std::move(file.content),
                             .mode = file.program ? 0755U : 0644U,
                             .owner = "root"});
  }
  return context;
}

Task<> by_dockerfile(docker::Engine::BuildContext context, docker::Engine& engine,
                     std::filesystem::path tar, Out& out) {
  const std::string unfinished = "redcode-unfinished:" + random_token(12);
  co_await engine.build_image(unfinished, std::move(context), [&out](std::string_view line) {
    out.trouble("  {}", one_line(line, 200));
  });
  const bool written =
      co_await finally(export_to(engine, unfinished, tar), engine.remove_image(unfinished));
  if (!written) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot write {}: is the disk full?", tar.string()));
  }
}

// Says how the packages differ from the list. False: they do, and must not.
bool hold_to_lock(const ImageBuildOptions& options, const image::Packages& have, Out& out) {
  static constexpr std::size_t shown = 20;
  const std::filesystem::path file = options.lock.empty()
                                         ? image::lock_of(image::recipe_called(options.recipe))
                                         : std::filesystem::path(options.lock);
  if (options.lock.empty() && !options.locked && !std::filesystem::exists(file)) return true;
  const std::vector<std::string> lines = image::differences(image::read_lock(file), have);
  if (lines.empty()) {
    out.trouble("  {} packages, all as in {}", have.size(), file.string());
    return true;
  }
  out.trouble("  {} packages are not as in {}:", lines.size(), file.string());
  for (std::size_t i = 0; i < std::min(shown, lines.size()); ++i) out.trouble("    {}", lines[i]);
  if (lines.size() > shown) out.trouble("    … and {} more", lines.size() - shown);
  if (!options.locked) {
    out.trouble("  going on: runs compare by the image's digest (--locked would stop here)");
    return true;
  }
  out.trouble(
      "Nothing was changed. Give --mirror a snapshot that has these packages, or leave --locked "
      "out.");
  return false;
}

Task<image::Contents> made_normal(std::filesystem::path raw, std::filesystem::path layer,
                                  Out& out) {
  out.trouble("  packing …");
  std::function<image::Contents()> work = [&raw, &layer] {
    return image::write_normal_tar(raw, layer, raw.parent_path());
  };
  co_return co_await off_thread(std::move(work));
}

Task<int> build(const ImageBuildOptions& options, Out& out) {
  const std::string tag = options.tag.empty() ? image::usual_tag(options.recipe) : options.tag;
  if (!image::is_image_name(tag)) {
    out.trouble("redcode: no image can be called {}", one_line(tag, 100));
    co_return 2;
  }
  const image::Recipe recipe = image::recipe_called(options.recipe);
  const std::string recipe_digest = image::digest_of(recipe);  // its files may change meanwhile
  docker::Engine engine;
  const bool can_bootstrap = geteuid() == 0 && program_exists("debootstrap");
  const bool bootstrap =
      options.method == "debootstrap" || (options.method == "auto" && can_bootstrap);
  out.trouble("Building {} by {} ({})", tag, bootstrap ? "debootstrap" : "Dockerfile",
              image::has_install(recipe) ? "some minutes" : "about a minute");
  const TempDir work("image");
  const std::filesystem::path raw = work.path() / "raw.tar";
  const std::filesystem::path layer = work.path() / "layer.tar";
  if (bootstrap) {
    image::Bootstrap bootstrap{.packages = image::packages_asked_by(recipe),
                               .recipe = image::has_install(recipe) ? recipe.folder : "",
                               .mirror = options.mirror,
                               .root = work.path() / "root",
                               .tar = raw};
    co_await by_debootstrap(std::move(bootstrap), out);
  } else {
    co_await by_dockerfile(context_of(recipe, options.mirror), engine, raw, out);
  }
  image::Contents contents = co_await made_normal(raw, layer, out);
  if (!hold_to_lock(options, contents.packages, out)) co_return 1;
  const image::Facts facts{.name = recipe.name,
                           .layer = file_digest(layer),
                           .created = contents.newest,
                           .architecture = image::architecture_here(),
                           .recipe = recipe_digest,
                           .packages = std::move(contents.packages)};
  image::Parts parts{.name = tag, .settings = image::settings_text(facts), .layer = layer};
  engines::ImageListener listener{.progress = say_through(out), .done = answer_through(out)};
  co_await engines::give_image(std::move(parts), engine, std::move(listener));
  co_return 0;
}

}  // namespace

Task<> write_to(std::ofstream& file, std::string_view bytes) {
  file << bytes;
  co_return;
}

int image_build(const ImageBuildOptions& options, Out& out) {
  return run_interruptible(build(options, out), out);
}

}  // namespace redcode::app
