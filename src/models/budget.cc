#include "models/budget.h"

#include <fmt/format.h>

#include <boost/asio/this_coro.hpp>

#include "base/failure.h"

namespace redcode::models {
namespace {

std::uint64_t tokens_of(const record::Usage& usage) {
  return usage.input_tokens + usage.output_tokens;
}

[[noreturn]] void spent_up(const std::string& limit) {
  throw Failure(Failure::Kind::exhausted, fmt::format("the budget of {} is spent", limit));
}

[[noreturn]] void too_dear(const std::string& limit, const std::string& spent,
                           const std::string& worst) {
  throw Failure(Failure::Kind::exhausted,
                fmt::format("the budget of {} is spent but for what the next answer may cost: {} "
                            "are spent, and it may take {} (--max-tokens makes that less)",
                            limit, spent, worst));
}

}  // namespace

void Budget::require(const record::Usage& worst) const {
  if (limits_.micro_dollars) {
    const std::string limit = in_dollars(*limits_.micro_dollars);
    if (spent_.micro_dollars >= *limits_.micro_dollars) spent_up(limit);
    if (spent_.micro_dollars + worst.micro_dollars > *limits_.micro_dollars)
      too_dear(limit, in_dollars(spent_.micro_dollars), in_dollars(worst.micro_dollars));
  }
  if (limits_.tokens) {
    const std::string limit = fmt::format("{} tokens", *limits_.tokens);
    if (tokens_of(spent_) >= *limits_.tokens) spent_up(limit);
    if (tokens_of(spent_) + tokens_of(worst) > *limits_.tokens)
      too_dear(limit, fmt::to_string(tokens_of(spent_)), fmt::to_string(tokens_of(worst)));
  }
}

bool Budget::holds(const record::Usage& worst) const {
  record::Usage all = spent_;
  all += reserved_;
  all += worst;
  return (!limits_.micro_dollars || all.micro_dollars <= *limits_.micro_dollars) &&
         (!limits_.tokens || tokens_of(all) <= *limits_.tokens);
}

// Until those who came before have what they need, and there is enough left for `worst`.
Task<> Budget::wait_in_line(record::Usage worst) {
  Event turn(co_await asio::this_coro::executor);
  const auto place = waiting_.insert(waiting_.end(), &turn);
  try {
    do {
      co_await turn.wait();
      require(worst);
    } while (!holds(worst));
  } catch (...) {
    waiting_.erase(place);
    wake_first();
    throw;
  }
  waiting_.erase(place);
}

Task<Budget::Reservation> Budget::reserve(record::Usage worst) {
  require(worst);
  if (!waiting_.empty() || !holds(worst)) co_await wait_in_line(worst);
  reserved_ += worst;
  wake_first();
  co_return Reservation(this, worst);
}

void Budget::give_back(const record::Usage& kept) {
  reserved_.input_tokens -= kept.input_tokens;
  reserved_.output_tokens -= kept.output_tokens;
  reserved_.micro_dollars -= kept.micro_dollars;
  wake_first();
}

// Whoever has waited longest looks whether there is enough for it now.
void Budget::wake_first() {
  if (!waiting_.empty()) waiting_.front()->set();
}

std::string in_dollars(std::uint64_t micro_dollars) {
  std::string digits =
      fmt::format("${}.{:06}", micro_dollars / 1'000'000, micro_dollars % 1'000'000);
  while (digits.ends_with('0') && digits[digits.size() - 3] != '.') digits.pop_back();
  return digits;
}

}  // namespace redcode::models
