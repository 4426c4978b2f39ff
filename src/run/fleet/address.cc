#include "run/fleet/address.h"

#include <boost/url/parse.hpp>
#include <boost/url/url.hpp>

#include "base/failure.h"
#include "base/files.h"
#include "base/text.h"

namespace redcode::fleet {
namespace {

boost::urls::url parsed(const std::string& text) {
  const auto url = boost::urls::parse_uri(text);
  const bool ours =
      url.has_value() && (url->scheme() == "postgresql" || url->scheme() == "postgres");
  if (!ours) {
    throw Failure(Failure::Kind::unavailable,
                  "a fleet's database is given as postgresql://USER@HOST:PORT/DATABASE");
  }
  return boost::urls::url(*url);
}

}  // namespace

std::string address_from(const std::string& given) {
  if (!given.starts_with('@')) return given;
  return std::string(trim(read_text(given.substr(1))));
}

std::string worker_url(const std::string& owner, const Login& login, const std::string& address) {
  boost::urls::url url = parsed(owner);
  url.set_user(login.role);
  url.remove_password();
  if (!login.password.empty()) url.set_password(login.password);
  // libpq lets these win over what stands before them.
  for (const char* owned :
       {"user", "password", "passfile", "sslpassword", "sslcert", "sslkey", "options", "service"}) {
    url.params().erase(owned);
  }
  if (!address.empty()) {
    for (const char* place : {"host", "hostaddr", "port"}) url.params().erase(place);
    const std::size_t colon = address.rfind(':');
    url.set_host(address.substr(0, colon));
    if (colon != std::string::npos) url.set_port(address.substr(colon + 1));
  }
  return std::string(url.buffer());
}

std::string shown_url(const std::string& text) {
  boost::urls::url url = parsed(text);
  url.remove_password();
  url.remove_query();
  return one_line(std::string(url.buffer()), 200);
}

}  // namespace redcode::fleet
