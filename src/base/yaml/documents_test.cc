#include "base/yaml/documents.h"

#include <gmock/gmock.h>

#include <string>

namespace redcode::yaml {
namespace {

using Value = nlohmann::json;

std::string one(std::string_view text) {
  const auto documents = read_documents(text);
  if (!documents) return "no YAML";
  return documents->size() == 1 ? documents->front().dump() : "not one";
}

TEST(Documents, AreReadWithScalarsAsText) {
  EXPECT_EQ(one("a: yes\nb: \"yes\"\nc: [1, 'x']\n"
                "d:\ne: \"\"\n"),
            R"({"a":"yes","b":"yes","c":["1","x"],"d":null,"e":""})");
}

TEST(Documents, OfJsonAreTheSame) {
  EXPECT_EQ(one(R"({"a": {"b": [true]}, "\u0063": 1,})"), R"({"a":{"b":["true"]},"c":"1"})");
}

TEST(Documents, MayBeSeveral) {
  const auto documents = read_documents("---\na: 1\n---\na: 2\n");

  ASSERT_TRUE(documents.has_value());
  EXPECT_EQ(documents->size(), 2);
}

TEST(Documents, HaveAliasesAndMergeKeysResolved) {
  EXPECT_EQ(one("base: &b {x: 1, y: 2}\nuse:\n  <<: *b\n  y: 3\n"),
            R"({"base":{"x":"1","y":"2"},"use":{"x":"1","y":"3"}})");
}

TEST(Documents, LetTheLastOfTwoKeysCount) { EXPECT_EQ(one("a: 1\na: 2\n"), R"({"a":"2"})"); }

TEST(Documents, ThatMultiplyOrGoInCirclesAreRefused) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    std::string row = "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int j = 0; j < 10; ++j) row += "*a" + std::to_string(i - 1) + ", ";
    bomb += row + "x]\n";
  }

  EXPECT_EQ(one(bomb), "no YAML");
  EXPECT_EQ(one("a: &a [*a]\n"), "no YAML");
  EXPECT_EQ(one(std::string(1'000'000, '[')), "no YAML");
  std::string anchors = "a:\n";
  for (int i = 0; i < 50'000; ++i) anchors += "- &n" + std::to_string(i) + " x\n";
  EXPECT_EQ(one(anchors), "no YAML");
  EXPECT_EQ(one(std::string((1U << 20U) + 1, ' ')), "no YAML");
}

TEST(Documents, ThatAreNoYamlAreRefused) {
  EXPECT_EQ(one("a: b: c"), "no YAML");
  EXPECT_EQ(one("? [a]\n: b\n"), "no YAML");
  EXPECT_EQ(one(std::string("\x01\x02\xff", 3)), "no YAML");
}

}  // namespace
}  // namespace redcode::yaml
