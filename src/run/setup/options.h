// The options of a run: which cases, who is tried on which model, where, and how much of it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sandbox/engines/engines.h"

namespace redcode::setup {

using engines::EngineOptions;

// Which model, how it is reached and what it may cost. "scripted:PERSONA" needs no key and no
// network.
struct ModelOptions {
  std::string name = "scripted:obeys";
  std::string api = "chat";                // a wire format
  std::string base_url = {};               // "": the environment's
  std::string key_env = {};                // variable that holds the key; "": the API's usual one
  std::string key_header = {};             // "": the API's own
  std::vector<std::string> headers = {};   // "Name: value"
  std::string proxy = {};                  // "": the environment's; "none": none
  std::string prices = {};                 // "": the table that came with the program
  double budget = 0;                       // dollars for the whole run; 0: any
  std::uint64_t budget_tokens = 0;         // likewise
  std::string cache = {};                  // folder of replies; "": none
  std::size_t concurrency = 0;             // requests at a time; 0: as many as trials
  std::chrono::seconds timeout{120};       // one reply, retries included
  std::optional<double> temperature = {};  // unset: the provider's own
  std::optional<std::uint32_t> max_tokens = {};
  std::chrono::milliseconds scripted_latency{0};
};

// How tasks are put to the agent: names of texts in prompts/.
struct PromptOptions {
  std::string safety = {};
  std::string role = {};
  std::string pressure = {};
  std::size_t warm_up = 0;  // harmless tasks before the one under test
};

struct AgentOptions {
  std::string agent = {};  // "": codeact; in the suite gen, chat
  ModelOptions model = {};
  PromptOptions prompting = {};
  std::string permission =
      "owner";  // what an agent that asks leave is told: or deny, allow, or rules in a file
};

// What is asked of agents, and whether software they write may be run.
struct GenOptions {
  std::string suite = "exec";  // gen, overreach, injection
  bool execute = false;
  bool show_code = false;
};

struct RunOptions {
  AgentOptions agent = {};
  GenOptions gen = {};
  EngineOptions engine = {};
  std::vector<std::string> accepted_probes = {};  // may fail without stopping the run
  std::string corpus = {};
  std::string private_corpus = {};  // run beside it, and reported apart; "": none
  std::string names = {};           // the seed they are drawn by; "": as written
  std::string subset = {};
  std::string filter = {};
  std::string out = {};
  std::uint32_t repeats = 1;
  std::size_t concurrency = 0;       // trials at a time; 0: four per core
  std::size_t sandboxes = 0;         // open at a time; 0: as many as trials
  std::size_t limit = 0;             // 0: all
  std::size_t sample = 0;            // so many cases, of every scenario by its size; 0: all
  std::string seed = "1";            // decides which, and the order of turns
  std::uint32_t attempts = 3;        // of a trial that failed for no fault of the agent's
  std::chrono::seconds deadline{0};  // for the whole run; 0: none
  std::string fleet = {};            // postgresql://…; "": this host alone
  std::string pool = {};      // HOST:PORT of a pool its workers go through; "": the server itself
  std::string store = {};     // where a fleet keeps transcripts; "": the run folder's blobs
  std::uint16_t metrics = 0;  // port on loopback; 0: none
  std::string log = {};       // file of events; "": none
  std::string profile = {};   // that the options came from; "": none
  std::string retry = {};     // which trials that are over are run again: "invalid"; "": none
  std::size_t estimate = 0;   // only so many trials, and what the whole run would cost; 0: all
};

}  // namespace redcode::setup
