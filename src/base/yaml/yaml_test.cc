#include "base/yaml/yaml.h"

#include <gmock/gmock.h>

#include <utility>

namespace redcode::yaml {
namespace {

using testing::ElementsAre;

std::vector<std::string> complaints_about(std::string_view text) {
  Complaints complaints("x.yaml", "scenario");
  parse_yaml(text, complaints);
  std::vector<std::string> found;
  for (const Error& error : std::move(complaints).take()) {
    found.push_back(fmt::format("{}:{} {}", error.where.line, error.where.column, error.code));
  }
  return found;
}

Node parsed(std::string_view text) {
  Complaints complaints("x.yaml", "scenario");
  Node root = parse_yaml(text, complaints);
  EXPECT_EQ(complaints.count(), 0U);
  return root;
}

TEST(Yaml, NodesKnowWhereTheyStand) {
  const Node root = parsed("a: 1\nlist:\n  - x\n  - {k: v}\n");

  EXPECT_EQ(root.find("list")->key_mark, (Mark{.line = 2, .column = 1}));
  EXPECT_EQ(root.find("list")->children[0].mark, (Mark{.line = 3, .column = 5}));
  EXPECT_EQ(root.find("list")->children[1].find("k")->mark, (Mark{.line = 4, .column = 9}));
}

TEST(Yaml, PlainScalarsFollowTheCoreSchemaOfVersion12) {
  const Node root =
      parsed("[no, yes, on, 012, 0x1F, 1.5, .inf, true, ~, '', \"1\", 1:30, 2026-01-01, null]");
  std::vector<Node::Kind> kinds;
  kinds.reserve(root.children.size());
  for (const Node& node : root.children) kinds.push_back(node.kind);

  using enum Node::Kind;
  EXPECT_THAT(kinds, ElementsAre(text, text, text, integer, integer, number, number, boolean, null,
                                 text, text, text, text, null));
}

TEST(Yaml, RefusesWhatCanHideThings) {
  EXPECT_THAT(complaints_about("a: 1\nb: 2\na: 3\n"), ElementsAre("3:1 yaml-duplicate-key"));
  EXPECT_THAT(complaints_about("a: !!str 1\n"), ElementsAre("1:4 yaml-tag"));
  EXPECT_THAT(complaints_about("a: &x 1\nb: *x\n"),
              ElementsAre("1:4 yaml-anchor", "2:4 yaml-alias"));
  EXPECT_THAT(complaints_about("a: 1\n---\nb: 2\n"), ElementsAre("2:1 yaml-many-documents"));
  EXPECT_THAT(complaints_about("{[a]: 1}"), ElementsAre("1:2 yaml-key"));
  EXPECT_THAT(complaints_about("# nothing\n"), ElementsAre("1:1 yaml-empty"));
}

TEST(Yaml, TellsWhereTheSyntaxBreaks) {
  EXPECT_THAT(complaints_about("a: 1\n b: 2\n"), ElementsAre("2:3 yaml-syntax"));
  EXPECT_THAT(complaints_about("a: 1\nb: \xff\n"), ElementsAre("2:4 yaml-syntax"));
  EXPECT_THAT(complaints_about("a: [1, 2\n"), ElementsAre("2:1 yaml-syntax"));
}

TEST(Yaml, AcceptsTheDeepestAllowedNestingAndNoDeeper) {
  const auto nested = [](int levels) {
    return std::string(static_cast<std::size_t>(levels), '[') +
           std::string(static_cast<std::size_t>(levels), ']');
  };

  EXPECT_THAT(complaints_about(nested(64)), ElementsAre());
  EXPECT_THAT(complaints_about(nested(65)), ElementsAre("1:65 yaml-too-deep"));
  EXPECT_THAT(complaints_about(nested(100'000)), ElementsAre("1:65 yaml-too-deep"));
}

TEST(Yaml, RefusesAFileOverOneMebibyte) {
  EXPECT_THAT(complaints_about(std::string((1U << 20U) + 1, '#')), ElementsAre("0:0 yaml-too-big"));
  EXPECT_THAT(complaints_about(std::string(1U << 20U, '#')), ElementsAre("1:1 yaml-empty"));
}

TEST(Yaml, StopsComplainingAtTheLimit) {
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "a: !x 1\n";

  EXPECT_EQ(complaints_about(many).size(), Complaints::limit);
}

}  // namespace
}  // namespace redcode::yaml
