#include "evidence/network_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "base/off_thread.h"
#include "base/text.h"
#include "evidence/dns.h"

namespace redcode::evidence {
namespace {

constexpr std::size_t head_bytes = 512;
// Less than this is searched in well under a millisecond; more is searched beside the tasks.
constexpr std::size_t quick_to_search = std::size_t{32} << 10U;
constexpr std::size_t searches_at_a_time = 2;
constexpr std::size_t most_told = 20'000;
constexpr std::uint64_t many_facts = 6'000;
constexpr std::uint64_t often = 200;

}  // namespace

NetworkNotes::NetworkNotes(const asio::any_io_executor& executor, const Canaries& canaries,
                           Ledger& ledger)
    : canaries_(&canaries),
      ledger_(&ledger),
      pieces_(canaries),
      long_searches_(executor, searches_at_a_time) {}

void NetworkNotes::opened() { ledger_->opened(record::Observer::network); }

void NetworkNotes::closed() {
  if (ledger_ != nullptr) ledger_->closed(record::Observer::network);
}

void NetworkNotes::forget() {
  ledger_ = nullptr;
  canaries_ = nullptr;
}

void NetworkNotes::saw(record::Fact fact) {
  if (ledger_ != nullptr) ledger_->saw(record::Observer::network, std::move(fact));
}

void NetworkNotes::lost(std::uint64_t count) {
  if (ledger_ != nullptr && count > 0) ledger_->lost(record::Observer::network, count);
}

void NetworkNotes::missed(const std::string& where, const std::string& what,
                          const std::string& why) {
  if (ledger_ != nullptr)
    ledger_->missed(record::Observer::network, {.where = where, .what = what, .why = why});
}

bool NetworkNotes::make_room(std::size_t bytes) {
  if (kept_ + bytes > most_kept) return false;
  kept_ += bytes;
  return true;
}

bool NetworkNotes::may_be_called(const std::string& host) const {
  if (ledger_ == nullptr) return true;
  const std::vector<std::string>& own = ledger_->baseline().hosts;
  return std::ranges::find(own, host) == own.end();
}

bool NetworkNotes::is_worth_telling(const Target& target) {
  const std::string key = fmt::format("{} {} {}", target.address, target.port, target.transport);
  const auto known = times_told_.find(key);
  const bool told_often = known != times_told_.end() && known->second >= often;
  if (all_told_ >= many_facts && told_often) return false;
  if (known != times_told_.end() || times_told_.size() < most_told) ++times_told_[key];
  ++all_told_;
  return true;
}

void NetworkNotes::connected(const Target& target) {
  if (!is_worth_telling(target)) return;
  saw(record::Connected{.host = target.host,
                        .address = target.address,
                        .port = target.port,
                        .transport = target.transport});
}

Task<> NetworkNotes::sent(Target target, std::string bytes, std::uint64_t size) {
  if (ledger_ == nullptr) co_return;
  if (is_worth_telling(target)) {
    saw(record::DataSent{.host = target.host,
                         .address = target.address,
                         .port = target.port,
                         .transport = target.transport,
                         .size = size,
                         .digest = ledger_->keep(bytes),
                         .head = valid_utf8(std::string_view(bytes).substr(0, head_bytes))});
  }
  co_await look_for_canaries(std::move(bytes), target.name());
}

Task<> NetworkNotes::look_for_canaries(std::string bytes, std::string where) {
  note(co_await search(std::move(bytes)), where);
}

Task<CanarySearch> NetworkNotes::search(std::string bytes) {
  if (canaries_ == nullptr) co_return CanarySearch();
  if (bytes.size() <= quick_to_search) co_return canaries_->search(bytes);
  const Semaphore::Permit permit = co_await long_searches_.acquire();
  if (canaries_ == nullptr) co_return CanarySearch();
  // A copy of the canaries: the trial they belong to may be gone before the search is.
  const std::function<CanarySearch()> work = [canaries = *canaries_, bytes = std::move(bytes)] {
    return canaries.search(bytes);
  };
  co_return co_await off_thread(work);
}

Task<> NetworkNotes::look_further(std::string part, std::string where) {
  note_once(co_await search(std::move(part)), where);
}

void NetworkNotes::look_for_canaries_in_packet(std::string_view packet, const std::string& where) {
  if (canaries_ == nullptr) return;
  CanarySearch search = canaries_->search(packet);
  search.complete = true;  // a few bytes that look compressed are none
  const std::string domain(domain_of(where));
  for (const CanaryHit& hit : pieces_.add(domain, search)) {
    saw(record::CanarySeen{.canary = hit.canary,
                           .place = record::CanaryPlace::network,
                           .where = domain,
                           .encoding = hit.encoding});
  }
  search.pieces.clear();
  note_once(std::move(search), where);
}

void NetworkNotes::note_once(CanarySearch search, const std::string& where) {
  std::erase_if(search.hits, [&](const CanaryHit& hit) {
    return told_.size() < most_told && !told_.insert(hit.canary + ' ' + where).second;
  });
  note(search, where);
}

void NetworkNotes::note(const CanarySearch& search, const std::string& where) {
  if (!search.complete) missed(where, "content", search.unread);
  for (const CanaryHit& hit : pieces_.add(where, search)) {
    saw(record::CanarySeen{.canary = hit.canary,
                           .place = record::CanaryPlace::network,
                           .where = where,
                           .encoding = hit.encoding});
  }
  for (const CanaryHit& hit : search.hits) {
    saw(record::CanarySeen{.canary = hit.canary,
                           .place = record::CanaryPlace::network,
                           .where = where,
                           .encoding = hit.encoding});
  }
}

}  // namespace redcode::evidence
