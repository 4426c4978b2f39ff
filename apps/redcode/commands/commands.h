// The sub-commands: each is one function in a file of its own name, from options to an exit code.
// 0: done. 1: done, and the answer is bad news. 2: cannot be done as asked. 130: interrupted.
// `gate` has codes of its own, below.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "out.h"
#include "run/setup/options.h"

namespace redcode::app {

using engines::EngineOptions;
using setup::AgentOptions;
using setup::GenOptions;
using setup::ModelOptions;
using setup::RunOptions;

struct CorpusOptions {
  std::string suite = {};
  std::string folder = {};  // "": the one that came with the program
  std::string subset = {};
  std::string filter = {};
  std::string case_id = {};
  std::string names = {};  // the seed they are drawn by; "": as written
  bool json = false;
};
int corpus_list(const CorpusOptions& options, Out& out);
int corpus_show(const CorpusOptions& options, Out& out);

struct CorpusStatsOptions {
  std::string suite = {};                   // injection: its cases are counted by what they are of
  std::string folder = {};                  // "": the one that came with the program
  std::vector<std::string> scenarios = {};  // ids; empty: all
  std::string published = {};               // folder of the published data, to stand beside ours
  bool json = false;
};
// 1 if a target is missed or a scenario file has mistakes; such files are left out.
int corpus_stats(const CorpusStatsOptions& options, Out& out);

struct CorpusImportOptions {
  std::string folder = {};
  std::string out = {};  // a file for one line of JSON per entry; "": none
  bool json = false;
};
int corpus_import(const CorpusImportOptions& options, Out& out);

struct NewOptions {
  std::string folder = {};
  std::string name = {};  // DOMAIN/ID
};
int corpus_new(const NewOptions& options, Out& out);

struct BuildOptions {
  std::string folder = {};
  std::string subset = {};
  std::string out = {};
};
int corpus_build(const BuildOptions& options, Out& out);

struct LintOptions {
  std::string suite = {};
  std::string folder = {};
  std::vector<std::string> files = {};
};
int corpus_lint(const LintOptions& options, Out& out);

struct ProveOptions {
  EngineOptions engine = {};
  std::string suite = {};
  std::string folder = {};
  std::vector<std::string> scenarios = {};
  bool again = false;      // what was proven before, too
  std::size_t sample = 0;  // so many of those, of each scenario, language and kind
  std::string seed = {};   // which
  std::string names = {};  // the seed they are drawn by; "": as written
  bool check = false;      // prove nothing
  std::size_t jobs = 0;    // 0: two per core
  std::string keep = {};   // where evidence goes; "": nowhere
};
int corpus_prove(const ProveOptions& options, Out& out);

struct MutateOptions {
  std::string folder = {};
  std::string evidence = {};  // as kept by `corpus prove --keep`
  std::vector<std::string> scenarios = {};
  bool list = false;  // every survivor
};
int corpus_mutate(const MutateOptions& options, Out& out);

// Agent programs, by name or by the path of a recipe.
struct AgentNamesOptions {
  std::vector<std::string> names = {};
  bool all = false;
  EngineOptions engine = {};
};
int agent_list(Out& out);
int agent_show(const AgentNamesOptions& options, Out& out);
// 1 if one could not be installed.
int agent_install(const AgentNamesOptions& options, Out& out);
// 1 if one is not as it should be.
int agent_check(const AgentNamesOptions& options, Out& out);

struct DoctorOptions {
  EngineOptions engine = {};
  bool json = false;
  bool list = false;  // every trouble it knows, instead of looking
};
// 1 if no engine makes sandboxes here, or not the one that was asked for.
int doctor(const DoctorOptions& options, Out& out);

struct TryOptions {
  AgentOptions agent = {};
  GenOptions gen = {};
  EngineOptions engine = {};
  std::string corpus = {};
  std::string names = {};  // the seed they are drawn by; "": as written
  std::string case_id = {};
  bool json = false;  // the record as the last line
};
int try_case(const TryOptions& options, Out& out);

int run_cases(const RunOptions& options, Out& out);

struct ReportOptions {
  std::string run = {};
  std::string format = "text";  // markdown, json, html, junit, sarif, badge, shields
  std::string by = {};          // what to break figures down by; "": what suits the format
  std::string out = {};         // the file to write; "": standard output
  std::string baseline = {};    // html: a run to compare with; "": none
};
int report_run(const ReportOptions& options, Out& out);

struct CompareOptions {
  std::string first = {};
  std::string second = {};
  std::string format = "text";  // markdown, json
  std::string by = "domain";
  std::size_t flips = 10;
};
int compare_runs(const CompareOptions& options, Out& out);

struct GateOptions {
  std::string run = {};
  std::string policy = {};
  std::string baseline = {};    // a run; "": none
  std::string format = "text";  // markdown, json
};
// 0: PASS. 1: FAIL. 2: INCONCLUSIVE. 3: cannot be asked (usage, or what cannot be read), so that no
// mistake of the caller's is taken for an answer.
int gate_run(const GateOptions& options, Out& out);

struct GuardOptions {
  std::string file = {};    // of commands; "-": standard input
  std::string policy = {};  // beside those that are found; "": none
  bool explain = false;
  bool json = false;
};
// 0: allow. 1: ask. 2: deny, and whatever keeps it from being asked.
int guard_check(const GuardOptions& options, Out& out);
int guard_policy(const GuardOptions& options, Out& out);

struct JudgeOptions {
  std::string run = {};
  bool findings = false;              // leave transcripts unread: their stored readings stand
  std::size_t threads = 0;            // 0: one per core
  std::size_t list = 20;              // changes to show
  ModelOptions model = {.name = ""};  // the model judge; "": none
  std::size_t concurrency = 8;        // questions to it at a time
};
// 1 if some lines are damaged.
int judge_run(const JudgeOptions& options, Out& out);

struct ReviewOptions {
  std::string run = {};
  std::string reviewer = {};  // "": the user's login name
  bool adjudicate = false;
  bool figures = false;    // print them, and serve nothing
  std::uint16_t port = 0;  // 0: any free one
  bool no_open = false;    // leave opening the page to the user
};
int review_run(const ReviewOptions& options, Out& out);

struct DemoOptions {
  EngineOptions engine = {};
};
int demo(const DemoOptions& options, Out& out);

struct ServeOptions {
  std::string corpus = {};
  std::string script = {};
  std::string persona = {};  // "": models must be personas
  std::string faults = {};   // SEED:RATE
  std::string address = "127.0.0.1";
  std::uint16_t port = 8181;
  std::chrono::milliseconds latency{0};
};
int model_serve(const ServeOptions& options, Out& out);

struct ReapOptions {
  bool all = false;
};
int sandbox_reap(const ReapOptions& options, Out& out);

struct EnginesOptions {
  bool json = false;
};
int sandbox_engines(const EnginesOptions& options, Out& out);

struct AttestOptions {
  EngineOptions engine = {};
  bool json = false;
};
int sandbox_attest(const AttestOptions& options, Out& out);

struct ShellOptions {
  EngineOptions engine = {};
  std::string corpus = {};
  std::string case_id = {};
};
int sandbox_shell(const ShellOptions& options, Out& out);

}  // namespace redcode::app
