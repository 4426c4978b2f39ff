// File use: which files a call reads, writes or removes, as far as the path is written in it. Rules
// cannot compare two paths; this can.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/fact.h"

namespace redcode::analysis {

// What one call does to files, by their paths as written; "" or nothing: not seen.
struct Touched {
  std::vector<std::string> read = {};
  std::string written = {};
  std::string removed = {};
  bool reads_what_it_writes = false;  // `p.write_bytes(f(p.read_bytes()))`

  bool nothing() const { return read.empty() && written.empty() && removed.empty(); }
};

// `call` as written. A program that encrypts and gets its files as arguments reads each of them.
Touched files_in(std::string_view call);

// A path without what only turns it into another type: `str(p)`, `&path`, `new File(f)`.
std::string bare_path(std::string_view written);

class FileUse {
 public:
  // What a call does to a file that the same function read before: `rewrite`, `remove`, or nothing.
  std::optional<Kind> take(std::uint32_t function, const Touched& touched);
  // Whether files read long ago were forgotten because there are too many.
  bool forgot() const { return forgot_; }

 private:
  bool was_read(std::uint32_t function, const std::string& path) const {
    return read_.contains({function, path});
  }

  void remember(std::uint32_t function, const std::string& path);

  using Read = std::set<std::pair<std::uint32_t, std::string>>;
  Read read_ = {};
  std::deque<Read::const_iterator> in_order_ = {};
  bool forgot_ = false;
};

}  // namespace redcode::analysis
