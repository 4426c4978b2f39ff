#include "report/export/destination.h"

#include <gmock/gmock.h>

#include <fstream>

#include "base/failure.h"
#include "base/temp_dir.h"

namespace redcode::exports {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::ThrowsMessage;

class DestinationTest : public testing::Test {
 protected:
  static void put(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }
  static std::string text_in(const fs::path& path) {
    return {std::istreambuf_iterator<char>(std::ifstream(path).rdbuf()), {}};
  }
  // Everything there is, hidden too.
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator(dir_.path())) {
      all.push_back(entry.path().filename().string());
    }
    std::ranges::sort(all);
    std::erase_if(all, [](const std::string& name) { return name.starts_with(".redcode"); });
    return all;
  }
  void make(const fs::path& target, Existing existing = Existing::keep) const {
    const FileDestination destination(target, existing);
    put(destination.path(), "new");
    destination.publish();
  }

  TempDir dir_{"test"};
  std::size_t before_ = names().size();
};

TEST_F(DestinationTest, PutsAFileInItsPlaceWholeAndLeavesNothingElse) {
  const fs::path target = dir_.path() / "below" / "out.csv";

  make(target);

  EXPECT_EQ(text_in(target), "new");
  EXPECT_EQ(std::distance(fs::directory_iterator(target.parent_path()), {}), 1);
}

TEST_F(DestinationTest, IsNotThereBeforeItIsWhole) {
  const fs::path target = dir_.path() / "out.csv";
  {
    const FileDestination destination(target, Existing::keep);
    put(destination.path(), "half");
    EXPECT_FALSE(fs::exists(target));
  }

  EXPECT_EQ(names().size(), before_);
}

TEST_F(DestinationTest, ReplacesAFileOnlyWhenAskedTo) {
  const fs::path target = dir_.path() / "out.csv";
  put(target, "old");

  EXPECT_THAT([&] { make(target); }, ThrowsMessage<Failure>(HasSubstr("--force replaces it")));
  EXPECT_EQ(text_in(target), "old");
  make(target, Existing::replace);
  EXPECT_EQ(text_in(target), "new");
}

TEST_F(DestinationTest, DoesNotReplaceWhatAppearedMeanwhile) {
  const fs::path target = dir_.path() / "out.csv";
  const FileDestination destination(target, Existing::keep);
  put(destination.path(), "new");
  put(target, "somebody's");

  EXPECT_THROW(destination.publish(), Failure);
  EXPECT_EQ(text_in(target), "somebody's");
}

TEST_F(DestinationTest, NeverReplacesAFolderOrADeviceByAFile) {
  fs::create_directory(dir_.path() / "folder");

  EXPECT_THAT([&] { make(dir_.path() / "folder", Existing::replace); },
              ThrowsMessage<Failure>(HasSubstr("is no file")));
  EXPECT_THAT([&] { make("/dev/null", Existing::replace); }, ThrowsMessage<Failure>(HasSubstr("")));
  EXPECT_THAT([&] { make("/", Existing::replace); }, ThrowsMessage<Failure>(HasSubstr("")));
  EXPECT_TRUE(fs::is_directory(dir_.path() / "folder"));
}

TEST_F(DestinationTest, ReplacesAFolderOnlyIfItHoldsNothingElse) {
  const fs::path target = dir_.path() / "trials";
  const auto make_folder = [&](Existing existing) {
    const FolderDestination destination(target, existing, ".json");
    put(destination.path() / "a.json", "new");
    destination.publish();
  };
  make_folder(Existing::keep);
  put(target / "b.json", "old");

  EXPECT_THROW(make_folder(Existing::keep), Failure);
  make_folder(Existing::replace);
  EXPECT_FALSE(fs::exists(target / "b.json"));
  put(target / "thesis.txt", "years of work");
  EXPECT_THAT([&] { make_folder(Existing::replace); },
              ThrowsMessage<Failure>(HasSubstr("holds other things")));
  EXPECT_EQ(text_in(target / "thesis.txt"), "years of work");
}

}  // namespace
}  // namespace redcode::exports
