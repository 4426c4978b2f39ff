// Result: an input or a lookup may say no, and the caller deals with it at once.
#pragma once

#include <fmt/format.h>

#include <expected>
#include <string>

namespace redcode {

// A place in a text file, counted from 1. Line 0: the complaint is about the whole file.
struct Where {
  std::string file;
  int line = 0;
  int column = 0;
};

// One complaint a person can act on. `code` is stable and greppable; `hint` says what to do.
struct Error {
  std::string code;
  std::string message;
  std::string hint = {};
  Where where = {};

  std::string text() const {
    std::string place = where.file;
    if (where.line > 0) place += fmt::format(":{}:{}", where.line, where.column);
    if (!place.empty()) place += ": ";
    return hint.empty() ? fmt::format("{}{} [{}]", place, message, code)
                        : fmt::format("{}{} [{}]; {}", place, message, code, hint);
  }
};

template <class T>
using Result = std::expected<T, Error>;

}  // namespace redcode
