#include "docker/frames.h"

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

void Frames::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    if (pending_ == 0) {
      take_header(bytes);
    } else {
      take_payload(bytes);
    }
  }
}

void Frames::take_header(std::string_view& bytes) {
  const std::size_t wanted = std::min(header_size - header_.size(), bytes.size());
  header_.append(bytes.substr(0, wanted));
  bytes.remove_prefix(wanted);
  if (header_.size() < header_size) return;
  const auto stream = static_cast<unsigned char>(header_[0]);
  if (stream > 2 || header_[1] != 0 || header_[2] != 0 || header_[3] != 0) {
    throw Failure(Failure::Kind::corrupt,
                  fmt::format("the container daemon sent a frame for stream {}", stream));
  }
  target_ = stream == 2 ? &err : &out;
  pending_ = length_in(header_);
  header_.clear();
}

void Frames::take_payload(std::string_view& bytes) {
  const std::uint64_t here = std::min<std::uint64_t>(pending_, bytes.size());
  const std::uint64_t kept = std::min(here, room_);
  target_->append(bytes.substr(0, kept));
  overflowed_ = overflowed_ || kept < here;
  room_ -= kept;
  pending_ -= here;
  bytes.remove_prefix(here);
}

}  // namespace redcode::docker
