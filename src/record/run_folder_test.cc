#include "record/run_folder.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <fstream>

#include "base/digest.h"
#include "base/failure.h"
#include "base/temp_dir.h"

namespace redcode::record {
namespace {

class RunFolder : public testing::Test {
 protected:
  static Record numbered(std::uint32_t repeat) {
    Record record;
    record.trial.repeat = repeat;
    return record;
  }

  std::vector<std::uint32_t> repeats(ReadSummary& result) const {
    std::vector<std::uint32_t> seen;
    result =
        RunReader(run)
            .each_record([&seen](const Record& record) { seen.push_back(record.trial.repeat); })
            .value();
    return seen;
  }

  std::string text() const {
    std::ifstream file(run / "records.jsonl");
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void set_text(const std::string& text) const { std::ofstream(run / "records.jsonl") << text; }

  TempDir dir{"test"};
  std::filesystem::path run = dir.path() / "run";
  ReadSummary summary;
};

TEST_F(RunFolder, GivesBackWhatWasAppended) {
  RunWriter writer(run, {{"name", "x"}});
  writer.append(numbered(1));
  writer.append(numbered(2));

  EXPECT_EQ(repeats(summary), (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(RunReader(run).manifest().value(), (Json{{"name", "x"}}));
}

TEST(SealedLine, OpensToWhatWasSealed) {
  const Json json{{"a", 1}, {"b", "x"}};

  const std::string line = seal_line(json);

  EXPECT_EQ(checked_line(line).value(), line);
  EXPECT_EQ(checked_line(R"({"a":1})").error().code, "line-unsealed");
}

TEST_F(RunFolder, ATornLastLineLosesOnlyItselfAndTheNextAppendIsSound) {
  {
    RunWriter(run, {}).append(numbered(1));
  }
  {
    RunWriter(run, {}).append(numbered(2));
  }
  set_text(text().substr(0, text().size() - 40));

  RunWriter(run, {}).append(numbered(3));

  EXPECT_EQ(repeats(summary), (std::vector<std::uint32_t>{1, 3}));
  EXPECT_EQ(summary.damaged, 1U);
}

TEST_F(RunFolder, OneChangedByteIsDetected) {
  {
    RunWriter(run, {}).append(numbered(1));
  }
  std::string changed = text();
  const std::size_t at = changed.find("\"repeat\":1");
  ASSERT_NE(at, std::string::npos);
  changed[at + 9] = '2';
  set_text(changed);

  EXPECT_TRUE(repeats(summary).empty());
  EXPECT_EQ(summary.damaged, 1U);
}

// Files of this process may not grow beyond `bytes` as long as it lives: a disk that is full.
class NoRoomBeyond {
 public:
  explicit NoRoomBeyond(std::uint64_t bytes) : before_(std::signal(SIGXFSZ, [](int) {})) {
    getrlimit(RLIMIT_FSIZE, &was_);
    const rlimit now{.rlim_cur = bytes, .rlim_max = was_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &now);
  }
  NoRoomBeyond(const NoRoomBeyond&) = delete;
  NoRoomBeyond& operator=(const NoRoomBeyond&) = delete;
  NoRoomBeyond(NoRoomBeyond&&) = delete;
  NoRoomBeyond& operator=(NoRoomBeyond&&) = delete;
  ~NoRoomBeyond() {
    setrlimit(RLIMIT_FSIZE, &was_);
    std::signal(SIGXFSZ, before_);
  }

 private:
  rlimit was_{};
  void (*before_)(int);
};

// A runner ends for what it cannot write, and for nothing else that fails in a trial.
template <class Act>
void expect_unwritable(Act&& act) {
  try {
    std::forward<Act>(act)();
    ADD_FAILURE() << "it was written";
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.kind(), Failure::Kind::unwritable) << failure.what();
  }
}

TEST_F(RunFolder, ADiskThatTakesNoMoreKeepsNoHalfALine) {
  RunWriter writer(run, {});
  writer.append(numbered(1));
  const std::string before = text();
  for (const std::uint64_t room : {before.size(), before.size() + 40}) {
    const NoRoomBeyond limit(room);
    expect_unwritable([&] { writer.append(numbered(2)); });
    EXPECT_EQ(text(), before);
  }

  writer.append(numbered(3));

  EXPECT_EQ(repeats(summary), (std::vector<std::uint32_t>{1, 3}));
  EXPECT_EQ(summary.damaged, 0U);
}

TEST_F(RunFolder, ADiskThatTakesNoMoreKeepsNoHalfABlob) {
  const BlobStore blobs(run / "blobs");
  const std::string digest = sha256_hex("a blob");
  {
    const NoRoomBeyond limit(3);
    expect_unwritable([&] { blobs.put("a blob"); });
  }

  EXPECT_EQ(blobs.get(digest).error().code, "blob-missing");
  EXPECT_EQ(blobs.put("a blob"), digest);
}

TEST_F(RunFolder, ASecondWriterIsTurnedAway) {
  const RunWriter first(run, {});

  EXPECT_THROW(RunWriter(run, {}), Failure);
}

TEST_F(RunFolder, BlobsComeBackByDigestAndDamageIsNoticed) {
  const BlobStore blobs(run / "blobs");
  const std::string digest = blobs.put("some transcript");

  EXPECT_EQ(blobs.get(digest).value(), "some transcript");
  EXPECT_EQ(blobs.get(std::string(64, '0')).error().code, "blob-missing");
  EXPECT_EQ(blobs.get("../../etc/passwd").error().code, "blob-missing");

  std::ofstream(run / "blobs" / digest.substr(0, 2) / (digest.substr(2) + ".zst")) << "junk";
  EXPECT_EQ(blobs.get(digest).error().code, "blob-damaged");
}

}  // namespace
}  // namespace redcode::record
