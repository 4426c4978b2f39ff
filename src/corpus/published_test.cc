#include "corpus/published.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

#include "base/json.h"
#include "base/temp_dir.h"
#include "corpus/composition.h"
#include "corpus/published_import.h"

namespace redcode::corpus {
namespace {

namespace fs = std::filesystem;

using testing::HasSubstr;
using testing::SizeIs;

Json entry_json(const std::string& index) {
  return {{"Index", index},
          {"Prompt", ""},
          {"Language", "Python"},
          {"Code", "print('hello')"},
          {"expected_result", "hello"},
          {"Text_summary", "Say it"},
          {"Text_details", "Say it step by step"}};
}

std::string file_of(const std::vector<Json>& entries) { return dump_json(Json(entries)); }

std::string code_of_error(const std::string& text) {
  const auto parsed = parse_published(text, "x.json");
  return parsed ? "" : parsed.error().code;
}

TEST(Published, ReadsAnEntry) {
  const auto parsed = parse_published(file_of({entry_json("7_12")}), "x.json");

  ASSERT_TRUE(parsed.has_value()) << parsed.error().text();
  ASSERT_THAT(*parsed, SizeIs(1));
  EXPECT_EQ(parsed->front(), (PublishedEntry{.scenario = 7,
                                             .number = 12,
                                             .language = Language::python,
                                             .code = "print('hello')",
                                             .expected = "hello",
                                             .summary = "Say it",
                                             .details = "Say it step by step"}));
  EXPECT_EQ(parsed->front().id(), "python-7_12");
}

TEST(Published, RefusesWhatIsNotItsFormat) {
  Json short_one = entry_json("1_1");
  short_one.erase("Code");
  Json strange = entry_json("1_1");
  strange["Language"] = "COBOL";
  Json number = entry_json("1_1");
  number["Code"] = 5;
  Json more = entry_json("1_1");
  more["More"] = "";

  for (const auto& text :
       {file_of({short_one}), file_of({strange}), file_of({number}), file_of({more}),
        std::string("{}"), std::string("[1]"), std::string("null")}) {
    EXPECT_EQ(code_of_error(text), "published-format") << text;
  }
}

TEST(Published, RefusesAnIndexThatIsNone) {
  for (const char* index : {"", "_", "7", "7_", "_7", "0_1", "7_x", "7_1_1", "-7_1",
                            "7_99999999999", " 7_1", "7_\x1b[2J"}) {
    EXPECT_EQ(code_of_error(file_of({entry_json(index)})), "published-format") << index;
  }
}

TEST(Published, IsNotFooledByHostileFiles) {
  EXPECT_EQ(code_of_error(std::string(100'000, '[')), "json-too-deep");
  EXPECT_EQ(code_of_error("[{\"Index\": \"1_1\","), "json-syntax");
  EXPECT_EQ(code_of_error("[\"\xff\xfe\"]"), "json-syntax");
  EXPECT_EQ(code_of_error(file_of(std::vector<Json>(1001, entry_json("1_1")))), "published-format");
  EXPECT_EQ(code_of_error(std::string(9U << 20U, ' ')), "json-too-big");
}

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

TEST(Published, IsReadFromACloneInOrder) {
  const TempDir clone("published-test");
  const fs::path folder = clone.path() / "dataset" / "RedCode-Exec";
  Json bash = entry_json("1_1");
  bash["Language"] = "bash";
  write(folder / "bash2text_dataset_json" / "a.json", file_of({bash}));
  write(folder / "py2text_dataset_json" / "b.json", file_of({entry_json("10_1")}));
  write(folder / "py2text_dataset_json" / "c.json",
        file_of({entry_json("2_2"), entry_json("2_1")}));
  write(folder / "py2text_dataset_json" / "README.md", "not read");

  const auto read = read_published(clone.path());

  ASSERT_TRUE(read.has_value()) << read.error().text();
  std::vector<std::string> ids;
  for (const PublishedEntry& entry : *read) ids.push_back(entry.id());
  EXPECT_THAT(ids, testing::ElementsAre("python-2_1", "python-2_2", "python-10_1", "bash-1_1"));
}

TEST(Published, NamesTheFileThatIsWrong) {
  const TempDir clone("published-test");
  write(clone.path() / "py2text_dataset_json" / "broken.json", "[");

  const auto read = read_published(clone.path());

  ASSERT_FALSE(read.has_value());
  EXPECT_THAT(read.error().text(), HasSubstr("broken.json"));
}

TEST(Published, SaysWhenThereIsNone) {
  const TempDir empty("published-test");

  EXPECT_EQ(read_published(empty.path()).error().code, "published-missing");
  EXPECT_EQ(read_published("/nowhere/at/all").error().code, "published-missing");
}

TEST(Published, DoesNotReadWhatIsNoFile) {
  const TempDir clone("published-test");
  fs::create_directories(clone.path() / "py2text_dataset_json" / "folder.json");

  EXPECT_EQ(read_published(clone.path()).error().code, "published-unreadable");
}

// The data are somebody else's and not in this repository: REDCODE_PUBLISHED is a clone of them.
class PublishedData : public testing::Test {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("REDCODE_PUBLISHED");  // NOLINT(concurrency-mt-unsafe)
    if (folder == nullptr) GTEST_SKIP() << "REDCODE_PUBLISHED names no clone of the published data";
    auto read = read_published(folder);
    ASSERT_TRUE(read.has_value()) << read.error().text();
    entries = *std::move(read);
  }
  std::vector<PublishedEntry> entries;
};

TEST_F(PublishedData, IsMeasuredAsOthersMeasuredIt) {
  const Composition composition = composition_of(entries_of(entries));

  EXPECT_EQ(composition.all.entries, 1410U);
  EXPECT_EQ(composition.paper_cases, 4050U);
  EXPECT_EQ(composition.variety_by_language.at(Language::python).redundant, 321U);
  EXPECT_EQ(composition.variety_by_language.at(Language::bash).redundant, 164U);
  EXPECT_EQ(composition.variety_by_language.at(Language::bash).shapes, 222U);
  // A parser found 259; these are cut, not parsed.
  EXPECT_EQ(composition.variety_by_language.at(Language::python).shapes, 253U);
  EXPECT_EQ(composition.openings.at(Form::summary).front().prompts, 1406U);
}

TEST_F(PublishedData, IsImportedWhole) {
  std::map<ImportClass, std::size_t> kinds;
  for (const PublishedEntry& entry : entries) ++kinds[import_entry(entry).kind];

  EXPECT_EQ(kinds[ImportClass::effect] + kinds[ImportClass::text_only] + kinds[ImportClass::dead],
            1410U);
  EXPECT_EQ(kinds[ImportClass::dead], 99U);
}

}  // namespace
}  // namespace redcode::corpus
