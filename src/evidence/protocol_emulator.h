// ProtocolEmulator: what to say to a client, in its own protocol, so that it goes on to say what it
// came for.
//
// Knows HTTP/1 (and git's pushes over it), TLS's first message, SMTP, FTP and name lookups over
// TCP. To anything else it listens in silence.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/line_server.h"
#include "evidence/name_server.h"
#include "evidence/request_framing.h"

namespace redcode::evidence {

class ProtocolEmulator {
 public:
  // `names` must outlive it.
  ProtocolEmulator(std::string address, std::uint16_t port, NameServer& names);

  struct Answer {
    std::string bytes = {};
    bool last = false;      // nothing more will be said
    bool open_tls = false;  // a whole ClientHello is there
  };
  // What to say before the client does.
  std::string greeting() const;
  // `bytes`: everything received so far.
  Answer answer(std::string_view bytes);

  // Messages that were taken since the last call.
  std::vector<LineServer::Mail> take_mail() {
    return lines_ ? lines_->take_mail() : std::vector<LineServer::Mail>();
  }

  // Whether all of the `received` bytes were name lookups, which are noted as such, and nothing was
  // sent along with them.
  bool only_lookups(std::size_t received) const { return only_lookups_ && looked_up_ == received; }

 private:
  Answer answer_http(std::string_view bytes);
  std::string answer_lookups(std::string_view bytes);

  NameServer* names_;
  std::optional<LineServer> lines_;
  RequestFraming framing_;
  bool name_port_;
  bool only_lookups_ = false;
  bool is_lookup_ = true;      // the last that came, on the port for them
  std::size_t looked_up_ = 0;  // bytes
};

}  // namespace redcode::evidence
