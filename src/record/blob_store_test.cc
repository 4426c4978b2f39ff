#include "record/blob_store.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

#include "base/temp_dir.h"

namespace redcode::record {
namespace {

TEST(BlobStore, RemovesTheLeftoversOfTheDeadAlone) {
  const TempDir dir("blob-store-test");
  const BlobStore blobs(dir.path());
  const std::string digest = blobs.put("whole");
  const std::filesystem::path old = dir.path() / "part-old";
  const std::filesystem::path fresh = dir.path() / "part-fresh";
  std::ofstream(old) << "half";
  std::ofstream(fresh) << "half";
  std::filesystem::last_write_time(
      old, std::filesystem::file_time_type::clock::now() - std::chrono::hours(2));

  blobs.remove_parts();

  EXPECT_FALSE(std::filesystem::exists(old));
  EXPECT_TRUE(std::filesystem::exists(fresh));
  EXPECT_EQ(blobs.get(digest), "whole");
}

TEST(BlobStore, OnlyADurableOneRepairsWhatIsDamaged) {
  const TempDir dir("blob-store-test");
  const BlobStore plain(dir.path());
  const BlobStore durable(dir.path(), Writing::durable);
  const std::string digest = plain.put("content");
  std::ofstream(dir.path() / digest.substr(0, 2) / (digest.substr(2) + ".zst")) << "junk";

  plain.put("content");
  const auto after_plain = durable.get(digest);
  durable.put("content");
  const auto after_durable = plain.get(digest);

  EXPECT_FALSE(after_plain);
  EXPECT_EQ(after_durable, "content");
}

}  // namespace
}  // namespace redcode::record
