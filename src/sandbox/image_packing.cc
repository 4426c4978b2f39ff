#include "sandbox/image_packing.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/failure.h"

namespace redcode::sandbox {
namespace {

constexpr int level = 3;
constexpr int largest_window = 23;  // 8 MiB: what an unpacker's memory is bounded by
constexpr std::size_t block_size = std::size_t{1} << 20U;

}  // namespace

Packer::Packer() : context_(ZSTD_createCCtx(), ZSTD_freeCCtx) {
  if (!context_) throw Failure(Failure::Kind::no_memory, "no memory to compress an image");
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level);
}

std::string Packer::pack(std::string_view plain) { return step(plain, ZSTD_e_continue); }

std::string Packer::finish() { return step("", ZSTD_e_end); }

std::string Packer::step(std::string_view plain, ZSTD_EndDirective how) {
  std::string packed;
  ZSTD_inBuffer in{.src = plain.data(), .size = plain.size(), .pos = 0};
  std::size_t waiting = 0;
  do {
    const std::size_t before = packed.size();
    packed.resize(before + ZSTD_CStreamOutSize());
    ZSTD_outBuffer out{.dst = packed.data(), .size = packed.size(), .pos = before};
    waiting = ZSTD_compressStream2(context_.get(), &out, &in, how);
    if (ZSTD_isError(waiting) != 0)
      throw Failure(Failure::Kind::no_memory, "zstd could not compress an image");
    packed.resize(out.pos);
  } while (in.pos < in.size || (how == ZSTD_e_end && waiting > 0));
  return packed;
}

Unpacker::Unpacker(std::uint64_t limit) : context_(ZSTD_createDCtx(), ZSTD_freeDCtx), left_(limit) {
  if (!context_) throw Failure(Failure::Kind::no_memory, "no memory to unpack an image");
  ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, largest_window);
}

void Unpacker::give(std::string packed) {
  packed_ = std::move(packed);
  taken_ = 0;
}

std::string Unpacker::next() {
  std::string plain;
  while (plain.empty() && (taken_ < packed_.size() || (full_ && !whole_))) {
    plain.resize(block_size);
    ZSTD_inBuffer in{.src = packed_.data(), .size = packed_.size(), .pos = taken_};
    ZSTD_outBuffer out{.dst = plain.data(), .size = plain.size(), .pos = 0};
    const std::size_t hint = ZSTD_decompressStream(context_.get(), &out, &in);
    if (ZSTD_isError(hint) != 0)
      throw Failure(Failure::Kind::corrupt, "the image does not decompress");
    taken_ = in.pos;
    whole_ = hint == 0;
    full_ = out.pos == out.size;
    plain.resize(out.pos);
  }
  if (plain.size() > left_) {
    throw Failure(Failure::Kind::corrupt, "the image unpacks to more than any may have");
  }
  left_ -= plain.size();
  return plain;
}

void Unpacker::finish() const {
  if (!whole_) throw Failure(Failure::Kind::corrupt, "the image breaks off");
}

}  // namespace redcode::sandbox
