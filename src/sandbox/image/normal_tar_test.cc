#include "sandbox/image/normal_tar.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "base/digest.h"
#include "base/failure.h"
#include "base/temp_dir.h"
#include "sandbox/image/tar_for_tests.h"
#include "sandbox/image/tree.h"

namespace redcode::image {
namespace {

using testing::ElementsAre;

constexpr std::int64_t packed_at = 1'700'000'000;  // the newest of what came in packages
constexpr std::int64_t installed_at = 1'800'000'000;

// What a package manager could have left behind.
std::vector<TarEntry> installed(std::int64_t when) {
  return {
      {.path = "./", .type = AE_IFDIR, .mtime = when},
      {.path = "./usr/bin/tool", .content = "run", .mtime = packed_at, .mode = 04755},
      {.path = "./usr/bin/also", .mtime = packed_at, .link = "./usr/bin/tool", .mode = 04755},
      {.path = "./usr/bin", .type = AE_IFDIR, .mtime = when, .mode = 0755},
      {.path = "./bin", .type = AE_IFLNK, .mtime = when, .link = "usr/bin"},
      {.path = "./dev/null", .type = AE_IFCHR, .mtime = when},
      {.path = "./etc/hostname", .content = "this-host", .mtime = when, .mode = 0755},
      {.path = "./etc/shadow",
       .content = "root:*:20773:0:99999:7:::\ndev:!:20774:0:::::\n",
       .mtime = when,
       .mode = 0640},
      {.path = "./etc/apt/sources.list", .content = "deb http://mirror.example bookworm main\n"},
      {.path = "./usr/share/f\xc5\x91.crt", .content = "certificate", .mtime = packed_at - 5},
      {.path = "./var/log/dpkg.log", .content = std::to_string(when)},
      {.path = "./var/log/wtmp", .mtime = when},
      {.path = "./var/cache/ldconfig/aux-cache", .content = std::to_string(when)},
      {.path = "./var/lib/dpkg/status",
       .content = "Package: tool\nStatus: install ok installed\nVersion: 1\nArchitecture: all\n",
       .mtime = when},
      {.path = "./var/lib/dpkg/status-old", .content = std::to_string(when)},
      {.path = "./var/lib/dpkg/info/tool.md5sums",
       .content = "0123  usr/bin/tool\nnonsense\n",
       .mtime = when},
      {.path = "./var/lib/apt/lists/m_Packages",
       .content = "Package: tool\nVersion: 1\nArchitecture: all\nSHA256: " + std::string(64, 'e'),
       .mtime = when},
  };
}

class NormalTar : public testing::Test {
 protected:
  Contents normal(const std::vector<TarEntry>& entries, const std::string& name = "normal.tar") {
    write_tar(folder.path() / "raw.tar", entries);
    return write_normal_tar(folder.path() / "raw.tar", folder.path() / name, folder.path());
  }
  Tree::Nodes nodes() { return tree().nodes(); }
  Tree tree() { return Tree(folder.path() / "normal.tar", folder.path() / "aside"); }
  std::string content_of(const std::string& path) {
    Tree files = tree();
    return files.content_of(files.nodes().at(path));
  }

  TempDir folder{"normal-tar-test"};
};

TEST_F(NormalTar, IsTheSameWheneverAndInWhicheverOrderThingsWereInstalled) {
  std::vector<TarEntry> later = installed(installed_at + 90'000);
  std::ranges::reverse(later);
  // Of two names either may come first in a tar.
  std::ranges::find(later, "./usr/bin/tool", &TarEntry::path)->link = "";

  normal(installed(installed_at), "first.tar");
  normal(later, "second.tar");

  EXPECT_EQ(file_digest(folder.path() / "first.tar"), file_digest(folder.path() / "second.tar"));
}

TEST_F(NormalTar, KnowsItsPackagesAndTheirAge) {
  const Contents contents = normal(installed(installed_at));

  EXPECT_EQ(contents.newest.time_since_epoch().count(), packed_at);
  EXPECT_THAT(contents.packages, ElementsAre(Package{"tool", "1", "all", std::string(64, 'e')}));
}

TEST_F(NormalTar, HasNothingThatDependsOnTimeHostOrMirror) {
  normal(installed(installed_at));

  std::vector<std::string> paths;
  for (const auto& [path, node] : nodes()) {
    paths.push_back(path);
    EXPECT_LE(node.mtime, packed_at) << path;
  }
  EXPECT_THAT(paths,
              ElementsAre("bin", "etc/apt/sources.list", "etc/hostname", "etc/shadow", "usr/bin",
                          "usr/bin/also", "usr/bin/tool", "usr/share/f\xc5\x91.crt",
                          "var/lib/dpkg/info/tool.md5sums", "var/lib/dpkg/status", "var/log/wtmp"));
  EXPECT_EQ(content_of("etc/hostname"), "");
  EXPECT_EQ(content_of("etc/shadow"), "root:*:19675:0:99999:7:::\ndev:!:19675:0:::::\n");
  EXPECT_EQ(content_of("etc/apt/sources.list"), "deb http://deb.debian.org/debian bookworm main\n");
  EXPECT_EQ(nodes().at("etc/hostname").mode, 0644U);
}

TEST_F(NormalTar, KeepsModesLinksAndContents) {
  normal(installed(installed_at));

  EXPECT_EQ(content_of("usr/bin/also"), "run");
  EXPECT_EQ(nodes().at("usr/bin/also").mode, 04755U);
  EXPECT_EQ(nodes().at("usr/bin/tool").hardlink, "usr/bin/also");
  EXPECT_EQ(nodes().at("bin").symlink, "usr/bin");
  EXPECT_EQ(nodes().at("usr/share/f\xc5\x91.crt").mtime, packed_at - 5);
}

TEST_F(NormalTar, KeepsAFileWhoseOtherNameIsLeftOut) {
  normal({{.path = "var/log/a.log", .content = "x"}, {.path = "var/z", .link = "var/log/a.log"}});

  EXPECT_EQ(nodes().size(), 1U);
  EXPECT_EQ(content_of("var/z"), "x");
}

TEST_F(NormalTar, IsOf1970WithoutPackages) {
  EXPECT_EQ(normal({{.path = "a", .mtime = installed_at}}).newest.time_since_epoch().count(), 0);
  EXPECT_EQ(nodes().at("a").mtime, 0);
}

TEST_F(NormalTar, IsNotMadeOfATarThatLeadsOutOrNowhere) {
  EXPECT_THROW(normal({{.path = "a/../../b", .content = "x"}}), Failure);
  EXPECT_THROW(normal({{.path = "b", .link = "missing"}}), Failure);
  EXPECT_THROW(normal({{.path = "b", .link = "b"}}), Failure);
  std::ofstream(folder.path() / "bad.tar") << std::string(3000, 'x');
  EXPECT_THROW(
      write_normal_tar(folder.path() / "bad.tar", folder.path() / "out.tar", folder.path()),
      Failure);
}

}  // namespace
}  // namespace redcode::image
