// The private socket of a run: how `redcode runs status|pause|…` reaches the process that runs it.
//
//   ControlSocket socket(executor, run_folder);    // the process that holds the run's lock
//   scope.spawn(socket.serve(runner));           // as long as the scope lives
//
//   Result<Status> now = co_await ask(run_folder, dump_json({{"do", "pause"}}));   // another
//   process
//
// One JSON object a line, a request and its answer, 64 KiB at most each:
//
//   {"do":"status"}   also "pause", "continue", "cancel", and "concurrency" with "to":N
//   {"ok":true,"status":{…}}     what it is after that
//   {"ok":false,"error":"…"}
//
// Only root and the user who runs it are answered, whatever the folder's permissions.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <filesystem>
#include <string>

#include "base/scope.h"
#include "base/task.h"
#include "run/steer/controls.h"

namespace redcode::steer {

// Where the socket of a run is: <run>/control.sock; if that is longer than the system takes,
// /tmp/redcode-<uid>/<digest of the folder's real path>.sock.
std::filesystem::path socket_path(const std::filesystem::path& run_folder);

class ControlSocket {
 public:
  // Listens; replaces what a killed process left. Requires: the caller holds the run's lock.
  // Throws Failure when it cannot.
  ControlSocket(const asio::any_io_executor& executor, const std::filesystem::path& run_folder);
  ControlSocket(ControlSocket&&) = delete;
  ControlSocket& operator=(ControlSocket&&) = delete;
  ControlSocket(const ControlSocket&) = delete;
  ControlSocket& operator=(const ControlSocket&) = delete;
  // The socket is gone from the file system.
  ~ControlSocket();

  // Answers until cancelled. `controls` must outlive it.
  Task<> serve(Controls& controls);

 private:
  Task<> welcome(Scope& visitors, Controls& controls);

  std::filesystem::path path_;
  asio::local::stream_protocol::acceptor acceptor_;
};

// The answer to one request, 10 seconds at most. Errors: run-not-running, control-refused,
// control-silent.
Task<Result<Status>> ask(std::filesystem::path run_folder, std::string request);

// What a request does to a run, and the answer to it; both one line without its end.
std::string answer_to(std::string_view request, Controls& controls);

}  // namespace redcode::steer
