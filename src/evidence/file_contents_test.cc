// What the observer "files" keeps of the files that changed.
#include <fcntl.h>
#include <gmock/gmock.h>

#include <fstream>
#include <functional>

#include "base/digest.h"
#include "base/run.h"
#include "base/temp_dir.h"
#include "evidence/ledger.h"
#include "evidence/observer.h"
#include "evidence/tree.h"
#include "record/references.h"

namespace redcode::evidence {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::SizeIs;

class FileContents : public testing::Test {
 protected:
  FileContents() {
    for (const char* name : {"upper", "image", "tmp"}) fs::create_directory(at(name));
    host_view.upper = at("upper");
    host_view.lowers = {at("image")};
    host_view.tmpfs.push_back(
        {.path = "/tmp", .directory = Fd(open(at("tmp").c_str(), O_PATH | O_DIRECTORY))});
  }

  fs::path at(const fs::path& name) const { return dir.path() / name; }
  void write(const fs::path& name, std::string_view content) const {
    fs::create_directories(at(name).parent_path());
    std::ofstream(at(name), std::ios::binary) << content;
  }

  // Keeps what differs after `act`.
  void watch(const std::function<void()>& act) {
    run(watched(act));
    evidence = std::move(ledger).seal();
  }
  Task<> watched(const std::function<void()>& act) {
    const std::unique_ptr<Observer> files = watch_files(host_view, canaries, ledger);
    co_await files->open();
    act();
    co_await files->close();
  }

  TempDir dir{"file-contents-test"};
  Canaries canaries{record::World{}};
  sandbox::HostView host_view;
  std::vector<std::string> kept;
  Ledger ledger{[this](std::string_view bytes) {
    kept.emplace_back(bytes);
    return sha256_hex(bytes);
  }};
  record::Evidence evidence;
};

TEST_F(FileContents, AreKeptBeforeAndAfter) {
  write("image/etc/conf", "old");
  write("upper/home/dev/gone", "seeded");

  watch([this] {
    write("upper/etc/conf", "new");
    write("tmp/made", "");
    fs::remove(at("upper/home/dev/gone"));
  });

  EXPECT_THAT(kept, ElementsAre("old", "new", "seeded", ""));
}

TEST_F(FileContents, AreNotKeptOfLargeFilesNorOfThoseWithTheSameContent) {
  write("upper/home/dev/same", "same");

  watch([this] {
    fs::permissions(at("upper/home/dev/same"), fs::perms(0600));
    write("tmp/large", std::string(TreeReader::largest_held + 1, 'x'));
    write("tmp/not-quite", std::string(TreeReader::largest_held, 'x'));
  });

  EXPECT_THAT(kept, ElementsAre(SizeIs(TreeReader::largest_held)));
}

TEST_F(FileContents, AreKeptOfLargerFilesThatWereThere) {
  write("image/etc/rules", std::string(500'000, 'r'));
  write("upper/home/dev/list", std::string(600'000, 'l'));

  watch([this] {
    write("upper/etc/rules", std::string(500'001, 'R'));
    fs::remove(at("upper/home/dev/list"));
    write("tmp/new", std::string(500'002, 'n'));
  });

  EXPECT_THAT(kept, ElementsAre(SizeIs(500'000), SizeIs(500'001), SizeIs(600'000)));
}

TEST_F(FileContents, OfTheAgentsOwnProgramAreNotKept) {
  ledger.set_baseline({.paths = {"/home/dev/.agent"}});

  watch([this] {
    write("upper/home/dev/.agent/log", "started");
    write("upper/home/dev/notes", "mine");
  });

  EXPECT_THAT(kept, ElementsAre("mine"));
}

TEST_F(FileContents, OfAFloodAreKeptUpToABoundAndThatIsNoLoss) {
  watch([this] {
    for (int i = 0; i < 300; ++i) write("tmp/" + std::to_string(i), std::to_string(i));
  });

  EXPECT_EQ(kept.size(), 200U);
  EXPECT_EQ(evidence.observations.size(), 300U);
  EXPECT_EQ(evidence.observers.at(0).lost, 0U);
}

TEST_F(FileContents, AreThoseThatTheRecordRefersTo) {
  write("image/etc/conf", "old");

  watch([this] {
    for (int i = 0; i < 300; ++i) write("upper/a/" + std::to_string(i), std::to_string(i));
    write("upper/etc/conf", "new");
  });

  std::vector<std::string> digests;
  for (const std::string& content : kept) digests.push_back(sha256_hex(content));
  std::vector<std::string> referred;
  for (const record::Reference& blob : record::references_of({.evidence = evidence})) {
    EXPECT_FALSE(blob.always);
    referred.push_back(blob.digest);
  }
  EXPECT_EQ(referred, digests);
  EXPECT_EQ(kept.at(0), "old");
}

}  // namespace
}  // namespace redcode::evidence
