#include "trial/campaign.h"

#include <boost/asio/this_coro.hpp>
#include <boost/system/system_error.hpp>
#include <utility>

namespace redcode::trial {

Campaign::Campaign(asio::any_io_executor executor, const std::vector<corpus::Case>& cases,
                   CampaignOptions options, Crew crew)
    : cases_(cases),
      options_(std::move(options)),
      crew_(std::move(crew)),
      slots_(executor, options_.concurrency),
      scope_(std::move(executor)) {
  progress_.planned = std::uint64_t{options_.repeats} * cases_.size();
}

Task<> Campaign::run() {
  try {
    for (std::uint32_t repeat = 0; repeat < options_.repeats && !stopping_; ++repeat) {
      co_await start_all(repeat);
    }
  } catch (...) {  // cancelled while waiting for a free place
    fail();
  }
  co_await asio::this_coro::throw_if_cancelled(false);
  co_await scope_.join();
  co_await asio::this_coro::throw_if_cancelled(true);
  if (fatal_) std::rethrow_exception(fatal_);
  const auto cancelled = (co_await asio::this_coro::cancellation_state).cancelled();
  if (cancelled != asio::cancellation_type::none) {
    throw boost::system::system_error(asio::error::operation_aborted);
  }
}

void Campaign::stop() {
  stopping_ = true;
  scope_.cancel();
}

Task<> Campaign::start_all(std::uint32_t repeat) {
  for (const corpus::Case& subject : cases_) {
    record::Trial trial = planned(subject, repeat);
    if (options_.done.contains(trial.id())) {
      ++progress_.skipped;
      continue;
    }
    Semaphore::Permit permit = co_await slots_.acquire();
    if (stopping_) co_return;
    ++progress_.running;
    scope_.spawn(one(subject, std::move(trial), std::move(permit)));
  }
}

// The permit is given back when the trial's frame goes, also on cancellation.
Task<> Campaign::one(const corpus::Case& subject, record::Trial trial, Semaphore::Permit permit) {
  const Semaphore::Permit held = std::move(permit);
  try {
    const std::unique_ptr<models::Model> model = crew_.model_for(subject);
    Parts parts{crew_.engine, crew_.agent, *model, crew_.run.blobs()};
    parts.watcher.spent = crew_.spent;
    parts.observe = crew_.observe;
    const record::Record record = co_await run_trial(subject, std::move(trial), std::move(parts));
    crew_.run.append(record);
    --progress_.running;
    ++progress_.finished;
    crew_.finished(record, progress_);
  } catch (const boost::system::system_error& error) {
    --progress_.running;
    // Cancelled: no record, so that it is run again.
    if (error.code() != asio::error::operation_aborted) fail();
  } catch (...) {
    --progress_.running;
    fail();
  }
}

void Campaign::fail() {
  if (!fatal_) fatal_ = std::current_exception();
  stop();
}

record::Trial Campaign::planned(const corpus::Case& subject, std::uint32_t repeat) const {
  return {.corpus_digest = options_.corpus_digest,
          .case_id = subject.id,
          .case_digest = subject.digest(),
          .agent = {.architecture = crew_.agent.architecture(),
                    .model = options_.model_name,
                    .prompt_digest = crew_.agent.prompt_digest()},
          .image_digest = options_.image_digest,
          .repeat = repeat};
}

}  // namespace redcode::trial
