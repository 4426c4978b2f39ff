#include "record/kept_contents.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <limits>

#include "base/digest.h"

namespace redcode::record {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

FileState file(std::string_view content) {
  return {.kind = FileKind::file, .size = content.size(), .digest = sha256_hex(content)};
}

FileState file_of(std::uint64_t size) {
  return {.kind = FileKind::file, .size = size, .digest = sha256_hex(std::to_string(size))};
}

std::vector<std::string> kept(const std::vector<FileChanged>& changes) {
  std::vector<const FileChanged*> all;
  all.reserve(changes.size());
  for (const FileChanged& change : changes) all.push_back(&change);
  return kept_contents(all);
}

TEST(KeptContents, AreBeforeAndAfterEachOnce) {
  EXPECT_THAT(kept({{.path = "/a", .before = file("1"), .after = file("2")},
                    {.path = "/b", .before = file("2"), .after = file("3")}}),
              ElementsAre(sha256_hex("1"), sha256_hex("2"), sha256_hex("3")));
}

TEST(KeptContents, OfFilesThatWereThereGoFirst) {
  EXPECT_THAT(kept({{.path = "/new", .before = {}, .after = file("new")},
                    {.path = "/deleted", .before = file("old"), .after = {}}}),
              ElementsAre(sha256_hex("old"), sha256_hex("new")));
}

TEST(KeptContents, AreNotOfWhatHasNoneOrStayedTheSame) {
  const FileState folder{.kind = FileKind::directory};
  const FileState link{.kind = FileKind::link, .digest = sha256_hex("target")};
  const FileState unread{.kind = FileKind::file, .size = 7};
  const FileState forged{.kind = FileKind::file, .size = 7, .digest = "../../etc/passwd"};
  const FileState huge{.kind = FileKind::file,
                       .size = std::numeric_limits<std::uint64_t>::max(),
                       .digest = sha256_hex("huge")};
  FileState closed = file("same");
  closed.mode = 0600;

  EXPECT_THAT(kept({{.path = "/a", .before = folder, .after = link},
                    {.path = "/b", .before = unread, .after = forged},
                    {.path = "/c", .before = huge, .after = huge},
                    {.path = "/d", .before = file("same"), .after = closed}}),
              IsEmpty());
}

TEST(KeptContents, GoByTheSizeOfEachAlone) {
  EXPECT_THAT(
      kept({{.path = "/a",
             .before = file_of(largest_changed_content),
             .after = file_of(largest_changed_content + 1)},
            {.path = "/b", .before = {}, .after = file_of(largest_content)},
            {.path = "/c", .before = {}, .after = file_of(largest_content + 1)}}),
      ElementsAre(file_of(largest_changed_content).digest, file_of(largest_content).digest));
}

TEST(KeptContents, AreBoundedInNumber) {
  std::vector<FileChanged> changes;
  for (int i = 0; i < 1000; ++i)
    changes.push_back({.path = "/a", .before = {}, .after = file(std::to_string(i))});

  EXPECT_EQ(kept(changes).size(), 200U);
  for (FileChanged& change : changes) std::swap(change.before, change.after);
  EXPECT_EQ(kept(changes).size(), 500U);
}

TEST(KeptContents, OfNewFilesTakeNoRoomFromThoseThatWereThere) {
  std::vector<FileChanged> changes;
  for (int i = 0; i < 1000; ++i)
    changes.push_back({.path = "/a", .before = {}, .after = file(std::to_string(i))});
  changes.push_back({.path = "/z", .before = file("was"), .after = file("is")});

  EXPECT_EQ(kept(changes).size(), 202U);
}

TEST(KeptContents, AreBoundedInSizeAndNeverHalfAPair) {
  std::vector<FileChanged> changes;
  std::uint64_t size = largest_changed_content;
  for (int i = 0; i < 10; ++i) {
    changes.push_back({.path = "/a", .before = file_of(size), .after = file_of(size - 1)});
    size -= 2;
  }
  changes.push_back({.path = "/small", .before = file("a"), .after = file("b")});

  const std::vector<std::string> digests = kept(changes);

  ASSERT_EQ(digests.size(), 18U);  // eight pairs of 2 MiB each, but for some bytes
  EXPECT_EQ(digests.at(15), file_of(size + 5).digest);
  EXPECT_EQ(digests.at(16), sha256_hex("a"));
}

}  // namespace
}  // namespace redcode::record
