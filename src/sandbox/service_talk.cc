#include "sandbox/service_talk.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/failure.h"
#include "base/text.h"
#include "base/with_timeout.h"

namespace redcode::sandbox {
namespace {

constexpr std::size_t kept_complaints = 2048;
constexpr std::size_t longest_reason = 300;
constexpr std::string_view database_head{"SQLite format 3\0", 16};

}  // namespace

Task<ServiceTalk::Told> ServiceTalk::set_up(const record::Service& service) {
  Json request = {{"setup", service.setup}, {"names", service.names}};
  return asked(std::move(request), limits_.start);
}

Task<ServiceTalk::Told> ServiceTalk::state() {
  Json request = {{"state", true}};
  return asked(std::move(request), limits_.answer);
}

Task<> ServiceTalk::end() {
  try {
    co_await process_->end();
  } catch (const Failure&) {  // NOLINT(bugprone-empty-catch): its sandbox is removed next
  }
}

Task<ServiceTalk::Told> ServiceTalk::asked(Json request, std::chrono::milliseconds limit) {
  if (!trouble_.empty()) co_return Told{.trouble = trouble_};
  // Until it has answered: whoever breaks off leaves half an answer behind.
  trouble_ = "it was not heard out";
  try {
    std::optional<Told> told = co_await with_timeout(limit, answer(std::move(request)));
    if (told) {
      trouble_.clear();
      co_return *std::move(told);
    }
    trouble_ = fmt::format("it did not answer in {} ms{}", limit.count(), last_words());
  } catch (const Trouble& trouble) {
    trouble_ = trouble.sentence;
  } catch (const Failure& failure) {
    trouble_ = one_line(failure.what(), longest_reason);
  }
  co_return Told{.trouble = trouble_};
}

Task<ServiceTalk::Told> ServiceTalk::answer(Json request) {
  if (!co_await process_->write(dump_json(request) + "\n"))
    throw Trouble("its program has ended" + last_words());
  const std::string line = co_await next_line();
  const Result<Json> json = parse_json(line, {.depth = 4});
  if (!json || !json->is_object()) throw Trouble("it answered nonsense: " + one_line(line, 100));
  if (const auto error = member_or<std::string>(*json, "error", ""); !error.empty())
    throw Trouble(one_line(error, longest_reason));
  const auto size = member_or<std::uint64_t>(*json, "state", 0);
  if (size == 0) throw Trouble("it answered nonsense: " + one_line(line, 100));
  if (size > limits_.state)
    throw Trouble(fmt::format("what it holds is larger than {} bytes", limits_.state));
  Told told;
  told.state = co_await next_bytes(size);
  if (!unread_.empty()) throw Trouble("it says more than it was asked");
  if (!told.state.starts_with(database_head)) throw Trouble("what it gave is no database");
  co_return told;
}

Task<std::string> ServiceTalk::next_line() {
  std::size_t end = std::string::npos;
  while ((end = unread_.find('\n')) == std::string::npos) {
    if (unread_.size() > limits_.line) throw Trouble("its answer is longer than any may be");
    co_await more();
  }
  std::string line = unread_.substr(0, end);
  unread_.erase(0, end + 1);
  co_return line;
}

Task<std::string> ServiceTalk::next_bytes(std::size_t size) {
  while (unread_.size() < size) co_await more();
  std::string bytes = unread_.substr(0, size);
  unread_.erase(0, size);
  co_return bytes;
}

Task<> ServiceTalk::more() {
  std::optional<Process::Piece> piece = co_await process_->read();
  if (!piece) throw Trouble("its program has ended" + last_words());
  if (piece->stream == Process::Stream::out) {
    unread_ += piece->bytes;
    co_return;
  }
  complaints_ += piece->bytes;
  if (complaints_.size() > kept_complaints)
    complaints_.erase(0, complaints_.size() - kept_complaints);
}

std::string ServiceTalk::last_words() const {
  const std::string_view said = trim(complaints_);
  if (said.empty()) return "";
  const std::string_view last = said.substr(said.rfind('\n') + 1);
  return fmt::format(" ({})", one_line(last, longest_reason));
}

}  // namespace redcode::sandbox
