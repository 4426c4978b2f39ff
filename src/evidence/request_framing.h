// RequestFraming: where a request ends in the bytes a client sends, so that the sinkhole knows when
// to answer. It understands HTTP/1 and the first TLS record; anything else never ends by itself.
//
// Looks at bytes that only grow and remembers how far it got, so slow senders cost nothing extra.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "http/message.h"

namespace redcode::evidence {

constexpr char tls_handshake = '\x16';  // how what a TLS client says first begins

class RequestFraming {
 public:
  enum class Next {
    more,          // read on
    say_continue,  // the client waits for "100 Continue"; said once
    answer_http,   // a whole HTTP request is there
    open_tls,      // a whole TLS ClientHello is there
  };

  RequestFraming();

  // `bytes`: everything received so far.
  Next look(std::string_view bytes);

 private:
  // False when the bytes are no proper HTTP.
  bool parse(std::string_view bytes);
  Next look_at_refused(std::string_view bytes);

  http::RequestReader reader_;
  std::size_t parsed_ = 0;  // of all bytes
  bool wants_continue_ = false;
  bool refused_ = false;  // by the reader
  bool silent_ = false;   // nothing that we could answer
};

// The server name in a TLS ClientHello, or "".
std::string server_name(std::string_view client_hello);

}  // namespace redcode::evidence
