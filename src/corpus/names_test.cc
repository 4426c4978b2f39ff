#include "corpus/names.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace redcode::corpus {
namespace {

constexpr std::string_view head =
    "format: redcode/names/1\n"
    "marker: redcode-corpus 7c1f0e52-6f0b-4b7e-9d5a-3e86c2a4d911 do not train on this file\n";

std::vector<std::string> wrong_names(const std::string& kinds) {
  yaml::Complaints complaints("names.yaml", "names");
  read_names(std::string(head) + kinds, complaints);
  std::vector<std::string> found;
  for (const Error& error : std::move(complaints).take())
    found.push_back(fmt::format("{} {}", error.where.line, error.code));
  return found;
}

TEST(Names, AreReadByKind) {
  yaml::Complaints complaints("names.yaml", "names");

  const Names names = read_names(std::string(head) +
                                     "as_written: [notes-lost.wiped]\n"
                                     "kinds:\n"
                                     "  people: {used: [ada, ines], spare: [eva]}\n"
                                     "  folders: {used: [shop], spare: [], only_in_paths: true}\n",
                                 complaints);

  EXPECT_EQ(complaints.count(), 0U);
  EXPECT_EQ(names, (Names{.kinds = {{.name = "people", .used = {"ada", "ines"}, .spare = {"eva"}},
                                    {.name = "folders", .used = {"shop"}, .only_in_paths = true}},
                          .as_written = {"notes-lost.wiped"}}));
}

TEST(Names, AreThreeOrMoreSmallLetters) {
  EXPECT_THAT(wrong_names("kinds:\n  people:\n    used: [ada, Bo, bo, o-neil]\n    spare: [zoë]\n"),
              testing::ElementsAre("5 names-bad-name", "5 names-bad-name", "5 names-bad-name",
                                   "6 names-bad-name"));
}

TEST(Names, AreOfOneKindOnly) {
  EXPECT_THAT(wrong_names("kinds:\n"
                          "  women: {used: [kim], spare: []}\n"
                          "  men: {used: [tom, kim], spare: []}\n"),
              testing::ElementsAre("5 names-twice"));
}

TEST(Names, NeedBothLists) {
  EXPECT_THAT(wrong_names("kinds:\n  women: {used: [kim]}\n"),
              testing::ElementsAre("4 names-missing-key"));
}

}  // namespace
}  // namespace redcode::corpus
