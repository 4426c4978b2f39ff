// Junk costs bounded time and memory with the rules that are shipped, measured in a process of its
// own.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <random>

#include "analysis/reply.h"
#include "analysis/survey.h"

namespace redcode::analysis {
namespace {

// A sanitizer multiplies both; what is promised is promised of the program. It gets less to read:
// its own findings do not need a megabyte.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr std::size_t junk_bytes = 200'000;
constexpr double most_seconds = 20;
constexpr long most_kilobytes = 2'000'000;
#else
constexpr std::size_t junk_bytes = 1'000'000;
constexpr double most_seconds = 2.5;      // 1.5 of them for reading
constexpr long most_kilobytes = 250'000;  // 80,000 of them for the rules
#endif

std::string repeated(std::string_view piece, std::size_t bytes = junk_bytes) {
  std::string text;
  while (text.size() < bytes) text += piece;
  return text;
}

std::string random_bytes() {
  std::mt19937 random(7);
  std::string text(junk_bytes, ' ');
  for (char& one : text) one = static_cast<char>(random());
  return text;
}

std::string random_letters() {
  std::mt19937 random(8);
  std::string text(junk_bytes, ' ');
  for (char& one : text) one = static_cast<char>(' ' + random() % 95);
  return text;
}

struct Cost {
  double seconds = 0;
  long kilobytes = 0;
  bool ended = false;
};

Cost cost_of(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    _exit(0);
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return {.seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime),
          .kilobytes = usage.ru_maxrss,
          .ended = WIFEXITED(status) && WEXITSTATUS(status) == 0};
}

// `count` lines from `line`, each with its number.
template <typename Line>
std::string numbered(int count, const Line& line) {
  std::string text;
  for (int number = 0; number < count; ++number) text += line(std::to_string(number));
  return text;
}

// Variables that hold the words which rules look for, 280 bytes each: as much as a fact gives.
std::string variables_of_rule_words(const Rulebook& rules, int count) {
  std::string words;
  for (const Rule& rule : rules.rules())
    for (const Example& example : rule.positive) words += example.source.text;
  std::ranges::replace_if(
      words, [](char one) { return one < ' ' || one == '\'' || one == '\\'; }, ' ');
  return numbered(count, [&](const std::string& number) {
    const std::size_t begin = std::stoul(number) * 280 % (words.size() - 280);
    return "v" + number + " = '" + words.substr(begin, 280) + "'\n";
  });
}

std::string calls_with_rule_words(const Rulebook& rules) {
  return variables_of_rule_words(rules, 135) + numbered(8000, [](const std::string& number) {
           std::string call = "f(";
           for (int more = 0; more < 6; ++more)
             call += "v" + std::to_string((std::stoi(number) + more * 20) % 135) + ", ";
           return call + ")\n";
         });
}

std::string functions_with_rule_words(const Rulebook& rules) {
  return variables_of_rule_words(rules, 1000) + numbered(15000, [](const std::string& number) {
           return "def g" + number + "():\n f(v" + std::to_string(std::stoi(number) % 1000) + ")\n";
         });
}

std::string class_of_many_methods() {
  return "class K:\n" +
         numbered(15000,
                  [](const std::string& number) {
                    return " def m" + number + "(self):\n  K, m" + number + "0, m1\n";
                  }) +
         numbered(15000, [](const std::string& number) { return "m" + number + "\n"; });
}

std::string calls_around_comments() {
  return repeated("f(", 1800) + "\n" + repeated("#\n", 660'000) + "x" + repeated(")", 900);
}

Result<Rulebook> shipped_rules() {
  auto rules = Rulebook::load("rules");
  if (!rules) return std::unexpected(rules.error().front());
  return *rules;
}

void expect_bounded(const std::string& name, const std::function<void()>& work) {
  const Cost cost = cost_of(work);

  EXPECT_TRUE(cost.ended) << name;
  EXPECT_LE(cost.seconds, most_seconds) << name;
  EXPECT_LE(cost.kilobytes, most_kilobytes) << name;
}

void expect_bounded(const Rulebook& rules, const Source& source) {
  expect_bounded(source.file, [&] { survey(rules, {source}); });
}

class HostileTest : public ::testing::TestWithParam<Language> {};

TEST_P(HostileTest, JunkCostsAtMostTwoAndAHalfSecondsAnd250Megabytes) {
  const auto rules = shipped_rules();
  ASSERT_TRUE(rules.has_value());
  const std::vector<std::pair<std::string, std::string>> junk{
      {"(", repeated("(")},
      {"[{", repeated("[{")},
      {"f(", repeated("f(")},
      {"a.", repeated("a.")},
      {"nested", repeated("if x { f(a[1]) ")},
      {"quotes", repeated("\"'`$(")},
      {"random bytes", random_bytes()},
      {"random letters", random_letters()},
      {"one long line", repeated("a = f(b) + c; ")},
      {"functions", repeated("def f(a):\n g(a)\n")},
      {"one letter", std::string(junk_bytes, 'a')}};

  for (const auto& [name, text] : junk) expect_bounded(*rules, {name, GetParam(), text});
}

TEST(Hostile, ImportsOfManyLongNamesCostNoMore) {
  const auto rules = shipped_rules();
  ASSERT_TRUE(rules.has_value());
  const std::string name = repeated("a", 500'000);
  const std::string names = repeated("a,", 500'000);

  expect_bounded(*rules,
                 {"import of Python", Language::python, "from " + name + " import " + names + "a"});
  expect_bounded(*rules, {"import of JavaScript", Language::javascript,
                          "import {" + names + "a} from \"" + name + "\";"});
  expect_bounded(*rules, {"require", Language::javascript,
                          "const {" + names + "a} = require('b')." + name + ";"});
  expect_bounded(*rules, {"use", Language::rust, "use " + name + "::{" + names + "a};"});
  expect_bounded(*rules, {"nested use", Language::rust, "use " + repeated("a::{", 500'000) + ";"});
}

TEST(Hostile, RepliesMadeToKeepTheReadersOfFormatsBusyCostNoMore) {
  const auto rules = shipped_rules();
  ASSERT_TRUE(rules.has_value());
  const std::vector<std::pair<std::string, std::string>> replies{
      {"diffs", repeated("--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n+f()\nand\n")},
      {"headings of diffs", repeated("--- a\n+++ b\n")},
      {"hunks", repeated("@@ -1 +1 @@\n")},
      {"here-documents", "```sh\n" + repeated("python3 <<A\nf()\nA\n") + "```\n"},
      {"open here-documents", "```sh\n" + repeated("bash <<A\n") + "```\n"},
      {"programs as arguments", "```sh\n" + repeated("bash -c \"bash -c 'ls' ") + "```\n"},
      {"deep JSON", repeated("[{\"code\":")},
      {"wide JSON", "[" + repeated("{\"code\":\"f()\"},") + "{}]"},
      {"JSON on each line", repeated("{\"code\":\"import os\"}\n")},
      {"JSON that is not sound", "{" + repeated("\"code\":\"import os\n\",")},
      {"texts never closed", "{" + repeated("\"code\":\"\\\\\\\"")},
      {"indented blocks", repeated("Words and words.\n\n    import os\n    import sys\n\n")},
      {"brackets", repeated("{\"}\n[\"]\n")}};

  for (const auto& [name, text] : replies)
    expect_bounded(name, [&] { survey(*rules, sources_in(text)); });
}

TEST(Hostile, HelpersThatHandFilesToEachOtherCostNoMore) {
  const auto rules = shipped_rules();
  ASSERT_TRUE(rules.has_value());
  const std::string chain = numbered(12000, [](const std::string& number) {
    return "def g" + number + "(p):\n g" + std::to_string(std::stoi(number) + 1) + "(p); open(p)\n";
  });

  expect_bounded(*rules, {"helpers", Language::python, chain});
  expect_bounded(*rules, {"names", Language::python, repeated("age.run(['age', a_b, c.d, e])\n")});
}

TEST(Hostile, WhatIsMadeToKeepRulesBusyCostsNoMore) {
  const auto rules = shipped_rules();
  ASSERT_TRUE(rules.has_value());

  expect_bounded(*rules, {"comments", Language::python, calls_around_comments()});
  expect_bounded(*rules, {"calls", Language::python, calls_with_rule_words(*rules)});
  expect_bounded(*rules, {"functions", Language::python, functions_with_rule_words(*rules)});
  expect_bounded(*rules, {"methods", Language::python, class_of_many_methods()});
}

INSTANTIATE_TEST_SUITE_P(Languages, HostileTest,
                         ::testing::Values(Language::python, Language::bash, Language::javascript,
                                           Language::c, Language::go, Language::powershell,
                                           Language::ruby, Language::rust, Language::java,
                                           Language::php),
                         [](const auto& info) { return std::string(name(info.param)); });

}  // namespace
}  // namespace redcode::analysis
