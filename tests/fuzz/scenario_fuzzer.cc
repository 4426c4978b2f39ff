// Fuzzes the readers of a corpus's files: any bytes give complaints that can be printed, or cases
// that can be stored. tests/fuzz/run.py runs it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "corpus/corpus.h"
#include "corpus/edition.h"
#include "corpus/names.h"

namespace {

using redcode::Error;
using redcode::corpus::Case;

void demand(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

void check(const Error& error) {
  demand(!error.code.empty() && !error.message.empty(), "a complaint has a code and a message");
  demand((error.where.line > 0) == (error.where.column > 0), "a place has a line and a column");
  const std::string text = error.text();
  demand(redcode::escape_terminal(text) == text && !text.contains('\n'),
         "a complaint is one line that can be printed");
}

void check(const Case& subject) {
  const auto text = redcode::dump_json(to_json(subject));
  const auto read = redcode::parse_json(text);
  demand(read.has_value(), "a case is JSON");
  const auto again = redcode::corpus::case_from_json(*read);
  demand(again.has_value() && *again == subject, "a case survives JSON");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto cases = redcode::corpus::expand(text, "fuzzed.yaml");
  if (cases) {
    demand(!cases->empty(), "a sound scenario has cases");
    for (const Case& subject : *cases) check(subject);
  } else {
    demand(!cases.error().empty(), "a refusal has a complaint");
    for (const Error& error : cases.error()) check(error);
  }

  redcode::yaml::Complaints complaints("corpus.yaml", "scenario");
  redcode::corpus::read_edition(text, complaints);
  for (const Error& error : std::move(complaints).take()) check(error);

  redcode::yaml::Complaints about_names("names.yaml", "names");
  redcode::corpus::read_names(text, about_names);
  for (const Error& error : std::move(about_names).take()) check(error);
  return 0;
}
