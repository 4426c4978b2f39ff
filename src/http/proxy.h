// The way through a corporate proxy: which one, if any, and how it is asked.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/task.h"
#include "http/http.h"
#include "http/transport.h"

namespace redcode::http {

// "http://user:password@host:port"; the scheme and the credentials may be left out. Errors:
// proxy-scheme, proxy-syntax. They repeat nothing of the text, which may hold a password.
Result<Proxy> parse_proxy(std::string_view text);

// The value of a variable of the environment, "" if it is not set.
using Environment = std::function<std::string(const std::string& name)>;

// The proxy that the environment names for `endpoint`, by curl's rule: https_proxy or HTTPS_PROXY
// for https; http_proxy, in lower case only, for http; else all_proxy or ALL_PROXY. Nothing for
// what no_proxy or NO_PROXY lists (names, their sub-domains, "*", each with a port or without), for
// loopback, and for Unix sockets. Errors: those of parse_proxy().
Result<std::optional<Proxy>> proxy_for(const Endpoint& endpoint, const Environment& environment);

// "proxy host:port"
std::string name_of(const Proxy& proxy);
// The value of a Proxy-Authorization header; "" without credentials.
std::string basic_authorization(const Proxy& proxy);
// An IPv6 address in brackets, other hosts as they are.
std::string bracketed(const std::string& host);

// Asks `proxy`, which `transport` is connected to, for a connection to `endpoint`; after it, bytes
// go to and come from there. Throws ProxyRefused when it says no.
Task<> open_tunnel(Transport& transport, const Proxy& proxy, const Endpoint& endpoint);

}  // namespace redcode::http
