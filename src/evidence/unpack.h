// unpack: opens what is compressed in bytes nobody vouches for, so that it can be searched.
//
// Whoever takes what comes out says when it is enough: a bomb costs no more than that. No program
// is started, and of what libarchive can read only what is named in containers.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "evidence/containers.h"
#include "evidence/source.h"

namespace redcode::evidence {

enum class Unpacked : std::uint8_t {
  all,
  broken_off,  // it ended before its end
  damaged,
  closed,  // a key is needed
  cut,     // the taker had enough
};

struct Unpacking {
  Unpacked how = Unpacked::all;
  std::uint64_t read = 0;      // how much of the source was looked at
  std::uint64_t produced = 0;  // handed to the taker
  std::uint64_t end = 0;       // where in the source it ends, if that is known and all was well
};

// Takes the next part; false: no more of it.
using TakePart = std::function<bool(std::string_view part)>;

class Unpacker {
 public:
  Unpacker();
  ~Unpacker();
  Unpacker(Unpacker&&) = delete;
  Unpacker& operator=(Unpacker&&) = delete;
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  // What begins at `data` of the source; the contents of an archive follow each other.
  Unpacking unpack(const Source& source, Container container, std::uint64_t data,
                   const TakePart& take);

 private:
  class Inflater;
  std::unique_ptr<Inflater> inflater_;
};

}  // namespace redcode::evidence
