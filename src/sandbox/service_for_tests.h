// The program of a service, played.
#pragma once

#include <fmt/format.h>

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/failure.h"
#include "base/pause.h"
#include "sandbox/process.h"

namespace redcode::sandbox {

inline Process::Piece out(std::string bytes) {
  return {.stream = Process::Stream::out, .bytes = std::move(bytes)};
}
// What looks like an SQLite database.
inline std::string database(std::string_view content) {
  return std::string("SQLite format 3\0", 16) + std::string(content);
}
inline std::string answered(const std::string& state, std::string_view more = "") {
  return fmt::format("{{{}\"state\": {}}}\n{}", more, state.size(), state);
}

// What it says, piece by piece, and then; what it heard.
struct FakeProgram {
  std::deque<Process::Piece> says;
  std::string heard;
  bool hangs = false;   // says no more, and goes on
  bool floods = false;  // says anything, without end
  bool deaf = false;
  bool breaks = false;  // with its sandbox
  bool ended = false;
};

class FakeProcess final : public Process {
 public:
  explicit FakeProcess(std::shared_ptr<FakeProgram> program) : program_(std::move(program)) {}

  Task<bool> write(std::string bytes) override {
    program_->heard += bytes;
    co_return !program_->deaf;
  }
  void finish_writing() override {}
  Task<std::optional<Piece>> read() override {
    if (program_->breaks) throw Failure(Failure::Kind::unavailable, "the sandbox died");
    if (program_->floods) co_return out(std::string(100, 'y'));
    if (program_->says.empty() && program_->hangs) co_await pause_for(std::chrono::minutes(1));
    if (program_->says.empty()) co_return std::nullopt;
    Piece piece = std::move(program_->says.front());
    program_->says.pop_front();
    co_return piece;
  }
  Task<int> end() override {
    program_->ended = true;
    co_return 0;
  }

 private:
  std::shared_ptr<FakeProgram> program_;
};

}  // namespace redcode::sandbox
