#include "reference/exit_codes.h"

#include <map>

namespace redcode::app {
namespace {

using Meanings = std::map<int, std::string>;

const std::map<std::string, Meanings, std::less<>>& own_codes() {
  static const std::map<std::string, Meanings, std::less<>> table = {
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
  return table;
}

const Meanings& shared_codes() {
  static const Meanings codes = {
      {0, "done"},
      {2, "it could not be done; standard error says why, and what to do"},
      {130, "it was interrupted, by Ctrl-C or SIGTERM"},
  };
  return codes;
}

std::vector<ExitCode> listed(const Meanings& codes) {
  std::vector<ExitCode> list;
  for (const auto& [code, meaning] : codes) list.push_back({.code = code, .meaning = meaning});
  return list;
}

}  // namespace

std::vector<ExitCode> exit_codes(std::string_view command) {
  Meanings codes;
  for (const auto& [name, own] : own_codes()) {
    const bool its = command == name || command.starts_with(name + " ");
    if (its) codes.insert(own.begin(), own.end());
  }
  codes.insert(shared_codes().begin(), shared_codes().end());
  return listed(codes);
}

std::vector<ExitCode> own_exit_codes(std::string_view command) {
  const auto found = own_codes().find(command);
  return found == own_codes().end() ? std::vector<ExitCode>{} : listed(found->second);
}

std::vector<std::string> commands_with_own_codes() {
  std::vector<std::string> names;
  for (const auto& [name, codes] : own_codes()) names.push_back(name);
  return names;
}

}  // namespace redcode::app
