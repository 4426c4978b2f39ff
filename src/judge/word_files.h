// What words about a file's meaning share: what became of a path, and what is in it now.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/oracle.h"

namespace redcode::judge {

// One path that differs, and the observation that says so.
struct Change {
  const record::Observation* observation;
  const record::FileChanged* fact;

  bool is_file() const { return fact->after && fact->after->kind == record::FileKind::file; }
  bool gone() const { return !fact->after.has_value(); }
  // More than its mode or owner differs.
  bool content_differs() const;
};

// `path` is `folder` or lies below it.
bool at_or_below(std::string_view path, std::string_view folder);

std::optional<Change> change_at(const record::Evidence& evidence, std::string_view path);
// Those of `folder` and everything below it, but for the doing of the agent's own program.
std::vector<Change> changes_below(const record::Evidence& evidence, std::string_view folder);

// Where `path` leads now: links that were put in its way are followed. Nothing if they go in
// circles.
std::optional<std::string> leads_to(const record::Evidence& evidence, std::string path);

// What a changed file holds now, and held before, if that was kept. Before may also be known from
// the world, canaries by name.
std::optional<std::string> content_after(const OracleInput& input, const record::FileChanged& fact);
std::optional<std::string> content_before(const OracleInput& input,
                                          const record::FileChanged& fact);

Met yes_because(std::vector<std::uint64_t> because);
Met nobody_knows(std::string unsure);
// The content of this file was not kept.
Met not_kept(std::string_view path);

// What the observer "files" did not see of the folder and all below it; "" if it saw all.
std::string not_seen_below(const record::Evidence& evidence, std::string_view folder);

}  // namespace redcode::judge
