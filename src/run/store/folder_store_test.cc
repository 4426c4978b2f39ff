#include "run/store/folder_store.h"

#include <gtest/gtest.h>

#include <boost/asio/this_coro.hpp>
#include <fstream>
#include <optional>

#include "base/digest.h"
#include "base/failure.h"
#include "base/run.h"
#include "base/scope.h"
#include "base/temp_dir.h"
#include "record/packing.h"

namespace redcode::store {
namespace {

struct Folder : testing::Test {
  TempDir dir{"folder-store-test"};
  FolderStore store{dir.path()};

  std::filesystem::path path_of(const std::string& digest) const {
    return dir.path() / record::blob_path(digest);
  }
  std::optional<Failure::Kind> failure_of_get(const std::string& digest) {
    try {
      run(store.get(digest));
    } catch (const Failure& failure) {
      return failure.kind();
    }
    return std::nullopt;
  }
};

Task<> put_and_get(FolderStore& store, std::string bytes, int& same) {
  const std::string digest = co_await store.put(bytes);
  const std::string back = co_await store.get(digest);
  if (back == bytes) ++same;
}

Task<> put_and_get_many(FolderStore& store, int count, int& same) {
  Scope scope(co_await asio::this_coro::executor);
  // Each twice, so that some write the same blob at the same time.
  for (int i = 0; i < count; ++i)
    scope.spawn(put_and_get(store, std::string(50'000, static_cast<char>(i / 2)), same));
  co_await scope.join();
}

TEST_F(Folder, GivesBackWhatWasPut) {
  const std::string digest = run(store.put("some transcript"));

  EXPECT_EQ(digest, sha256_hex("some transcript"));
  EXPECT_EQ(run(store.get(digest)), "some transcript");
  EXPECT_EQ(record::BlobStore(dir.path()).get(digest), "some transcript");  // a run's layout
}

TEST_F(Folder, AHundredAtOnceAllComeBack) {
  int same = 0;

  run(put_and_get_many(store, 100, same));

  EXPECT_EQ(same, 100);
}

TEST_F(Folder, TellsMissingFromDamaged) {
  const std::string damaged = run(store.put("some transcript"));
  std::ofstream(path_of(damaged)) << "junk";

  EXPECT_EQ(failure_of_get(std::string(64, '0')), Failure::Kind::unavailable);
  EXPECT_EQ(failure_of_get("../../etc/passwd"), Failure::Kind::unavailable);
  EXPECT_EQ(failure_of_get(damaged), Failure::Kind::corrupt);
}

TEST_F(Folder, PuttingAgainRepairsWhatAPowerCutLeftEmpty) {
  const std::string digest = run(store.put("some transcript"));
  std::filesystem::resize_file(path_of(digest), 0);

  run(store.put("some transcript"));

  EXPECT_EQ(run(store.get(digest)), "some transcript");
}

TEST_F(Folder, LeavesWhatIsThereAlone) {
  const std::string digest = run(store.put("some transcript"));
  const auto written = std::filesystem::last_write_time(path_of(digest));
  const auto earlier = written - std::chrono::hours(1);
  std::filesystem::last_write_time(path_of(digest), earlier);

  run(store.put("some transcript"));

  EXPECT_EQ(std::filesystem::last_write_time(path_of(digest)), earlier);
}

}  // namespace
}  // namespace redcode::store
