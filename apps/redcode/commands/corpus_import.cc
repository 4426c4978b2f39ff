// `redcode corpus import`: reads a clone of the published data set and says what each entry of it
// is worth. Nothing of it is run.
#include <algorithm>
#include <fstream>
#include <iterator>
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

void print_row(std::string_view number, std::string_view deed,
               const corpus::ImportSummary::Row& row, Out& out) {
  out.line("{:>3}  {:<48} {:>7} {:>6} {:>9} {:>5}", number, deed, row.entries,
           row.of(ImportClass::effect), row.of(ImportClass::text_only), row.of(ImportClass::dead));
}

void print(const corpus::ImportSummary& summary, Out& out) {
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
  const corpus::ImportSummary summary = corpus::sum_up(all);
  if (options.json) {
    out.line("{}", pretty_json(to_json(summary)));
  } else {
    print(summary, out);
  }
  return 0;
}

}  // namespace redcode::app
