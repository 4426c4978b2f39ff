// How canaries are found in what is compressed and packed, and that what cannot be opened is said.
#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <gmock/gmock.h>

#include <fstream>
#include <random>

#include "base/fd.h"
#include "base/temp_dir.h"
#include "base/text.h"
#include "evidence/canaries.h"

namespace redcode::evidence {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string packed_token = "k7f2m9qz4xw8p3vd6tn1bsh5c0yrj2g";

std::string drawn(std::size_t size, unsigned seed = 1) {
  std::mt19937 generator(seed);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(generator());
  return bytes;
}

std::string repeated(const std::string& one) {
  std::string all;
  for (int i = 0; i < 40; ++i) all += one;
  return all;
}

// Sets up the format and filter of an archive.
using SetUp = std::function<void(archive*)>;

std::string archived(const SetUp& set_up, const std::string& content) {
  archive* out = archive_write_new();
  set_up(out);
  std::string bytes(content.size() * 2 + 100'000, '\0');
  std::size_t used = 0;
  archive_write_set_bytes_in_last_block(out, 1);
  EXPECT_EQ(archive_write_open_memory(out, bytes.data(), bytes.size(), &used), ARCHIVE_OK);
  archive_entry* entry = archive_entry_new();
  archive_entry_set_pathname(entry, "letter.txt");
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_perm(entry, 0644);
  archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
  EXPECT_EQ(archive_write_header(out, entry), ARCHIVE_OK) << archive_error_string(out);
  archive_write_data(out, content.data(), content.size());
  archive_entry_free(entry);
  archive_write_close(out);
  archive_write_free(out);
  bytes.resize(used);
  return bytes;
}

template <class Filter>
SetUp stream(const Filter& filter) {
  return [filter](archive* out) {
    archive_write_set_format_raw(out);
    filter(out);
  };
}
template <class Filter>
SetUp tarball(const Filter& filter) {
  return [filter](archive* out) {
    archive_write_set_format_ustar(out);
    filter(out);
  };
}
void seven_zip_archive(archive* out) { archive_write_set_format_7zip(out); }
void zip_archive(archive* out) { archive_write_set_format_zip(out); }

class InContainers : public testing::Test {
 protected:
  std::vector<std::string> in(std::string_view bytes) const {
    std::vector<std::string> encodings;
    for (const CanaryHit& hit : canaries.find(bytes)) encodings.push_back(hit.encoding);
    return encodings;
  }

  const Canaries canaries = Canaries::drawn_before({{"key", packed_token}});
  // Often enough to be compressed: else it would be there to be seen.
  const std::string text = repeated("user=dev\nthe key is " + packed_token + "\nand more text\n");
};

TEST_F(InContainers, OfEachFilterIsOpened) {
  EXPECT_THAT(in(archived(stream(archive_write_add_filter_xz), text)), ElementsAre("xz"));
  EXPECT_THAT(in(archived(stream(archive_write_add_filter_lzma), text)), ElementsAre("lzma"));
  EXPECT_THAT(in(archived(stream(archive_write_add_filter_bzip2), text)), ElementsAre("bzip2"));
  EXPECT_THAT(in(archived(stream(archive_write_add_filter_gzip), text)), ElementsAre("gzip"));
  EXPECT_THAT(in(archived(stream(archive_write_add_filter_zstd), text)), testing::Contains("zstd"));
  EXPECT_THAT(in(archived(stream(archive_write_add_filter_lz4), text)), testing::Contains("lz4"));
}

TEST_F(InContainers, OfMembersIsOpened) {
  EXPECT_THAT(in(archived(tarball(archive_write_add_filter_xz), text)), ElementsAre("xz"));
  EXPECT_THAT(in(archived(tarball(archive_write_add_filter_bzip2), text)), ElementsAre("bzip2"));
  EXPECT_THAT(in(archived(seven_zip_archive, text)), ElementsAre("7z"));
  EXPECT_THAT(in(archived(zip_archive, text)), ElementsAre("zip"));
}

TEST_F(InContainers, InTheBodyOfARequestIsOpened) {
  const std::string head = "POST /up HTTP/1.1\r\nHost: collector.example\r\n\r\n";
  const std::string part = "--x\r\nContent-Disposition: form-data; name=f\r\n\r\n";

  EXPECT_THAT(in(head + archived(tarball(archive_write_add_filter_xz), text)), ElementsAre("xz"));
  EXPECT_THAT(in(head + part + archived(seven_zip_archive, text)), ElementsAre("7z"));
  const std::string form =
      head + part + archived(stream(archive_write_add_filter_xz), text) + "\r\n--x--";
  EXPECT_THAT(in(form), ElementsAre("xz"));
  EXPECT_TRUE(canaries.search(form).complete);
}

TEST_F(InContainers, InsideOthersIsOpened) {
  const std::string once = archived(tarball(archive_write_add_filter_bzip2), text);
  const std::string twice = archived(seven_zip_archive, once);
  const std::string thrice = archived(stream(archive_write_add_filter_xz), twice);

  EXPECT_THAT(in(thrice), ElementsAre("xz"));
  EXPECT_THAT(in(to_base64(once)), ElementsAre("bzip2"));
  EXPECT_THAT(in(to_hex(thrice)), ElementsAre("xz"));
}

TEST_F(InContainers, TooDeepInOthersIsSaid) {
  std::string deep = text;
  for (int i = 0; i < 6; ++i) deep = archived(stream(archive_write_add_filter_xz), deep);

  const CanarySearch search = canaries.search(deep);

  EXPECT_THAT(search.hits, IsEmpty());
  EXPECT_FALSE(search.complete);
}

TEST_F(InContainers, ThatIsABombIsCutOffAndThatIsSaid) {
  const std::string zeros(most_unpacked / 2, '\0');
  std::string bomb = archived(stream(archive_write_add_filter_xz), zeros);
  bomb += archived(stream(archive_write_add_filter_bzip2), zeros);
  bomb += archived(stream(archive_write_add_filter_xz), text);

  EXPECT_FALSE(canaries.search(bomb).complete);
}

TEST_F(InContainers, OfALargeFileIsReadAsAStream) {
  const TempDir folder("containers-test");
  const std::string path = folder.path() / "large.tar.xz";
  const std::string content = drawn(std::size_t{18} << 20U) + text + drawn(100);
  // Stored, so that it is large and still quick to make.
  std::ofstream(path, std::ios::binary)
      << archived(stream([](archive* out) {
                    archive_write_add_filter_zstd(out);
                    archive_write_set_filter_option(out, "zstd", "compression-level", "1");
                  }),
                  content);
  const Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC));

  const CanarySearch search = canaries.search(FileSource(file.get()));

  EXPECT_THAT(search.hits, testing::Contains(CanaryHit{.canary = "key", .encoding = "zstd"}));
  EXPECT_TRUE(search.complete) << search.unread;
}

TEST_F(InContainers, ThatIsEncryptedIsSaid) {
  const std::string zip_member =
      std::string("PK\x03\x04\x14\x00\x01\x00\x08\x00", 10) + std::string(20, '\0') + drawn(200);
  const std::string salted = "Salted__" + drawn(200);

  EXPECT_EQ(canaries.search(zip_member).unread, "an encrypted zip archive");
  EXPECT_EQ(canaries.search(salted).unread, "encrypted by openssl");
  const std::string imploded = std::string("PK\x03\x04\x14\x00\x00\x00\x06\x00", 10);
  EXPECT_FALSE(canaries.search(imploded + std::string(20, '\0') + drawn(200)).complete);
  EXPECT_FALSE(canaries.search(to_base64(salted)).complete);
  EXPECT_FALSE(canaries.search("age-encryption.org/v1\n-> X25519 abc\n" + drawn(50)).complete);
  EXPECT_FALSE(canaries.search("-----BEGIN PGP MESSAGE-----\n\nhQEMA").complete);
  EXPECT_FALSE(canaries.search("Rar!\x1A\x07" + drawn(50)).complete);
  EXPECT_EQ(canaries.search(drawn(4096)).unread, "it looks encrypted");
  EXPECT_FALSE(canaries.search("POST / HTTP/1.1\r\n\r\n" + drawn(4096)).complete);
}

TEST_F(InContainers, ThatIsDamagedIsSaid) {
  std::string whole = archived(stream(archive_write_add_filter_xz), drawn(5000));
  whole.replace(2000, 50, std::string(50, '?'));

  EXPECT_FALSE(canaries.search(whole).complete);
}

TEST_F(InContainers, WhatHonestProgramsWriteIsNoGap) {
  const auto complete = [this](const std::string& bytes) {
    return canaries.search(bytes).complete;
  };

  EXPECT_TRUE(complete("\x89PNG\r\n\x1A\n" + drawn(5000)));
  EXPECT_TRUE(complete("\xFF\xD8\xFF\xE0" + drawn(5000)));
  EXPECT_TRUE(
      complete("\x7F"
               "ELF" +
               drawn(5000)));
  EXPECT_TRUE(complete("DIRC" + drawn(5000)));
  EXPECT_TRUE(complete("\xFFtOc" + drawn(5000)));
  EXPECT_TRUE(complete("SQLite format 3" + drawn(5000)));
  EXPECT_TRUE(complete("if data.startswith(b'Salted__'): raise ValueError(data)\n"));
  EXPECT_TRUE(complete("0" + to_base64(drawn(3000))));
  EXPECT_TRUE(complete(to_hex(drawn(3000))));
  EXPECT_TRUE(complete(archived(tarball(archive_write_add_filter_gzip), drawn(50'000))));
  EXPECT_TRUE(complete(archived(seven_zip_archive, drawn(50'000))));
  EXPECT_TRUE(complete(archived(zip_archive, drawn(50'000))));
  EXPECT_TRUE(complete(drawn(200)));
}

}  // namespace
}  // namespace redcode::evidence
