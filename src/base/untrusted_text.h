// UntrustedText: words that came from an agent, a model, a case or a run folder.
//
// They are hostile until shown to be harmless, so there is no way out of the type but through an
// escape for the place they go to: nothing converts, prints or streams by itself.
//
//   const UntrustedText words(message.text);
//   out.line("{}", words.one_line(80));   // a terminal
//   file << "<td>" << words.html();       // a page
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "base/json.h"

namespace redcode {

class UntrustedText {
 public:
  UntrustedText() = default;
  explicit UntrustedText(std::string words) : words_(std::move(words)) {}

  // For a terminal or a log: control characters, bidi controls and the like come out as \x1b.
  std::string terminal() const;
  // Likewise, on one line of at most `limit` bytes.
  std::string one_line(std::size_t limit) const;
  // For text or a quoted attribute of an HTML page. What reorders or hides text is made visible.
  std::string html() const;
  // For text or a quoted attribute of XML 1.0, which cannot hold most control characters at all.
  std::string xml() const;
  // For running text or a table's cell of Markdown: one line of at most `limit` bytes before
  // escapes, nothing in it is markup.
  std::string markdown(std::size_t limit = 200) const;
  // For a program that reads JSON: nothing but the encoding is changed.
  Json json() const;

  // A copy of at most `bytes` bytes, not cut within a character.
  UntrustedText cut(std::size_t bytes) const;
  std::size_t size() const { return words_.size(); }
  bool empty() const { return words_.empty(); }
  bool operator==(const UntrustedText&) const = default;

 private:
  std::string words_;
};

}  // namespace redcode
