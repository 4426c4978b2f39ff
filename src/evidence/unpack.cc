#include "evidence/unpack.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "base/failure.h"
#include "evidence/decode_runs.h"

namespace redcode::evidence {
namespace {

// Less content than this holds no secret; most of what merely looks compressed ends before it.
constexpr std::size_t least_content = 16;
// Of compressed input, over all tries: streams can be made to overlap.
constexpr std::size_t most_input = std::size_t{64} << 20U;
constexpr std::size_t step = std::size_t{64} << 10U;

// How zlib's inflateReset2() is told what to expect.
enum class Wrapping : std::int8_t { raw = -15, zlib = 15, gzip = 31 };

struct Stream {
  std::size_t at = 0;
  Wrapping wrapping = Wrapping::raw;
};

unsigned byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

bool starts_zlib(unsigned first, unsigned second) {
  return (first & 0x8FU) == 8 && (second & 0x20U) == 0 && (first << 8U | second) % 31 == 0;
}

// A zip member's compressed content, if a member starts at `at`.
std::optional<Stream> zip_member(std::string_view bytes, std::size_t at) {
  constexpr std::size_t fixed = 30;
  if (bytes.substr(at, 4) != std::string_view("PK\x03\x04", 4) || bytes.size() - at < fixed) {
    return std::nullopt;
  }
  const auto word = [&](std::size_t offset) {
    return byte_at(bytes, at + offset) | byte_at(bytes, at + offset + 1) << 8U;
  };
  if (word(8) != 8) return std::nullopt;  // not deflated
  return Stream{.at = at + fixed + word(26) + word(28), .wrapping = Wrapping::raw};
}

bool may_start_stream(unsigned byte) { return byte == 0x1F || byte == 'P' || (byte & 0x8FU) == 8; }

std::optional<Stream> stream_at(std::string_view bytes, std::size_t at) {
  const unsigned first = byte_at(bytes, at);
  const unsigned second = byte_at(bytes, at + 1);
  if (first == 0x1F && second == 0x8B) return Stream{.at = at, .wrapping = Wrapping::gzip};
  if (starts_zlib(first, second)) return Stream{.at = at, .wrapping = Wrapping::zlib};
  if (first == 'P' && second == 'K') return zip_member(bytes, at);
  return std::nullopt;
}

class Inflater {
 public:
  explicit Inflater(const std::function<void(std::string_view)>& take) : take_(take) {
    if (inflateInit2(&zlib_, static_cast<int>(Wrapping::gzip)) != Z_OK) {
      throw Failure(Failure::Kind::exhausted, "no memory to decompress with");
    }
  }
  Inflater(Inflater&&) = delete;
  Inflater& operator=(Inflater&&) = delete;
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { inflateEnd(&zlib_); }

  // Every stream in `bytes`.
  void search(std::string_view bytes) {
    try_at(bytes, {.at = 0, .wrapping = Wrapping::raw});
    const std::size_t head = bytes.find("\r\n\r\n");
    if (head != std::string_view::npos) try_at(bytes, {.at = head + 4});
    for (std::size_t at = 0; at + 2 < bytes.size() && !cut_; ++at) {
      if (!may_start_stream(byte_at(bytes, at))) continue;
      const std::optional<Stream> stream = stream_at(bytes, at);
      if (!stream) continue;
      const std::size_t end = try_at(bytes, *stream);
      if (end > at) at = end - 1;
    }
  }

  bool cut() const { return cut_; }

 private:
  // Where the stream ends; 0 if it is none, or broken.
  std::size_t try_at(std::string_view bytes, Stream stream) {
    if (cut_ || stream.at + 2 >= bytes.size()) return 0;
    const std::string_view input = bytes.substr(stream.at);
    inflateReset2(&zlib_, static_cast<int>(stream.wrapping));
    // zlib reads only; its interface is older than const.
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast,cppcoreguidelines-pro-type-const-cast)
    zlib_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
    zlib_.avail_in = static_cast<uInt>(std::min(input.size(), std::size_t{1} << 30U));
    const auto [ended, produced] = inflate_all();
    const std::size_t consumed = input.size() - zlib_.avail_in;
    input_ += consumed;
    output_ += produced;
    if (produced >= least_content) take_(std::string_view(content_).substr(0, produced));
    if (output_ >= most_unpacked || input_ >= most_input) cut_ = true;
    return ended ? stream.at + consumed : 0;
  }

  struct Content {
    bool ended = false;
    std::size_t size = 0;
  };
  Content inflate_all() {
    Content content;
    const std::size_t room = most_unpacked - output_;
    while (content.size < room) {
      const std::size_t wanted = std::min(step, room - content.size);
      if (content_.size() < content.size + wanted) content_.resize(content.size + wanted);
      // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are bytes
      zlib_.next_out = reinterpret_cast<Bytef*>(content_.data() + content.size);
      zlib_.avail_out = static_cast<uInt>(wanted);
      const int result = inflate(&zlib_, Z_NO_FLUSH);
      content.size += wanted - zlib_.avail_out;
      content.ended = result == Z_STREAM_END;
      if (result != Z_OK || (zlib_.avail_in == 0 && zlib_.avail_out > 0)) break;
    }
    return content;
  }

  const std::function<void(std::string_view)>& take_;
  z_stream zlib_{};
  std::string content_;  // of the stream at hand, reused
  std::size_t input_ = 0;
  std::size_t output_ = 0;
  bool cut_ = false;
};

}  // namespace

Unpacked unpack(std::string_view bytes, const std::function<void(std::string_view)>& take) {
  Inflater inflater(take);
  const auto search = [&](std::string_view decoded) { inflater.search(decoded); };
  inflater.search(bytes);
  decode_runs(bytes, search);
  decode_percent_signs(bytes, [&](std::string_view decoded) {
    inflater.search(decoded);
    decode_runs(decoded, search);
  });
  return inflater.cut() ? Unpacked::cut : Unpacked::all;
}

}  // namespace redcode::evidence
