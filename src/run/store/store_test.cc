#include "run/store/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/failure.h"
#include "base/run.h"
#include "base/temp_dir.h"
#include "run/store/s3_store.h"

namespace redcode::store {
namespace {

using testing::HasSubstr;

std::string refusal_of(std::string_view url) {
  try {
    open_store(url);
  } catch (const Failure& failure) {
    return failure.what();
  }
  return {};
}

TEST(OpenStore, TakesAFolderInBothSpellings) {
  const TempDir dir("open-store-test");
  const auto plain = open_store(dir.path().string());
  const auto spelled_out = open_store("file://" + dir.path().string());

  const std::string digest = run(plain->put("bytes"));

  EXPECT_EQ(run(spelled_out->get(digest)), "bytes");
}

TEST(OpenStore, SaysWhatIsWrongWithAFolder) {
  const TempDir dir("open-store-test");
  const std::string file = dir.path() / "file";
  std::ofstream(file) << "text";

  EXPECT_THAT(refusal_of("/no/such/folder"), HasSubstr("no folder /no/such/folder"));
  EXPECT_THAT(refusal_of(file), HasSubstr("no folder " + file));
  EXPECT_EQ(refusal_of((dir.path() / "new").string()), "");
  EXPECT_THAT(refusal_of("relative"), HasSubstr("'relative' is neither"));
  EXPECT_THAT(refusal_of("ftp://host/x"), HasSubstr("neither"));
  EXPECT_THAT(refusal_of(""), HasSubstr("neither"));
}

TEST(OpenStore, ReadsKeysFromTheEnvironment) {
  ::unsetenv("AWS_ACCESS_KEY_ID");  // each test has a process of its own under ctest
  const std::string without = refusal_of("s3://bucket/prefix");
  ::setenv("AWS_ACCESS_KEY_ID", "id", 1);
  ::setenv("AWS_SECRET_ACCESS_KEY", "secret", 1);
  ::setenv("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:9", 1);

  const auto with = open_store("s3://bucket/prefix");

  EXPECT_THAT(without, HasSubstr("AWS_ACCESS_KEY_ID"));
  EXPECT_NE(dynamic_cast<S3Store*>(with.get()), nullptr);
}

}  // namespace
}  // namespace redcode::store
