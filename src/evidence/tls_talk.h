// TlsTalk: the server's side of one TLS connection, as a machine that turns bytes into bytes; whose
// socket they travel over is not its business.
//
// What it hears is hostile. It holds no more of it than one TLS record.
#pragma once

#include <openssl/ssl.h>

#include <memory>
#include <string>
#include <string_view>

#include "sandbox/authority.h"

namespace redcode::evidence {

// What all connections of a sinkhole share: TLS 1.2 and newer, HTTP/1.1 where the client lets us
// choose. Throws Failure{unavailable}.
class TlsRules {
 public:
  TlsRules();
  SSL_CTX* get() const { return context_.get(); }

 private:
  struct Release {
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  };
  std::unique_ptr<SSL_CTX, Release> context_;
};

class TlsTalk {
 public:
  // Throws Failure{unavailable}.
  TlsTalk(const TlsRules& rules, const sandbox::Authority::Leaf& leaf);

  // Takes bytes from the client. What they say, deciphered, comes back.
  std::string hear(std::string_view bytes);
  // Enciphers `words` for the client. Requires: opened().
  void say(std::string_view words);
  // Says that nothing more will be said.
  void say_no_more();
  // What must be sent to the client now.
  std::string to_send();

  // The client trusted us: what it says can be read.
  bool opened() const { return opened_; }
  // Nothing more can come of it.
  bool failed() const { return failed_; }

 private:
  struct Release {
    void operator()(SSL* connection) const { SSL_free(connection); }
  };
  void shake_hands();
  void read_into(std::string& heard);
  void note_failure(int result);

  std::unique_ptr<SSL, Release> connection_;
  BIO* from_client_;  // owned by connection_, as is the next
  BIO* to_client_;
  bool opened_ = false;
  bool failed_ = false;
};

}  // namespace redcode::evidence
