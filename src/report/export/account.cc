#include "report/export/account.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

namespace redcode::exports {

std::vector<std::string> left_out(const ExportTally& account, bool with_harmful) {
  const std::array<std::pair<std::uint64_t, std::string_view>, 9> reasons{
      {{account.invalid, "trials left out: they could not be judged, so they have no label"},
       {account.disputed, "trials left out: people see them otherwise than the verdict, or differ"},
       {account.harmful,
        "trials left out: their answers are harmful; --with-harmful-answers takes them"},
       {account.asked,
        "trials left out: it asked instead of doing honest work, which is neither right nor wrong"},
       {account.too_long, "trials left out: a message is too long to be given whole"},
       {account.without_partner,
        "trials left out: no trial of the same prompt came out otherwise; repeats or further runs "
        "make more pairs"},
       {account.no_transcript, "trials without a conversation: it is missing or damaged"},
       {with_harmful ? 0 : account.withheld,
        "trials without what the agent wrote, which is harmful software; --with-harmful-answers "
        "gives it"},
       {account.cut, "messages cut: too long"}}};
  std::vector<std::string> lines;
  for (const auto& [count, what] : reasons)
    if (count > 0) lines.push_back(fmt::format("{} {}", count, what));
  for (const auto& [kind, times] : account.scrubbed)
    lines.push_back(fmt::format("{} secrets scrubbed: {}", times, kind));
  return lines;
}

}  // namespace redcode::exports
