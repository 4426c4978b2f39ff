// The examples are those that AWS publishes, keys included.
#include "run/store/sigv4.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/digest.h"

namespace redcode::store {
namespace {

using testing::EndsWith;
using testing::StartsWith;

const Keys docs_keys{.id = "AKIAIOSFODNN7EXAMPLE",
                     .secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"};
const Realm docs_realm{.region = "us-east-1"};

http::Request docs_request(std::string method, std::string target, const std::string& body) {
  http::Request request{.method = std::move(method), .target = std::move(target), .body = body};
  request.headers.emplace_back("Host", "examplebucket.s3.amazonaws.com");
  request.headers.emplace_back("X-Amz-Content-SHA256", sha256_hex(body));
  request.headers.emplace_back("X-Amz-Date", "20130524T000000Z");
  return request;
}

TEST(SigV4, SignsTheGetOfTheS3Documentation) {
  http::Request request = docs_request("GET", "/test.txt", "");
  request.headers.emplace_back("Range", "bytes=0-9");

  const std::string value = authorization(request, sha256_hex(""), docs_keys, docs_realm);

  EXPECT_EQ(value,
            "AWS4-HMAC-SHA256 "
            "Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
            "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,"
            "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
}

TEST(SigV4, SignsThePutOfTheS3Documentation) {
  const std::string body = "Welcome to Amazon S3.";
  http::Request request = docs_request("PUT", "/test%24file.text", body);
  request.headers.emplace_back("Date", "Fri, 24 May 2013 00:00:00 GMT");
  request.headers.emplace_back("X-Amz-Storage-Class", "REDUCED_REDUNDANCY");

  const std::string value = authorization(request, sha256_hex(body), docs_keys, docs_realm);

  EXPECT_THAT(value, EndsWith("Signature="
                              "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"));
}

TEST(SigV4, SignsGetVanillaOfTheTestSuite) {
  const Keys keys{.id = "AKIDEXAMPLE", .secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"};
  const Realm realm{.region = "us-east-1", .service = "service"};
  http::Request request;
  request.headers.emplace_back("Host", "example.amazonaws.com");
  request.headers.emplace_back("X-Amz-Date", "20150830T123600Z");

  const std::string value = authorization(request, sha256_hex(""), keys, realm);

  EXPECT_EQ(value,
            "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request,"
            "SignedHeaders=host;x-amz-date,"
            "Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31");
}

TEST(SigV4, AnotherBodyHasAnotherSignature) {
  const http::Request request = docs_request("GET", "/test.txt", "");

  const std::string one = authorization(request, sha256_hex("one"), docs_keys, docs_realm);
  const std::string two = authorization(request, sha256_hex("two"), docs_keys, docs_realm);

  EXPECT_THAT(one, StartsWith("AWS4-HMAC-SHA256 "));
  EXPECT_NE(one, two);
}

TEST(SigV4, TellsTheTimeInOneWord) {
  EXPECT_EQ(amz_time(std::chrono::system_clock::from_time_t(1369353600)), "20130524T000000Z");
}

}  // namespace
}  // namespace redcode::store
