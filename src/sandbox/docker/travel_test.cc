// Images out of a real daemon and back into it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>

#include "base/failure.h"
#include "sandbox/docker/docker_for_tests.h"
#include "sandbox/docker/engine.h"

namespace redcode::docker {
namespace {

using testing::HasSubstr;

// The bytes of an image on its way.
struct Parcel {
  std::string bytes;
  std::size_t at = 0;

  Task<> take(std::string_view more) {
    bytes += more;
    co_return;
  }
  Task<std::string> next() {
    std::string piece = bytes.substr(at, 1000);
    at += piece.size();
    co_return piece;
  }
};

class DockerTravel : public Docker {
 protected:
  void SetUp() override {
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    const std::string recipe = fmt::format("FROM scratch\nLABEL at={}\nCOPY Dockerfile /\n", now);
    run(engine.build_image(tag, {.dockerfile = recipe}, [](std::string_view) {}));
    digest = run(engine.image_digest(tag));
    run(engine.export_image(tag, [this](std::string_view more) { return parcel.take(more); }));
    run(api.remove_image(tag));
  }
  void TearDown() override {
    run(api.remove_image(tag));
    Docker::TearDown();
  }
  bool is_there(const std::string& name) {
    return run(api.find(fmt::format("/images/{}/json", name))).has_value();
  }
  Task<> adopt(const std::string& wanted) {
    return engine.adopt_image(tag, wanted, [this] { return parcel.next(); });
  }

  Api api{docker_socket()};
  // Its own: ctest runs these tests beside each other.
  const std::string tag = fmt::format("redcode-selftest:travel-{}", getpid());
  std::string digest;
  Parcel parcel;
};

TEST_F(DockerTravel, AnImageHasTheSameIdAndNameAfterwards) {
  ASSERT_FALSE(is_there(digest));

  run(adopt(digest));

  EXPECT_EQ(run(engine.image_digest(tag)), digest);
  EXPECT_EQ(run(Engine().image_digest(tag)), digest);
}

TEST_F(DockerTravel, AnImageThatIsNotTheOneWantedIsNotKept) {
  const std::string other = "sha256:" + std::string(64, '0');

  EXPECT_THAT(failure_of(adopt(other)), HasSubstr("is not sha256:000000000000"));
  EXPECT_FALSE(is_there(digest));
  EXPECT_FALSE(is_there(tag));
}

TEST_F(DockerTravel, AnImageThatBreaksOffIsNotKept) {
  parcel.bytes.resize(parcel.bytes.size() - 5);

  EXPECT_THAT(failure_of(adopt(digest)), HasSubstr("breaks off"));
  EXPECT_FALSE(is_there(digest));
}

}  // namespace
}  // namespace redcode::docker
