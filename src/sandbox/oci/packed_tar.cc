#include "sandbox/oci/packed_tar.h"

#include <fmt/format.h>

#include <fstream>

#include "base/digest.h"
#include "base/failure.h"
#include "sandbox/image_packing.h"

namespace redcode::oci {
namespace {

constexpr std::size_t block_size = std::size_t{1} << 20U;

std::ifstream open_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw Failure(Failure::Kind::unavailable, fmt::format("cannot read {}", path.string()));
  return file;
}

[[noreturn]] void fail_writing(const std::filesystem::path& path) {
  throw Failure(Failure::Kind::unavailable,
                fmt::format("cannot write {}: is the disk full?", path.string()));
}

// Calls `take` with what `packed` was made from, block by block.
template <class Take>
void each_block(const std::filesystem::path& packed, Take take) {
  std::ifstream from = open_file(packed);
  sandbox::Unpacker unpacker;
  for (std::string block = next_block(from); !block.empty(); block = next_block(from)) {
    unpacker.give(std::move(block));
    for (std::string plain = unpacker.next(); !plain.empty(); plain = unpacker.next()) take(plain);
  }
  unpacker.finish();
}

}  // namespace

std::string next_block(std::istream& file) {
  std::string block(block_size, '\0');
  file.read(block.data(), std::ssize(block));
  if (file.bad()) throw Failure(Failure::Kind::unavailable, "an image's tar cannot be read");
  block.resize(static_cast<std::size_t>(file.gcount()));
  return block;
}

std::string pack_tar(const std::filesystem::path& tar, const std::filesystem::path& packed) {
  std::ifstream from = open_file(tar);
  std::ofstream to(packed, std::ios::binary);
  Sha256 digest;
  sandbox::Packer packer;
  for (std::string block = next_block(from); !block.empty(); block = next_block(from)) {
    digest.add(block);
    to << packer.pack(block);
  }
  to << packer.finish();
  to.close();
  if (!to) fail_writing(packed);
  return "sha256:" + digest.finish();
}

std::string digest_in(const std::filesystem::path& packed) {
  Sha256 digest;
  each_block(packed, [&digest](const std::string& plain) { digest.add(plain); });
  return "sha256:" + digest.finish();
}

void unpack_tar(const std::filesystem::path& packed, const std::filesystem::path& tar) {
  std::ofstream to(tar, std::ios::binary);
  each_block(packed, [&to](const std::string& plain) { to << plain; });
  to.close();
  if (!to) fail_writing(tar);
}

}  // namespace redcode::oci
