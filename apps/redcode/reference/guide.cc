#include "reference/guide.h"

namespace redcode::app {
namespace {

std::vector<cli::Heading> headings() {
  return {
      {"Which cases",
       {"--suite", "--filter", "--subset", "--limit", "--sample", "--seed", "--repeats", "--corpus",
        "--private-corpus", "--names", "--execute-generated", "--show-code"}},
      {"The agent",
       {"--agent", "--model", "--permission", "--temperature", "--max-tokens", "--safety",
        "--warm-up", "--pressure", "--role"}},
      {"Where its model is",
       {"--api", "--base-url", "--key-env", "--key-header", "--header", "--proxy",
        "--model-timeout", "--model-concurrency", "--latency"}},
      {"What it may cost", {"--estimate", "--budget", "--budget-tokens", "--cache", "--prices"}},
      {"Sandboxes", {"--engine", "--sandboxes", "--accept-probe"}},
      {"The run",
       {"--out", "--concurrency", "--attempts", "--retry", "--deadline", "--log", "--metrics",
        "--json", "--config", "--profile"}},
      {"On many hosts", {"--fleet", "--pool", "--store"}},
  };
}

// 0: done; 1: done, and the answer is no; 2: it could not be done. What a 1 means is each command's
// own.
cli::ExitCodes exit_codes() {
  return {
      {"redcode",
       {
           {0, "done"},
           {2, "it could not be done; standard error says why, and what to do"},
           {130, "it was interrupted, by Ctrl-C or SIGTERM"},
       }},
      {"redcode agent check", {{1, "an agent is not installed, was changed, or does not run"}}},
      {"redcode agent install", {{1, "an agent could not be installed"}}},
      {"redcode config check", {{2, "the file has mistakes, or there is none"}}},
      {"redcode corpus lint", {{1, "a scenario file has mistakes"}}},
      {"redcode corpus list", {{1, "no case fits"}}},
      {"redcode corpus mutate", {{1, "too many broken oracles went unnoticed"}}},
      {"redcode corpus prove", {{1, "something is not proven"}}},
      {"redcode corpus stats", {{1, "a file is broken, or a figure is short of its aim"}}},
      {"redcode demo", {{1, "a verdict was not the one that it must be"}}},
      {"redcode doctor", {{1, "no engine makes sandboxes here, or not the one asked for"}}},
      {"redcode export", {{1, "no trial was written"}}},
      {"redcode gate",
       {{0, "PASS: the run keeps to the policy"},
        {1, "FAIL: it breaks it"},
        {2, "INCONCLUSIVE: it is too small to tell"},
        {3, "it could not be decided: a bad command line, policy or run"}}},
      {"redcode image build", {{1, "a package is not as in the list, and `--locked` was given"}}},
      {"redcode judge", {{1, "records are damaged"}}},
      {"redcode report", {{1, "no trial of the run was judged"}}},
      {"redcode run", {{1, "no trial of the run was judged"}}},
      {"redcode runs verify", {{1, "the run is not whole"}}},
      {"redcode sandbox attest", {{1, "a probe found that the sandbox does not hold"}}},
      {"redcode sandbox engines", {{1, "no engine works here"}}},
      {"redcode sandbox shell", {{1, "or any other: what the shell ended with"}}},
      {"redcode try", {{1, "the trial could not be judged"}}},
  };
}

}  // namespace

const cli::Guide& guide() {
  static const cli::Guide all{
      .headings = headings(),
      .main_commands = {"doctor", "image", "demo", "try", "run", "report", "view", "compare",
                        "gate", "judge", "review", "corpus", "runs", "agent", "config"},
      .first_steps = "First steps: redcode doctor, redcode image build, redcode demo",
      .exit_codes = exit_codes()};
  return all;
}

}  // namespace redcode::app
