#include "evidence/canary_search.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "evidence/decode_runs.h"

namespace redcode::evidence {
namespace {

constexpr std::size_t window_size = std::size_t{16} << 20U;
constexpr std::size_t overlap = std::size_t{64} << 10U;  // no needle is longer in any spelling
constexpr std::size_t longest_container_head = 64;       // by which a container is known
constexpr std::uint64_t most_tried = std::uint64_t{256} << 20U;
// Less content than this holds no secret; most of what merely looks compressed ends before it.
constexpr std::size_t least_content = 16;
constexpr int deepest_packed = 4;
constexpr int deepest_decoded = 2;

// Where the body of what looks like a message over HTTP or by mail begins.
std::optional<std::size_t> body_in(std::string_view bytes) {
  constexpr std::size_t longest = std::size_t{64} << 10U;
  const std::size_t end = bytes.substr(0, longest).find("\r\n\r\n");
  if (end == std::string_view::npos) return std::nullopt;
  return end + 4;
}

bool has_plain(std::string_view bytes, std::string_view token) {
  return lower(bytes).contains(token);
}

// How a token that was found as it is, or nearly, is written.
std::string spelt_as(const Needle& needle, std::string_view bytes) {
  const std::string& encoding = needle.spelling.encoding;
  if (needle.spelling.view != View::folded) return encoding;
  if (encoding == "hex" && has_plain(bytes, percent_encoded(needle.token))) return "url";
  if (encoding != "plain" || has_plain(bytes, needle.token)) return encoding;
  return has_plain(bytes, utf16_core(needle.token)) ? "utf-16" : "spaced";
}

// Why what is in a container was not read, if that is sure to be one. `start`: some content begins
// with it, so what looks like its mark is no chance.
std::optional<std::string_view> unread_in(const Packed& packed, Unpacked how, bool start) {
  const bool failed = how == Unpacked::damaged || how == Unpacked::broken_off;
  const bool marked = packed.container != Container::zlib;
  if (failed && start && marked) return "it is compressed, and damaged";
  if (how == Unpacked::closed) return "an encrypted archive";
  return std::nullopt;
}

}  // namespace

// A part of a source that is at hand.
struct Searcher::Window {
  const Source& source;
  Level level;
  std::uint64_t base = 0;  // where in the source it begins
  std::string_view bytes = {};
  std::size_t streams_from = 0;  // what begins before that was opened with the window before
  bool last = true;
};

// Takes what comes out of a container, and searches it window by window.
class Searcher::Outflow {
 public:
  Outflow(Searcher& searcher, Level level) : searcher_(searcher), level_(level) {}

  bool take(std::string_view part) {
    const auto size = static_cast<std::int64_t>(part.size());
    searcher_.unpacked_ += part.size();
    if (searcher_.unpacked_ > most_unpacked || searcher_.left_.fetch_sub(size) < size) return false;
    held_ += part;
    if (held_.size() >= window_size) {
      searcher_.look_through(MemorySource(held_), level_);
      held_.erase(0, held_.size() - overlap);
    }
    return true;
  }
  void end() {
    if (held_.size() >= least_content) searcher_.look_through(MemorySource(held_), level_);
  }

 private:
  Searcher& searcher_;
  Level level_;
  std::string held_;
};

// Takes what was decoded, in short parts mostly, and searches many of them at a time.
class Searcher::Batches {
 public:
  Batches(Searcher& searcher, Level level) : searcher_(searcher), level_(level) {}

  void add(std::string_view decoded, const char* encoding) {
    constexpr std::size_t long_enough = 4096;
    constexpr std::size_t batch_size = std::size_t{1} << 20U;
    if (decoded.size() >= long_enough) {
      searcher_.look_at_decoded(decoded, encoding, level_);
      return;
    }
    std::string& batch = waiting_[encoding];
    starts_[encoding].push_back(batch.size());
    batch += decoded;
    batch += '\n';
    if (batch.size() >= batch_size) look_at(encoding);
  }
  void end() {
    while (!waiting_.empty()) look_at(waiting_.begin()->first);
  }

 private:
  void look_at(std::string_view encoding) {
    const std::string batch = std::move(waiting_.find(encoding)->second);
    waiting_.erase(waiting_.find(encoding));
    const std::vector<std::size_t> starts = std::move(starts_.find(encoding)->second);
    starts_.erase(starts_.find(encoding));
    searcher_.look_at_decoded(batch, encoding, level_);
    searcher_.look_for_raw_streams(batch, starts, level_);
  }

  Searcher& searcher_;
  Level level_;
  std::map<std::string_view, std::string> waiting_;  // by encoding
  std::map<std::string_view, std::vector<std::size_t>> starts_;
};

CanarySearch Searcher::search(const Source& source) && {
  if (!needles_.empty()) look_through(source, {});
  return std::move(result_);
}

void Searcher::not_read(std::string_view why) {
  if (result_.complete) result_.unread = why;
  result_.complete = false;
}

void Searcher::look_through(const Source& source, Level level) {
  if (const std::optional<std::string_view> whole = source.whole()) {
    look_at({.source = source, .level = level, .bytes = *whole});
    return;
  }
  std::string bytes(window_size, '\0');
  std::uint64_t base = 0;
  std::size_t streams_from = 0;
  while (true) {
    const std::size_t got = source.read(base, bytes);
    const bool last = got < bytes.size();
    look_at({.source = source,
             .level = level,
             .base = base,
             .bytes = std::string_view(bytes).substr(0, got),
             .streams_from = streams_from,
             .last = last});
    if (last) return;
    base += got - overlap;
    streams_from = overlap - longest_container_head;
  }
}

void Searcher::look_at(const Window& window) {
  const std::string_view all = window.bytes;
  if (all.empty() || all.find_first_not_of(all.front()) == std::string_view::npos)
    return;  // padding
  look_for_needles(window.bytes);
  look_into_streams(window);
  if (window.level.decoded >= deepest_decoded) return;
  Batches batches(*this, window.level);
  const TakeDecoded look = [&](std::string_view decoded, const char* encoding) {
    batches.add(decoded, encoding);
  };
  decode_runs(window.bytes, look);
  decode_escapes(window.bytes, look);
  batches.end();
  if (const std::string body = dechunked(window.bytes); !body.empty())
    look_at_decoded(body, "plain", window.level);
}

void Searcher::look_at_decoded(std::string_view bytes, std::string_view encoding, Level level) {
  const bool outermost = decoded_from_.empty();
  if (outermost) decoded_from_ = encoding;
  ++level.decoded;
  look_through(MemorySource(bytes), level);
  if (outermost) decoded_from_.clear();
}

void Searcher::look_for_needles(std::string_view bytes) {
  told_.clear();
  const auto find = [&](View view, std::string_view seen) {
    needles_.find(
        view, seen, [&](const Needle& needle, std::size_t at) { found(needle, bytes, at); },
        result_.pieces);
  };
  if (!needles_.empty(View::exact)) find(View::exact, bytes);
  if (!needles_.empty(View::folded)) find(View::folded, folded(bytes));
  const bool outermost = packed_in_.empty() && decoded_from_.empty();
  if (outermost && !needles_.empty(View::steps)) find(View::steps, steps(bytes));
  if (needles_.empty(View::flat)) return;
  const bool one_line = bytes.find_first_of("\r\n") == std::string_view::npos;
  find(View::flat, one_line ? bytes : flat(bytes));
}

void Searcher::found(const Needle& needle, std::string_view bytes, std::size_t at) {
  if (needle.spelling.view == View::steps &&
      lower(bytes.substr(at, needle.token.size())) == needle.token)
    return;  // XORed with nothing
  if (!told_.insert(&needle).second) return;
  std::string encoding = !packed_in_.empty()      ? packed_in_
                         : !decoded_from_.empty() ? decoded_from_
                                                  : spelt_as(needle, bytes);
  CanaryHit hit{.canary = needle.canary, .encoding = std::move(encoding)};
  if (std::ranges::find(result_.hits, hit) == result_.hits.end())
    result_.hits.push_back(std::move(hit));
}

// What is compressed without a mark, at places where something begins.
void Searcher::look_for_raw_streams(std::string_view bytes, const std::vector<std::size_t>& starts,
                                    Level level) {
  const MemorySource source(bytes);
  for (const std::size_t at : starts) {
    const Window window{.source = source, .level = level, .bytes = bytes};
    open(window, {.container = Container::deflate, .at = at, .data = at});
  }
}

// What may be compressed without a mark, or enciphered, where some content begins.
void Searcher::look_at_start(const Window& window, std::size_t at) {
  const std::string_view content = window.bytes.substr(std::min(at, window.bytes.size()));
  if (content.size() < least_content) return;
  const std::uint64_t before = unpacked_;
  const Packed raw{.container = Container::deflate, .at = at, .data = at};
  const bool known = packed_at(window.bytes, at, true).has_value();
  if (!known && open(window, raw).how == Unpacked::all && unpacked_ > before) return;
  if (const auto why = closed_at(window.bytes, at, true)) not_read(*why);
  const bool outermost = window.level.packed == 0 && window.level.decoded == 0;
  if (!known && outermost && looks_enciphered(content)) not_read("it looks encrypted");
}

void Searcher::look_into_streams(const Window& window) {
  static const Beginnings beginnings;
  const std::string_view bytes = window.bytes;
  const std::optional<std::size_t> body = body_in(bytes);
  const bool first = window.base == 0;
  if (first) look_at_start(window, 0);
  if (first && body) look_at_start(window, *body);
  // What begins in the last bytes is seen whole in the next window.
  const std::size_t end = window.last ? bytes.size() : bytes.size() - longest_container_head;
  std::size_t at = window.streams_from;
  while (at + 2 < end) {
    if (!beginnings.at(bytes.data() + at) && at != 0 && at != body) {
      ++at;
      continue;
    }
    const bool start = first && (at == 0 || at == body);
    const std::optional<std::size_t> next = look_into_stream(window, at, start);
    if (!next) return;
    at = *next;
  }
}

// Opens what may be packed at `at`. Gives where the search goes on; nothing if it must end.
std::optional<std::size_t> Searcher::look_into_stream(const Window& window, std::size_t at,
                                                      bool start) {
  const std::string_view bytes = window.bytes;
  if (const auto why = closed_at(bytes, at, false)) not_read(*why);
  const std::optional<Packed> packed = packed_at(bytes, at, start);
  if (!packed) return at + 1;
  const Unpacking done = open(window, *packed);
  if (const auto why = unread_in(*packed, done.how, start)) not_read(*why);
  if (done.how == Unpacked::cut) return std::nullopt;
  if (done.end <= window.base + at) return at + 1;
  const std::uint64_t behind = done.end - window.base;
  return static_cast<std::size_t>(std::min<std::uint64_t>(behind, bytes.size()));
}

Unpacking Searcher::open(const Window& window, const Packed& packed) {
  if (window.level.packed >= deepest_packed) {
    if (packed.container != Container::deflate && packed.container != Container::zlib)
      not_read("archives in archives, too deep");
    return {.how = Unpacked::damaged};
  }
  if (tried_ > most_tried || unpacked_ > most_unpacked) {
    not_read("more is compressed in it than is looked through");
    return {.how = Unpacked::cut};
  }
  const bool outermost = packed_in_.empty();
  if (outermost) packed_in_ = name_of(packed.container);
  Level level = window.level;
  ++level.packed;
  Outflow outflow(*this, level);
  const Unpacking done =
      unpackers_[level.packed].unpack(window.source, packed.container, window.base + packed.data,
                                      [&](std::string_view part) { return outflow.take(part); });
  tried_ += done.read;
  outflow.end();
  if (outermost) packed_in_.clear();
  if (done.how == Unpacked::cut) not_read("more is compressed in it than is looked through");
  return done;
}

}  // namespace redcode::evidence
