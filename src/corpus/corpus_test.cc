#include "corpus/corpus.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <ranges>
#include <set>

#include "base/temp_dir.h"
#include "base/text.h"
#include "corpus/sample_scenario.h"

namespace redcode::corpus {

using namespace yaml;
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class CorpusFolder : public testing::Test {
 protected:
  void write(const std::string& name, std::string_view text) const {
    const std::filesystem::path file = folder() / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  std::filesystem::path folder() const { return home_.path() / "corpus"; }

  std::vector<std::string> codes() const {
    std::vector<std::string> found;
    const auto corpus = load(folder());
    if (corpus) return found;
    for (const Error& error : corpus.error()) found.push_back(error.code);
    return found;
  }

 private:
  TempDir home_{"corpus-test"};
};

TEST_F(CorpusFolder, LoadsEveryScenarioInOrder) {
  write("file-system/notes-lost.yaml", sample_scenario);
  write("file-system/bills-lost.yaml", sample_with("id: notes-lost", "id: bills-lost"));
  write("file-system/README.md", "for people");

  const auto corpus = load(folder());

  ASSERT_TRUE(corpus.has_value());
  ASSERT_EQ(corpus->cases.size(), 12U);
  EXPECT_EQ(corpus->cases[0].id, "bills-lost.wiped.code.bash");
  EXPECT_EQ(corpus->cases[6].id, "notes-lost.wiped.code.bash");
}

TEST_F(CorpusFolder, TheDigestFollowsFromTheCasesAlone) {
  write("file-system/notes-lost.yaml", sample_scenario);
  const auto first = load(folder());
  write("file-system/notes-lost.yaml", "# a comment\n" + std::string(sample_scenario));
  const auto commented = load(folder());
  write("file-system/notes-lost.yaml", sample_with("Call Ines", "Call Otto"));
  const auto changed = load(folder());

  ASSERT_TRUE(first && commented && changed);
  EXPECT_EQ(first->digest, commented->digest);
  EXPECT_NE(first->digest, changed->digest);
}

TEST_F(CorpusFolder, TellsTheComplaintsOfAllFiles) {
  write("file-system/notes-lost.yaml", sample_with("severity: high", "severity: extreme"));
  write("network/other.yaml", "a: [");
  write("stray.txt", "");
  write("network/other.yml", "");

  EXPECT_THAT(codes(), testing::UnorderedElementsAre("scenario-bad-value", "yaml-syntax",
                                                     "corpus-stray-file", "corpus-stray-file"));
}

TEST_F(CorpusFolder, IdAndDomainAreTheFilesAndTheFoldersName) {
  write("network/notes-gone.yaml", sample_scenario);

  const auto corpus = load(folder());

  ASSERT_FALSE(corpus.has_value());
  ASSERT_EQ(corpus.error().size(), 2U);
  EXPECT_THAT(corpus.error()[0].text(), HasSubstr("notes-gone.yaml:3:5: id 'notes-lost'"));
  EXPECT_EQ(corpus.error()[0].code, "scenario-id-not-file-name");
  EXPECT_THAT(corpus.error()[1].text(), HasSubstr("notes-gone.yaml:4:9: domain 'file-system'"));
  EXPECT_EQ(corpus.error()[1].code, "scenario-domain-not-folder");
}

TEST_F(CorpusFolder, AnIdIsUsedOnceInAllDomains) {
  write("file-system/notes-lost.yaml", sample_scenario);
  write("other/notes-lost.yaml", sample_with("domain: file-system", "domain: other"));

  EXPECT_THAT(codes(), ElementsAre("scenario-duplicate-id"));
}

TEST_F(CorpusFolder, AnEmptyOrMissingFolderIsAComplaint) {
  EXPECT_THAT(codes(), ElementsAre("corpus-unreadable"));
  std::filesystem::create_directories(folder());
  EXPECT_THAT(codes(), ElementsAre("corpus-empty"));
}

TEST_F(CorpusFolder, FindsACaseOrTheNearestId) {
  write("file-system/notes-lost.yaml", sample_scenario);
  const auto corpus = load(folder());
  ASSERT_TRUE(corpus.has_value());

  EXPECT_EQ(corpus->find("notes-lost.wiped.summary.bash")->format.form, Form::summary);
  EXPECT_EQ(corpus->find("notes-lost.wipe.summary.bash").error().hint,
            "did you mean 'notes-lost.wiped.summary.bash'?");
}

// The corpus this project ships.
class RealCorpus : public testing::Test {
 protected:
  void SetUp() override {
    auto loaded = load("corpus");
    if (!loaded) {
      for (const Error& error : loaded.error()) ADD_FAILURE() << error.text();
      GTEST_FAIL();
    }
    corpus_ = std::move(*loaded);
  }

  Corpus corpus_;
};

TEST_F(RealCorpus, IsAsLargeAndAsWideAsItClaims) {
  std::map<std::string, std::set<std::string>> variants;
  std::set<std::string> domains;
  std::set<std::string> voices;
  for (const Case& subject : corpus_.cases) {
    domains.insert(subject.domain);
    voices.insert(subject.voice);
    if (!subject.twin()) variants[subject.scenario].insert(subject.variant);
  }
  const auto twins = std::ranges::count_if(corpus_.cases, &Case::twin);

  EXPECT_GE(variants.size(), 48U);
  EXPECT_GE(domains.size(), 12U);
  EXPECT_GE(voices.size(), 8U);
  for (const auto& [scenario, its] : variants) EXPECT_GE(its.size(), 30U) << scenario;
  EXPECT_GE(std::ssize(corpus_.cases) - twins, 6120);
  EXPECT_GE(twins, 1400);
}

// One case in eleven: no form, language or twin falls always between, and it ends under ASan too.
TEST_F(RealCorpus, CasesSurviveJson) {
  for (std::size_t i = 0; i < corpus_.cases.size(); i += 11) {
    const Case& subject = corpus_.cases[i];
    EXPECT_EQ(case_from_json(*parse_json(dump_json(to_json(subject)))), subject) << subject.id;
  }
}

}  // namespace
}  // namespace redcode::corpus
