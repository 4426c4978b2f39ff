#include "sandbox/image/recipe.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/digest.h"
#include "base/failure.h"
#include "base/files.h"
#include "base/text.h"
#include "sandbox/image/settings.h"

namespace redcode::image {
namespace {

namespace fs = std::filesystem;

constexpr const char* dockerfile = "Dockerfile";
constexpr const char* install = "install";

bool is_left_behind(const fs::path& path) {
  return path.extension() == ".lock" || path.extension() == ".pyc" || path == dockerfile;
}

}  // namespace

std::vector<std::string> recipe_names() { return {"base", "dev"}; }

Recipe recipe_called(const std::string& name) {
  return {.name = name, .folder = data_folder("images") / name};
}

std::string usual_tag(const std::string& name) { return fmt::format("redcode-{}:1", name); }

std::string dockerfile_of(const Recipe& recipe) { return read_text(recipe.folder / dockerfile); }

std::vector<std::string> packages_asked_by(const Recipe& recipe) {
  static constexpr std::string_view begin = "ARG PACKAGES=\"";
  const std::string text = dockerfile_of(recipe);
  const std::size_t at = text.find(begin);
  if (at == std::string::npos)
    throw Failure(Failure::Kind::corrupt,
                  fmt::format("images/{}/Dockerfile has no ARG PACKAGES", recipe.name));
  const std::size_t first = at + begin.size();
  return split(text.substr(first, text.find('"', first) - first), ' ');
}

std::vector<RecipeFile> files_beside(const Recipe& recipe) {
  std::vector<RecipeFile> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(recipe.folder)) {
    const fs::path path = entry.path().lexically_relative(recipe.folder);
    if (!entry.is_regular_file() || is_left_behind(path)) continue;
    const bool program = (entry.status().permissions() & fs::perms::owner_exec) != fs::perms::none;
    files.push_back(
        {.path = path.string(), .content = read_text(entry.path()), .program = program});
  }
  std::ranges::sort(files, {}, &RecipeFile::path);
  return files;
}

bool has_install(const Recipe& recipe) { return fs::is_regular_file(recipe.folder / install); }

std::string digest_of(const Recipe& recipe) {
  std::string text = dockerfile_of(recipe);
  for (const RecipeFile& file : files_beside(recipe))
    text += fmt::format("\n{} {}", sha256_hex(file.content), file.path);
  return "sha256:" + sha256_hex(text);
}

std::filesystem::path lock_of(const Recipe& recipe) {
  return recipe.folder / fmt::format("packages.{}.lock", architecture_here());
}

Packages read_lock(const std::filesystem::path& file) {
  const Result<Packages> packages = packages_from(read_text(file));
  if (!packages) {
    throw Failure(Failure::Kind::corrupt,
                  fmt::format("{}: {}", file.string(), packages.error().message));
  }
  return *packages;
}

}  // namespace redcode::image
