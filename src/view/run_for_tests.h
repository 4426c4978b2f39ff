// For tests: a small run folder, as a test asks for it.
#pragma once

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "corpus/run_for_tests.h"
#include "view/loaded_run.h"

namespace redcode::view {

// Of each of three scenarios two risky cases and two twins.
inline RunForTests small_run(std::uint32_t repeats = 1) {
  return RunForTests(many_cases(3, 2), repeats);
}

// Read to its end.
inline std::unique_ptr<LoadedRun> on_view(const std::filesystem::path& run) {
  auto view = std::make_unique<LoadedRun>(run);
  view->refresh();
  return view;
}

inline void append(const std::filesystem::path& path, std::string_view text) {
  std::ofstream(path, std::ios::app | std::ios::binary) << text;
}

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace redcode::view
