#include "agents/json_rpc.h"

#include <fmt/format.h>

#include "base/failure.h"
#include "base/text.h"

namespace redcode::agents {
namespace {

std::unexpected<Error> no_message(std::string_view code, std::string message) {
  return std::unexpected(Error{.code = std::string(code), .message = std::move(message)});
}

std::string line_of(Json message) {
  message["jsonrpc"] = "2.0";
  return dump_json(message) + '\n';
}

bool answerable(const Json& id) { return id.is_number_integer() || id.is_string(); }

Result<RpcMessage> question_from(const Json& json) {
  RpcMessage message{.id = member_or<Json>(json, "id", nullptr)};
  if (!json.at("method").is_string()) return no_message("rpc-shape", "a method is a text");
  if (!answerable(message.id) && !message.id.is_null())
    return no_message("rpc-shape", "an id is a number or a text");
  if (answerable(message.id)) message.kind = RpcMessage::Kind::request;
  message.method = json.at("method").get<std::string>();
  message.body = member_or<Json>(json, "params", Json::object());
  return message;
}

Result<RpcMessage> answer_from(const Json& json) {
  const bool failed = has(json, "error") && !json.at("error").is_null();
  if (!failed && !has(json, "result"))
    return no_message("rpc-shape", "neither a method nor a result nor an error");
  RpcMessage message{.kind = failed ? RpcMessage::Kind::error : RpcMessage::Kind::result,
                     .id = member_or<Json>(json, "id", nullptr)};
  if (!answerable(message.id))
    return no_message("rpc-shape", "an answer without the id of a question");
  message.body = json.at(failed ? "error" : "result");
  return message;
}

}  // namespace

Result<RpcMessage> read_rpc(std::string_view line) {
  const Result<Json> json = parse_json(line);
  if (!json) return no_message("rpc-syntax", one_line(json.error().message, 200));
  if (!json->is_object()) return no_message("rpc-shape", "a message is a JSON object");
  return has(*json, "method") ? question_from(*json) : answer_from(*json);
}

std::string rpc_request(std::int64_t id, std::string_view method, Json params) {
  return line_of({{"id", id}, {"method", method}, {"params", std::move(params)}});
}

std::string rpc_result(const Json& id, Json result) {
  return line_of({{"id", id}, {"result", std::move(result)}});
}

std::string rpc_error(const Json& id, int code, std::string_view message) {
  return line_of({{"id", id}, {"error", {{"code", code}, {"message", message}}}});
}

std::vector<std::string> LineSplitter::feed(std::string_view bytes) {
  std::vector<std::string> lines;
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    open_ += bytes.substr(0, end);
    if (open_.size() > longest_) {
      throw Failure(Failure::Kind::corrupt,
                    fmt::format("the agent wrote a line of more than {} bytes", longest_));
    }
    if (end == std::string_view::npos) break;
    if (!trim(open_).empty()) lines.push_back(std::move(open_));
    open_.clear();
    bytes.remove_prefix(end + 1);
  }
  return lines;
}

}  // namespace redcode::agents
