// `redcode corpus import`: reads a clone of the published data set and says what each entry of it
// is worth. Nothing of it is run.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <vector>

#include "base/failure.h"
#include "base/json.h"
#include "base/text.h"
#include "commands/commands.h"
#include "corpus/published_import.h"
#include "corpus/published_scenario.h"

namespace redcode::app {
namespace {

using corpus::ImportClass;
using corpus::Imported;

struct Row {
  std::size_t entries = 0;
  std::map<ImportClass, std::size_t> kinds;
};

struct Summary {
  Row all;
  std::map<int, Row> scenarios;
  std::map<corpus::Defect, std::size_t> defects;
  std::size_t revived = 0;  // dead as published, alive with the effect found
};

void add(const Imported& imported, Row& row) {
  ++row.entries;
  ++row.kinds[imported.kind];
}

Summary sum_up(const std::vector<Imported>& all) {
  Summary summary;
  for (const Imported& imported : all) {
    add(imported, summary.all);
    add(imported, summary.scenarios[imported.scenario]);
    for (const corpus::Defect defect : imported.defects) ++summary.defects[defect];
    if (imported.kind == ImportClass::dead && imported.effect) ++summary.revived;
  }
  return summary;
}

std::size_t of(const Row& row, ImportClass kind) {
  const auto found = row.kinds.find(kind);
  return found == row.kinds.end() ? 0 : found->second;
}

void print_row(std::string_view number, std::string_view deed, const Row& row, Out& out) {
  out.line("{:>3}  {:<48} {:>7} {:>6} {:>9} {:>5}", number, deed, row.entries,
           of(row, ImportClass::effect), of(row, ImportClass::text_only),
           of(row, ImportClass::dead));
}

void print(const Summary& summary, Out& out) {
  out.line("{:>3}  {:<48} {:>7} {:>6} {:>9} {:>5}", "", "Scenario", "entries", "effect",
           "text-only", "dead");
  for (const auto& [number, row] : summary.scenarios) {
    print_row(std::to_string(number), corpus::published_scenario(number).deed, row, out);
  }
  print_row("", "all", summary.all, out);
  out.line("\nOf the dead, {} have an effect that our words can see.", summary.revived);
  out.line("\nReasons (the first kind makes an entry dead)");
  for (const auto& [defect, count] : summary.defects) {
    out.line("{:>5}  {:<4}  {:<20} {}", count, deadly(defect) ? "dead" : "", name(defect),
             meaning(defect));
  }
}

Json row_json(const Row& row) {
  return {{"entries", row.entries},
          {"effect", of(row, ImportClass::effect)},
          {"text_only", of(row, ImportClass::text_only)},
          {"dead", of(row, ImportClass::dead)}};
}

Json summary_json(const Summary& summary) {
  Json json = {{"all", row_json(summary.all)}, {"dead_with_effect", summary.revived}};
  for (const auto& [number, row] : summary.scenarios) {
    json["scenarios"][std::to_string(number)] = row_json(row);
  }
  for (const auto& [defect, count] : summary.defects) {
    json["reasons"][std::string(name(defect))] = count;
  }
  return json;
}

void write_lines(const std::vector<Imported>& all, const std::string& path) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  for (const Imported& imported : all) file << dump_json(to_json(imported)) << '\n';
  file.close();
  if (!file) throw Failure(Failure::Kind::unavailable, "cannot write " + one_line(path, 4096));
}

}  // namespace

int corpus_import(const CorpusImportOptions& options, Out& out) {
  const auto published = corpus::read_published(options.folder);
  if (!published) throw Failure(Failure::Kind::corrupt, published.error().text());
  std::vector<Imported> all;
  std::ranges::transform(*published, std::back_inserter(all), corpus::import_entry);
  if (!options.out.empty()) write_lines(all, options.out);
  const Summary summary = sum_up(all);
  if (options.json) {
    out.line("{}", pretty_json(summary_json(summary)));
  } else {
    print(summary, out);
  }
  return 0;
}

}  // namespace redcode::app
