#include "evidence/unpack.h"

#include <lzma.h>
#include <zlib.h>

#include <string>
#include <vector>

#include "base/failure.h"
#include "evidence/unpack_archive.h"

namespace redcode::evidence {
namespace {

constexpr std::size_t inflate_step = std::size_t{64} << 10U;
// Most of what merely looks compressed ends in the first of its bytes.
constexpr std::size_t first_inflate_step = 512;

// How zlib's inflateReset2() is told what to expect.
enum class Wrapping : std::int8_t { raw = -15, zlib = 15, gzip = 31 };

Wrapping wrapping_of(Container container) {
  if (container == Container::gzip) return Wrapping::gzip;
  if (container == Container::zlib) return Wrapping::zlib;
  return Wrapping::raw;
}

}  // namespace

class Unpacker::Inflater {
 public:
  Inflater() : input_(inflate_step, '\0'), output_(inflate_step, '\0') {
    if (inflateInit2(&zlib_, static_cast<int>(Wrapping::gzip)) != Z_OK) {
      throw Failure(Failure::Kind::no_memory, "no memory to decompress with");
    }
  }
  Inflater(Inflater&&) = delete;
  Inflater& operator=(Inflater&&) = delete;
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { inflateEnd(&zlib_); }

  Unpacking inflate_at(const Source& source, Wrapping wrapping, std::uint64_t at,
                       const TakePart& take) {
    inflateReset2(&zlib_, static_cast<int>(wrapping));
    zlib_.avail_in = 0;
    Unpacking done;
    while (true) {
      if (zlib_.avail_in == 0 && !refill(source, at, done)) {
        done.how = Unpacked::broken_off;
        return done;
      }
      const int result = one_step();
      const std::size_t size = output_.size() - zlib_.avail_out;
      done.produced += size;
      if (size > 0 && !take(std::string_view(output_).substr(0, size))) {
        done.how = Unpacked::cut;
        return done;
      }
      if (result == Z_STREAM_END) {
        done.end = at + done.read - zlib_.avail_in;
        return done;
      }
      if (result != Z_OK && result != Z_BUF_ERROR) {
        done.how = Unpacked::damaged;
        return done;
      }
    }
  }

 private:
  bool refill(const Source& source, std::uint64_t at, Unpacking& done) {
    const std::size_t wanted = done.read == 0 ? first_inflate_step : inflate_step;
    const std::size_t got = source.read(at + done.read, std::span(input_).first(wanted));
    done.read += got;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are bytes
    zlib_.next_in = reinterpret_cast<Bytef*>(input_.data());
    zlib_.avail_in = static_cast<uInt>(got);
    return got > 0;
  }
  int one_step() {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are bytes
    zlib_.next_out = reinterpret_cast<Bytef*>(output_.data());
    zlib_.avail_out = static_cast<uInt>(output_.size());
    return inflate(&zlib_, Z_NO_FLUSH);
  }

  z_stream zlib_{};
  std::string input_;
  std::string output_;
};

namespace {

constexpr std::uint64_t most_memory = std::uint64_t{256} << 20U;

// xz and .lzma. Not by libarchive: that gives up what came out when other bytes follow.
Unpacking unpack_lzma(const Source& source, bool alone, std::uint64_t at, const TakePart& take) {
  Unpacking done;
  lzma_stream stream = LZMA_STREAM_INIT;
  const std::unique_ptr<lzma_stream, void (*)(lzma_stream*)> ending(&stream, lzma_end);
  const lzma_ret ready = alone ? lzma_alone_decoder(&stream, most_memory)
                               : lzma_stream_decoder(&stream, most_memory, 0);
  std::vector<std::uint8_t> input(inflate_step);
  std::string output(inflate_step, '\0');
  lzma_ret result = ready;
  while (result == LZMA_OK) {
    if (stream.avail_in == 0) {
      // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are bytes
      const std::span<char> room(reinterpret_cast<char*>(input.data()), input.size());
      stream.next_in = input.data();
      stream.avail_in = source.read(at + done.read, room);
      done.read += stream.avail_in;
    }
    const bool ended = stream.avail_in == 0;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are bytes
    stream.next_out = reinterpret_cast<std::uint8_t*>(output.data());
    stream.avail_out = output.size();
    result = lzma_code(&stream, LZMA_RUN);
    const std::size_t size = output.size() - stream.avail_out;
    done.produced += size;
    if (size > 0 && !take(std::string_view(output).substr(0, size))) {
      done.how = Unpacked::cut;
      return done;
    }
    if (ended && size == 0 && result == LZMA_OK) result = LZMA_BUF_ERROR;
  }
  if (result == LZMA_STREAM_END) {
    done.end = at + done.read - stream.avail_in;
  } else {
    done.how = result == LZMA_BUF_ERROR ? Unpacked::broken_off : Unpacked::damaged;
  }
  return done;
}

}  // namespace

Unpacker::Unpacker() : inflater_(std::make_unique<Inflater>()) {}
Unpacker::~Unpacker() = default;

Unpacking Unpacker::unpack(const Source& source, Container container, std::uint64_t data,
                           const TakePart& take) {
  switch (container) {
    case Container::deflate:
    case Container::zlib:
    case Container::gzip:
    case Container::zip_deflated:
      return inflater_->inflate_at(source, wrapping_of(container), data, take);
    case Container::xz:
    case Container::lzma:
      return unpack_lzma(source, container == Container::lzma, data, take);
    default:
      return unpack_archive(source, container, data, take);
  }
}

}  // namespace redcode::evidence
