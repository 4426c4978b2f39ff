// Complaints: everything that is wrong with one file, gathered while it is read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace redcode::corpus {

// A place in a file, counted from 1; {0, 0} is the file as a whole.
struct Mark {
  int line = 0;
  int column = 0;
  bool operator==(const Mark&) const = default;
};

class Complaints {
 public:
  // A file can be hostile; nobody reads more complaints than this.
  static constexpr std::size_t limit = 200;

  explicit Complaints(std::string file) : file_(std::move(file)) {}

  // `message` and `hint` may quote the file only through shown().
  void add(Mark mark, std::string_view code, std::string message, std::string hint = {});

  std::size_t count() const { return errors_.size(); }
  // In order of place.
  std::vector<Error> take() &&;

 private:
  std::string file_;
  std::vector<Error> errors_;
};

// 'text', cut short and made safe to print.
std::string shown(std::string_view text);

}  // namespace redcode::corpus
