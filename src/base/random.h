// Randomness from the kernel, for tokens nobody can guess.
#pragma once

#include <cstddef>
#include <string>

namespace redcode {

// `length` characters of a-z and 0-9, each uniformly random. Throws Failure if the kernel gives
// none.
std::string random_token(std::size_t length);

}  // namespace redcode
