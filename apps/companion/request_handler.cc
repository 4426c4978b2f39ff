#include "request_handler.h"

#include <utility>

#include "base/failure.h"
#include "base/text.h"
#include "sandbox/messages.h"

namespace redcode::companion {

RequestHandler::RequestHandler(Voice& voice)
    : voice_(voice), authority_(std::make_shared<sandbox::Authority>()) {}

void RequestHandler::greet() {
  sandbox::Message hello{.head = {{"hello", sandbox::companion_protocol},
                                  {"certificate", authority_->certificate()},
                                  {"layers", Lookout::own_layers()}}};
  voice_.say(std::move(hello));
}

std::shared_ptr<Lookout> RequestHandler::lookout(std::uint64_t number) {
  std::shared_ptr<Lookout>& found = lookouts_[number];
  if (!found && lookouts_.size() > most) {
    lookouts_.erase(number);
    throw Failure(Failure::Kind::unavailable, "the companion watches too many sandboxes");
  }
  if (!found) found = std::make_shared<Lookout>(number, voice_, authority_);
  return found;
}

Task<> RequestHandler::serve(sandbox::Message request) {
  const auto number = member_or<std::uint64_t>(request.head, "n", 0);
  const Json question = request.head.value("q", Json(0));
  if (member_or<std::string>(request.head, "ask", "") == "forget") {
    lookouts_.erase(number);
    co_return;
  }
  Json answer;
  try {
    // Held here: it may be forgotten while it works.
    const std::shared_ptr<Lookout> one = lookout(number);
    answer = co_await one->answer(std::move(request));
  } catch (const std::exception& failure) {
    answer = {{"failure", one_line(failure.what(), 500)}};
  }
  answer["n"] = number;
  answer["q"] = question;
  voice_.say({.head = std::move(answer)});
}

}  // namespace redcode::companion
