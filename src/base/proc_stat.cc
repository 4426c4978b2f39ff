#include "base/proc_stat.h"

#include <fmt/format.h>

#include <charconv>
#include <vector>

#include "base/small_file.h"
#include "base/text.h"

namespace redcode {

std::optional<ProcStat> proc_stat(std::string_view pid) {
  return parse_proc_stat(read_small_file(fmt::format("/proc/{}/stat", pid)));
}

// Fields are counted from the last ')', because the name before it may hold anything.
std::optional<ProcStat> parse_proc_stat(std::string_view text) {
  const std::size_t name = text.find('(');
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string_view::npos || name >= name_end) return std::nullopt;
  if (name_end + 2 >= text.size()) return std::nullopt;
  // proc(5) numbers them from 1; the state, field 3, comes first here.
  const std::vector<std::string> fields = split(text.substr(name_end + 2), ' ');
  if (fields.size() < 20 || fields[0].size() != 1) return std::nullopt;
  ProcStat told{.name = std::string(text.substr(name + 1, name_end - name - 1)),
                .state = fields[0][0],
                .start_time = fields[19]};
  std::from_chars(fields[6].data(), fields[6].data() + fields[6].size(), told.flags);
  return told;
}

}  // namespace redcode
