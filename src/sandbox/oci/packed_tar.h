// An image's tar as a file, compressed: what it was unpacked from, kept so that it can travel.
//
// Blocking; throws Failure.
#pragma once

#include <filesystem>
#include <string>

namespace redcode::oci {

// Compresses `tar` into the new file `packed`; gives the digest of `tar`, "sha256:…".
std::string pack_tar(const std::filesystem::path& tar, const std::filesystem::path& packed);

// The digest of the tar that `packed` was made from, which nothing of is kept.
std::string digest_in(const std::filesystem::path& packed);

// Writes the tar that `packed` was made from to the new file `tar`.
void unpack_tar(const std::filesystem::path& packed, const std::filesystem::path& tar);

// The next megabyte of an open file, "" at its end. Throws when it cannot be read.
std::string next_block(std::istream& file);

}  // namespace redcode::oci
