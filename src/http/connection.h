// OpenConnection: the client's side of one HTTP/1.1 connection.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/task.h"
#include "http/http.h"
#include "http/message.h"
#include "http/transport.h"

namespace redcode::http {

// What a request says as its Host: "host" or "host:port".
std::string host_header(const Endpoint& endpoint);

class OpenConnection final : public Connection {
 public:
  OpenConnection(std::unique_ptr<Transport> transport, const Endpoint& endpoint,
                 ExchangeLimits limits);

  Task<Response> exchange(Request request) override;
  Task<Response> upload(Request request, std::function<Task<std::string>()> next) override;
  Task<Response> upgrade(Request request) override;
  Task<std::string> read_raw() override;
  Task<> write_raw(std::string_view bytes) override;
  void finish_writing() override;

  // As exchange(), but the body of a 2xx goes to `on_body` unless that is empty. It says whether it
  // wants more.
  using PieceTaker = std::function<Task<bool>(std::string_view)>;
  Task<Response> stream(Request request, PieceTaker on_body);

 private:
  void begin_exchange();
  std::string head_of(const Request& request, Headers more) const;
  Task<> send(std::string_view bytes);
  Task<> send_chunks(std::function<Task<std::string>()> next);
  Task<Response> receive(bool without_body, PieceTaker on_body);
  Task<ResponseReader> receive_head(bool without_body);
  Task<> receive_more(ResponseReader& reader);
  Task<Response> receive_body(ResponseReader reader, PieceTaker on_body);

  std::unique_ptr<Transport> transport_;
  std::string host_;           // the Host header
  std::string target_prefix_;  // what a proxy is told before the target: "http://host"
  std::string proxy_basic_;    // the Proxy-Authorization header, if the proxy reads our requests
  ExchangeLimits limits_;
  std::string received_;  // bytes not yet taken by a message
  bool usable_ = true;    // a further exchange may be begun
};

}  // namespace redcode::http
