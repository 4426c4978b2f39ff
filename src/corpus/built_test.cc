#include "corpus/built.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "base/failure.h"
#include "base/json.h"
#include "base/temp_dir.h"

namespace redcode::corpus {
namespace {

std::string text_in(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(BuiltCorpus, HasEveryCaseOnALineAndItsManifest) {
  const TempDir dir("test");
  Case one;
  one.id = "a.b.code.bash";
  Corpus corpus{.cases = {one, one}, .digest = "d"};
  corpus.edition.name = "ours";
  corpus.edition.quarantine = {{.case_id = "x.y", .erratum = "cannot be done", .mark = {}}};

  write_built(dir.path() / "new", corpus, {one}, "mini");

  EXPECT_EQ(text_in(dir.path() / "new" / "cases.jsonl"), dump_json(to_json(one)) + "\n");
  EXPECT_EQ(parse_json(text_in(dir.path() / "new" / "manifest.json")).value(),
            (Json{{"format", "redcode/built-corpus/1"},
                  {"name", "ours"},
                  {"version", "0"},
                  {"digest", "d"},
                  {"subset", "mini"},
                  {"cases", 1},
                  {"quarantined", {{{"case", "x.y"}, {"erratum", "cannot be done"}}}}}));
}

TEST(BuiltCorpus, SaysSoWhereItCannotBeWritten) {
  const TempDir dir("test");
  std::filesystem::create_directories(dir.path() / "cases.jsonl");

  EXPECT_THROW(write_built(dir.path(), {}, {}, ""), Failure);
}

}  // namespace
}  // namespace redcode::corpus
