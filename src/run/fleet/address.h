// Addresses of a fleet's database: what its owner's becomes for the workers of one run.
#pragma once

#include <string>

#include "run/fleet/admin.h"

namespace redcode::fleet {

// What --fleet was given: an address, or @FILE with one in it, so that a password need not stand on
// a command line that others can read. Throws Failure.
std::string address_from(const std::string& given);

// `owner` with the workers' login in place of its own, and with `address` ("HOST:PORT" of a
// connection pool; "": the same server). Throws Failure if `owner` is no postgresql:// address.
std::string worker_url(const std::string& owner, const Login& login, const std::string& address);

// Without a password, for messages.
std::string shown_url(const std::string& url);

}  // namespace redcode::fleet
