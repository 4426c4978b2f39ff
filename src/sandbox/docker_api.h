// DockerApi: the calls of the Docker Engine API we make, over its Unix socket.
//
// Every call throws Failure{unavailable} when the daemon cannot be reached or says no, with the
// daemon's own words made safe to print.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/task.h"
#include "http/http.h"

namespace redcode::sandbox {

class DockerApi {
 public:
  explicit DockerApi(std::string socket_path) : endpoint_{.unix_path = std::move(socket_path)} {}

  // The answer's JSON, null if it has none. `path` without the version.
  Task<Json> get(std::string path) const;
  Task<Json> post(std::string path, Json body = nullptr) const;
  // Nothing when the daemon knows no such thing.
  Task<std::optional<Json>> find(std::string path) const;
  // Removes a container by force, with its volumes, within `limit`; one that is gone is fine.
  Task<> remove_container(std::string id,
                          std::chrono::seconds limit = std::chrono::seconds(60)) const;
  // Unpacks `tar` at the root of a container that does not run.
  Task<> put_tar(std::string id, std::string tar) const;
  // Starts a created exec and takes its stream over. Silence may last as long as `idle`.
  Task<std::unique_ptr<http::Connection>> attach(std::string exec_id,
                                                 std::chrono::milliseconds idle) const;

  // For calls that answer with a stream of JSON lines. `on_text` gets the readable ones, one line
  // each, safe to print; an error among them is thrown as a Failure.
  using OnText = std::function<void(std::string_view)>;
  Task<> post_tar_for_lines(std::string path, std::string tar, OnText on_text) const;
  Task<> upload_for_lines(std::string path, std::function<Task<std::string>()> next) const;

 private:
  Task<http::Response> answer(http::Request request) const;
  Task<http::Response> call(http::Request request) const;

  http::Endpoint endpoint_;
};

// "a=b&c=d", each value percent-encoded.
std::string query_string(const std::vector<std::pair<std::string, std::string>>& members);

// Cuts a stream of JSON lines apart and reads the messages in it. Throws Failure{unavailable} at an
// error message.
class ProgressLines {
 public:
  explicit ProgressLines(DockerApi::OnText on_text) : on_text_(std::move(on_text)) {}
  void feed(std::string_view bytes);

 private:
  void take(std::string_view line);

  DockerApi::OnText on_text_;
  std::string rest_;
};

}  // namespace redcode::sandbox
