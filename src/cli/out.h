// Out: where a command writes. Text for people goes through here, so that tests can capture it and
// nothing hostile reaches a terminal unescaped.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace redcode::cli {

class Out {
 public:
  Out(std::FILE* normal, std::FILE* trouble);

  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    write(fmt::format(format, std::forward<Args>(args)...) + "\n");
  }
  template <class... Args>
  void trouble(fmt::format_string<Args...> format, Args&&... args) {
    complain(fmt::format(format, std::forward<Args>(args)...) + "\n");
  }

  void write(std::string_view text);
  void complain(std::string_view text);
  // A line that the next one replaces; nothing when standard error is not a terminal.
  void status(std::string_view text);

  // Whether status() shows anything.
  bool live() const { return live_; }

 private:
  void clear_status();

  std::FILE* normal_;
  std::FILE* trouble_;
  bool live_;
  bool status_shown_ = false;
};

}  // namespace redcode::cli
