// How an image's tar is kept and travels: zstd-compressed, written and read as a stream, so that
// memory never holds more than a block of it.
#pragma once

#include <zstd.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace redcode::sandbox {

inline constexpr std::uint64_t largest_packed_image = std::uint64_t{16} << 30U;
inline constexpr std::uint64_t largest_image = std::uint64_t{64} << 30U;

class Packer {
 public:
  Packer();
  // What is ready of the packed bytes; may be nothing yet.
  std::string pack(std::string_view plain);
  // The rest of them. Nothing can be packed any more.
  std::string finish();

 private:
  std::string step(std::string_view plain, ZSTD_EndDirective how);

  std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context_;
};

// The bytes may come from anywhere: few of them can stand for very many, so they are handed out
// block by block.
class Unpacker {
 public:
  explicit Unpacker(std::uint64_t limit = largest_image);
  // More packed bytes, when next() had nothing left to give.
  void give(std::string packed);
  // The next plain bytes, at most a megabyte; "": it needs more packed ones. Throws
  // Failure{corrupt} when they are none, or stand for more than the limit.
  std::string next();
  // Throws Failure{corrupt} when the packed bytes broke off.
  void finish() const;

 private:
  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context_;
  std::uint64_t left_;
  std::string packed_;
  std::size_t taken_ = 0;  // of packed_
  bool whole_ = false;     // at the end of a frame
  bool full_ = false;      // the last block was: there may be more without further bytes
};

}  // namespace redcode::sandbox
