#include "sandbox/attest/beacons.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>

namespace redcode::attest {
namespace {

bool reaches_port(std::uint16_t port) {
  const Fd line(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return ::connect(line.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

bool reaches_abstract(const std::string& name) {
  const Fd line(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::ranges::copy(name, &address.sun_path[1]);
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  return ::connect(line.get(), reinterpret_cast<const sockaddr*>(&address), size) == 0;
}

TEST(Beacons, CanBeSeenFromThisHost) {
  const Beacons beacons;

  EXPECT_TRUE(reaches_port(beacons.port()));
  EXPECT_TRUE(reaches_abstract(beacons.socket_name()));
  EXPECT_TRUE(std::filesystem::exists(beacons.file()));
}

TEST(Beacons, AreGoneWithTheirOwner) {
  std::uint16_t port = 0;
  std::string name;
  std::filesystem::path file;
  {
    const Beacons beacons;
    port = beacons.port();
    name = beacons.socket_name();
    file = beacons.file();
  }

  EXPECT_FALSE(reaches_port(port));
  EXPECT_FALSE(reaches_abstract(name));
  EXPECT_FALSE(std::filesystem::exists(file));
}

}  // namespace
}  // namespace redcode::attest
