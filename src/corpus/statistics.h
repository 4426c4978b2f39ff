// Statistics: how large a set of cases is, how much its members differ and what their words give
// away; for people and for programs. docs/corpus-stats.md says what each figure means.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "corpus/figures.h"
#include "corpus/published.h"
#include "corpus/surface.h"

namespace redcode::corpus {

// What a filter that is given one part of cases gets out of it.
struct Leak {
  std::string of;    // "pairs", "orders"
  std::string read;  // "code", "summary", "details": the request; "paths", "contents": the world
  Surface surface;
};

struct Statistics {
  Composition composition;
  std::vector<Figure> figures;
  std::vector<Leak> leaks = {};

  bool all_met() const;
};

// What the figures are held to: the targets of the whole corpus, or those of one scenario. Leaks
// are of the whole corpus only.
enum class Extent { corpus, scenarios };
Statistics statistics_of(const std::vector<Case>& cases, Extent extent);
Statistics statistics_of(const std::vector<PublishedEntry>& published, Extent extent);

// With the published data beside it, if they were measured. Of scenarios, which entries are alike.
std::string text(const Statistics& ours, const std::optional<Statistics>& published, Extent extent);
Json to_json(const Statistics& ours, const std::optional<Statistics>& published);

}  // namespace redcode::corpus
