// OwnProgram: a program of the user's on this host, talked to line by line while it runs.
//
// It is trusted: it has our environment and our network, and what it does to the world under test
// it does by asking. It never outlives its owner, nor does anything of its process group.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agents/external_protocol.h"
#include "agents/json_rpc.h"
#include "base/child.h"
#include "base/fd.h"
#include "base/readiness.h"
#include "base/task.h"

namespace redcode::agents {

class OwnProgram {
 public:
  // argv[0] is looked up in PATH. Throws Failure{unavailable}.
  OwnProgram(const asio::any_io_executor& executor, const std::vector<std::string>& argv);

  // Its input, taken as it reads, while its lines are waited for.
  void write(std::string_view bytes) { input_ += bytes; }
  // The next line it wrote, blank ones left out; nothing once it has ended or closed its output.
  // Throws Failure{corrupt} when a line, or all it ever wrote, is too long.
  Task<std::optional<std::string>> next_line();
  // Waits a moment for its end, then kills it and its group; its exit status, 128 + signal if one
  // ended it. The last call.
  Task<int> end();

  // The last it wrote to its standard error.
  const std::string& complaints() const { return complaints_; }

 private:
  bool has_ended() const;
  void push_input();
  void drop_input();
  void close_output();
  // False when there was nothing.
  bool take_output();
  bool take_complaints();
  // What is there by now; nothing, and the end closed, when no more can come.
  std::string_view take(Fd& end);

  Readiness ready_;
  Fd in_;
  Fd out_;
  Fd err_;
  Child child_;
  std::string input_;  // not yet written
  bool watches_input_ = false;
  std::deque<std::string> lines_;
  LineSplitter splitter_{longest_own_word};
  std::string complaints_;
  std::size_t heard_ = 0;
  std::array<char, 65536> block_ = {};
};

}  // namespace redcode::agents
