// `redcode image list` and `redcode image show`: which images are here, and what they are made of.
#include <algorithm>
#include <set>

#include "base/clock.h"
#include "base/failure.h"
#include "base/text.h"
#include "commands/image.h"
#include "interruptible.h"
#include "sandbox/engines/images.h"
#include "sandbox/image/recipe.h"
#include "sandbox/oci/image_store.h"

namespace redcode::app {
namespace {

Task<std::set<std::string>> names_here(docker::Engine& engine) {
  std::set<std::string> names;
  if (!co_await engines::daemon_trouble(engine)) {
    for (const auto& [name, id] : co_await engine.our_images()) names.insert(name);
  }
  for (const oci::ImageStore::Image& image : oci::ImageStore().list()) names.insert(image.name);
  co_return names;
}

std::string made_of(const engines::ImageHere& here) {
  if (!here.facts || here.facts->packages.empty()) return "unknown packages";
  return fmt::format("{} packages, newest of {}", here.facts->packages.size(),
                     text_of(here.facts->created).substr(0, 10));
}

Task<int> list(Out& out) {
  docker::Engine engine;
  const std::set<std::string> names = co_await names_here(engine);
  for (const std::string& name : names) {
    for (const engines::ImageHere& here : co_await engines::images_called(name, engine))
      out.line("{:<6}  {}  {}  {}", here.engine, one_line(name, 100), one_line(here.digest, 80),
               made_of(here));
  }
  if (names.empty()) out.trouble("There is no image here yet: redcode image build");
  co_return 0;
}

// How its packages compare to the list that came with redcode.
std::string beside_lock(const image::Recipe& recipe, const image::Packages& packages) {
  const std::filesystem::path lock = image::lock_of(recipe);
  if (!std::filesystem::exists(lock)) return "no list came with redcode for this architecture";
  const std::size_t differ = image::differences(image::read_lock(lock), packages).size();
  return differ == 0 ? fmt::format("all as in {}", lock.string())
                     : fmt::format("{} not as in {}", differ, lock.string());
}

std::string beside_recipe(const image::Recipe& recipe, const std::string& digest) {
  if (digest.empty()) return "unknown";
  return digest == image::digest_of(recipe) ? "the one that came with redcode"
                                            : "another one than came with redcode";
}

// Whoever made the image named its recipe.
image::Recipe recipe_of(const image::Facts& facts) {
  const std::vector<std::string> names = image::recipe_names();
  const bool known = std::ranges::find(names, facts.name) != names.end();
  return image::recipe_called(known ? facts.name : names.front());
}

void tell(const image::Facts& facts, Out& out) {
  const image::Recipe recipe = recipe_of(facts);
  out.line("  made of   {} packages for {}, the newest of {}", facts.packages.size(),
           one_line(facts.architecture, 20), text_of(facts.created));
  out.line("            {}", beside_lock(recipe, facts.packages));
  out.line("  recipe    {}", beside_recipe(recipe, facts.recipe));
  out.line("  files     {}", facts.layer);
}

bool of_other_files(const std::vector<engines::ImageHere>& images) {
  std::set<std::string> files;
  for (const engines::ImageHere& here : images)
    if (here.facts) files.insert(here.facts->layer);
  return files.size() > 1;
}

// What one of these knows of its packages; nullptr: none does.
const image::Facts* facts_of(const std::vector<engines::ImageHere>& images) {
  for (const engines::ImageHere& here : images)
    if (here.facts && !here.facts->packages.empty()) return &*here.facts;
  return nullptr;
}

void tell_all(const std::vector<engines::ImageHere>& images, Out& out) {
  if (const image::Facts* facts = facts_of(images)) {
    tell(*facts, out);
  } else {
    out.line("  made of   unknown packages: redcode image build makes an image that knows them");
  }
  for (const engines::ImageHere& here : images)
    out.line("  {:<8}  {}", here.engine, one_line(here.digest, 80));
  if (of_other_files(images))
    out.line("  The two are not the same image: redcode image build makes them so.");
}

Task<int> show(const ImageShowOptions& options, Out& out) {
  docker::Engine engine;
  const std::vector<engines::ImageHere> images =
      co_await engines::images_called(options.tag, engine);
  if (images.empty()) {
    out.trouble("redcode: there is no image {} here: redcode image build, or redcode image load",
                one_line(options.tag, 100));
    co_return 2;
  }
  if (!options.packages) {
    out.line("{}", one_line(options.tag, 100));
    tell_all(images, out);
    co_return 0;
  }
  const image::Facts* facts = facts_of(images);
  if (facts == nullptr) {
    out.trouble("redcode: the packages of {} are unknown: redcode image build makes it anew",
                one_line(options.tag, 100));
    co_return 2;
  }
  out.write(image::packages_text(facts->packages));
  co_return 0;
}

}  // namespace

int image_list(Out& out) { return run_interruptible(list(out), out); }

int image_show(const ImageShowOptions& options, Out& out) {
  return run_interruptible(show(options, out), out);
}

}  // namespace redcode::app
