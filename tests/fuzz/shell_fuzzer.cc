// Fuzzes how shell commands are read and followed: any text gives commands, or an error that says
// where.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "analysis/effects/effects.h"
#include "analysis/shell/fields.h"
#include "analysis/shell/reader.h"
#include "analysis/shell/visit.h"

namespace {

void demand(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto read = redcode::shell::read_script(text);
  if (!read)
    demand(!read.error().code.empty() && read.error().where.line >= 0,
           "an error has a code and a line");
  if (read) {
    redcode::shell::for_each_command(*read, [](const redcode::shell::Command& command) {
      demand(command.line > 0, "a command has a line");
    });
  }
  const auto ground = redcode::effects::Ground::empty("/home/dev/p", "/home/dev");
  const auto effects = redcode::effects::effects_of(text, ground);
  demand(read.has_value() || !effects.empty(), "what cannot be read is an unknown effect");
  return 0;
}
