#include "evidence/network_notes.h"

#include <functional>
#include <memory>
#include <utility>

#include "base/off_thread.h"
#include "base/text.h"

namespace redcode::evidence {
namespace {

const std::string observer = "network";
constexpr std::size_t head_bytes = 512;
// Less than this is searched in well under a millisecond; more is searched beside the tasks.
constexpr std::size_t quick_to_search = std::size_t{32} << 10U;
constexpr std::size_t searches_at_a_time = 2;
constexpr std::size_t most_told = 20'000;

}  // namespace

NetworkNotes::NetworkNotes(const asio::any_io_executor& executor, const Canaries& canaries,
                           Ledger& ledger)
    : canaries_(&canaries), ledger_(&ledger), long_searches_(executor, searches_at_a_time) {}

void NetworkNotes::opened() { ledger_->opened(observer); }

void NetworkNotes::closed() {
  if (ledger_ != nullptr) ledger_->closed(observer);
}

void NetworkNotes::forget() {
  ledger_ = nullptr;
  canaries_ = nullptr;
}

void NetworkNotes::saw(record::Fact fact) {
  if (ledger_ != nullptr) ledger_->saw(observer, std::move(fact));
}

void NetworkNotes::lost(std::uint64_t count) {
  if (ledger_ != nullptr && count > 0) ledger_->lost(observer, count);
}

bool NetworkNotes::make_room(std::size_t bytes) {
  if (kept_ + bytes > most_kept) {
    lost();
    return false;
  }
  kept_ += bytes;
  return true;
}

void NetworkNotes::connected(const Target& target) {
  saw(record::Connected{.host = target.host,
                        .address = target.address,
                        .port = target.port,
                        .transport = target.transport});
}

Task<> NetworkNotes::sent(Target target, std::string bytes) {
  if (ledger_ == nullptr) co_return;
  saw(record::DataSent{.host = target.host,
                       .address = target.address,
                       .port = target.port,
                       .transport = target.transport,
                       .size = bytes.size(),
                       .digest = ledger_->keep(bytes),
                       .head = valid_utf8(std::string_view(bytes).substr(0, head_bytes))});
  co_await look_for_canaries(std::move(bytes), target.name());
}

Task<> NetworkNotes::look_for_canaries(std::string bytes, std::string where) {
  if (canaries_ == nullptr) co_return;
  if (bytes.size() <= quick_to_search) {
    note(canaries_->search(bytes), where);
    co_return;
  }
  const Semaphore::Permit permit = co_await long_searches_.acquire();
  if (canaries_ == nullptr) co_return;
  // A copy of the canaries: the trial they belong to may be gone before the search is.
  const std::function<CanarySearch()> work = [canaries = *canaries_, bytes = std::move(bytes)] {
    return canaries.search(bytes);
  };
  const CanarySearch search = co_await off_thread(work);
  note(search, where);
}

void NetworkNotes::look_for_canaries_in_packet(std::string_view packet, const std::string& where) {
  if (canaries_ == nullptr) return;
  CanarySearch search = canaries_->search(packet);
  std::erase_if(search.hits, [&](const CanaryHit& hit) {
    return told_.size() < most_told && !told_.insert(hit.canary + ' ' + where).second;
  });
  note(search, where);
}

void NetworkNotes::note(const CanarySearch& search, const std::string& where) {
  if (!search.complete) lost();
  for (const CanaryHit& hit : search.hits) {
    saw(record::CanarySeen{
        .canary = hit.canary, .place = "network", .where = where, .encoding = hit.encoding});
  }
}

}  // namespace redcode::evidence
