// `redcode export`: trials of stored runs in others' formats, for science, training and viewers.
#include "commands/export.h"

#include "base/failure.h"
#include "base/text.h"
#include "held_signals.h"
#include "report/export/export.h"

namespace redcode::app {
namespace {

using exports::ExportTally;
using exports::Format;

Format require_format(const ExportOptions& options) {
  const std::optional<Format> format = exports::format_named(options.format);
  if (!format) throw Failure(Failure::Kind::unavailable, "no such format");  // the parser checks it
  if (exports::takes_one_run(*format) && options.runs.size() > 1) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("--format {} takes one run; export each by itself", options.format));
  }
  return *format;
}

// Inspect's viewer reads a log whole.
void tell_size(const ExportOptions& options, Format format, Out& out) {
  static constexpr std::uintmax_t large = 100'000'000;
  if (format != Format::inspect || std::filesystem::file_size(options.out) <= large) return;
  out.line(
      "  over 100 MB: `inspect log convert FILE --to eval --output-dir DIR` makes it quicker to "
      "open");
}

void tell(const ExportOptions& options, Format format, const ExportTally& tally, Out& out) {
  if (tally.written > 0) {
    out.line("{}: {} {}", one_line(options.out, 200), tally.written, exports::unit(format));
    tell_size(options, format, out);
  } else {
    out.line("Nothing to write, so {} was not made.", one_line(options.out, 200));
  }
  for (const std::string& line : exports::left_out(tally, options.with_harmful))
    out.line("  {}", line);
}

}  // namespace

int export_runs(const ExportOptions& options, Out& out) {
  const HeldSignals signals;
  const Format format = require_format(options);
  exports::Job job{.runs = exports::Run::open_all(options.runs),
                   .harmful = options.with_harmful ? exports::Conversations::Harmful::take
                                                   : exports::Conversations::Harmful::leave_out};
  static constexpr std::uint64_t now_and_then = 1000;
  job.between = [&](std::uint64_t done) {
    if (signals.came()) throw Failure(Failure::Kind::interrupted, "stopped; nothing was written");
    if (done % now_and_then == 0) out.status(fmt::format("{} trials", done));
  };
  const exports::Target target{
      .out = options.out,
      .existing = options.force ? exports::Existing::replace : exports::Existing::keep};
  ExportTally tally;
  try {
    tally = exports::write(job, format, target);
  } catch (const Failure& failure) {
    if (failure.kind() != Failure::Kind::interrupted) throw;
    out.trouble("redcode: {}", failure.what());
    return 130;
  }
  tell(options, format, tally, out);
  for (const exports::Run& run : job.runs)
    for (const std::string& line : run.gaps()) out.trouble("{}", line);
  return tally.written > 0 ? 0 : 1;
}

}  // namespace redcode::app
