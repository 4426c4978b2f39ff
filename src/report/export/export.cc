#include "report/export/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/export/atif.h"
#include "report/export/flat.h"
#include "report/export/inspect.h"
#include "report/export/messages.h"
#include "report/export/pairs.h"
#include "report/export/sqlite.h"

namespace redcode::exports {
namespace {

constexpr std::array<std::string_view, 7> names{"jsonl",    "csv",     "sqlite", "pairs",
                                                "messages", "inspect", "atif"};

using WriteFile = void (*)(const Job&, NewFile&, ExportTally&);

WriteFile writer_of(Format format) {
  switch (format) {
    case Format::csv:
      return write_csv;
    case Format::pairs:
      return write_pairs;
    case Format::messages:
      return write_messages;
    case Format::inspect:
      return write_inspect;
    default:
      return write_jsonl;
  }
}

ExportTally write_folder(const Job& job, const Target& target) {
  ExportTally account;
  const FolderDestination destination(target.out, target.existing, ".json");
  write_atif(job, destination.path(), account);
  if (account.written > 0) destination.publish();
  return account;
}

ExportTally write_file(const Job& job, Format format, const Target& target) {
  ExportTally account;
  const FileDestination destination(target.out, target.existing);
  if (format == Format::sqlite) {
    write_sqlite(job, destination.path(), account);
  } else {
    NewFile file(destination.path());
    writer_of(format)(job, file, account);
    file.end();
  }
  if (account.written > 0) destination.publish();
  return account;
}

}  // namespace

std::optional<Format> format_named(std::string_view name) {
  const auto* const found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Format>(found - names.begin());
}

std::vector<std::string> format_names() { return {names.begin(), names.end()}; }

std::string_view unit(Format format) {
  switch (format) {
    case Format::pairs:
      return "pairs";
    case Format::messages:
      return "transcripts";
    case Format::atif:
      return "trajectories";
    default:
      return "trials";
  }
}

bool takes_one_run(Format format) { return format == Format::inspect || format == Format::atif; }

ExportTally write(const Job& job, Format format, const Target& target) {
  return format == Format::atif ? write_folder(job, target) : write_file(job, format, target);
}

}  // namespace redcode::exports
