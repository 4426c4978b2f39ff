#include "agents/recipe_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "agents/architectures.h"
#include "base/did_you_mean.h"
#include "base/failure.h"
#include "base/files.h"
#include "base/text.h"

namespace redcode::agents {
namespace {

constexpr const char* ending = ".yaml";

std::filesystem::path file_of(const std::string& name) {
  if (name.contains('/') || name.ends_with(ending)) return name;
  const std::vector<std::string> names = recipe_names();
  if (std::ranges::find(names, name) != names.end()) return data_folder("agents") / (name + ending);
  std::vector<std::string> all = architecture_names();
  all.insert(all.end(), names.begin(), names.end());
  throw Failure(
      Failure::Kind::unavailable,
      fmt::format("no agent '{}'; there are codeact, interpreter, react and toolcall, the programs "
                  "{}, or the path of a recipe{}",
                  one_line(name, 40), fmt::join(names, ", "), did_you_mean(name, all)));
}

}  // namespace

std::vector<std::string> recipe_names() {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(data_folder("agents"), none)) {
    if (entry.path().extension() == ending) names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

Recipe read_recipe(const std::string& name) {
  const std::filesystem::path file = file_of(name);
  auto recipe = parse_recipe(read_text(file), file.string());
  if (recipe) return *std::move(recipe);
  std::string all;
  for (const Error& error : recipe.error()) all += "\n  " + error.text();
  throw Failure(Failure::Kind::corrupt, "the recipe cannot be used:" + all);
}

}  // namespace redcode::agents
