// `redcode view`: runs on a local page, while they go on and afterwards.
#include "commands/view.h"

#include <algorithm>

#include "base/failure.h"
#include "base/program_version.h"
#include "base/random.h"
#include "base/text.h"
#include "http/server.h"
#include "interruptible.h"
#include "open_page.h"
#include "report_options.h"
#include "view/api_handler.h"

namespace redcode::app {
namespace {

struct Wanted {
  std::vector<std::filesystem::path> runs;
  std::vector<std::filesystem::path> folders;
};

Wanted wanted_of(const ViewOptions& options) {
  Wanted wanted;
  if (options.runs.empty()) wanted.folders.emplace_back("runs");
  for (const std::filesystem::path path : options.runs) {
    std::error_code error;
    if (view::is_run(path)) {
      wanted.runs.push_back(path);
      wanted.folders.push_back(path / "agents");  // further agents, which may be yet to come
    } else if (std::filesystem::is_directory(path, error)) {
      wanted.folders.push_back(path);
    } else {
      throw Failure(Failure::Kind::unavailable,
                    fmt::format("{} is neither a run folder nor a folder of them; give one that "
                                "`redcode run --out` wrote",
                                one_line(path.string(), 200)));
    }
  }
  return wanted;
}

Task<int> serve(ViewOptions options, Out& out) {
  const auto executor = co_await asio::this_coro::executor;
  const Wanted wanted = wanted_of(options);
  const view::RunRegistry registry(wanted.runs, wanted.folders);
  const auto server = http::Server::listen(executor, "127.0.0.1", options.port);
  const view::ApiHandler api(registry, {.token = random_token(page_token_length),
                                        .port = server->port(),
                                        .version = std::string(program_version()),
                                        .accuracy_of = reader_accuracy});
  out.line("The page is {}", api.address());
  if (registry.runs().empty()) {
    out.line("There is no run in {} yet; it appears on the page when there is.",
             one_line(wanted.folders.front().string(), 200));
  }
  out.line("Only who has the address can see it. Ctrl-C ends it.");
  co_await serve_page(*server, api, !options.no_open);
  co_return 0;
}

}  // namespace

int view_runs(const ViewOptions& options, Out& out) {
  return run_interruptible(serve(options, out), out);
}

}  // namespace redcode::app
