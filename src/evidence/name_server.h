// NameServer: resolves every name, to an address that leads to the sinkhole, and notes who was
// asked for.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/task.h"
#include "evidence/dns.h"
#include "evidence/network_notes.h"

namespace redcode::evidence {

class NameServer {
 public:
  // Names told of one domain, and bytes of names of all of them that are looked through together.
  static constexpr std::size_t most_below = 2'000;
  static constexpr std::size_t most_words = std::size_t{4} << 20U;

  // `notes` must outlive it. `ipv6`: whether such addresses can be reached inside.
  NameServer(NetworkNotes& notes, bool ipv6) : notes_(notes), ipv6_(ipv6) {}

  struct Answer {
    std::string bytes;
    bool plain = true;  // false: more was sent than a question
  };
  // The answer to a query; nothing if `packet` is none.
  std::optional<Answer> answer(const std::string& packet);

  // The name `address` (as text) was given out for, or "".
  std::string name_of(const std::string& address) const { return book_.name_of(address); }

  // Looks for secrets that were cut up over several names.
  Task<> close();

 private:
  // What was asked for below one domain.
  struct Domain {
    std::size_t names = 0;
    std::string last;
    std::string words;                 // all labels, in order
    std::vector<std::string> columns;  // the first label of each name, the second, ...
  };

  void look_at(const std::string& packet, const std::string& asked, const std::string& name);
  void listen(Domain& domain, const std::string& below, const std::string& name);
  std::optional<std::uint32_t> place_of(const std::string& name, Domain& domain,
                                        const std::string& domain_name);

  NetworkNotes& notes_;
  NameBook book_;
  bool ipv6_;
  std::map<std::string, Domain> domains_;
  std::size_t words_ = 0;
};

}  // namespace redcode::evidence
