// The one place where Beast's own sources and Asio's TLS are compiled (separate compilation).
#include <boost/asio/ssl/impl/src.hpp>
#include <boost/beast/src.hpp>
