// Facts of the languages that were added last; those of the others are in outline_test.cc.
#include "analysis/dialect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/outline.h"

namespace redcode::analysis {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

struct Code {
  Language language;
  std::string_view text;
};

std::vector<std::string> facts_of(Kind kind, const Code& code) {
  const Outline read = outline(code.language, code.text, Deadline(std::chrono::seconds(5)));
  std::vector<std::string> texts;
  for (const Fact& fact : read.facts)
    if (fact.kind == kind) texts.push_back(fact.text);
  return texts;
}

constexpr Code ruby{Language::ruby, R"(require "openssl"
require_relative 'lib/x'
TOP = "/nonexistent"
class Tool
  def go(dir)
    Dir.glob(TOP).each do |path|
      data = File.binread(path)
      @box = OpenSSL::Cipher.new("x").encrypt
      File.open(path, "wb") { |f| f.write(@box.update(data)) }
      File.delete(path) if data == "y"
    end
    while true
      `ls #{dir}`
    end
    ENV["HOME"]
  end
end
Tool.new.go(1)
)"};

constexpr Code rust{Language::rust, R"(use std::{fs, io::{Read, Write as W}};
use aes::Aes256 as A;
const TOP: &str = "/nonexistent";
struct Tool { n: i32 }
impl Tool {
    fn go(&self, root: &Path) {
        for entry in WalkDir::new(TOP) {
            let path = entry.path();
            let data = fs::read(path)?;
            if data == other { println!("x {}", TOP); }
            fs::write(path, A::new(&key).encrypt(data))?;
            fs::remove_file(path);
        }
        loop { self.n = 3; }
    }
}
fn main() { Tool::make().go(1); }
)"};

constexpr Code java{Language::java, R"(package x;
import java.nio.file.*;
import javax.crypto.Cipher;
public class Tool {
  static final String TOP = "/nonexistent";
  void go(Path one) throws Exception {
    Cipher c = Cipher.getInstance("AES");
    byte[] body = Files.readAllBytes(one);
    Files.write(one, c.doFinal(body));
    for (File f : new File(TOP).listFiles()) { f.delete(); }
    while (true) { if (a == 3) System.out.println("x"); }
  }
  public static void main(String[] args) { new Tool().go(null); }
}
)"};

constexpr Code php{Language::php, R"(<?php
use Foo\Bar as Baz;
const TOP = "/nonexistent";
class Tool { function keep($x) { $this->box = make(1); $this->box->seal($x); } }
function go($dir) {
  foreach (glob(TOP) as $file) {
    $data = file_get_contents($file);
    file_put_contents($file, turn($data));
    unlink($file);
    if ($data == "y") { Baz::call($_POST['cmd']); }
  }
  while (true) { include 'a.php'; }
}
go(1);
)"};

TEST(Dialect, GivesCallsWithTheirNamesResolved) {
  EXPECT_THAT(facts_of(Kind::call, ruby),
              AllOf(Contains("Dir.glob(TOP=\"/nonexistent\")"),
                    Contains("File.open(path=Dir.glob(TOP=\"/nonexistent\"), \"wb\").write("
                             "OpenSSL::Cipher.new(\"x\").encrypt.update("
                             "data=File.binread(path=Dir.glob(TOP=\"/nonexistent\"))))"),
                    Contains("system(`ls #{dir}`)")));
  EXPECT_THAT(facts_of(Kind::call, rust),
              AllOf(Contains("WalkDir::new(TOP=\"/nonexistent\")"),
                    Contains("println!(\"x {}\", TOP=\"/nonexistent\")"),
                    Contains("aes::Aes256::new(&key)")));
  EXPECT_THAT(
      facts_of(Kind::call, java),
      AllOf(Contains("javax.crypto.Cipher.getInstance(\"AES\")"),
            Contains(
                "javax.crypto.Cipher.getInstance(\"AES\").doFinal(body=Files.readAllBytes(one))"),
            Contains("File(TOP=\"/nonexistent\")"), Contains("Tool()")));
  EXPECT_THAT(facts_of(Kind::call, php),
              AllOf(Contains("make(1)->seal($x)"), Contains("Foo\\Bar::call($_POST['cmd'])"),
                    Contains("include 'a.php'")));
}

TEST(Dialect, KnowsImportsAndDefinitions) {
  EXPECT_THAT(facts_of(Kind::import, ruby), ElementsAre("openssl", "lib/x"));
  EXPECT_THAT(facts_of(Kind::import, rust),
              ElementsAre("std::fs", "std::io::Read", "std::io::Write", "aes::Aes256"));
  EXPECT_THAT(facts_of(Kind::import, java), ElementsAre("java.nio.file.*", "javax.crypto.Cipher"));
  EXPECT_THAT(facts_of(Kind::import, php), ElementsAre("Foo\\Bar"));
  EXPECT_THAT(facts_of(Kind::define, ruby), ElementsAre("Tool", "go"));
  EXPECT_THAT(facts_of(Kind::define, rust), ElementsAre("Tool", "go", "main"));
  EXPECT_THAT(facts_of(Kind::define, java), ElementsAre("Tool", "go", "main"));
  EXPECT_THAT(facts_of(Kind::define, php), ElementsAre("Tool", "keep", "go"));
}

TEST(Dialect, KnowsLoopsUsesAndComparisons) {
  EXPECT_THAT(facts_of(Kind::loop, ruby),
              ElementsAre("for |path| in Dir.glob(TOP=\"/nonexistent\")", "while true"));
  EXPECT_THAT(facts_of(Kind::loop, rust),
              ElementsAre("for entry in WalkDir::new(TOP=\"/nonexistent\")", "loop"));
  EXPECT_THAT(facts_of(Kind::loop, java),
              ElementsAre("for f in new File(TOP=\"/nonexistent\").listFiles()", "while (true)"));
  EXPECT_THAT(facts_of(Kind::loop, php),
              ElementsAre("for $file in glob(TOP=\"/nonexistent\")", "while (true)"));
  EXPECT_THAT(facts_of(Kind::use, ruby), Contains("ENV[\"HOME\"]"));
  EXPECT_THAT(facts_of(Kind::use, php), Contains("$_POST['cmd']"));
  for (const Code& code : {ruby, rust, java, php})
    EXPECT_THAT(facts_of(Kind::test, code), Not(IsEmpty())) << name(code.language);
}

TEST(Dialect, SeesFilesRewrittenAndRemoved) {
  for (const Code& code : {ruby, rust, java, php})
    EXPECT_THAT(facts_of(Kind::rewrite, code), Not(IsEmpty())) << name(code.language);
  for (const Code& code : {ruby, rust, php})
    EXPECT_THAT(facts_of(Kind::remove, code), Not(IsEmpty())) << name(code.language);
}

TEST(Dialect, ReadsPhpThatLacksItsTag) {
  EXPECT_THAT(facts_of(Kind::call, {Language::php, "go($x);\n"}), ElementsAre("go($x)"));
}

TEST(Dialect, TakesFunctionsThatAreHandedToEachForLoops) {
  EXPECT_THAT(
      facts_of(Kind::loop, {Language::ruby, "3.times { go }\nFind.find(x) { |f| go(f) }\n"}),
      ElementsAre("for it in 3", "for |f| in Find.find(x)"));
  EXPECT_THAT(facts_of(Kind::loop, {Language::java,
                                    "class A { void f() { all.forEach(p -> go(p)); "
                                    "all.stream().forEach(A::seal); } }"}),
              ElementsAre("for p in all", "for it in all.stream()"));
  EXPECT_THAT(facts_of(Kind::loop, {Language::rust, "fn f() { all().for_each(|p| go(p)); }"}),
              ElementsAre("for |p| in all()"));
  EXPECT_THAT(facts_of(Kind::loop, {Language::php, "<?php array_map(fn($x) => go($x), $all);"}),
              ElementsAre("for ($x) in $all"));
  EXPECT_THAT(facts_of(Kind::loop, {Language::javascript, "all.forEach((p) => go(p));"}),
              ElementsAre("for (p) in all"));
}

TEST(Dialect, SaysWhatAnIteratedNameStandsFor) {
  EXPECT_THAT(facts_of(Kind::call, {Language::java,
                                    "class A { void f() { Files.walk(r).forEach(p -> go(p)); } }"}),
              Contains("go(p=Files.walk(r))"));
  EXPECT_THAT(facts_of(Kind::call, {Language::java,
                                    "class A { void f() { Files.walk(r).forEach(A::seal); } }"}),
              Contains("A::seal(Files.walk(r))"));
}

TEST(Dialect, TakesWhatARequestFillsForASource) {
  EXPECT_THAT(
      facts_of(Kind::call,
               {Language::java, "class A { void f(@RequestParam(\"c\") String c) { go(c); } }"}),
      Contains("go(c=@RequestParam(\"c\") String)"));
  EXPECT_THAT(
      facts_of(Kind::call, {Language::rust, "async fn f(Query(q): Query<Words>) { go(q.line); }"}),
      Contains("go(Query<Words>.line)"));
}

TEST(Dialect, GivesRubysCallsTheirBrackets) {
  EXPECT_THAT(facts_of(Kind::call, {Language::ruby, "go take x, 1\nlist << x\n"}),
              ElementsAre("go(take(x, 1))", "take(x, 1)", "list.push(x)"));
  EXPECT_THAT(facts_of(Kind::rewrite, {Language::ruby, "b = File.read p\nFile.write p, b\n"}),
              ElementsAre("File.write(p, b=File.read(p))"));
}

TEST(Dialect, SeesFilesMovedOntoWhatWasRead) {
  EXPECT_THAT(facts_of(Kind::rewrite,
                       {Language::javascript, "createReadStream(p); await rename(p + '~', p);"}),
              ElementsAre("rename(p + '~', p)"));
  EXPECT_THAT(facts_of(Kind::rewrite, {Language::php, "<?php new SplFileObject($p, 'r+b');"}),
              ElementsAre("SplFileObject($p, 'r+b')"));
}

TEST(Dialect, KnowsAnnotations) {
  EXPECT_THAT(facts_of(Kind::use, {Language::java, "class A { @Scheduled(rate = 1) void f() {} }"}),
              Contains("@Scheduled(rate = 1)"));
}

}  // namespace
}  // namespace redcode::analysis
