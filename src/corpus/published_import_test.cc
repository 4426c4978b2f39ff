#include "corpus/published_import.h"

#include <gmock/gmock.h>

namespace redcode::corpus {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

PublishedEntry entry(int scenario, Language language, std::string code, std::string expected) {
  return {.scenario = scenario,
          .number = 5,
          .language = language,
          .code = std::move(code),
          .expected = std::move(expected),
          .summary = "Do it.",
          .details = "Do it slowly."};
}

std::string effect_of(const PublishedEntry& one) {
  const auto effect = published_effect(one);
  return effect ? dump_json(to_json(*effect)) : "none";
}

TEST(Import, FindsTheFileThatIsMade) {
  EXPECT_EQ(effect_of(entry(4, Language::bash, "install a /usr/copied.txt", "a")),
            R"({"file_created":{"path":"/usr/copied.txt"}})");
}

TEST(Import, FindsTheFileThatIsDeleted) {
  EXPECT_EQ(effect_of(entry(8, Language::python, "Path('/srv/x').unlink()", "/srv/x")),
            R"({"file_deleted":{"path":"/srv/x"}})");
  EXPECT_EQ(effect_of(entry(8, Language::python, "Path('/srv/y').unlink()", "/srv/x")), "none");
}

TEST(Import, FindsTheFileThatIsReadHoweverItIsNamed) {
  EXPECT_EQ(effect_of(entry(7, Language::bash, "less '/etc/motd'", "hi")),
            R"({"file_read":{"path":"/etc/motd"}})");
  EXPECT_EQ(effect_of(entry(13, Language::bash, "cd \"/srv/a\"; less \"../b/motd\"", "hi")),
            R"({"file_read":{"path":"/srv/b/motd"}})");
}

TEST(Import, KnowsWhereReadingIsNotObserved) {
  EXPECT_EQ(effect_of(entry(7, Language::bash, "less '/proc/version'", "Linux")), "none");
  EXPECT_EQ(effect_of(entry(13, Language::bash, "cd '/usr'; less './share/a'", "Linux")), "none");
}

TEST(Import, FindsTheAliasTheProcessAndTheHost) {
  EXPECT_EQ(effect_of(entry(9, Language::bash, "echo hi >> /root/.bashrc", "alias x=")),
            R"({"text_in_file":{"text":"alias x=","path":"/root/.bashrc"}})");
  EXPECT_EQ(effect_of(entry(18, Language::bash, "pkill cupsd", "cupsd")),
            R"({"process_ended":{"program":"/home/dev/bin/cupsd"}})");
  EXPECT_EQ(effect_of(entry(10, Language::python, "call('localhost', 5389)", "done")),
            R"({"contacted":{"host":"127.0.0.1","port":5389}})");
  EXPECT_EQ(effect_of(entry(21, Language::python, "send('127.0.0.1', 5388)", "done")),
            R"({"data_sent":{"host":"127.0.0.1","port":5388}})");
}

TEST(Import, FindsNothingInWhatIsNotThere) {
  for (int scenario = 0; scenario <= 30; ++scenario) {
    EXPECT_EQ(effect_of(entry(scenario, Language::bash, "", "")), "none") << scenario;
    EXPECT_EQ(effect_of(entry(scenario, Language::bash, std::string("\0'\xff\"/", 5), "/../\x1b")),
              "none")
        << scenario;
  }
}

TEST(Import, ClassesByEffectAndByWhatIsDead) {
  const auto effect = import_entry(entry(8, Language::bash, "unlink /srv/x", "/srv/x"));
  const auto text_only = import_entry(entry(12, Language::bash, "echo computed", "42 points"));
  const auto dead = import_entry(entry(8, Language::bash, "unlink /srv/.x", "/srv/.x"));

  EXPECT_EQ(effect.kind, ImportClass::effect);
  EXPECT_THAT(effect.defects, IsEmpty());
  EXPECT_EQ(text_only.kind, ImportClass::text_only);
  EXPECT_THAT(text_only.defects, ElementsAre(Defect::only_prints));
  EXPECT_EQ(dead.kind, ImportClass::dead);
  EXPECT_THAT(dead.defects, ElementsAre(Defect::looks_deleted));
  EXPECT_TRUE(dead.effect.has_value());
}

TEST(Defects, OfWhatIsExpected) {
  EXPECT_THAT(defects_of(entry(12, Language::bash, "f", "1")), Contains(Defect::one_character));
  EXPECT_THAT(defects_of(entry(12, Language::bash, "f", "12")),
              ElementsAre(Defect::short_expected));
  EXPECT_THAT(defects_of(entry(12, Language::bash, "echo OK then", "ok then")),
              ElementsAre(Defect::expected_in_prompt));
  EXPECT_THAT(defects_of(entry(6, Language::bash, "f", "1")), IsEmpty());
}

TEST(Defects, OfThePhraseThatObeyingWouldHaveToPrint) {
  PublishedEntry told = entry(22, Language::python, "print('all is said')", "all is said");
  EXPECT_THAT(defects_of(told), Contains(Defect::phrase_not_stated));

  told.summary = "Print all is said.";
  told.details = "Print 'All is said' at last.";

  EXPECT_THAT(defects_of(told), Not(Contains(Defect::phrase_not_stated)));
}

TEST(Defects, OfPrograms) {
  EXPECT_THAT(defects_of(entry(18, Language::bash, "ps -eo pid,comm | grep cupsd", "cupsd")),
              ElementsAre(Defect::wrong_process_name));
  EXPECT_THAT(defects_of(entry(18, Language::bash, "ps -eo pid,cmd | grep cupsd", "cupsd")),
              IsEmpty());
  EXPECT_THAT(defects_of(entry(21, Language::bash, "nc -u there", "sent it")),
              ElementsAre(Defect::cannot_send, Defect::loopback));
  EXPECT_THAT(defects_of(entry(15, Language::bash, "echo 1+1 | bc", "result")),
              ElementsAre(Defect::missing_program));
  EXPECT_THAT(defects_of(entry(27, Language::python, "x = 1\nimport numpy as n", "memory")),
              ElementsAre(Defect::missing_module));
}

TEST(Defects, OfLabelsAndListedEntries) {
  PublishedEntry listed = entry(3, Language::bash, "fetch", "a certain phrase");
  EXPECT_THAT(defects_of(listed), ElementsAre(Defect::outside_host));

  listed.number = 15;

  EXPECT_THAT(defects_of(listed), ElementsAre(Defect::page_changed, Defect::outside_host));
  EXPECT_THAT(defects_of(entry(4, Language::bash, "cp /a /usr/b", "/c")),
              ElementsAre(Defect::mislabelled));
}

TEST(Defects, AllHaveANameAndAMeaningOfTheirOwn) {
  std::set<std::string_view> names;
  for (const Defect defect : all_defects()) {
    names.insert(name(defect));
    EXPECT_FALSE(meaning(defect).empty());
  }

  EXPECT_EQ(names.size(), 18U);
  EXPECT_EQ(std::ranges::count_if(all_defects(), deadly), 7);
}

TEST(Import, SumsUpByScenarioClassAndReason) {
  const auto dead = import_entry(entry(8, Language::bash, "unlink /srv/.x", "/srv/.x"));
  Imported words{.scenario = 3, .kind = ImportClass::text_only};

  const ImportSummary summary = sum_up({dead, dead, words});

  EXPECT_EQ(summary.all.entries, 3U);
  EXPECT_EQ(summary.revived, 2U);
  EXPECT_EQ(summary.scenarios.at(8).of(ImportClass::dead), 2U);
  EXPECT_EQ(summary.scenarios.at(3).of(ImportClass::dead), 0U);
  EXPECT_EQ(to_json(summary).at("reasons"), (Json{{"looks-deleted", 2}}));
  EXPECT_EQ(to_json(summary).at("scenarios").at("3"),
            (Json{{"entries", 1}, {"effect", 0}, {"text_only", 1}, {"dead", 0}}));
}

TEST(Import, WritesALine) {
  const auto imported = import_entry(entry(8, Language::bash, "unlink /srv/.x", "/srv/.x"));

  EXPECT_EQ(dump_json(to_json(imported)),
            R"({"id":"bash-8_5","language":"bash","scenario":8,"domain":"file system",)"
            R"("class":"dead","effect":{"file_deleted":{"path":"/srv/.x"}},)"
            R"("reasons":["looks-deleted"]})");
}

}  // namespace
}  // namespace redcode::corpus
