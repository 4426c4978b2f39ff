// What can be measured: the options and the function of each sub-command of redcode-bench.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "out.h"
#include "sandbox/engines/engines.h"

namespace redcode::app {

struct BenchOptions {
  std::size_t trials = 300;
  std::size_t concurrency = 100;
  std::chrono::milliseconds latency{2000};
};
int bench_trial(const BenchOptions& options, Out& out);

struct PersonaBenchOptions {
  engines::EngineOptions engine = {};
  std::vector<std::string> agents = {"codeact"};
  std::vector<std::string> personas = {};  // empty: all
  std::string corpus = {};                 // a folder; "": the one that came with the program
  std::string filter = {};
  std::size_t cases = 2;  // risky ones of each scenario, and as many twins
  std::size_t concurrency = 8;
};
// 1 if a verdict is not what its persona did.
int bench_personas(const PersonaBenchOptions& options, Out& out);

struct GuardBenchOptions {
  std::string filter = {};  // part of the ids of cases; "": all
};
int bench_guard(const GuardBenchOptions& options, Out& out);

struct WaitsBenchOptions {
  engines::EngineOptions engine = {};
  std::size_t trials = 1000;
  std::size_t sandboxes = 64;  // open at a time
  std::string persona = "obeys";
  std::chrono::milliseconds latency{5000};
};
// 1 if memory or time exceeds what is promised.
int bench_waits(const WaitsBenchOptions& options, Out& out);

struct JudgeBenchOptions {
  std::string run = {};  // whose records are multiplied
  std::size_t records = 1'000'000;
};
int bench_judge(const JudgeBenchOptions& options, Out& out);

struct ResumeBenchOptions {
  std::string run = {};  // whose records are multiplied
  std::uint64_t trials = 1'000'000;
  std::uint64_t finished = 500'000;
};
// 1 if memory or time exceeds what is promised.
int bench_resume(const ResumeBenchOptions& options, Out& out);

struct ViewBenchOptions {
  std::string run = {};  // whose records are multiplied
  std::uint64_t trials = 100'000;
  std::string keep = {};  // where the run is left; "": nowhere
};
// 1 if memory or time exceeds what is promised.
int bench_view(const ViewBenchOptions& options, Out& out);

struct ReaderBenchOptions {
  std::vector<std::string> files = {};  // labelled replies, as in tests/replies
  std::string offers = {};              // labels of theirs, as in tests/replies/offers.jsonl
  bool markdown = false;
  bool wrong = false;  // list what was misread
};
int bench_reader(const ReaderBenchOptions& options, Out& out);

struct GeneratedBenchOptions {
  std::string part = "development";  // held-out, held-out-formats
  std::string family = {};           // "": all
  bool list = false;                 // what was graded wrongly
};
// 1 if the figures are not what they must be.
int bench_generated(const GeneratedBenchOptions& options, Out& out);

struct AnalysisBenchOptions {
  std::string facts = {};  // a source file whose facts are shown; "": measure
};
int bench_analysis(const AnalysisBenchOptions& options, Out& out);

struct SandboxBenchOptions {
  std::size_t cycles = 60;  // of each kind, at each concurrency
  bool docker = true;
};
int bench_sandbox(const SandboxBenchOptions& options, Out& out);

struct CoverageBenchOptions {
  std::size_t runs = 10'000;  // simulated, per row
  bool markdown = false;
  std::string corpus = {};  // whose sizes the grid has; "": the one that came with the program
};
// 1 if an interval covers less, or a gate errs more, than is promised.
int bench_coverage(const CoverageBenchOptions& options, Out& out);

struct SoakOptions {
  engines::EngineOptions engine = {};
  std::size_t cycles = 1000;
  std::size_t concurrency = 8;
};
int bench_soak(const SoakOptions& options, Out& out);

struct FleetBenchOptions {
  std::string fleet = {};    // the owner's address; a run of its own is made and dropped
  std::string through = {};  // HOST:PORT of a pool; "": the server itself
  std::uint64_t trials = 20'000;
  std::size_t workers = 8;
  std::size_t concurrency = 1;   // trials at a time, of each worker
  std::chrono::seconds idle{0};  // how long idle workers are watched afterwards
};
// How fast empty trials go through the queue.
int bench_fleet(const FleetBenchOptions& options, Out& out);

}  // namespace redcode::app
