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
#include "sandbox/docker/docker_for_tests.h"
#include "sandbox/docker/engine.h"

namespace redcode::docker {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

TEST_F(Docker, KnowsTheImagesDigestAndTheDaemonsVersion) {
  EXPECT_THAT(run(engine.image_digest("redcode-base:1")), HasSubstr("sha256:"));
  EXPECT_FALSE(run(engine.version()).value("ApiVersion", "").empty());
}

TEST_F(Docker, BuildsAnImageFromADockerfile) {
  std::vector<std::string> lines;

  run(engine.build_image("redcode-selftest:build",
                         {.dockerfile = "FROM redcode-base:1\nLABEL a=b\n"},
                         [&lines](std::string_view line) { lines.emplace_back(line); }));
  const std::string digest = run(engine.image_digest("redcode-selftest:build"));
  run(engine.remove_image("redcode-selftest:build"));

  EXPECT_THAT(digest, HasSubstr("sha256:"));
  EXPECT_THAT(lines, testing::Contains(HasSubstr("FROM redcode-base:1")));
}

Task<> gather(std::string& all, std::string_view more) {
  all += more;
  co_return;
}

TEST_F(Docker, GivesAllFilesOfAnImageAsOneTar) {
  const auto ignore = [](std::string_view) {};
  run(engine.build_image(
      "redcode-selftest:files",
      {.dockerfile = "FROM scratch\nCOPY Dockerfile /one\nCOPY Dockerfile /two\n"}, ignore));
  std::string tar;

  run(engine.export_files("redcode-selftest:files",
                          [&tar](std::string_view more) { return gather(tar, more); }));
  run(engine.remove_image("redcode-selftest:files"));

  EXPECT_THAT(tar, HasSubstr("one"));
  EXPECT_THAT(tar, HasSubstr("two"));
}

TEST_F(Docker, RunsNothingOfAnImagesOwn) {
  const auto ignore = [](std::string_view) {};
  run(engine.build_image(
      "redcode-selftest:own",
      {.dockerfile = "FROM redcode-base:1\nENTRYPOINT [\"/bin/false\"]\nCMD [\"nonsense\"]\n"
                     "HEALTHCHECK --interval=1s CMD touch /home/dev/unwell\n"},
      ignore));
  policy.image = "redcode-selftest:own";

  const std::string out = output_of("sleep 2; cat /proc/1/cmdline | tr '\\0' ' '; ls /home/dev");
  run(engine.remove_image("redcode-selftest:own"));

  EXPECT_EQ(out, "/bin/sleep infinity ");
}

Task<std::string> open_before_and_after_a_tag_moves(Engine& engine, record::Policy policy) {
  const auto ignore = [](std::string_view) {};
  Engine builder;
  const std::string tag = policy.image;
  const Engine::BuildContext first{"FROM redcode-base:1\nRUN [\"touch\", \"/first\"]\n"};
  co_await builder.build_image(tag, first, ignore);
  const std::string before = co_await engine.image_digest(tag);
  const Engine::BuildContext second{"FROM redcode-base:1\nRUN [\"touch\", \"/second\"]\n"};
  co_await builder.build_image(tag, second, ignore);
  std::unique_ptr<sandbox::Sandbox> sandbox = co_await engine.open(policy, {});
  const sandbox::Ending ending = co_await sandbox->exec(bash("ls -d /first /second 2>/dev/null"));
  EXPECT_EQ(co_await engine.image_digest(tag), before);
  co_await sandbox->close();
  co_return ending.out;
}

TEST_F(Docker, KeepsToTheImageItHasSeenWhenItsTagMoves) {
  policy.image = "redcode-selftest:moves";

  const std::string out = run(open_before_and_after_a_tag_moves(engine, policy));
  run(engine.remove_image("redcode-selftest:moves"));

  EXPECT_EQ(out, "/first\n");
}

TEST_F(Docker, SaysWhyAnImageCannotBeBuilt) {
  const auto ignore = [](std::string_view) {};

  EXPECT_THAT(failure_of(engine.build_image("redcode-selftest:bad",
                                            {.dockerfile = "NONSENSE here\n"}, ignore)),
              HasSubstr("NONSENSE"));
}

Task<std::string> make_a_volume(std::string owner) {
  const Api api(docker_socket());
  const Json spec = {{"Labels", {{sandbox_label, "1"}, {owner_label, owner}}}};
  const Json created = co_await api.post("/volumes/create", spec);
  co_return created.at("Name").get<std::string>();
}

Task<bool> has_volume(std::string name) {
  const Api api(docker_socket());
  const std::optional<Json> found = co_await api.find("/volumes/" + name);
  co_return found.has_value();
}

TEST_F(Docker, ReapsVolumesOfDeadOwnersOnly) {
  const std::string dead = run(make_a_volume("another-boot:1:1"));
  const std::string living = run(make_a_volume(sandbox::this_owner()));

  run(engine.reap(false));

  EXPECT_FALSE(run(has_volume(dead)));
  EXPECT_TRUE(run(has_volume(living)));
  run(Api(docker_socket()).remove_volume(living));
}

}  // namespace
}  // namespace redcode::docker
