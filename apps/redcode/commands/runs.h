// `redcode runs …`: run folders looked at, checked, tidied up and steered. Exit codes: commands.h.
#pragma once

#include <cstddef>
#include <string>

#include "out.h"

namespace redcode::app {

struct RunsOptions {
  std::string run = {};         // the run folder
  std::string folder = "runs";  // of run folders
  bool json = false;
  bool watch = false;        // status: again and again until the run ends
  std::string retry = {};    // resume: as RunOptions::retry
  bool dry_run = false;      // prune: say what would go
  bool transcripts = false;  // prune: transcripts too
  std::size_t concurrency = 0;
  std::size_t threads = 0;  // verify: 0: one per core
};

int runs_list(const RunsOptions& options, Out& out);
int runs_show(const RunsOptions& options, Out& out);
// 1 if the run is not whole.
int runs_verify(const RunsOptions& options, Out& out);
int runs_prune(const RunsOptions& options, Out& out);
int runs_resume(const RunsOptions& options, Out& out);

int runs_status(const RunsOptions& options, Out& out);
int runs_pause(const RunsOptions& options, Out& out);
int runs_continue(const RunsOptions& options, Out& out);
int runs_cancel(const RunsOptions& options, Out& out);
int runs_concurrency(const RunsOptions& options, Out& out);

}  // namespace redcode::app
