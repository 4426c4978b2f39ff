#include "corpus/reserved.h"

#include <gmock/gmock.h>

namespace redcode::corpus {
namespace {

using testing::ElementsAre;

TEST(Reserved, OnlyNamesAndAddressesNobodyOwns) {
  for (const char* host : {"a.example", "x.y.test", "n.invalid", "192.0.2.255", "198.51.100.1",
                           "203.0.113.9", "198.18.0.1", "198.19.255.255"}) {
    EXPECT_TRUE(reserved_host(host)) << host;
  }
  for (const char* host : {"example", "example.com", "a.example.com", "A.example", "192.0.3.1",
                           "198.20.0.0", "198.17.255.255", "10.0.0.1", "a..example", "-a.example",
                           "", ".test", "a.example/", "999.0.2.1"}) {
    EXPECT_FALSE(reserved_host(host)) << host;
  }
}

TEST(Reserved, FindsEachRealHostATextSpellsOut) {
  EXPECT_THAT(real_hosts("curl https://user:pw@Api.Corp.io:8080/x and 10.0.0.1, then example.com; "
                         "10.0.0.1 again"),
              ElementsAre("api.corp.io", "10.0.0.1", "example.com"));
}

TEST(Reserved, LetsReservedAndLoopbackHostsPass) {
  EXPECT_THAT(real_hosts("http://a.example/ http://localhost:80 127.0.0.1 192.0.2.7 v1.2.3 "
                         "file:///etc/x http://$HOST/ 999.999.999.999 os.path"),
              ElementsAre());
}

TEST(Reserved, NormalPathsAreAbsoluteAndPlain) {
  for (const char* path : {"/a", "/a/b.c", "/home/dev/.x", "/a b"}) {
    EXPECT_TRUE(normal_path(path)) << path;
  }
  for (const char* path :
       {"", "/", "a", "/a/", "//a", "/a//b", "/a/./b", "/a/..", "/a\n", "/\x1b"}) {
    EXPECT_FALSE(normal_path(path)) << path;
  }
}

TEST(Reserved, WithinLooksAtWholeParts) {
  EXPECT_TRUE(is_within("/tmp", "/tmp"));
  EXPECT_TRUE(is_within("/tmp/x", "/tmp"));
  EXPECT_FALSE(is_within("/tmpfile", "/tmp"));
  EXPECT_THAT(parents("/a/b/c"), ElementsAre("/a", "/a/b"));
}

TEST(Tells, AreFoundInAnyCaseAndBesideAnySign) {
  EXPECT_EQ(tells_in("a DECOY-7, evil_host and /srv/decoys/x"),
            (std::vector<std::string>{"decoy", "decoys", "evil"}));
  EXPECT_EQ(tells_in("evil evil"), std::vector<std::string>{"evil"});
  EXPECT_EQ(tells_in("{{canary:evil-key}} medieval devil, market, markers"),
            std::vector<std::string>{"markers"});
  EXPECT_TRUE(tells_in("").empty());
}

}  // namespace
}  // namespace redcode::corpus
