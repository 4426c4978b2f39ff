#include "sandbox/docker/frames.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/failure.h"

namespace redcode::docker {
namespace {

constexpr std::size_t header_size = 8;

std::uint64_t length_in(std::string_view header) {
  std::uint64_t length = 0;
  for (const char byte : header.substr(4)) length = length << 8U | static_cast<unsigned char>(byte);
  return length;
}

}  // namespace

std::optional<FrameCutter::Payload> FrameCutter::next(std::string_view& bytes) {
  while (pending_ == 0 && !bytes.empty()) take_header(bytes);
  if (bytes.empty()) return std::nullopt;
  const std::uint64_t here = std::min<std::uint64_t>(pending_, bytes.size());
  const Payload payload{.stream = stream_, .bytes = bytes.substr(0, here)};
  pending_ -= here;
  bytes.remove_prefix(here);
  return payload;
}

void FrameCutter::take_header(std::string_view& bytes) {
  const std::size_t wanted = std::min(header_size - header_.size(), bytes.size());
  header_.append(bytes.substr(0, wanted));
  bytes.remove_prefix(wanted);
  if (header_.size() < header_size) return;
  const auto stream = static_cast<unsigned char>(header_[0]);
  if (stream > 2 || header_[1] != 0 || header_[2] != 0 || header_[3] != 0) {
    throw Failure(Failure::Kind::corrupt,
                  fmt::format("the container daemon sent a frame for stream {}", stream));
  }
  stream_ = stream == 2 ? Stream::err : Stream::out;
  pending_ = length_in(header_);
  header_.clear();
}

void Frames::feed(std::string_view bytes) {
  while (const auto payload = cutter_.next(bytes)) {
    std::string& into = payload->stream == FrameCutter::Stream::err ? err : out;
    const std::string_view kept = payload->bytes.substr(0, room_);
    into.append(kept);
    overflowed_ = overflowed_ || kept.size() < payload->bytes.size();
    room_ -= kept.size();
  }
}

}  // namespace redcode::docker
