#include "run/store/s3_place.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace redcode::store {
namespace {

using testing::HasSubstr;
using testing::Not;

using Variables = std::map<std::string, std::string>;

const Variables keys{{"AWS_ACCESS_KEY_ID", "KEYID"}, {"AWS_SECRET_ACCESS_KEY", "KEYSECRET"}};

Result<S3Place> place(std::string_view url, const Variables& more, Variables all = keys) {
  for (const auto& [name, value] : more) all[name] = value;
  return s3_place(url, [all](const std::string& name) {
    const auto found = all.find(name);
    return found == all.end() ? std::string() : found->second;
  });
}

std::string code_of(const Result<S3Place>& result) { return result ? "" : result.error().code; }

TEST(S3Place, IsAmazonsUnlessTheEnvironmentSaysOtherwise) {
  const auto amazon = place("s3://bucket/some/prefix/", {{"AWS_REGION", "eu-central-1"}});
  const auto own = place("s3://bucket", {{"AWS_ENDPOINT_URL", "https://other.example"},
                                         {"AWS_ENDPOINT_URL_S3", "http://127.0.0.1:9000/s3"}});

  ASSERT_TRUE(amazon && own);
  EXPECT_EQ(amazon->endpoint.host, "s3.eu-central-1.amazonaws.com");
  EXPECT_TRUE(amazon->endpoint.tls);
  EXPECT_EQ(amazon->root, "/bucket/some/prefix/");
  EXPECT_EQ(own->endpoint.host, "127.0.0.1");
  EXPECT_EQ(own->endpoint.port, 9000);
  EXPECT_EQ(own->root, "/s3/bucket/");
  EXPECT_EQ(own->realm.region, "us-east-1");
}

TEST(S3Place, KeysGoToAnotherHostByTlsOnly) {
  EXPECT_EQ(code_of(place("s3://bucket", {{"AWS_ENDPOINT_URL", "http://10.0.0.1:9000"}})),
            "store-endpoint");
  EXPECT_EQ(code_of(place("s3://bucket", {{"AWS_ENDPOINT_URL", "https://10.0.0.1:9000"}})), "");
  EXPECT_EQ(code_of(place("s3://bucket", {{"AWS_ENDPOINT_URL", "http://localhost:9000"}})), "");
}

TEST(S3Place, RefusesWhatNamesNoBucketOrHasAnOddPrefix) {
  for (const char* url :
       {"s3://", "s3:///prefix", "s3://UPPER", "s3://b", "s3://some..bucket", "s3://bucket//x",
        "s3://bucket/../x", "s3://bucket/a b", "s3://bucket/a?b", "https://bucket"}) {
    EXPECT_EQ(code_of(place(url, {})), "store-url") << url;
  }
}

TEST(S3Place, NeedsKeysAndRepeatsNone) {
  const auto without = place("s3://bucket", {}, {});
  const auto broken = place("s3://bucket", {{"AWS_SECRET_ACCESS_KEY", "KEYSECRET\n"}});

  EXPECT_EQ(code_of(without), "store-keys");
  ASSERT_EQ(code_of(broken), "store-keys");
  EXPECT_THAT(broken.error().text(), Not(HasSubstr("KEYSECRET")));
}

TEST(S3Place, RefusesARegionThatIsNone) {
  EXPECT_EQ(code_of(place("s3://bucket", {{"AWS_REGION", "evil.example/"}})), "store-region");
}

}  // namespace
}  // namespace redcode::store
