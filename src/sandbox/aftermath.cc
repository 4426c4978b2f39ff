#include "sandbox/aftermath.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "base/json.h"
#include "base/off_thread.h"
#include "base/pause.h"
#include "base/text.h"
#include "base/with_background.h"
#include "base/with_timeout.h"
#include "sandbox/aftermath_program.h"

namespace redcode::sandbox {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t most_words = std::size_t{64} << 10U;  // of the program's
constexpr std::size_t most_told = 100;
constexpr std::size_t longest_told = 300;
// A program that sleeps again and again is woken no more after that.
constexpr std::size_t most_woken = 200;
constexpr auto between_looks = 20ms;
// Nobody did anything for so long: whoever still runs does not wait for the time to pass.
constexpr auto quiet = 200ms;

// The last line that was told says that it is the last, and whether everything was started.
bool is_whole(std::string_view words) { return words.ends_with("{\"done\": true}\n"); }
bool is_over(std::string_view words) {
  return is_whole(words) || words.ends_with("{\"done\": false}\n");
}

std::vector<std::string> told_in(std::string_view words) {
  std::vector<std::string> told;
  for (const std::string& line : split(words, '\n')) {
    const Result<Json> json = parse_json(line);
    if (!json || told.size() == most_told) continue;
    const auto what = member_or<std::string>(*json, "what", "");
    if (!what.empty()) told.push_back(one_line(what, longest_told));
  }
  return told;
}

std::string line_for(const record::AftermathStep& step, std::uint32_t from,
                     std::chrono::milliseconds limit) {
  Json json = to_json(step);
  json["from"] = from;
  // It is to end by itself: what it left out is told then.
  json["limit"] = static_cast<double>(limit.count()) * 0.9 / 1000;
  return dump_json(json) + "\n";
}

}  // namespace

// What a busy host needs to start it is no time of a step's.
Task<bool> Aftermath::start_program() {
  if (program_) co_return true;
  Command command{.argv = {"/usr/bin/python3", "-I", "-S", "-c", aftermath_program},
                  .working_dir = "/"};
  program_ = co_await box_.start(std::move(command));
  std::string words;
  const std::optional<bool> ready = co_await with_timeout(longest_step, heard(words));
  co_return ready.value_or(false);
}

Task<> Aftermath::end_program() {
  if (!program_) co_return;
  program_->finish_writing();
  co_await program_->end();
  program_.reset();
}

// True: it said all it had to say.
Task<bool> Aftermath::asked(std::string line, std::string& words) {
  if (!co_await program_->write(std::move(line))) co_return false;
  co_return co_await heard(words);
}

Task<bool> Aftermath::heard(std::string& words) {
  while (std::optional<Process::Piece> piece = co_await program_->read()) {
    if (piece->stream == Process::Stream::out) words += piece->bytes;
    if (words.size() > most_words) co_return false;
    if (is_over(words)) co_return true;
  }
  co_return false;
}

Task<std::size_t> Aftermath::wake() {
  if (woken_ >= most_woken) co_return 0;
  const std::function<std::size_t()> work = [this] { return sleepers_.wake(most_woken - woken_); };
  const std::size_t woken = co_await off_thread(work);
  woken_ += woken;
  co_return woken;
}

Task<> Aftermath::keep_waking() {
  while (true) {
    co_await pause_for(between_looks);
    co_await wake();
  }
}

// What was woken or started does what it was left for.
Task<> Aftermath::let_others_act(Clock::time_point until) {
  Clock::time_point last = Clock::now();
  std::string before;
  while (is_anyone_left() && Clock::now() < until && Clock::now() - last < quiet) {
    co_await wake();
    std::string now = sleepers_.progress();
    if (now != before) last = Clock::now();
    before = std::move(now);
    co_await pause_for(between_looks);
  }
}

Task<Aftermath::Played> Aftermath::play(record::AftermathStep step) {
  Played played;
  const std::chrono::milliseconds limit = std::min(longest_step, longest_all - spent_);
  if (limit < 100ms) {
    played.ended = "no time was left for it";
    co_return played;
  }
  if (!co_await start_program()) {
    co_await end_program();
    played.ended = "its program did not start";
    co_return played;
  }
  const Clock::time_point began = Clock::now();
  std::string words;
  Task<std::optional<bool>> answer =
      with_timeout(limit, asked(line_for(step, days_, limit), words));
  if (step.kind == record::AftermathStep::Kind::days) days_ += step.days;
  const std::function<void(Scope&)> helpers = [this](Scope& scope) { scope.spawn(keep_waking()); };
  const std::optional<bool> over = co_await with_background(helpers, std::move(answer));
  if (!over || (*over && !is_whole(words))) played.ended = "out of time";
  if (over && !*over) played.ended = "its program was ended before it was done";
  if (!over || !*over) co_await end_program();
  co_await let_others_act(began + limit);
  played.started = told_in(words);
  spent_ += std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began);
  co_return played;
}

}  // namespace redcode::sandbox
