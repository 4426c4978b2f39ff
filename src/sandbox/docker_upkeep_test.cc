// The Docker engine's images and left-overs against a real daemon.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>

#include "base/failure.h"
#include "base/scope.h"
#include "base/temp_dir.h"
#include "sandbox/docker.h"
#include "sandbox/docker_for_tests.h"
#include "sandbox/world_tar.h"

namespace redcode::sandbox {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

TEST_F(Docker, NamesAnImageThatIsNotThereAndWhatToDo) {
  policy.image = "no-such-image:1";

  EXPECT_THROW(run(run_all({})), Failure);
  try {
    run(engine.image_digest("no-such-image:1"));
    FAIL();
  } catch (const Failure& failure) {
    EXPECT_THAT(failure.what(), HasSubstr("redcode image build"));
  }
}

TEST_F(Docker, KnowsTheImagesDigestAndTheDaemonsVersion) {
  EXPECT_THAT(run(engine.image_digest("redcode-base:1")), HasSubstr("sha256:"));
  EXPECT_FALSE(run(engine.version()).value("ApiVersion", "").empty());
}

// Hands a tar out in two pieces.
class TwoPieces {
 public:
  explicit TwoPieces(std::string tar) : rest_(std::move(tar)) {}

  Task<std::string> next() {
    std::string piece = rest_.substr(0, std::max<std::size_t>(rest_.size() / 2, 1024));
    rest_.erase(0, piece.size());
    co_return piece;
  }

 private:
  std::string rest_;
};

Task<> remove_image(std::string name) {
  const http::Endpoint daemon{.unix_path = docker_socket()};
  const http::Request request{.method = "DELETE", .target = "/v1.41/images/" + name + "?force=1"};
  co_await http::exchange(daemon, request);
}

TEST_F(Docker, ImportsAnImageFromATar) {
  TarPlan plan{.world = {.working_dir = "/", .files = {{.path = "/hello", .content = "hi"}}}};
  plan.exists = [](const std::string&) { return true; };
  TwoPieces pieces(world_tar(plan));

  run(engine.import_image("redcode-selftest:import", {"LABEL a=\"b c\"", "USER 1000"},
                          [&pieces] { return pieces.next(); }));
  const std::string digest = run(engine.image_digest("redcode-selftest:import"));
  run(remove_image("redcode-selftest:import"));

  EXPECT_THAT(digest, HasSubstr("sha256:"));
}

TEST_F(Docker, BuildsAnImageFromADockerfile) {
  std::vector<std::string> lines;

  run(engine.build_image("redcode-selftest:build", "FROM redcode-base:1\nLABEL a=b\n",
                         [&lines](std::string_view line) { lines.emplace_back(line); }));
  const std::string digest = run(engine.image_digest("redcode-selftest:build"));
  run(remove_image("redcode-selftest:build"));

  EXPECT_THAT(digest, HasSubstr("sha256:"));
  EXPECT_THAT(lines, testing::Contains(HasSubstr("FROM redcode-base:1")));
}

TEST_F(Docker, SaysWhyAnImageCannotBeBuilt) {
  const auto ignore = [](std::string_view) {};

  EXPECT_THAT(failure_of(engine.build_image("redcode-selftest:bad", "NONSENSE here\n", ignore)),
              HasSubstr("NONSENSE"));
}

Task<std::string> make_a_leftover() {
  const DockerApi api(docker_socket());
  Json spec = container_spec({}, {});
  spec["Labels"][owner_label] = "another-boot:1:1";
  const Json created = co_await api.post("/containers/create", spec);
  co_return created.at("Id").get<std::string>();
}

Task<std::vector<std::string>> reap_beside_a_living_one(DockerEngine& engine) {
  std::unique_ptr<Sandbox> living = co_await engine.open({}, {});
  std::vector<std::string> removed = co_await engine.reap(false);
  EXPECT_EQ((co_await living->exec(bash("echo alive"))).out, "alive\n");
  co_await living->close();
  co_return removed;
}

TEST_F(Docker, ReapsWhatADeadOwnerLeftAndNothingElse) {
  const std::string leftover = run(make_a_leftover());

  EXPECT_THAT(run(reap_beside_a_living_one(engine)), testing::ElementsAre(leftover));
}

}  // namespace
}  // namespace redcode::sandbox
