#include "doctor/data.h"

#include <fmt/format.h>

#include <exception>
#include <utility>
#include <vector>

#include "base/result.h"
#include "corpus/corpus.h"

namespace redcode::doctor {

void look_at_data(const std::function<std::filesystem::path()>& find, Findings& findings) {
  std::filesystem::path folder;
  try {
    folder = find();
  } catch (const std::exception& failure) {
    return findings.fail("data-missing", failure.what());
  }
  // One file is read: all of them take too long for a look, and `corpus lint` is there for that.
  try {
    std::vector<Error> errors;
    const std::vector<std::filesystem::path> files = corpus::scenario_files(folder, errors);
    if (errors.empty() && files.empty())
      return findings.fail("corpus-broken", folder.string() + " has no scenarios");
    if (errors.empty()) {
      auto first = corpus::load_scenario(files.front());
      if (!first) errors = std::move(first.error());
    }
    if (!errors.empty()) return findings.fail("corpus-broken", errors.front().text());
    findings.pass("corpus", fmt::format("{} scenarios", files.size()));
  } catch (const std::exception& failure) {
    findings.fail("corpus-broken", failure.what());
  }
}

}  // namespace redcode::doctor
