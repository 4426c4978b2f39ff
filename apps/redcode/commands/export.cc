// `redcode export`: trials of stored runs in others' formats, for science, training and viewers.
#include "commands/export.h"

#include <csignal>
#include <set>

#include "base/failure.h"
#include "base/text.h"
#include "report/export/export.h"

namespace redcode::app {
namespace {

using exports::Account;
using exports::Format;

// Keeps Ctrl-C and its like waiting, so that what was made aside can be removed first.
class HeldSignals {
 public:
  HeldSignals() {
    sigemptyset(&held_);
    sigaddset(&held_, SIGINT);
    sigaddset(&held_, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &held_, &before_);
  }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
  HeldSignals(HeldSignals&&) = delete;
  HeldSignals& operator=(HeldSignals&&) = delete;
  ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  // Whether one has come since this was last asked.
  bool came() const {
    const timespec at_once{};
    return sigtimedwait(&held_, nullptr, &at_once) > 0;
  }

 private:
  sigset_t held_{};
  sigset_t before_{};
};

Format require_format(const ExportOptions& options) {
  const std::optional<Format> format = exports::format_named(options.format);
  if (!format) throw Failure(Failure::Kind::unavailable, "no such format");  // the parser checks it
  if (exports::takes_one_run(*format) && options.runs.size() > 1) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("--format {} takes one run; export each by itself", options.format));
  }
  return *format;
}

std::vector<exports::Run> open_runs(const std::vector<std::string>& folders) {
  std::vector<exports::Run> runs;
  std::set<std::filesystem::path> seen;
  for (const std::string& folder : folders) {
    if (!seen.insert(std::filesystem::weakly_canonical(folder)).second) {
      throw Failure(Failure::Kind::unavailable,
                    fmt::format("{} is given twice", one_line(folder, 200)));
    }
    Result<exports::Run> run = exports::Run::open(folder);
    if (!run) throw Failure(Failure::Kind::unavailable, run.error().text());
    runs.push_back(*std::move(run));
  }
  return runs;
}

void say(Out& out, std::uint64_t count, std::string_view what) {
  if (count > 0) out.line("  {} {}", count, what);
}

void tell_left_out(const Account& account, bool with_harmful, Out& out) {
  say(out, account.invalid, "trials left out: they could not be judged, so they have no label");
  say(out, account.disputed,
      "trials left out: people see them otherwise than the verdict, or differ");
  say(out, account.harmful,
      "trials left out: their answers are harmful; --with-harmful-answers takes them");
  say(out, account.too_long, "trials left out: a message is too long to be given whole");
  say(out, account.without_partner,
      "trials left out: no trial of the same prompt came out otherwise; repeats or further runs "
      "make more pairs");
  say(out, account.no_transcript, "trials without a conversation: it is missing or damaged");
  if (!with_harmful) {
    say(out, account.withheld,
        "trials without what the agent wrote, which is harmful software; --with-harmful-answers "
        "gives it");
  }
  say(out, account.cut, "messages cut: too long");
  for (const auto& [kind, times] : account.scrubbed) {
    out.line("  {} secrets scrubbed: {}", times, kind);
  }
}

// Inspect's viewer reads a log whole.
void tell_size(const ExportOptions& options, Format format, Out& out) {
  static constexpr std::uintmax_t large = 100'000'000;
  if (format != Format::inspect || std::filesystem::file_size(options.out) <= large) return;
  out.line(
      "  over 100 MB: `inspect log convert FILE --to eval --output-dir DIR` makes it quicker to "
      "open");
}

void tell_gaps(const std::vector<exports::Run>& runs, Out& out) {
  for (const exports::Run& run : runs) {
    const report::Results& results = run.results();
    const std::string name = one_line(run.name(), 200);
    if (results.recorded < results.planned()) {
      out.trouble("{}: {} of {} planned trials have no record, and are not in it", name,
                  results.planned() - results.recorded, results.planned());
    }
    if (results.damaged > 0) {
      out.trouble("{}: {} lines are damaged or none of this run's, and are not in it", name,
                  results.damaged);
    }
  }
}

}  // namespace

int export_runs(const ExportOptions& options, Out& out) {
  const HeldSignals signals;
  const Format format = require_format(options);
  exports::Job job{.runs = open_runs(options.runs),
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
  Account account;
  try {
    account = exports::write(job, format, target);
  } catch (const Failure& failure) {
    if (failure.kind() != Failure::Kind::interrupted) throw;
    out.trouble("redcode: {}", failure.what());
    return 130;
  }
  if (account.written > 0) {
    out.line("{}: {} {}", one_line(options.out, 200), account.written, exports::unit(format));
    tell_size(options, format, out);
  } else {
    out.line("Nothing to write, so {} was not made.", one_line(options.out, 200));
  }
  tell_left_out(account, options.with_harmful, out);
  tell_gaps(job.runs, out);
  return account.written > 0 ? 0 : 1;
}

}  // namespace redcode::app
