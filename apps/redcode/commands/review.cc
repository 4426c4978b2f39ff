// `redcode review`: people label a run's trials on a local page; or how far they agree.
#include <cstdlib>

#include "base/failure.h"
#include "base/random.h"
#include "commands/commands.h"
#include "http/server.h"
#include "interruptible.h"
#include "open_page.h"
#include "view/review/figures.h"
#include "view/review/label_handler.h"

namespace redcode::app {
namespace {

template <class T>
T or_fail(Result<T> result) {
  if (!result) throw Failure(Failure::Kind::unavailable, result.error().text());
  return *std::move(result);
}

std::string setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

review::Reviewer reviewer_of(const ReviewOptions& options) {
  const std::string name = options.reviewer.empty() ? setting("USER") : options.reviewer;
  if (name.empty()) throw Failure(Failure::Kind::unavailable, "say who reviews: --reviewer NAME");
  return {.name = name,
          .part = options.adjudicate ? record::Part::adjudicator : record::Part::reviewer};
}

Task<int> serve(const ReviewOptions& options, Out& out) {
  const auto executor = co_await asio::this_coro::executor;
  review::Session session = or_fail(review::Session::open(options.run, reviewer_of(options)));
  const auto server = http::Server::listen(executor, "127.0.0.1", options.port);
  review::ApiHandler api(std::move(session), random_token(page_token_length), server->port());
  out.line("The review page is {}", api.address());
  out.line("It is yours alone: whoever has the address labels as you. Ctrl-C ends it.");
  co_await serve_page(*server, api, !options.no_open);
  co_return 0;
}

int print_figures(const ReviewOptions& options, Out& out) {
  const review::LabelQueue label_queue = or_fail(review::read_label_queue(options.run));
  out.write(review::text(review::figures_of(label_queue, record::Labels::of(options.run))));
  return 0;
}

}  // namespace

int review_run(const ReviewOptions& options, Out& out) {
  if (options.figures) return print_figures(options, out);
  return run_interruptible(serve(options, out), out);
}

}  // namespace redcode::app
