// Whom TLS trusts: the list of authorities that the system keeps.
//
// OpenSSL looks where the distribution keeps it that OpenSSL was built for. A program that carries
// its own OpenSSL to other systems finds nothing there, so the other usual places are tried as
// well.
#pragma once

#include <boost/asio/ssl/context.hpp>
#include <filesystem>
#include <optional>
#include <span>

namespace redcode::http {

// The first of `places` that is a file.
std::optional<std::filesystem::path> first_file(std::span<const std::filesystem::path> places);

// What $SSL_CERT_FILE and $SSL_CERT_DIR name; without them, OpenSSL's own place or the system's
// list.
void trust_the_system(boost::asio::ssl::context& context);

}  // namespace redcode::http
