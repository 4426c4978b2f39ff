// ApiHandler: what the viewer's server answers, request by request. Reads only.
//
//   GET /?token=…              the page; without a token when it is loaded again
//   GET /api/runs              the runs and their main figures
//   GET /api/run/N/overview    the report, where harm is, cost and time
//   GET /api/run/N/live        how a run under way gets on
//   GET /api/run/N/trials?…    trials, searched and filtered (query.h)
//   GET /api/run/N/trial/T     one of them
//   GET /api/compare?runs=0,1  what changed from the first to each of the others
//
// Who is let in: http/local_page.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/task.h"
#include "http/local_page.h"
#include "view/answers.h"
#include "view/run_registry.h"

namespace redcode::view {

class ApiHandler {
 public:
  struct Settings {
    std::string token;
    std::uint16_t port = 0;  // that is listened on
    std::string version;     // of the program
    ReaderAccuracyOf accuracy_of = {};
  };
  // `shelf` must outlive it.
  ApiHandler(const RunRegistry& registry, Settings settings)
      : registry_(registry),
        door_(settings.token, settings.port),
        version_(std::move(settings.version)),
        accuracy_of_(std::move(settings.accuracy_of)) {}

  std::string address() const { return door_.address(); }
  // The answer for a request that is turned away by its head alone, before its body is read.
  std::optional<http::Response> turned_away(const http::Request& head) const;
  // Runs off the tasks' thread what takes time.
  Task<http::Response> answer(http::Request request) const;

 private:
  Task<Result<Json>> call(http::Target target) const;
  Task<Result<Json>> runs() const;
  Task<Result<Json>> of_run(std::shared_ptr<const LoadedRun> run, std::string what,
                            http::Target target) const;
  Result<Json> compare(const http::Target& target) const;

  const RunRegistry& registry_;
  http::AuthGuard door_;
  std::string version_;
  ReaderAccuracyOf accuracy_of_;
};

}  // namespace redcode::view
