// The Docker API's way of sending a command's standard output and error over one stream, taken
// apart again. Each frame is 8 bytes of header (stream, 3 zeros, big-endian length) and its
// payload.
//
// The payload is the sandbox's word and is bounded; the framing is the daemon's, and one that
// breaks its rules is a Failure{corrupt}.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace redcode::docker {

// Takes the payload out of the stream, piece by piece.
class FrameCutter {
 public:
  enum class Stream { out, err };
  struct Payload {
    Stream stream = Stream::out;
    std::string_view bytes;  // of what was given
  };

  // The next piece of payload in `bytes`, which loses what was taken; nothing when it is used up.
  std::optional<Payload> next(std::string_view& bytes);

  // The stream could end here.
  bool whole() const { return pending_ == 0 && header_.empty(); }

 private:
  void take_header(std::string_view& bytes);

  std::string header_;         // what came of a header so far
  std::uint64_t pending_ = 0;  // payload bytes of the current frame still to come
  Stream stream_ = Stream::out;
};

// Keeps the payload, within a budget.
class Frames {
 public:
  // Keeps at most `most` bytes of out and err together.
  explicit Frames(std::uint64_t most) : room_(most) {}

  // The next bytes of the stream, cut anywhere.
  void feed(std::string_view bytes);

  // The stream could end here.
  bool whole() const { return cutter_.whole(); }

  // More came than was kept.
  bool overflowed() const { return overflowed_; }

  std::string out;
  std::string err;

 private:
  std::uint64_t room_;
  bool overflowed_ = false;
  FrameCutter cutter_;
};

}  // namespace redcode::docker
