// NameServer: resolves every name, to an address that leads to the sinkhole, and notes who was
// asked for.
#pragma once

#include <optional>
#include <string>

#include "evidence/dns.h"
#include "evidence/network_notes.h"

namespace redcode::evidence {

class NameServer {
 public:
  // `notes` must outlive it. `ipv6`: whether such addresses can be reached inside.
  NameServer(NetworkNotes& notes, bool ipv6) : notes_(notes), ipv6_(ipv6) {}

  // The answer to a query; nothing if `packet` is none.
  std::optional<std::string> answer(const std::string& packet);

  // The name `address` (as text) was given out for, or "".
  std::string name_of(const std::string& address) const { return book_.name_of(address); }

 private:
  NetworkNotes& notes_;
  NameBook book_;
  bool ipv6_;
};

}  // namespace redcode::evidence
