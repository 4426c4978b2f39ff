// For tests: s3rver, a real server of the S3 protocol, on loopback. It knows one key and one
// bucket. It does not verify signatures, only whose they are.
#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/child.h"
#include "base/failure.h"
#include "base/fd.h"
#include "base/temp_dir.h"
#include "run/store/s3_place.h"

namespace redcode::store {

class S3Server {
 public:
  S3Server() { start(); }

  // As by a power cut; what it keeps is left as it was.
  void kill() { child_.reset(); }
  // On the port it had.
  void start() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw Failure(Failure::Kind::unavailable, "no pipe");
    out_ = Fd(ends[0]);
    const Fd in(ends[1]);
    child_.emplace(ChildRequest{
        .argv = {"node", REDCODE_S3RVER, "--silent", "--address", "127.0.0.1", "--port",
                 fmt::format("{}", port_), "--directory", folder_.path().string(),
                 "--no-vhost-buckets", "--configure-bucket", "blobs"},
        .out = in.get(),
        .environment = ChildRequest::Environment::ours});
    port_ = announced_port();
  }

  S3Place place(std::string key = "S3RVER") const {
    return {.endpoint = {.host = "127.0.0.1", .port = port_},
            .root = "/blobs/some/prefix/",
            .realm = {.region = "us-east-1"},
            .keys = {.id = std::move(key), .secret = "S3RVER"}};
  }

 private:
  std::uint16_t announced_port() const {
    static constexpr std::string_view words = "listening on 127.0.0.1:";
    static constexpr int patience_ms = 60'000;
    std::string said;
    while (!said.contains(words) || !said.ends_with('\n')) {
      pollfd ready{.fd = out_.get(), .events = POLLIN, .revents = 0};
      std::array<char, 512> block{};
      const bool speaks = ::poll(&ready, 1, patience_ms) == 1;
      const auto got = speaks ? ::read(out_.get(), block.data(), block.size()) : 0;
      if (got <= 0) throw Failure(Failure::Kind::unavailable, "s3rver does not start");
      said.append(block.data(), static_cast<std::size_t>(got));
    }
    const std::string_view digits = std::string_view(said).substr(said.find(words) + words.size());
    std::uint16_t port = 0;
    std::from_chars(digits.begin(), digits.end(), port);
    return port;
  }

  TempDir folder_{"s3"};
  std::uint16_t port_ = 0;
  Fd out_;
  std::optional<Child> child_;
};

}  // namespace redcode::store
