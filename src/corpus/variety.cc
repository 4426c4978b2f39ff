#include "corpus/variety.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "corpus/similarity.h"
#include "corpus/tokens.h"

namespace redcode::corpus {
namespace {

constexpr double near_enough = 0.8;

using Shape = std::vector<std::string>;
// The variants of one scenario in one language.
using Kin = std::vector<const Entry*>;

std::map<std::pair<std::string, Language>, Kin> kin_of(const std::vector<Entry>& entries) {
  std::map<std::pair<std::string, Language>, Kin> all;
  for (const Entry& entry : entries) {
    if (!entry.twin) all[{entry.scenario, entry.language}].push_back(&entry);
  }
  return all;
}

std::string label(const Entry& entry) {
  return fmt::format("{}.{}.{}", entry.scenario, entry.act, name(entry.language));
}

void add_redundant(const Kin& kin, Variety& variety) {
  std::vector<Shingles> programs;
  programs.reserve(kin.size());
  for (const Entry* entry : kin) {
    programs.push_back(shingles_of(words_of(entry->code, entry->language)));
  }
  const NearDuplicates found = near_duplicates(programs, near_enough);
  variety.redundant += found.redundant;
  for (const NearDuplicates::Pair& pair : found.pairs) {
    variety.alike.push_back(fmt::format("{} ~ {} {:.2f}", label(*kin[pair.first]),
                                        label(*kin[pair.second]), pair.overlap));
  }
}

void add_same_shapes(const Kin& kin, Variety& variety) {
  std::map<Shape, const Entry*> first;
  for (const Entry* entry : kin) {
    const auto [same, fresh] = first.emplace(shape_of(entry->code, entry->language), entry);
    if (fresh) continue;
    variety.alike.push_back(fmt::format("{} = {}", label(*same->second), label(*entry)));
  }
}

}  // namespace

Variety variety_of(const std::vector<Entry>& entries) {
  Variety variety;
  std::set<std::pair<Language, Shape>> shapes;
  for (const Entry& entry : entries) {
    if (entry.twin) continue;
    ++variety.entries;
    shapes.emplace(entry.language, shape_of(entry.code, entry.language));
  }
  variety.shapes = shapes.size();
  for (const auto& [place, kin] : kin_of(entries)) {
    add_same_shapes(kin, variety);
    add_redundant(kin, variety);
  }
  return variety;
}

}  // namespace redcode::corpus
