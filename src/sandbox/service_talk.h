// ServiceTalk: what the harness and the program of one service say to each other, as
// docs/services.md tells. Its words are bounded in size and time; the program may be dead, slow or
// mad.
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "base/json.h"
#include "record/world.h"
#include "sandbox/process.h"

namespace redcode::sandbox {

struct TalkLimits {
  std::size_t line = std::size_t{64} << 10U;
  std::size_t state = std::size_t{16} << 20U;
  std::chrono::milliseconds start{30'000};  // of the server, its setup and the first state
  std::chrono::milliseconds answer{15'000};
};

class ServiceTalk {
 public:
  explicit ServiceTalk(std::unique_ptr<Process> process, TalkLimits limits = {})
      : process_(std::move(process)), limits_(limits) {}

  // A state, an SQLite database, or one sentence why there is none.
  struct Told {
    std::string state = {};
    std::string trouble = {};  // "": there is one
    bool operator==(const Told&) const = default;
  };

  // Has the server started and set up; what it holds then.
  Task<Told> set_up(const record::Service& service);
  // What it holds now. After a trouble it is not asked again.
  Task<Told> state();
  // Ends the program.
  Task<> end();

 private:
  // Why the talk is over.
  struct Trouble {
    std::string sentence;
  };

  Task<Told> asked(Json request, std::chrono::milliseconds limit);
  Task<Told> answer(Json request);
  Task<std::string> next_line();
  Task<std::string> next_bytes(std::size_t size);
  Task<> more();
  std::string last_words() const;

  std::unique_ptr<Process> process_;
  TalkLimits limits_;
  std::string unread_;
  std::string complaints_;  // the end of what it wrote as errors
  std::string trouble_;     // "": none so far
};

}  // namespace redcode::sandbox
