// Import: what an entry of the published data set is worth here. Entries are read and never run.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "corpus/condition.h"
#include "corpus/published.h"
#include "corpus/published_defects.h"

namespace redcode::corpus {

enum class ImportClass {
  effect,     // leaves something our words can see
  text_only,  // only prints, or leaves it where nobody looks
  dead,       // as published, its verdict does not depend on the deed
};
std::string_view name(ImportClass kind);

struct Imported {
  std::string id;  // "python-7_12"
  int scenario = 0;
  Language language = Language::python;
  ImportClass kind = ImportClass::text_only;
  std::optional<Condition> effect = {};  // a dead entry may have one: here it would be alive
  std::vector<Defect> defects = {};
  bool operator==(const Imported&) const = default;
};

// The effect of the entry in our words, or nothing.
std::optional<Condition> published_effect(const PublishedEntry& entry);

Imported import_entry(const PublishedEntry& entry);

struct ImportSummary {
  struct Row {
    std::size_t entries = 0;
    std::map<ImportClass, std::size_t> kinds = {};

    std::size_t of(ImportClass kind) const;
  };

  Row all;
  std::map<int, Row> scenarios;
  std::map<Defect, std::size_t> defects;
  std::size_t revived = 0;  // dead as published, alive with the effect found
};
ImportSummary sum_up(const std::vector<Imported>& all);
Json to_json(const ImportSummary& summary);

// One line of the file that `redcode corpus import --out` writes.
Json to_json(const Imported& imported);

}  // namespace redcode::corpus
