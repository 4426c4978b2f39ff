// Utf8Locale: while it lives, this thread's file names are UTF-8. Names in a tar are; libarchive
// translates them to the thread's locale, which need not have the letters.
#pragma once

#include <locale.h>  // NOLINT(modernize-deprecated-headers): newlocale is POSIX

namespace redcode::sandbox {

class Utf8Locale {
 public:
  Utf8Locale()
      : utf8_(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)),
        before_(utf8_ == nullptr ? nullptr : uselocale(utf8_)) {}
  Utf8Locale(Utf8Locale&&) = delete;
  Utf8Locale& operator=(Utf8Locale&&) = delete;
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;
  ~Utf8Locale() {
    if (utf8_ == nullptr) return;
    uselocale(before_);
    freelocale(utf8_);
  }

 private:
  locale_t utf8_;
  locale_t before_;
};

}  // namespace redcode::sandbox
