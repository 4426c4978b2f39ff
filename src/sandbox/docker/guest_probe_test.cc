#include "sandbox/docker/guest_probe.h"

#include <gtest/gtest.h>

#include "base/failure.h"

namespace redcode::docker {
namespace {

const std::string powerless =
    "Name:\tcat\nCapPrm:\t0000000000000000\nCapEff:\t0000000000000000\nCapBnd:\t0000000000000000\n";
const std::string mounts =
    "none / 9p rw,trans=fd 0 0\nnone /etc 9p ro,trans=fd 0 0\nnone /usr 9p rw,trans=fd 0 0\n";

TEST(RequireGuestConfined, IsContentWithoutCapabilitiesAndWithReadOnlyMounts) {
  EXPECT_NO_THROW(require_guest_confined(powerless, mounts, {"/etc"}));
}

TEST(RequireGuestConfined, RefusesAnyCapability) {
  std::string capable = powerless;
  capable.replace(capable.find("CapBnd:\t0"), 9, "CapBnd:\t8");

  EXPECT_THROW(require_guest_confined(capable, mounts, {}), Failure);
  EXPECT_THROW(require_guest_confined("", mounts, {}), Failure);
}

TEST(RequireGuestConfined, RefusesAPathThatIsWritableOrNoMount) {
  EXPECT_THROW(require_guest_confined(powerless, mounts, {"/usr"}), Failure);
  EXPECT_THROW(require_guest_confined(powerless, mounts, {"/opt"}), Failure);
}

}  // namespace
}  // namespace redcode::docker
