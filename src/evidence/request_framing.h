// RequestFraming: where a request ends in the bytes a client sends, so that the sinkhole knows when
// to answer. It understands HTTP/1 (Content-Length and chunked) and the first TLS record; anything
// else never ends by itself.
//
// Looks at bytes that only grow and remembers how far it got, so slow senders cost nothing extra.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace redcode::evidence {

class RequestFraming {
 public:
  enum class Next {
    more,          // read on
    say_continue,  // the client waits for "100 Continue"; said once
    answer_http,   // a whole HTTP request is there
    open_tls,      // a whole TLS ClientHello is there
  };

  // `bytes`: everything received so far.
  Next look(std::string_view bytes);

 private:
  enum class Form { unknown, http, tls, other };
  static Form form_of(std::string_view bytes);
  Next look_http(std::string_view bytes);
  void read_head(std::string_view head);
  bool body_complete(std::string_view bytes);
  bool chunks_complete(std::string_view bytes);

  Form form_ = Form::unknown;
  std::size_t searched_ = 0;  // no end of the head before this
  std::size_t body_ = 0;      // where the body starts; 0: the head is not complete
  std::size_t length_ = 0;    // of the body
  std::size_t chunk_ = 0;     // where the next chunk's size stands
  bool chunked_ = false;
  bool in_trailer_ = false;
  bool wants_continue_ = false;
};

// The server name in a TLS ClientHello, or "".
std::string server_name(std::string_view client_hello);

}  // namespace redcode::evidence
