#include "sandbox/network_namespace.h"

#include <gtest/gtest.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "base/failure.h"
#include "sandbox/private_network_for_tests.h"

namespace redcode::sandbox {
namespace {

std::string network_of(const std::string& process) {
  return std::filesystem::read_symlink("/proc/" + process + "/ns/net");
}

class ANetwork : public testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "needs root to make a network namespace";
    network = std::make_unique<PrivateNetwork>();
  }

  std::unique_ptr<PrivateNetwork> network;
};

TEST_F(ANetwork, IsEnteredByOneThreadOnly) {
  std::string inside;

  in_network_of(network->pid, [&] { inside = network_of("thread-self"); });

  EXPECT_EQ(inside, network_of(std::to_string(network->pid)));
  EXPECT_NE(inside, network_of("thread-self"));
}

TEST_F(ANetwork, HasItsLoopbackUpOnceEntered) {
  ifreq loopback{};
  std::strcpy(loopback.ifr_name, "lo");

  in_network_of(network->pid, [&] {
    const Fd any(socket(AF_INET, SOCK_DGRAM, 0));
    ioctl(any.get(), SIOCGIFFLAGS, &loopback);
  });

  EXPECT_NE(static_cast<unsigned>(loopback.ifr_flags) & IFF_UP, 0U);
}

TEST_F(ANetwork, PassesOnWhatTheActThrows) {
  const auto act = [] { throw std::out_of_range("mine"); };

  EXPECT_THROW(in_network_of(network->pid, act), std::out_of_range);
}

TEST_F(ANetwork, OfThisHostIsRefused) {
  bool ran = false;

  EXPECT_THROW(in_network_of(getpid(), [&] { ran = true; }), Failure);
  EXPECT_FALSE(ran);
}

TEST_F(ANetwork, OfNobodyIsRefused) {
  EXPECT_THROW(in_network_of(0x7FFFFFF, [] {}), Failure);
}

}  // namespace
}  // namespace redcode::sandbox
