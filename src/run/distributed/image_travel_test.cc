// Images from one engine through a store to another.
#include "run/distributed/image_travel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>

#include "base/digest.h"
#include "base/failure.h"
#include "base/json.h"
#include "base/pause.h"
#include "base/run.h"
#include "base/scope.h"
#include "base/temp_dir.h"
#include "sandbox/no_engine.h"
#include "sandbox/oci/engine.h"
#include "sandbox/world_tar.h"

namespace redcode::distributed {
namespace {

using testing::HasSubstr;

constexpr const char* image = "base:1";

class MemoryStore final : public store::Store {
 public:
  Task<std::string> put(std::string bytes) override {
    std::string digest = sha256_hex(bytes);
    blobs[digest] = std::move(bytes);
    co_return digest;
  }
  Task<std::string> get(std::string digest) override {
    const auto found = blobs.find(digest);
    if (found == blobs.end()) throw Failure(Failure::Kind::unavailable, "no such blob");
    co_return found->second;
  }

  std::map<std::string, std::string> blobs;
};

// Its images are any bytes.
class ByteEngine final : public sandbox::Engine {
 public:
  explicit ByteEngine(std::string bytes) : bytes_(std::move(bytes)) {}

  std::string name() const override { return "bytes+none"; }
  Task<sandbox::Traits> traits() override { co_return sandbox::Traits{}; }
  Task<std::string> image_digest(std::string /*name*/) override {
    if (bytes_.empty()) throw Failure(Failure::Kind::unavailable, "no image");
    co_return "sha256:" + sha256_hex(bytes_);
  }
  Task<> export_image(std::string /*name*/, sandbox::ImageTaker take) override {
    const std::string_view all = bytes_;
    constexpr std::size_t step = 10'000'000;
    for (std::size_t at = 0; at < all.size(); at += step) co_await take(all.substr(at, step));
  }
  Task<> adopt_image(std::string /*name*/, std::string /*digest*/,
                     sandbox::ImageSource next) override {
    ++adopted;
    std::string all;
    for (std::string piece = co_await next(); !piece.empty(); piece = co_await next()) all += piece;
    bytes_ = std::move(all);
  }
  Task<std::unique_ptr<sandbox::Sandbox>> open(record::Policy /*policy*/,
                                               record::World /*world*/) override {
    co_return nullptr;
  }
  Task<std::vector<std::string>> reap(bool /*also_living*/) override {
    co_return std::vector<std::string>{};
  }

  int adopted = 0;

 private:
  std::string bytes_;
};

std::string failure_of(Task<> task) {
  try {
    run(std::move(task));
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "no failure";
}

class ImageTravel : public testing::Test {
 protected:
  std::string sent() { return run(send_image(from, image, store)); }
  std::string wanted() { return run(from.image_digest(image)); }
  // Stores an index that differs from the one at `digest`.
  std::string altered(const std::string& digest, const Json& changes) {
    Json index = *parse_json(store.blobs.at(digest));
    index.update(changes);
    return run(store.put(dump_json(index)));
  }

  MemoryStore store;
  ByteEngine from{std::string(20'000'000, 'a') + std::string(20'000'000, 'b')};
  ByteEngine to{""};
};

TEST_F(ImageTravel, GoesInPiecesAndArrivesWhole) {
  const std::string index = sent();

  run(fetch_image(to, image, index, wanted(), store));

  const Json told = *parse_json(store.blobs.at(index));
  EXPECT_EQ(run(to.image_digest(image)), wanted());
  EXPECT_EQ(told["pieces"].size(), 3U);
  EXPECT_EQ(told["size"], 40'000'000);
  EXPECT_EQ(told["engine"], "bytes");
  EXPECT_EQ(told["image"], image);
}

TEST_F(ImageTravel, FetchesNothingThatIsThere) {
  run(fetch_image(from, image, "no index of anything", wanted(), store));

  EXPECT_EQ(from.adopted, 0);
}

TEST_F(ImageTravel, SendsTheSameUnderTheSameName) {
  const std::string first = sent();
  const std::size_t blobs = store.blobs.size();

  EXPECT_EQ(sent(), first);
  EXPECT_EQ(store.blobs.size(), blobs);
}

TEST_F(ImageTravel, NeedsNoImageWhereNothingRuns) {
  sandbox::NoEngine none;

  EXPECT_EQ(run(send_image(none, image, store)), "");
  EXPECT_EQ(failure_of(fetch_image(none, image, "", "none", store)), "no failure");
}

TEST_F(ImageTravel, SaysWhatToDoForAnImageThatWasNotSent) {
  EXPECT_THAT(failure_of(fetch_image(to, image, "", wanted(), store)),
              HasSubstr("redcode image build"));
}

TEST_F(ImageTravel, RefusesTheImageOfAnotherEngine) {
  const std::string index = altered(sent(), {{"engine", "docker"}});

  EXPECT_THAT(failure_of(fetch_image(to, image, index, wanted(), store)),
              HasSubstr("use --engine docker"));
  EXPECT_EQ(to.adopted, 0);
}

TEST_F(ImageTravel, RefusesAnImageThatIsNotTheOneWanted) {
  const std::string other = "sha256:" + std::string(64, '0');

  EXPECT_THAT(failure_of(fetch_image(to, image, sent(), other, store)), HasSubstr("start the run"));
  EXPECT_EQ(to.adopted, 0);
}

TEST_F(ImageTravel, RefusesAnIndexThatIsNone) {
  const std::string index = sent();
  const std::string words = run(store.put("words"));
  const std::string vast = altered(index, {{"size", std::uint64_t{1} << 60U}});
  const std::string shorter = altered(index, {{"size", 39'999'999}});
  const std::string odd = altered(index, {{"pieces", {"../../etc/passwd"}}});

  EXPECT_THAT(failure_of(fetch_image(to, image, words, wanted(), store)), HasSubstr("version"));
  EXPECT_THAT(failure_of(fetch_image(to, image, vast, wanted(), store)), HasSubstr("impossible"));
  EXPECT_THAT(failure_of(fetch_image(to, image, shorter, wanted(), store)), HasSubstr("size"));
  EXPECT_THAT(failure_of(fetch_image(to, image, odd, wanted(), store)), HasSubstr("no piece"));
}

TEST_F(ImageTravel, FailsWithTheStore) {
  const std::string index = sent();
  const Json told = *parse_json(store.blobs.at(index));
  store.blobs.erase(told["pieces"][1].get<std::string>());

  EXPECT_EQ(failure_of(fetch_image(to, image, index, wanted(), store)), "no such blob");
}

// Two image folders, as on two hosts.
class OciImageTravel : public testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "needs root to give files to others";
  }

  std::filesystem::path tar_with(std::string content) const {
    sandbox::TarPlan plan{.world = {.working_dir = "/"}};
    plan.world.files.push_back({.path = "/file", .content = std::move(content)});
    plan.exists = [](const std::string&) { return true; };
    std::filesystem::path tar = folder.path() / "image.tar";
    std::ofstream(tar, std::ios::binary) << sandbox::world_tar(plan);
    return tar;
  }
  std::string content_there() const {
    std::ifstream file(there.find(image)->rootfs / "file");
    return {std::istreambuf_iterator<char>(file), {}};
  }

  TempDir folder{"image-travel-test"};
  oci::ImageStore here{folder.path() / "here"};
  oci::ImageStore there{folder.path() / "there"};
  oci::Engine from{{.images = here}};
  oci::Engine to{{.images = there}};
  MemoryStore store;
};

TEST_F(OciImageTravel, MakesTheImageOfAnotherHostThisOnes) {
  const std::string digest = here.add(image, tar_with("from afar")).digest;

  run(fetch_image(to, image, run(send_image(from, image, store)), digest, store));

  EXPECT_EQ(run(to.image_digest(image)), digest);
  EXPECT_EQ(content_there(), "from afar");
}

TEST_F(OciImageTravel, ReplacesAnotherImageOfThatName) {
  there.add(image, tar_with("at home"));
  const std::string before = run(to.image_digest(image));
  const std::string digest = here.add(image, tar_with("from afar")).digest;

  run(fetch_image(to, image, run(send_image(from, image, store)), digest, store));

  EXPECT_NE(before, digest);
  EXPECT_EQ(run(to.image_digest(image)), digest);
}

TEST_F(OciImageTravel, KeepsToTheImageItHasSeenWhenAnotherTakesItsName) {
  there.add(image, tar_with("at home"));
  const std::string before = run(to.image_digest(image));

  there.add(image, tar_with("another"));

  EXPECT_EQ(run(to.image_digest(image)), before);
}

TEST_F(OciImageTravel, ChangesNothingForBytesThatAreNoImage) {
  const std::string kept = there.add(image, tar_with("at home")).digest;
  const std::string digest = here.add(image, tar_with("from afar")).digest;
  const std::string index = run(send_image(from, image, store));
  Json forged = *parse_json(store.blobs.at(index));
  const std::string piece = run(store.put("no tar"));
  forged["pieces"] = {piece};
  forged["size"] = 6;

  EXPECT_THROW(run(fetch_image(to, image, run(store.put(dump_json(forged))), digest, store)),
               Failure);
  EXPECT_EQ(run(to.image_digest(image)), kept);
  EXPECT_EQ(content_there(), "at home");
}

// Has the index, and is silent about pieces.
class SilentStore final : public store::Store {
 public:
  explicit SilentStore(std::string index) : index_(std::move(index)) {}
  Task<std::string> put(std::string bytes) override { co_return sha256_hex(bytes); }
  Task<std::string> get(std::string digest) override {
    if (digest == sha256_hex(index_)) co_return index_;
    asked = true;
    co_await pause_for(std::chrono::hours(1));
    co_return "";
  }

  bool asked = false;

 private:
  std::string index_;
};

Task<> cancelled_once_it_waits(Task<> work, const SilentStore& store) {
  Scope scope(co_await asio::this_coro::executor);
  scope.spawn(std::move(work));
  while (!store.asked) co_await pause_for(std::chrono::milliseconds(1));
  scope.cancel();
  co_await scope.join();
}

TEST_F(OciImageTravel, LeavesNothingBehindWhenItIsCancelled) {
  const std::string digest = here.add(image, tar_with("from afar")).digest;
  const std::string index = run(send_image(from, image, store));
  SilentStore silent(store.blobs.at(index));
  const std::filesystem::path temporary = folder.path() / "temporary";
  std::filesystem::create_directory(temporary);
  ::setenv("TMPDIR", temporary.c_str(), 1);

  EXPECT_ANY_THROW(
      run(cancelled_once_it_waits(fetch_image(to, image, index, digest, silent), silent)));
  ::unsetenv("TMPDIR");

  EXPECT_TRUE(silent.asked);
  EXPECT_TRUE(std::filesystem::is_empty(temporary));
  EXPECT_FALSE(there.find(image));
}

TEST_F(OciImageTravel, SaysWhatToDoForAnImageOfAnEarlierVersion) {
  here.add(image, tar_with("old"));
  std::filesystem::remove(here.hold(image)->packed);

  std::string said = "no failure";
  try {
    run(send_image(from, image, store));
  } catch (const Failure& failure) {
    said = failure.what();
  }

  EXPECT_THAT(said, HasSubstr("redcode image build"));
}

}  // namespace
}  // namespace redcode::distributed
