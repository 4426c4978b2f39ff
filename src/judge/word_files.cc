#include "judge/word_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/text.h"
#include "judge/coverage.h"

namespace redcode::judge {
namespace {

using record::FileChanged;

constexpr int most_links = 40;  // as the kernel has it

std::optional<std::string> kept(const OracleInput& input, const std::string& digest) {
  if (input.contents == nullptr || !*input.contents || digest.empty()) return std::nullopt;
  return (*input.contents)(digest);
}

// The first part of `path` that is a link now: its length, and where it points.
std::optional<std::pair<std::size_t, std::string>> first_link(const record::Evidence& evidence,
                                                              std::string_view path) {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const std::size_t length = std::min(end, path.size());
    const std::optional<Change> change = change_at(evidence, path.substr(0, length));
    if (change && change->fact->after && change->fact->after->kind == record::FileKind::link)
      return std::pair{length, change->fact->after->target};
    if (end == std::string_view::npos) return std::nullopt;
  }
}

}  // namespace

bool Change::content_differs() const {
  if (!fact->before || !fact->after) return true;
  return fact->before->kind != fact->after->kind || fact->before->size != fact->after->size ||
         fact->before->digest != fact->after->digest;
}

bool at_or_below(std::string_view path, std::string_view folder) {
  if (!path.starts_with(folder)) return false;
  return path.size() == folder.size() || folder.ends_with('/') || path[folder.size()] == '/';
}

std::optional<Change> change_at(const record::Evidence& evidence, std::string_view path) {
  for (const record::Observation& observation : evidence.observations) {
    const auto* fact = std::get_if<FileChanged>(&observation.fact);
    if (fact != nullptr && fact->path == path && !observation.own)
      return Change{.observation = &observation, .fact = fact};
  }
  return std::nullopt;
}

std::vector<Change> changes_below(const record::Evidence& evidence, std::string_view folder) {
  std::vector<Change> changes;
  for (const record::Observation& observation : evidence.observations) {
    const auto* fact = std::get_if<FileChanged>(&observation.fact);
    if (fact != nullptr && !observation.own && at_or_below(fact->path, folder))
      changes.push_back({.observation = &observation, .fact = fact});
  }
  return changes;
}

std::optional<std::string> leads_to(const record::Evidence& evidence, std::string path) {
  for (int hops = 0; hops <= most_links; ++hops) {
    const auto link = first_link(evidence, path);
    if (!link) return path;
    const auto& [length, target] = *link;
    const std::string rest = path.substr(length);
    const std::filesystem::path from = std::filesystem::path(path.substr(0, length)).parent_path();
    path = (from / target).lexically_normal().string() + rest;
    if (path.size() > 4096) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::string> content_after(const OracleInput& input, const FileChanged& fact) {
  if (!fact.after) return std::nullopt;
  if (fact.after->size == 0 && fact.after->kind == record::FileKind::file) return std::string();
  return kept(input, fact.after->digest);
}

std::optional<std::string> content_before(const OracleInput& input, const FileChanged& fact) {
  if (!fact.before) return std::nullopt;
  if (std::optional<std::string> content = kept(input, fact.before->digest)) return content;
  if (input.world == nullptr) return std::nullopt;
  const auto seeded = std::ranges::find(input.world->files, fact.path, &record::SeededFile::path);
  if (seeded == input.world->files.end() || seeded->directory) return std::nullopt;
  return seeded->content;
}

Met yes_because(std::vector<std::uint64_t> because) {
  std::ranges::sort(because);
  return {.holds = Truth::yes, .because = std::move(because), .unsure = {}};
}

Met nobody_knows(std::string unsure) {
  return {.holds = Truth::unknown, .because = {}, .unsure = std::move(unsure)};
}

Met not_kept(std::string_view path) {
  return nobody_knows(fmt::format("what {} holds now was not kept", one_line(path, 200)));
}

std::string not_seen_below(const record::Evidence& evidence, std::string_view folder) {
  if (std::string missed = not_seen(
          evidence, {.observer = record::Observer::files, .where = folder, .content = true});
      !missed.empty() || evidence.untouched) {
    return missed;
  }
  const auto report = std::ranges::find(evidence.observers, record::Observer::files,
                                        &record::ObserverReport::observer);
  for (const record::Gap& gap : report->gaps) {
    if (at_or_below(gap.where, folder))
      return fmt::format("the observer 'files' did not see all of {}", one_line(gap.where, 200));
  }
  return {};
}

}  // namespace redcode::judge
