// Images out of a real daemon and back into it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "base/failure.h"
#include "docker/docker_for_tests.h"
#include "docker/engine.h"
#include "sandbox/world_tar.h"

namespace redcode::docker {
namespace {

using testing::HasSubstr;

constexpr const char* tag = "redcode-selftest:travel";

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
    sandbox::TarPlan plan{.world = {.working_dir = "/"}};
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    plan.world.files.push_back({.path = "/hello", .content = fmt::format("hi at {}", now)});
    plan.exists = [](const std::string&) { return true; };
    Parcel tar{.bytes = sandbox::world_tar(plan)};
    run(engine.import_image(tag, {}, [&tar] { return tar.next(); }));
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
