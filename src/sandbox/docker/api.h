// Api: the calls of the Docker Engine API we make, over its Unix socket or plain TCP.
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
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/task.h"
#include "http/http.h"

namespace redcode::docker {

// Versions of the API. What is asked and read here is the same in all of them.
constexpr std::pair oldest_api{1, 41};  // Docker 20.10, Podman 4
constexpr std::pair newest_api{1, 51};  // Docker 28.5; 29 still speaks it

constexpr std::chrono::seconds longest_removal{15};  // of what is no use any more
constexpr std::chrono::hours for_ever(24 * 400);

class Api {
 public:
  // `address` is a socket's path, or "tcp://host:port". Throws Failure{unavailable} for others.
  explicit Api(const std::string& address);

  // What the daemon says of itself, asked without naming a version of the API: every daemon
  // answers that.
  Task<Json> introduction() const;
  // The answer's JSON, null if it has none. `path` without the version.
  Task<Json> get(std::string path) const;
  Task<Json> post(std::string path, Json body = nullptr) const;
  // Nothing when the daemon knows no such thing.
  Task<std::optional<Json>> find(std::string path) const;
  // Removes a container by force, with its volumes, within `limit`; one that is gone is fine.
  Task<> remove_container(std::string id,
                          std::chrono::seconds limit = std::chrono::seconds(60)) const;
  // Unpacks `tar` in a directory of a container that does not run.
  Task<> put_tar(std::string id, std::string tar, std::string directory = "/") const;
  // Whether a container has something at `path`, a link included.
  Task<bool> has_path(std::string id, std::string path) const;
  // Removes a volume; one that is gone, or in use again, is fine.
  Task<> remove_volume(std::string name) const;
  // Starts a created exec and takes its stream over. Silence may last as long as `idle`.
  Task<std::unique_ptr<http::Connection>> attach(std::string exec_id,
                                                 std::chrono::milliseconds idle = for_ever) const;
  // Takes over the streams of a container's first process. Do it before it starts: then nothing is
  // missed.
  Task<std::unique_ptr<http::Connection>> attach_container(std::string id) const;

  // For calls that answer with a stream of JSON lines. `on_text` gets the readable ones, one line
  // each, safe to print; an error among them is thrown as a Failure.
  using OnText = std::function<void(std::string_view)>;
  Task<> post_tar_for_lines(std::string path, std::string tar, OnText on_text) const;
  Task<> upload_for_lines(
      std::string path, std::function<Task<std::string>()> next,
      OnText on_text = [](std::string_view) {}) const;
  // Hands over what the daemon answers, at most `limit` bytes of it.
  Task<> download(std::string path, http::BodyTaker take, std::size_t limit) const;
  // Removes an image that nothing uses; one that is gone is fine.
  Task<> remove_image(std::string id) const;

 private:
  Task<std::unique_ptr<http::Connection>> take_over(http::Request asked,
                                                    std::chrono::milliseconds idle) const;
  Task<http::Request> versioned(http::Request request) const;
  Task<http::Response> exchange(http::Request request) const;
  // These add the version.
  Task<http::Response> answer(http::Request request) const;
  Task<http::Response> call(http::Request request) const;

  http::Endpoint endpoint_;
  mutable std::string prefix_;  // "/v1.41", once the daemon was asked
};

// "a=b&c=d", each value percent-encoded.
std::string query_string(const std::vector<std::pair<std::string, std::string>>& members);

// Cuts a stream of JSON lines apart and reads the messages in it. Throws Failure{unavailable} at an
// error message.
class ProgressLines {
 public:
  explicit ProgressLines(Api::OnText on_text) : on_text_(std::move(on_text)) {}
  void feed(std::string_view bytes);

 private:
  void take(std::string_view line);

  Api::OnText on_text_;
  std::string rest_;
};

}  // namespace redcode::docker
