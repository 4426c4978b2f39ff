// JSON-RPC 2.0, one message a line: read from bytes as they come, and written.
//
// The other side is the agent under test: lines are bounded, and what is no message is said so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace redcode::agents {

struct RpcMessage {
  enum class Kind { request, notification, result, error };
  Kind kind = Kind::notification;
  Json id = nullptr;        // of all but a notification; a number or a text
  std::string method = {};  // of a request or notification
  Json body = nullptr;      // its params, result or error
};

// One line. Errors: rpc-syntax, rpc-shape.
Result<RpcMessage> read_rpc(std::string_view line);

std::string rpc_request(std::int64_t id, std::string_view method, Json params);
std::string rpc_result(const Json& id, Json result);
std::string rpc_error(const Json& id, int code, std::string_view message);

// Bytes to lines, without their ends; blank ones are left out.
class LineSplitter {
 public:
  explicit LineSplitter(std::size_t longest) : longest_(longest) {}

  // The lines that `bytes` complete. Throws Failure{corrupt} when one is longer than allowed.
  std::vector<std::string> feed(std::string_view bytes);

 private:
  std::size_t longest_;
  std::string open_;
};

}  // namespace redcode::agents
