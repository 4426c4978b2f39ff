// For tests: a TLS server's key and certificate for the name localhost, made here, and this
// process told to trust them.
#pragma once

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <boost/asio/ssl/context.hpp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "base/task.h"
#include "base/temp_dir.h"

namespace redcode::http {

template <class T, void (*release)(T*)>
struct Release {
  void operator()(T* owned) const { release(owned); }
};
using Key = std::unique_ptr<EVP_PKEY, Release<EVP_PKEY, EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Release<X509, X509_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, Release<X509_EXTENSION, X509_EXTENSION_free>>;

struct CloseFile {
  void operator()(std::FILE* file) const { (void)std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

inline Certificate certify(EVP_PKEY* key, const char* name) {
  Certificate made(X509_new());
  X509_set_version(made.get(), X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(made.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(made.get()), -3600);
  X509_gmtime_adj(X509_getm_notAfter(made.get()), 3600);
  X509_set_pubkey(made.get(), key);
  const std::string alternative = std::string("DNS:") + name;
  const Extension names(
      X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, alternative.c_str()));
  X509_add_ext(made.get(), names.get(), -1);
  X509_sign(made.get(), key, EVP_sha256());
  return made;
}

// A certificate for localhost and its key, on disk.
class LocalhostPapers {
 public:
  LocalhostPapers() {
    const Key key(EVP_EC_gen("P-256"));
    const Certificate certificate = certify(key.get(), "localhost");
    const File key_file(std::fopen(this->key().c_str(), "w"));
    PEM_write_PrivateKey(key_file.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    const File certificate_file(std::fopen(this->certificate().c_str(), "w"));
    PEM_write_X509(certificate_file.get(), certificate.get());
    // Read once, when the first TLS connection of this process is made.
    ::setenv("SSL_CERT_FILE", this->certificate().c_str(), 1);
  }

  std::string key() const { return dir_.path() / "key.pem"; }
  std::string certificate() const { return dir_.path() / "certificate.pem"; }

 private:
  TempDir dir_{"tls"};
};

class Localhost : public testing::Test {
 protected:
  static const LocalhostPapers& papers() {
    static const LocalhostPapers made;  // trusted by all tests of the process
    return made;
  }
  static std::string key_path() { return papers().key(); }
  static std::string certificate_path() { return papers().certificate(); }
};

inline asio::ssl::context tls_server(const std::string& certificate, const std::string& key) {
  asio::ssl::context context(asio::ssl::context::tls_server);
  context.use_certificate_chain_file(certificate);
  context.use_private_key_file(key, asio::ssl::context::pem);
  return context;
}

}  // namespace redcode::http
