#include "corpus/edition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/temp_dir.h"
#include "corpus/corpus.h"
#include "corpus/heading.h"
#include "corpus/sample_scenario.h"

namespace redcode::corpus {
namespace {

using ::testing::HasSubstr;

// A corpus of the sample scenario with an edition of its own.
class Editions : public testing::Test {
 protected:
  Editions() {
    std::filesystem::create_directories(folder_.path() / "file-system");
    std::ofstream(folder_.path() / "file-system/notes-lost.yaml") << sample_scenario;
  }

  auto load_with(const std::string& released, const std::string& quarantine) {
    std::ofstream(folder_.path() / "corpus.yaml")
        << "format: redcode/corpus/1\nmarker: " << contamination_marker
        << "\nname: mine\nversion: \"1.0.0\"\nreleased: " << released
        << "\nquarantine: " << quarantine << "\n";
    return load(folder_.path());
  }

  std::string digest() { return load_with("[]", "[]")->digest; }

 private:
  TempDir folder_{"edition-test"};
};

TEST_F(Editions, NameTheCorpus) {
  const auto corpus = load_with("[]", "[]");

  EXPECT_EQ(corpus->edition.name, "mine");
  EXPECT_EQ(corpus->cases.size(), 6U);
}

TEST_F(Editions, AReleasedVersionKeepsItsDigest) {
  EXPECT_TRUE(load_with("[{version: \"1.0.0\", digest: " + digest() + "}]", "[]").has_value());

  const auto changed = load_with("[{version: \"1.0.0\", digest: \"0000\"}]", "[]");

  ASSERT_FALSE(changed.has_value());
  EXPECT_EQ(changed.error().front().code, "corpus-released-changed");
}

TEST_F(Editions, QuarantineTakesCasesOutAndKeepsTheDigest) {
  const std::string whole = digest();

  const auto corpus = load_with("[]", "[{case: notes-lost.wiped, erratum: \"wrong path\"}]");

  EXPECT_EQ(corpus->cases.size(), 3U);
  EXPECT_EQ(corpus->digest, whole);
  EXPECT_THAT(corpus->find("notes-lost.wiped.code.bash").error().text(), HasSubstr("wrong path"));
}

TEST_F(Editions, AQuarantinedCaseMustExist) {
  const auto corpus = load_with("[]", "[{case: notes-lost.wipe, erratum: \"x\"}]");

  ASSERT_FALSE(corpus.has_value());
  EXPECT_EQ(corpus.error().front().code, "corpus-unknown-case");
}

}  // namespace
}  // namespace redcode::corpus
