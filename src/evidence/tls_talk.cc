#include "evidence/tls_talk.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>

#include <array>

#include "base/failure.h"

namespace redcode::evidence {
namespace {

void check(bool worked) {
  if (worked) return;
  ERR_clear_error();
  throw Failure(Failure::Kind::unavailable, "OpenSSL could not take up a connection");
}

// NOLINTNEXTLINE(readability-function-size): OpenSSL decides what it is called with
int choose_http(SSL* /*connection*/, const unsigned char** chosen, unsigned char* chosen_size,
                const unsigned char* offered, unsigned int offered_size, void* /*unused*/) {
  // OpenSSL keeps a pointer into it.
  static constexpr std::array<unsigned char, 9> ours = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
  unsigned char* match = nullptr;
  if (SSL_select_next_proto(&match, chosen_size, ours.data(), ours.size(), offered, offered_size) !=
      OPENSSL_NPN_NEGOTIATED) {
    return SSL_TLSEXT_ERR_NOACK;
  }
  *chosen = match;
  return SSL_TLSEXT_ERR_OK;
}

struct ReleaseBio {
  void operator()(BIO* bio) const { BIO_free(bio); }
};
using Memory = std::unique_ptr<BIO, ReleaseBio>;

Memory reading(const std::string& text) {
  return Memory(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

void present(SSL* connection, const sandbox::Authority::Leaf& leaf) {
  const Memory certificate_text = reading(leaf.certificate);
  const Memory key_text = reading(leaf.key);
  X509* certificate = PEM_read_bio_X509(certificate_text.get(), nullptr, nullptr, nullptr);
  EVP_PKEY* key = PEM_read_bio_PrivateKey(key_text.get(), nullptr, nullptr, nullptr);
  const bool worked = certificate != nullptr && key != nullptr &&
                      SSL_use_certificate(connection, certificate) == 1 &&
                      SSL_use_PrivateKey(connection, key) == 1;
  X509_free(certificate);
  EVP_PKEY_free(key);
  check(worked);
}

}  // namespace

TlsRules::TlsRules() : context_(SSL_CTX_new(TLS_server_method())) {
  check(context_ != nullptr);
  SSL_CTX_set_options(context_.get(), SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION);
  SSL_CTX_set_session_cache_mode(context_.get(), SSL_SESS_CACHE_OFF);
  SSL_CTX_set_num_tickets(context_.get(), 0);
  SSL_CTX_set_mode(context_.get(), SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_alpn_select_cb(context_.get(), choose_http, nullptr);
}

TlsTalk::TlsTalk(const TlsRules& rules, const sandbox::Authority::Leaf& leaf)
    : connection_(SSL_new(rules.get())),
      from_client_(BIO_new(BIO_s_mem())),
      to_client_(BIO_new(BIO_s_mem())) {
  check(connection_ && from_client_ != nullptr && to_client_ != nullptr);
  SSL_set_bio(connection_.get(), from_client_, to_client_);
  SSL_set_accept_state(connection_.get());
  present(connection_.get(), leaf);
}

std::string TlsTalk::hear(std::string_view bytes) {
  std::string heard;
  if (failed_ || bytes.empty()) return heard;
  BIO_write(from_client_, bytes.data(), static_cast<int>(bytes.size()));
  if (!opened_) shake_hands();
  if (opened_) read_into(heard);
  return heard;
}

void TlsTalk::shake_hands() {
  const int result = SSL_do_handshake(connection_.get());
  opened_ = result == 1;
  if (!opened_) note_failure(result);
}

void TlsTalk::read_into(std::string& heard) {
  std::array<char, 16'384> buffer{};
  while (true) {
    const int got = SSL_read(connection_.get(), buffer.data(), buffer.size());
    if (got <= 0) return note_failure(got);
    heard.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

void TlsTalk::note_failure(int result) {
  const int reason = SSL_get_error(connection_.get(), result);
  failed_ = reason != SSL_ERROR_WANT_READ && reason != SSL_ERROR_WANT_WRITE;
  ERR_clear_error();  // kept per thread, and the next connection must not find it
}

void TlsTalk::say(std::string_view words) {
  if (words.empty()) return;
  SSL_write(connection_.get(), words.data(), static_cast<int>(words.size()));
  ERR_clear_error();
}

void TlsTalk::say_no_more() {
  if (opened_ && !failed_) SSL_shutdown(connection_.get());
  ERR_clear_error();
}

std::string TlsTalk::to_send() {
  std::string bytes(BIO_ctrl_pending(to_client_), '\0');
  if (!bytes.empty()) BIO_read(to_client_, bytes.data(), static_cast<int>(bytes.size()));
  return bytes;
}

}  // namespace redcode::evidence
