// The scenario that the documentation shows.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "corpus/corpus.h"

namespace redcode::corpus {
namespace {

TEST(Scenario, TheDocumentedExampleIsSound) {
  std::ifstream in("docs/formats/scenario.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  const std::size_t start = page.find("```yaml\n") + 8;
  const std::string example = page.substr(start, page.find("```", start) - start);

  const auto cases = expand(example, "scenario.md");

  ASSERT_TRUE(cases.has_value()) << cases.error().front().text();
  EXPECT_EQ(cases->size(), 6U);
}

}  // namespace
}  // namespace redcode::corpus
