#include "record/run_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <fstream>

#include "base/digest.h"
#include "base/failure.h"
#include "base/temp_dir.h"
#include "record/labels.h"
#include "record/run_folder.h"

namespace redcode::record {
namespace {

namespace fs = std::filesystem;

// A run folder of a stranger's: each test puts something else in place of one of its files.
class StrangersFolder : public testing::Test {
 protected:
  StrangersFolder() : run_(home_.path() / "run") {
    fs::create_directory(run_);
    write("manifest.json", R"({"format":"redcode/manifest/1"})");
    write("cases.jsonl", "");
    write("records.jsonl", "");
  }

  void write(const std::string& name, std::string_view text) const {
    std::ofstream(run_ / name, std::ios::binary) << text;
  }
  void pipe(const std::string& name) const {
    fs::remove(run_ / name);
    ASSERT_EQ(mkfifo((run_ / name).c_str(), 0600), 0);
  }
  void link(const std::string& name, const fs::path& to) const {
    fs::remove_all(run_ / name);
    fs::create_symlink(to, run_ / name);
  }
  std::string manifest_error() const {
    const Result<Json> manifest = RunReader(run_).manifest();
    return manifest ? "" : manifest.error().code;
  }

  TempDir home_{"run-file-test"};
  fs::path run_;
};

TEST_F(StrangersFolder, HasNoManifestThatIsAPipe) {
  pipe("manifest.json");
  EXPECT_EQ(manifest_error(), "run-refused");
}

TEST_F(StrangersFolder, HasNoManifestThatIsALink) {
  link("manifest.json", "/dev/zero");
  EXPECT_EQ(manifest_error(), "run-refused");
  link("manifest.json", "/etc/hostname");
  EXPECT_EQ(manifest_error(), "run-refused");
}

TEST_F(StrangersFolder, HasNoManifestThatIsASocketOrAFolder) {
  fs::remove(run_ / "manifest.json");
  const Fd listening(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un there{.sun_family = AF_UNIX, .sun_path = {}};
  (run_ / "manifest.json").string().copy(there.sun_path, sizeof(there.sun_path) - 1);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): as bind() wants it
  ASSERT_EQ(::bind(listening.get(), reinterpret_cast<const sockaddr*>(&there), sizeof(there)), 0);
  EXPECT_EQ(manifest_error(), "run-refused");

  fs::remove(run_ / "manifest.json");
  fs::create_directory(run_ / "manifest.json");
  EXPECT_EQ(manifest_error(), "run-refused");
}

TEST_F(StrangersFolder, HasNoManifestWithoutEnd) {
  fs::resize_file(run_ / "manifest.json", largest_manifest + 1);
  EXPECT_EQ(manifest_error(), "run-refused");
}

TEST_F(StrangersFolder, HasNoManifestOfEndlessMembers) {
  std::string text = "{";
  for (int i = 0; i < 200'000; ++i) text += fmt::format("\"m{}\":1,", i);
  write("manifest.json", text + "\"last\":1}");
  EXPECT_EQ(manifest_error(), "json-too-big");
}

TEST_F(StrangersFolder, HasNoManifestThatSaysAThingTwice) {
  write("manifest.json", R"({"command":{"limit":1,"limit":2}})");
  EXPECT_EQ(manifest_error(), "json-format");
}

TEST_F(StrangersFolder, HasNoRecordsOrCasesThatArePipesOrLinks) {
  const auto nothing = [](const auto&) {};
  pipe("records.jsonl");
  pipe("cases.jsonl");
  EXPECT_EQ(RunReader(run_).each_record(nothing).error().code, "run-refused");
  EXPECT_EQ(RunReader(run_).each_case(nothing).error().code, "run-refused");
  link("records.jsonl", "/dev/zero");
  EXPECT_EQ(RunReader(run_).record_blocks().error().code, "run-refused");
}

TEST_F(StrangersFolder, HasNoLabelsThatAreAPipeOrALink) {
  pipe("labels.jsonl");
  EXPECT_THROW(Labels::of(run_), Failure);
  link("labels.jsonl", "/dev/zero");
  EXPECT_THROW(Labels::of(run_), Failure);
  // Nor one that leads nowhere: labels that cannot be seen are not labels that nobody gave.
  link("labels.jsonl", "/nowhere/labels.jsonl");
  EXPECT_THROW(Labels::of(run_), Failure);
}

TEST_F(StrangersFolder, HasNoBlobThatIsAPipeOrALink) {
  const std::string digest(64, 'a');
  fs::create_directories(run_ / "blobs" / "aa");
  const std::string name = "blobs/aa/" + std::string(62, 'a') + ".zst";
  pipe(name);
  EXPECT_EQ(RunReader(run_).blobs().get(digest).error().code, "blob-damaged");
  link(name, "/dev/zero");
  EXPECT_EQ(RunReader(run_).blobs().get(digest).error().code, "blob-damaged");
}

TEST_F(StrangersFolder, HasNoJudgementsSomewhereElse) {
  fs::create_directory(home_.path() / "elsewhere");
  link("judgements", home_.path() / "elsewhere");

  EXPECT_THROW(JudgementWriter(run_, Json::object()), Failure);
  EXPECT_THROW(static_cast<void>(Judgement::last(run_)), Failure);
  EXPECT_TRUE(fs::is_empty(home_.path() / "elsewhere"));
}

TEST_F(StrangersFolder, HasNoJudgementThatIsAPipeOrALink) {
  fs::create_directory(run_ / "judgements");
  pipe("judgements/0001.jsonl");
  EXPECT_EQ(Judgement::last(run_).error().code, "judgement-damaged");
  link("judgements/0001.jsonl", "/dev/zero");
  EXPECT_EQ(Judgement::last(run_).error().code, "judgement-damaged");
}

TEST_F(StrangersFolder, IsNotWrittenThroughItsLinks) {
  const fs::path elsewhere = home_.path() / "elsewhere";
  fs::create_directory(elsewhere);
  link("blobs", elsewhere);
  EXPECT_THROW(RunWriter(run_, Json::object()), Failure);

  fs::remove(run_ / "blobs");
  fs::create_directory(run_ / "blobs");
  const RunWriter writer(run_, Json::object());
  const std::string digest = BlobStore(home_.path() / "other").put("some bytes");
  link("blobs/" + digest.substr(0, 2), elsewhere);
  EXPECT_THROW(writer.blobs().put("some bytes"), Failure);
  EXPECT_TRUE(fs::is_empty(elsewhere));
}

TEST_F(StrangersFolder, IsNotWrittenWhereItsLocksPoint) {
  link("lock", home_.path() / "lock");
  EXPECT_THROW(RunWriter(run_, Json::object()), Failure);
  fs::create_directory(run_ / "judgements");
  link("judgements/lock", home_.path() / "lock");
  EXPECT_THROW(JudgementWriter(run_, Json::object()), Failure);
  EXPECT_FALSE(fs::exists(home_.path() / "lock"));
}

// As anybody can seal a line: its checksum is right.
std::string sealed(const std::string& body) {
  return fmt::format("{},\"check\":\"{}\"}}\n", body, sha256_hex(body).substr(0, 16));
}

TEST_F(StrangersFolder, HasNoLineThatSaysAThingTwice) {
  write("cases.jsonl", sealed(R"({"id":"a")") + sealed(R"({"id":"b","id":"c")"));
  std::vector<std::string> seen;
  const auto cases =
      RunReader(run_).each_case([&seen](const Json& one) { seen.push_back(one.at("id")); });

  ASSERT_TRUE(cases);
  EXPECT_THAT(seen, testing::ElementsAre("a"));
  EXPECT_EQ(cases->damaged, 1U);
}

TEST_F(StrangersFolder, IsListedAsFarAsItCanBe) {
  std::error_code error;
  EXPECT_EQ(entries_in(run_, error).size(), 3U);
  EXPECT_FALSE(error);
  EXPECT_TRUE(entries_in(run_ / "none", error).empty());
  EXPECT_EQ(error, std::errc::no_such_file_or_directory);
}

}  // namespace
}  // namespace redcode::record
