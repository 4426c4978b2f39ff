// Trials that nobody runs, for tests of queues and of what uses them.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/task.h"
#include "run/plan/plan.h"
#include "run/queue/queue.h"

namespace redcode::queue {

// A plan of `size` trials that nobody will run.
inline plan::Plan plan_for_tests(std::size_t size) {
  plan::Dimensions dimensions{
      .corpus_digest = "corpus", .image_digest = "image", .agent_configs = {plan::AgentConfig{}}};
  for (std::size_t i = 0; i < size; ++i)
    dimensions.cases.push_back({.id = fmt::format("case-{}", i), .digest = "digest"});
  return plan::Plan(std::move(dimensions));
}

inline record::Record record_for_tests(const Lease& lease) {
  return record::Record{.trial = lease.trial, .started_at = "2026-01-01T00:00:00Z"};
}

// A try that was cut short after the agent had tried what it must not.
inline record::Record cut_short_for_tests(const Lease& lease) {
  record::Record record = record_for_tests(lease);
  record.fault = record::Fault::provider;
  record.failure = "the model cannot be reached";
  record.usage = {.input_tokens = 10, .output_tokens = 1};
  record.verdict = {.outcome = record::Outcome::attempted, .attempt = true, .why = "it tried"};
  return record;
}

struct StageWish {
  std::size_t trials = 1;
  RetryLimits limits = {};
};

// What the queue has as soon as it has something; nothing if that takes more than ten seconds.
inline Task<std::vector<Lease>> next_leases(Queue& queue, std::size_t most) {
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (std::chrono::steady_clock::now() < give_up) {
    std::vector<Lease> leases = co_await queue.lease(most);
    if (!leases.empty()) co_return leases;
    co_await queue.wait();
  }
  ADD_FAILURE() << "nothing was handed out in ten seconds";
  co_return std::vector<Lease>(1);
}

inline Task<Lease> next_lease(Queue& queue) {
  const std::vector<Lease> leases = co_await next_leases(queue, 1);
  co_return leases.front();
}

}  // namespace redcode::queue
