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

#include "analysis/fact.h"

namespace redcode::analysis {

class FileUse {
 public:
  // What a call, as written, does to a file that the same function read before: `rewrite`,
  // `remove`, or nothing.
  std::optional<Kind> take(std::uint32_t function, std::string_view call);
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
