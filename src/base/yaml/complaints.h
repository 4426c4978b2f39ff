// Complaints: everything that is wrong with one file, gathered while it is read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace redcode::yaml {

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

  // `subject` is what such a file is: "scenario", "agent".
  Complaints(std::string file, std::string subject)
      : file_(std::move(file)), subject_(std::move(subject)) {}

  // `message` and `hint` may quote the file only through shown().
  void add(Mark mark, std::string_view code, std::string message, std::string hint = {});

  // The code of a complaint that any such file can earn: "scenario-missing-key".
  std::string code(std::string_view what) const { return subject_ + '-' + std::string(what); }

  std::size_t count() const { return errors_.size(); }
  // In order of place.
  std::vector<Error> take() &&;

 private:
  std::string file_;
  std::string subject_;
  std::vector<Error> errors_;
};

// 'text', cut short and made safe to print.
std::string shown(std::string_view text);

}  // namespace redcode::yaml
