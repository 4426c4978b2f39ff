#include "analysis/outline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace redcode::analysis {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Outline outline_of(Language language, std::string_view text) {
  return outline(language, text, Deadline(std::chrono::seconds(5)));
}

std::vector<std::string> facts(Kind kind, Language language, std::string_view text) {
  std::vector<std::string> texts;
  for (const Fact& fact : outline_of(language, text).facts)
    if (fact.kind == kind) texts.push_back(fact.text);
  return texts;
}

TEST(Outline, GivesImportedNamesInFull) {
  EXPECT_THAT(facts(Kind::call, Language::python,
                    "from Crypto.Cipher import AES as A\nimport os.path as p\nA.new(k)\np.join(x)"),
              ElementsAre("Crypto.Cipher.AES.new(k)", "os.path.join(x)"));
  EXPECT_THAT(facts(Kind::call, Language::javascript,
                    "import { exec as run } from 'node:child_process';\nrun('ls');"),
              ElementsAre("child_process.exec('ls')"));
  EXPECT_THAT(facts(Kind::call, Language::javascript,
                    "const { spawn: s } = require('child_process'); s('ls');"),
              Contains("child_process.spawn('ls')"));
  EXPECT_THAT(facts(Kind::call, Language::go,
                    "package main\nimport (\n ex \"os/exec\"\n)\nfunc f() { ex.Command(\"ls\") }"),
              ElementsAre("os/exec.Command(\"ls\")"));
}

TEST(Outline, ReplacesAReceiverByWhatItWasMadeBy) {
  EXPECT_THAT(facts(Kind::call, Language::python, "with open(p, 'wb') as f:\n  f.write(x)\n"),
              ElementsAre("open(p, 'wb')", "open(p, 'wb').write(x)"));
  EXPECT_THAT(facts(Kind::call, Language::python,
                    "class K:\n  def __init__(self):\n    self.c = Box(1)\n"
                    "  def go(self):\n    self.c.seal(2)\n"),
              ElementsAre("Box(1)", "Box(1).seal(2)"));
  EXPECT_THAT(facts(Kind::call, Language::powershell,
                    "$c = New-Object Net.WebClient\n$c.DownloadString('u')"),
              Contains("New-Object Net.WebClient.DownloadString('u')"));
}

TEST(Outline, PutsWhatANameStandsForBesideIt) {
  EXPECT_THAT(facts(Kind::call, Language::python, "P = '/x'\ndata = get(P)\nrun(data)\n"),
              ElementsAre("get(P='/x')", "run(data=get(P='/x'))"));
  EXPECT_THAT(facts(Kind::call, Language::bash, "F=/tmp/x\nrm \"$F\"\nrm F\n"),
              ElementsAre("rm \"$F=/tmp/x\"", "rm F"));
  EXPECT_THAT(facts(Kind::call, Language::c, "#define P \"/x\"\nvoid f(void) { go(P); }"),
              ElementsAre("go(P=\"/x\")"));
}

TEST(Outline, GivesAShellsCommandsWhole) {
  EXPECT_THAT(facts(Kind::call, Language::bash, "sudo -n ls   -l >  out.txt\n"),
              ElementsAre("ls -l > out.txt"));
  EXPECT_THAT(facts(Kind::pipe, Language::bash, "cat a | sort\n"), ElementsAre("cat a | sort"));
  EXPECT_THAT(facts(Kind::pipe, Language::powershell, "Get-Date\nGet-Item x | Remove-Item\n"),
              ElementsAre("Get-Item x | Remove-Item"));
}

TEST(Outline, LeavesOutCommentsAndDocstrings) {
  const std::string_view text = "def f():\n  \"\"\"rm -rf\"\"\"\n  g(1,  # why\n    2)\n";

  EXPECT_THAT(facts(Kind::string, Language::python, text), IsEmpty());
  EXPECT_THAT(facts(Kind::call, Language::python, text), ElementsAre("g(1, 2)"));
}

TEST(Outline, SeesThatAFileIsRewrittenOrRemovedAfterItWasRead) {
  const std::string_view same = "def f(p):\n  b = open(p, 'rb').read()\n  open(p, 'wb').write(b)\n";
  const std::string_view other =
      "def f(p, q):\n  b = open(p, 'rb').read()\n  open(q, 'wb').write(b)\n";

  EXPECT_THAT(facts(Kind::rewrite, Language::python, same), Contains("open(p, 'wb')"));
  EXPECT_THAT(facts(Kind::rewrite, Language::python, other), IsEmpty());
  EXPECT_THAT(facts(Kind::remove, Language::bash,
                    "openssl enc -in \"$f\" -out \"$f.x\"\nrm -f -- \"$f\"\n"),
              ElementsAre("rm -f -- \"$f\""));
  EXPECT_THAT(facts(Kind::remove, Language::bash, "cat \"$f\"\nrm -f \"$g\"\n"), IsEmpty());
}

TEST(Outline, SeesWhatHelpersDoToTheFilesTheyAreHanded) {
  const std::string_view helpers =
      "def get(p):\n  return open(p, 'rb').read()\n"
      "def put(p, b):\n  with open(p, 'wb') as f:\n    f.write(b)\n";
  const std::string code(helpers);

  EXPECT_THAT(facts(Kind::rewrite, Language::python, code + "def go(q):\n  put(q, turn(get(q)))\n"),
              ElementsAre("put(q, turn(get(q)))"));
  EXPECT_THAT(facts(Kind::rewrite, Language::python, code + "def go(q, r):\n  put(r, get(q))\n"),
              IsEmpty());
  EXPECT_THAT(
      facts(Kind::remove, Language::python, "def go(q):\n  b = get(str(q))\n  q.unlink()\n" + code),
      ElementsAre("q.unlink()"));
}

TEST(Outline, TakesTheArgumentsOfAProgramThatEncryptsForFilesItReads) {
  EXPECT_THAT(facts(Kind::remove, Language::python,
                    "subprocess.run(['age', '-r', k, '-o', o, str(doc)])\ndoc.unlink()\n"),
              ElementsAre("doc.unlink()"));
  EXPECT_THAT(facts(Kind::remove, Language::python, "subprocess.run(['ls', doc])\ndoc.unlink()\n"),
              IsEmpty());
}

TEST(Outline, MarksTheNamesThatAreTheAuthorsOwn) {
  const Outline read =
      outline_of(Language::python, "import os\nkey = os.x\ndef f(secret):\n  os.go(secret, key)\n");

  const Fact& call = read.facts.back();
  EXPECT_EQ(call.text, "os.go(secret, key=os.x)");
  EXPECT_EQ(masked(call.text, call.chosen), "os.go(______, ___=os.x)");
}

TEST(Outline, KnowsTheLineAndTheFunctionOfAFact) {
  const Outline read = outline_of(Language::c, "int go(void)\n{\n  return run(1);\n}\n");

  ASSERT_EQ(read.functions.size(), 2U);
  EXPECT_EQ(read.functions[1].name, "go");
  ASSERT_EQ(read.facts.size(), 2U);
  EXPECT_EQ(read.facts[1].text, "run(1)");
  EXPECT_EQ(read.facts[1].line, 3U);
  EXPECT_EQ(read.facts[1].function, 1U);
}

TEST(Outline, TakesAPathThatIsJoinedTwiceForTheSame) {
  const std::string_view code =
      "def f(d, n):\n  b = open(os.path.join(d, n), 'rb').read()\n"
      "  open(os.path.join(d, n), 'wb').write(b)\n  os.remove(os.path.join(d, n))\n";

  EXPECT_THAT(facts(Kind::rewrite, Language::python, code),
              Contains("open(os.path.join(d, n), 'wb')"));
  EXPECT_THAT(facts(Kind::remove, Language::python, code),
              ElementsAre("os.remove(os.path.join(d, n))"));
}

TEST(Outline, ReadsCodeUnderCommentsFullOfBracketsOrControlCharacters) {
  EXPECT_THAT(facts(Kind::call, Language::python, "# " + std::string(5000, '(') + "\nf(1)\n"),
              ElementsAre("f(1)"));
  EXPECT_THAT(facts(Kind::call, Language::python, "# " + std::string(20, '\v') + "\nf(1)\n"),
              ElementsAre("f(1)"));
}

TEST(Outline, KeepsWhatIsNewWhereMuchWasSaidBefore) {
  std::string before = "import os as q\n";
  for (int line = 0; line < 21'000; ++line) before += "a=1\n";
  for (int line = 0; line < 10'001; ++line) before += "open(a" + std::to_string(line) + ")\n";

  const std::string code = before + "q.walk(1)\nopen(p, 'rb')\nopen(p, 'wb')\n";

  EXPECT_THAT(facts(Kind::call, Language::python, code), Contains("os.walk(1)"));
  EXPECT_THAT(facts(Kind::rewrite, Language::python, code), ElementsAre("open(p, 'wb')"));
  EXPECT_EQ(outline_of(Language::python, code).note, "too long to be read whole");
}

TEST(Outline, CutsImportsOfManyOrLongNamesAndSaysSo) {
  std::string many = "from m import a0";
  for (int number = 1; number < 2000; ++number) many += ", a" + std::to_string(number);

  EXPECT_THAT(facts(Kind::import, Language::python, many), SizeIs(1000));
  EXPECT_EQ(outline_of(Language::python, many).note, "too long to be read whole");
  EXPECT_THAT(
      facts(Kind::import, Language::python, "from " + std::string(5000, 'm') + " import a\n"),
      ElementsAre(std::string(200, 'm') + ".a"));
}

TEST(Outline, CountsAnErrorInsideAnErrorOnce) {
  const Outline read = outline_of(Language::python, "def ( ((( {{{ ]] def def f(( [\n)) (((\n");

  EXPECT_GT(read.tally.trouble, 0U);
  EXPECT_LE(read.tally.trouble, read.tally.bytes);
}

TEST(Outline, SaysWhatIsNestedTooDeep) {
  const std::string deep = std::string(5000, '(') + "1" + std::string(5000, ')');
  std::string chain = "x = a";
  for (int link = 0; link < 3000; ++link) chain += ".b";

  EXPECT_EQ(outline_of(Language::python, deep).note, "nested too deep to be read whole");
  EXPECT_EQ(outline_of(Language::python, chain).note, "nested too deep to be read whole");
  EXPECT_THAT(outline_of(Language::python, "f((1))").note, IsEmpty());
}

}  // namespace
}  // namespace redcode::analysis
