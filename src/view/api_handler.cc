#include "view/api_handler.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "base/mutex.h"
#include "base/off_thread.h"
#include "base/text.h"
#include "view/live.h"
#include "view/page.h"

namespace redcode::view {
namespace {

constexpr std::size_t longest_target = 4000;
constexpr std::size_t most_compared = 20;

Error nothing_there() {
  return {
      .code = "unknown-path",
      .message = "there is nothing here",
      .hint = "GET /api/runs, /api/compare, or overview, live, trials or trial/N of /api/run/N"};
}

Error wrong_runs() {
  return {.code = "query-runs",
          .message = "two or more different runs are needed",
          .hint = "numbers of /api/runs with commas: runs=0,1"};
}

int status_of(const Error& error) {
  if (error.code == "unknown-path" || error.code.ends_with("-unknown")) return 404;
  if (error.code == "run-reading") return 503;
  return error.code.starts_with("query-") ? 400 : 409;
}

Json error_json(const Error& error) {
  return {{"code", error.code}, {"message", error.message}, {"hint", error.hint}};
}

// What is known of a run whether it can be read or not.
Json entry_json(const LoadedRun& run, std::size_t index, bool live) {
  const LoadedRun::Standing standing = run.standing();
  Json entry{{"index", index},
             {"name", foreign(run.folder().string())},
             {"live", live},
             {"reading", standing.reading && !standing.trouble},
             {"bytes", standing.bytes},
             {"bytes_read", standing.bytes_read},
             {"version", standing.version}};
  if (standing.trouble) entry["error"] = error_json(*standing.trouble);
  const Result<Json> known = run.with(run_json);
  if (!known) return entry;
  entry.update(*known);
  if (!standing.reading) {  // figures of half a run are none
    const Result<Json> figures = run.kept("figures", figures_json);
    if (figures) entry.update(*figures);
  }
  return entry;
}

Result<Json> overview_of(const LoadedRun& run, const ReaderAccuracyOf& accuracy_of) {
  const LoadedRun::Standing standing = run.standing();
  if (standing.reading) return std::unexpected(standing.trouble.value_or(still_reading()));
  const auto look = [&](const Index& index) {
    return overview_json(index, accuracy_of, standing.torn);
  };
  return run.kept(standing.torn ? "overview, torn" : "overview", look);
}

Result<Json> trials_of(const LoadedRun& run, const http::Target& target) {
  const Result<Query> query = query_of(target);
  if (!query) return std::unexpected(query.error());
  return run.with([&query](const Index& index) { return trials_json(index, *query); });
}

Result<Json> trial_of(const LoadedRun& run, std::string_view which) {
  const auto trial = parse_number<std::size_t>(which);
  if (!trial) return std::unexpected(nothing_there());
  const auto look = [&](const Index& index) { return trial_json(index, run.folder(), *trial); };
  Result<Result<Json>> json = run.with(look);
  return json ? *std::move(json) : std::unexpected(json.error());
}

// Which runs /api/compare is asked about.
Result<std::vector<std::size_t>> numbers_in(std::string_view words) {
  std::vector<std::size_t> numbers;
  for (const std::string& word : split(words, ',')) {
    const auto one = parse_number<std::size_t>(word);
    if (!one || std::ranges::find(numbers, *one) != numbers.end())
      return std::unexpected(wrong_runs());
    numbers.push_back(*one);
  }
  if (numbers.size() < 2 || numbers.size() > most_compared) return std::unexpected(wrong_runs());
  return numbers;
}

// What one comparison of /api/compare says.
Json compared(const LoadedRun& first, const LoadedRun& second) {
  for (const LoadedRun* run : {&first, &second}) {
    const LoadedRun::Standing standing = run->standing();
    if (standing.trouble || standing.reading)
      return {{"error", error_json(standing.trouble.value_or(still_reading()))}};
  }
  const LockBoth both(first.guard(), second.guard());
  if (first.index() == nullptr || second.index() == nullptr)
    return {{"error", error_json(still_reading())}};
  Result<Json> json = comparison_json(*first.index(), *second.index());
  return json ? *std::move(json) : Json{{"error", error_json(json.error())}};
}

}  // namespace

std::optional<http::Response> ApiHandler::turned_away(const http::Request& head) const {
  // The page takes the token out of its address, so a reload comes without. It holds nothing of a
  // run, and what it asks for needs the token.
  const bool reloaded = head.target == "/" && door_.knows_origin_of(head);
  if (!reloaded && !door_.lets_in(head)) return http::forbidden("view");
  if (head.target.size() > longest_target) {
    return http::error_response(413,
                                {.code = "too-long",
                                 .message = "the request is too long",
                                 .hint = fmt::format("{} bytes are the most", longest_target)});
  }
  if (head.method != "GET") {
    return http::error_response(405, {.code = "read-only",
                                      .message = "nothing can be changed here",
                                      .hint = "GET is the only method"});
  }
  return std::nullopt;
}

Task<http::Response> ApiHandler::answer(http::Request request) const {
  if (std::optional<http::Response> no = turned_away(request)) co_return *std::move(no);
  http::Target target = http::parse_target(request.target).value();
  if (target.path == "/") co_return http::page_response(http::filled(page(), data_place, ""));
  try {
    const Result<Json> answer = co_await call(std::move(target));
    co_return answer ? http::json_response(200, *answer)
                     : http::error_response(status_of(answer.error()), answer.error());
  } catch (const std::exception& failure) {
    co_return http::error_response(500, {.code = "failed",
                                         .message = one_line(failure.what(), 300),
                                         .hint = "put that right, then load the page again"});
  }
}

Task<Result<Json>> ApiHandler::call(http::Target target) const {
  constexpr std::string_view of_a_run = "/api/run/";
  if (target.path == "/api/runs") co_return co_await runs();
  if (target.path == "/api/compare") {
    const std::function<Result<Json>()> work = [this, &target] { return compare(target); };
    co_return co_await off_thread(work);
  }
  if (!target.path.starts_with(of_a_run)) co_return std::unexpected(nothing_there());
  const std::string rest = target.path.substr(of_a_run.size());
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const auto which = parse_number<std::size_t>(std::string_view(rest).substr(0, slash));
  if (!which || slash == rest.size()) co_return std::unexpected(nothing_there());
  Result<std::shared_ptr<const LoadedRun>> run = registry_.run(*which);
  if (!run) co_return std::unexpected(run.error());
  std::string what = rest.substr(slash + 1);
  co_return co_await of_run(*std::move(run), std::move(what), std::move(target));
}

Task<Result<Json>> ApiHandler::runs() const {
  const std::vector<std::shared_ptr<const LoadedRun>> all = registry_.runs();
  std::vector<bool> live;
  for (const std::shared_ptr<const LoadedRun>& run : all)
    live.push_back((co_await ask_status(run->folder())).has_value());
  const std::function<Result<Json>()> work = [&]() -> Result<Json> {
    Json entries = Json::array();
    for (std::size_t i = 0; i < all.size(); ++i) entries.push_back(entry_json(*all[i], i, live[i]));
    return Json{{"runs", std::move(entries)}, {"version", version_}};
  };
  co_return co_await off_thread(work);
}

Task<Result<Json>> ApiHandler::of_run(std::shared_ptr<const LoadedRun> run, std::string what,
                                      http::Target target) const {
  constexpr std::string_view of_a_trial = "trial/";
  if (what == "live") {
    const std::optional<steer::Status> status = co_await ask_status(run->folder());
    co_return live_json(*run, status);
  }
  const std::function<Result<Json>()> work = [&]() -> Result<Json> {
    if (what == "overview") return overview_of(*run, accuracy_of_);
    if (what == "trials") return trials_of(*run, target);
    if (what.starts_with(of_a_trial)) return trial_of(*run, what.substr(of_a_trial.size()));
    return std::unexpected(nothing_there());
  };
  co_return co_await off_thread(work);
}

Result<Json> ApiHandler::compare(const http::Target& target) const {
  const Result<std::vector<std::size_t>> numbers = numbers_in(target.asked("runs"));
  if (!numbers) return std::unexpected(numbers.error());
  std::vector<std::shared_ptr<const LoadedRun>> runs;
  for (const std::size_t one : *numbers) {
    const auto run = registry_.run(one);
    if (!run) return std::unexpected(run.error());
    const LoadedRun::Standing standing = (*run)->standing();
    if (standing.reading && !standing.trouble) return std::unexpected(still_reading());
    runs.push_back(*run);
  }
  Json comparisons = Json::array();
  for (std::size_t i = 1; i < runs.size(); ++i) {
    Json entry{{"first", numbers->front()}, {"second", numbers->at(i)}};
    entry.update(compared(*runs.front(), *runs[i]));
    comparisons.push_back(std::move(entry));
  }
  return Json{{"comparisons", std::move(comparisons)}};
}

}  // namespace redcode::view
