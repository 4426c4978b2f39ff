#include "sandbox/image/archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <iterator>

#include "base/digest.h"
#include "base/failure.h"
#include "base/temp_dir.h"
#include "sandbox/image/settings.h"
#include "sandbox/image/tar_for_tests.h"

namespace redcode::image {
namespace {

using testing::HasSubstr;

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class ImageArchive : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directory(out);
    write_tar(layer, {{.path = "hello", .content = std::string(3'000'000, 'h')}});
  }
  Parts parts() const {
    const Facts facts{.layer = file_digest(layer),
                      .created = {},
                      .architecture = "amd64",
                      .packages = {{"apt", "1", "all"}}};
    return {.name = "some/image:1", .settings = settings_text(facts), .layer = layer};
  }
  // Why the archive is refused.
  std::string refusal(const std::filesystem::path& archive) const {
    std::filesystem::remove(out / "layer.tar");
    try {
      read_archive(archive, out);
    } catch (const Failure& failure) {
      return failure.what();
    }
    return "it is not";
  }
  // An archive with these parts, whether they fit or not.
  std::string refusal_of(std::vector<TarEntry> entries) const {
    write_tar(folder.path() / "made.tar", entries);
    return refusal(folder.path() / "made.tar");
  }
  std::string manifest(const std::string& layers = "\"layer.tar\"") const {
    return R"([{"Config":")" + sha256_hex(parts().settings) + R"(.json","RepoTags":["x:1"],)" +
           R"("Layers":[)" + layers + "]}]";
  }

  TempDir folder{"image-archive-test"};
  std::filesystem::path layer = folder.path() / "files.tar";
  std::filesystem::path file = folder.path() / "base.image";
  std::filesystem::path out = folder.path() / "out";
};

TEST_F(ImageArchive, ComesBackAsItWas) {
  write_archive(parts(), file);

  const Parts read = read_archive(file, out);

  EXPECT_EQ(read.name, "some/image:1");
  EXPECT_EQ(read.settings, parts().settings);
  EXPECT_EQ(file_digest(read.layer), file_digest(layer));
}

TEST_F(ImageArchive, IsTheSameForTheSameImage) {
  write_archive(parts(), file);
  const std::string first = bytes_of(file);
  write_archive(parts(), file);

  EXPECT_EQ(bytes_of(file), first);
  EXPECT_FALSE(std::filesystem::exists(file.string() + ".unfinished"));
}

TEST_F(ImageArchive, IsReadInAnyOrderAndUncompressed) {
  write_tar(folder.path() / "made.tar",
            {{.path = "repositories", .content = "{}"},
             {.path = "a/layer.tar", .content = bytes_of(layer)},
             {.path = sha256_hex(parts().settings) + ".json", .content = parts().settings},
             {.path = "manifest.json", .content = manifest("\"a/layer.tar\"")}});

  const Parts read = read_archive(folder.path() / "made.tar", out);

  EXPECT_EQ(read.name, "x:1");
  EXPECT_EQ(file_digest(read.layer), file_digest(layer));
}

TEST_F(ImageArchive, IsRefusedWhenItIsDamaged) {
  write_archive(parts(), file);
  const std::string whole = bytes_of(file);
  for (std::size_t at = 0; at < whole.size(); at += 40) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    std::ofstream(file, std::ios::binary) << damaged;
    const std::string why = refusal(file);
    if (why != "it is not") continue;
    // A bit nothing depends on, such as a time in the tar: then all that counts is as it was.
    EXPECT_EQ(file_digest(out / "layer.tar"), file_digest(layer)) << at;
  }
  for (const std::size_t size : {std::size_t{0}, whole.size() / 3, whole.size() - 4}) {
    std::ofstream(file, std::ios::binary) << whole.substr(0, size);
    EXPECT_NE(refusal(file), "it is not") << size;
  }
}

TEST_F(ImageArchive, IsRefusedWhenItsPartsDoNotBelongTogether) {
  const std::string settings = sha256_hex(parts().settings) + ".json";
  const TarEntry files{.path = "layer.tar", .content = bytes_of(layer)};
  const TarEntry about{.path = settings, .content = parts().settings};
  const TarEntry list{.path = "manifest.json", .content = manifest()};
  TarEntry others = about;
  others.content += " ";
  write_tar(folder.path() / "other.tar", {{.path = "evil", .content = "x"}});
  const TarEntry swapped{.path = "layer.tar", .content = bytes_of(folder.path() / "other.tar")};

  EXPECT_THAT(refusal_of({list, others, files}), HasSubstr("called by"));
  EXPECT_THAT(refusal_of({list, about, swapped}), HasSubstr("settings name"));
  EXPECT_THAT(refusal_of({list, about}), HasSubstr("lacks a part"));
  EXPECT_THAT(refusal_of({list, files}), HasSubstr("lacks a part"));
  EXPECT_THAT(refusal_of({about, files}), HasSubstr("no manifest.json"));
  EXPECT_THAT(refusal_of({{.path = "manifest.json", .content = "[]"}}), HasSubstr("one image"));
  EXPECT_THAT(refusal_of({{.path = "manifest.json", .content = manifest("\"a\",\"b\"")}}),
              HasSubstr("one layer"));
}

TEST_F(ImageArchive, IsRefusedWhenAnythingInItLeadsOut) {
  EXPECT_THAT(refusal_of({{.path = "../evil", .content = "x"}}), HasSubstr("leads out"));
  EXPECT_THAT(refusal_of({{.path = "manifest.json", .content = manifest("\"../../etc/passwd\"")}}),
              HasSubstr("leads out"));
  write_tar(layer, {{.path = "a/../../evil", .content = "x"}});
  write_archive(parts(), file);
  EXPECT_THAT(refusal(file), HasSubstr("leads out"));
  write_tar(layer, {{.path = "evil", .link = "../../etc/passwd"}});
  write_archive(parts(), file);
  EXPECT_THAT(refusal(file), HasSubstr("leads out"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "evil"));
}

TEST_F(ImageArchive, IsRefusedWhenItIsWithoutEnd) {
  std::vector<TarEntry> many(1500, {.path = "dir", .type = AE_IFDIR});
  EXPECT_THAT(refusal_of(many), HasSubstr("too many entries"));
  EXPECT_THAT(refusal_of({{.path = "manifest.json", .content = std::string(5'000'000, ' ')}}),
              HasSubstr("too large"));
  // Nine gibibytes that are not there.
  Parts huge = parts();
  std::filesystem::resize_file(layer, std::uintmax_t{9} << 30U);
  std::ofstream(file, std::ios::binary) << ArchivePieces(huge).next();
  EXPECT_THAT(refusal(file), HasSubstr("larger than any"));
}

TEST_F(ImageArchive, NeedsAFolderThatTakesIt) {
  EXPECT_THROW(write_archive(parts(), folder.path() / "missing/base.image"), Failure);
  EXPECT_THAT(refusal(folder.path() / "none"), HasSubstr("cannot read"));
}

TEST(ImageName, IsADockerReference) {
  for (const char* name : {"redcode-base:1", "a", "host.example:5000/team/image:1.2_x-Y"})
    EXPECT_TRUE(is_image_name(name)) << name;
  for (const char* name : {"", "Upper", "a b", "../a", "a//b", "a:", "/a", "-a", "a\n", "a/../b"})
    EXPECT_FALSE(is_image_name(name)) << name;
  EXPECT_FALSE(is_image_name(std::string(256, 'a')));
}

TEST_F(ImageArchive, FitsByItsDigestItsArchitectureAndItsName) {
  const auto why_not = [](const Parts& parts, const std::string& digest) -> std::string {
    try {
      require_fitting(parts, digest);
    } catch (const Failure& failure) {
      return failure.what();
    }
    return "";
  };
  Facts facts{.layer = file_digest(layer), .created = {}, .architecture = architecture_here()};
  Parts here = parts();
  here.settings = settings_text(facts);

  EXPECT_EQ(why_not(here, ""), "");
  EXPECT_EQ(why_not(here, facts.layer), "");
  EXPECT_EQ(why_not(here, image_id(here.settings)), "");
  EXPECT_THAT(why_not(here, "sha256:0"), HasSubstr("nothing was changed"));
  here.name = "";
  EXPECT_THAT(why_not(here, ""), HasSubstr("--tag"));
  facts.architecture = "z80";
  here.settings = settings_text(facts);
  EXPECT_THAT(why_not(here, ""), HasSubstr("the image is for z80"));
}

}  // namespace
}  // namespace redcode::image
