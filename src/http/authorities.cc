#include "http/authorities.h"

#include <openssl/x509.h>

#include <array>
#include <boost/system/error_code.hpp>
#include <cstdlib>
#include <system_error>
#include <tuple>

namespace redcode::http {
namespace {

namespace fs = std::filesystem;

bool has_openssls_own() {
  std::error_code error;
  if (fs::is_regular_file(X509_get_default_cert_file(), error)) return true;
  const fs::directory_iterator entries(X509_get_default_cert_dir(), error);
  return !error && entries != fs::directory_iterator();
}

}  // namespace

std::optional<fs::path> first_file(std::span<const fs::path> places) {
  std::error_code error;
  for (const fs::path& place : places) {
    if (fs::is_regular_file(place, error)) return place;
  }
  return std::nullopt;
}

void trust_the_system(boost::asio::ssl::context& context) {
  context.set_default_verify_paths();
  const bool named = std::getenv(X509_get_default_cert_file_env()) != nullptr ||
                     std::getenv(X509_get_default_cert_dir_env()) != nullptr;
  if (named || has_openssls_own()) return;
  const std::array<fs::path, 4> elsewhere = {
      "/etc/ssl/certs/ca-certificates.crt",  // Debian, Arch, Gentoo
      "/etc/pki/tls/certs/ca-bundle.crt",    // Fedora, Red Hat
      "/etc/ssl/ca-bundle.pem",              // openSUSE
      "/etc/ssl/cert.pem"};                  // Alpine
  boost::system::error_code ignored;  // a list that cannot be read is one that vouches for nobody
  if (const auto list = first_file(elsewhere)) {
    std::ignore = context.load_verify_file(list->string(), ignored);
  }
}

}  // namespace redcode::http
