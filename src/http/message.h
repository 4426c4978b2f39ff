// HTTP/1.1 messages as bytes: heads written, messages read piece by piece, no network in sight.
#pragma once

#include <boost/beast/http/basic_parser.hpp>
#include <string>
#include <string_view>

#include "http/http.h"

namespace redcode::http {

// The value of the first header called `name`, in any case; "" if there is none.
std::string_view find_header(const Headers& headers, std::string_view name);

// The first lines of a message up to and with the empty one. Throws Failure{corrupt} when a part
// holds bytes that would break out of its line.
std::string request_head(const Request& request, const Headers& more);
std::string response_head(const Response& response, const Headers& more);

// One piece of a chunked body. An empty piece would end the body, so it gives nothing.
std::string chunk(std::string_view piece);
constexpr std::string_view last_chunk = "0\r\n\r\n";

// Reads one message from bytes as they come. The fields fill up as it goes; `body` holds what was
// decoded since its owner last took it.
template <bool is_request>
class MessageReader final : private boost::beast::http::basic_parser<is_request> {
 public:
  using error_code = boost::beast::error_code;

  explicit MessageReader(std::size_t body_limit, bool without_body = false);

  // Takes what it can from the front of `bytes`; stops behind the header once, then at the end.
  // Throws Failure{corrupt} when they are no HTTP message or exceed a limit.
  void take(std::string& bytes);
  // The same with an error given, not thrown: for those to whom bad bytes are no failure.
  error_code parse(std::string_view& bytes);
  // The stream has ended. Throws Failure{corrupt} when the message has not.
  void take_end();

  bool begun() const { return this->got_some(); }
  bool head_read() const { return this->is_header_done(); }
  bool done() const { return this->is_done(); }
  // Its end is the end of the stream.
  bool unbounded() const { return this->need_eof(); }
  bool keeps_alive() const { return this->keep_alive(); }
  bool too_big() const { return too_big_; }

  std::string method = {};
  std::string target = {};
  int status = 0;
  Headers headers = {};
  std::string body = {};

 private:
  using view = boost::beast::string_view;
  [[noreturn]] void refuse(const error_code& error);

  void on_request_impl(boost::beast::http::verb verb, view verb_text, view path, int version,
                       error_code& error) override;
  void on_response_impl(int code, view reason, int version, error_code& error) override;
  void on_field_impl(boost::beast::http::field field, view name, view value,
                     error_code& error) override;
  void on_header_impl(error_code& error) override;
  void on_body_init_impl(const boost::optional<std::uint64_t>& length, error_code& error) override;
  std::size_t on_body_impl(view piece, error_code& error) override;
  void on_chunk_header_impl(std::uint64_t size, view extensions, error_code& error) override;
  std::size_t on_chunk_body_impl(std::uint64_t remain, view piece, error_code& error) override;
  void on_finish_impl(error_code& error) override;

  bool too_big_ = false;
};

using RequestReader = MessageReader<true>;
using ResponseReader = MessageReader<false>;

}  // namespace redcode::http
