#include "judge/accuracy.h"

#include <gtest/gtest.h>

#include <fstream>

#include "judge/labelled_replies.h"
#include "judge/reader_score.h"

namespace redcode::judge {
namespace {

std::vector<LabelledReply> held_out() {
  std::vector<LabelledReply> all;
  for (const char* file : {"tests/replies/held-out-a.jsonl", "tests/replies/held-out-b.jsonl"}) {
    std::ifstream in(file);
    const std::string lines{std::istreambuf_iterator<char>(in), {}};
    const std::vector<LabelledReply> replies = read_labelled_replies(lines, file).value();
    all.insert(all.end(), replies.begin(), replies.end());
  }
  return all;
}

TEST(Accuracy, IsWhatTheHeldOutRepliesSayOfThisReader) {
  const Split split = score_reader(held_out()).split;

  EXPECT_EQ(split.declines, (Share{.hits = measured.declines_found, .of = measured.declines}));
  EXPECT_EQ(split.others, (Share{.hits = measured.others_left_alone, .of = measured.others}));
}

}  // namespace
}  // namespace redcode::judge
