#include <fmt/ranges.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/json.h"
#include "base/program_version.h"
#include "base/yaml/complaints.h"
#include "corpus/edition.h"
#include "reference/command.h"
#include "reference/formats.h"

namespace redcode::app {
namespace {

// The corpus that came with the program has a version of its own: cases change without it, and it
// without them. "" where there is no corpus.
std::string corpus_version() {
  try {
    const std::filesystem::path file = data_folder("corpus") / "corpus.yaml";
    yaml::Complaints complaints(file.string(), "corpus");
    const corpus::Edition edition = corpus::read_edition(read_text(file), complaints);
    return complaints.count() == 0 ? edition.version : "";
  } catch (const std::exception&) {
    return {};
  }
}

Json build() {
  Json json = {{"type", REDCODE_BUILD_TYPE}, {"compiler", "clang " __clang_version__}};
  // Known to whoever makes a release, and to nobody else for certain.
  if (const std::string commit = REDCODE_COMMIT; !commit.empty()) json["commit"] = commit;
  return json;
}

Json as_json(const std::string& corpus) {
  Json versions = Json::object();
  for (const FormatVersion& one : formats()) versions[std::string(one.name)] = one.version;
  return {{"format", "redcode/version/1"},
          {"tool", std::string(program_version())},
          {"corpus", corpus.empty() ? Json() : Json(corpus)},
          {"formats", versions},
          {"build", build()}};
}

}  // namespace

int show_version(const VersionOptions& options, Out& out) {
  const std::string corpus = corpus_version();
  if (options.json) {
    out.line("{}", as_json(corpus).dump(2));
    return 0;
  }
  out.line("redcode {}", program_version());
  out.line("corpus  {}", corpus.empty() ? "none: set REDCODE_DATA" : corpus);
  std::vector<std::string> parts;
  const Json made = build();
  for (const auto& [key, value] : made.items()) parts.push_back(value.get<std::string>());
  out.line("build   {}", fmt::join(parts, ", "));
  return 0;
}

}  // namespace redcode::app
