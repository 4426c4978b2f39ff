// StreamReader: what the readers of all formats share. It tells a stream of events from one JSON
// text, takes it apart, bounds it, and reports the server's errors; the format's own reader gets
// JSON objects only and fills the draft.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "models/wire/draft.h"
#include "models/wire/sse.h"
#include "models/wire/wire.h"

namespace redcode::wire {

// With all the JSON around a reply; some servers repeat the whole question in one event.
inline constexpr std::size_t longest_event = std::size_t{16} << 20U;
// The bytes of a stream: some 250 for each token.
inline constexpr std::size_t longest_stream = std::size_t{256} << 20U;

// Throws Failure{unavailable}.
[[noreturn]] void server_reports(std::string_view error);

class StreamReader : public AnswerReader {
 public:
  void take(std::string_view bytes) final;
  Reply finish() final;
  record::Usage usage() const final { return draft_.usage(); }
  bool is_whole() const final { return whole_.value_or(true); }

 protected:
  // An event of a stream, or an object out of a JSON list. It reports no error.
  virtual void take_event(std::string_view name, const Json& event) = 0;
  // The answer, if it is one JSON object. It reports no error.
  virtual void take_whole(const Json& answer) = 0;
  // The event "[DONE]", with which some formats end.
  virtual void take_done() {}

  Draft& draft() { return draft_; }
  // The answer has come to its end; what comes behind it is still taken.
  void end() { ended_ = true; }
  // The same, but clients stop reading here, and so do we: nothing behind it is looked at.
  void close() { ended_ = closed_ = true; }

 private:
  void take_stream(const Event& event);
  void take_json();

  EventDecoder decoder_ = EventDecoder(longest_event);
  // Servers that ignore "stream" answer with one JSON text: the first byte that is not white
  // tells, as no event can begin with a bracket.
  std::optional<bool> whole_;
  std::string json_;  // the answer so far, if it is a whole one
  std::size_t bytes_ = 0;
  Draft draft_;
  bool ended_ = false;
  bool closed_ = false;
};

}  // namespace redcode::wire
