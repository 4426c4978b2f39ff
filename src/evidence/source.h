// Source: bytes that can be read at any place, in memory or in a file.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace redcode::evidence {

class Source {
 public:
  virtual ~Source() = default;
  // Fills as much of `into` as there is from `at` on; 0: nothing is there, or it cannot be read.
  virtual std::size_t read(std::uint64_t at, std::span<char> into) const = 0;
  // All of it, if it is at hand.
  virtual std::optional<std::string_view> whole() const { return std::nullopt; }
};

class MemorySource final : public Source {
 public:
  explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}
  std::size_t read(std::uint64_t at, std::span<char> into) const override {
    if (at >= bytes_.size()) return 0;
    return bytes_.copy(into.data(), into.size(), static_cast<std::size_t>(at));
  }
  std::optional<std::string_view> whole() const override { return bytes_; }

 private:
  std::string_view bytes_;
};

// A regular file; `file` must outlive it.
class FileSource final : public Source {
 public:
  explicit FileSource(int file) : file_(file) {}
  std::size_t read(std::uint64_t at, std::span<char> into) const override {
    std::size_t size = 0;
    while (size < into.size()) {
      const std::span<char> rest = into.subspan(size);
      const ssize_t got = ::pread(file_, rest.data(), rest.size(), static_cast<off_t>(at + size));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      size += static_cast<std::size_t>(got);
    }
    return size;
  }

 private:
  int file_;
};

}  // namespace redcode::evidence
