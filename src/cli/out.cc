#include "cli/out.h"

#include <unistd.h>

namespace redcode::cli {

Out::Out(std::FILE* normal, std::FILE* trouble)
    : normal_(normal), trouble_(trouble), live_(isatty(fileno(trouble)) == 1) {}

void Out::write(std::string_view text) {
  clear_status();
  std::fwrite(text.data(), 1, text.size(), normal_);
  std::fflush(normal_);
}

void Out::complain(std::string_view text) {
  clear_status();
  std::fwrite(text.data(), 1, text.size(), trouble_);
  std::fflush(trouble_);
}

void Out::status(std::string_view text) {
  if (!live_) return;
  fmt::print(trouble_, "\r\x1b[K{}", text);
  std::fflush(trouble_);
  status_shown_ = true;
}

void Out::clear_status() {
  if (!status_shown_) return;
  fmt::print(trouble_, "\r\x1b[K");
  std::fflush(trouble_);
  status_shown_ = false;
}

}  // namespace redcode::cli
