// What is offered and suggested for the words of a command line, and what shells and readers get.
#include <gmock/gmock.h>

#include "base/text.h"
#include "cli/complete.h"
#include "cli/reference.h"
#include "cli/suggest.h"

namespace redcode::cli {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const CommandPage& program() {
  static const CommandPage page = [] {
    CLI::App root("Bread", "baker");
    CLI::App* bake = root.add_subcommand("bake", "Bake a loaf");
    bake->add_option("--rack", "where it stands | or hangs")->check(CLI::IsMember({"low", "high"}));
    bake->add_option("--flour", "from which mill");
    bake->add_option("loaf", "what");
    root.add_subcommand("buy", "Buy one");
    CLI::App* mill = root.add_subcommand("mill", "Mills");
    mill->add_subcommand("list", "Those there are");
    return page_of(root, {.exit_codes = {{"baker", {{0, "done"}}}, {"baker buy", {{1, "no"}}}}});
  }();
  return page;
}

std::vector<std::string> known_values(const CommandPage& command, const OptionPage& option,
                                      const std::string& typed) {
  if (option.names.back() == "--flour") return {"rye", "rye-dark", "wheat:" + typed};
  return option.argument ? std::vector<std::string>{command.words.back() + "-bread"}
                         : std::vector<std::string>{};
}

std::vector<std::string> offered(const std::vector<std::string>& words) {
  std::vector<std::string> names;
  for (const Candidate& one : complete(program(), words, known_values)) names.push_back(one.word);
  return names;
}

TEST(Complete, OffersCommandsWithWhatTheyMean) {
  EXPECT_THAT(complete(program(), {"b"}, known_values),
              ElementsAre(Candidate{"bake", "Bake a loaf"}, Candidate{"buy", "Buy one"}));
  EXPECT_THAT(offered({"mill", ""}), ElementsAre("list"));
  EXPECT_THAT(offered({}), IsEmpty());
}

TEST(Complete, OffersOptionsAfterADash) {
  EXPECT_THAT(offered({"bake", "--"}), ElementsAre("--help", "--rack", "--flour"));
  EXPECT_THAT(offered({"bake", "--f"}), ElementsAre("--flour"));
}

TEST(Complete, OffersTheValuesOfAnOptionInBothWaysToGiveIt) {
  EXPECT_THAT(offered({"bake", "--rack", ""}), ElementsAre("low", "high"));
  EXPECT_THAT(offered({"bake", "--rack", "h"}), ElementsAre("high"));
  EXPECT_THAT(offered({"bake", "--rack=h"}), ElementsAre("--rack=high"));
  EXPECT_THAT(offered({"bake", "--flour", "rye"}), ElementsAre("rye", "rye-dark"));
  EXPECT_THAT(offered({"bake", "--flour=w"}), ElementsAre("--flour=wheat:w"));
}

TEST(Complete, OffersAnArgumentOnce) {
  EXPECT_THAT(offered({"bake", ""}), ElementsAre("bake-bread"));
  EXPECT_THAT(offered({"bake", "--rack", "low", "bake"}), ElementsAre("bake-bread"));
  EXPECT_THAT(offered({"bake", "rye", ""}), IsEmpty()) << "it has got the one it takes";
}

TEST(Suggest, NamesTheNearestOfWhatCouldStandThere) {
  EXPECT_EQ(suggestion(program(), {"bkae"}), "; did you mean bake?");
  EXPECT_EQ(suggestion(program(), {"mill", "lst"}), "; did you mean list?");
  EXPECT_EQ(suggestion(program(), {"bake", "--flor", "x"}), "; did you mean --flour?");
  EXPECT_EQ(suggestion(program(), {"bake", "--rack", "hihg"}), "; did you mean high?");
  EXPECT_EQ(suggestion(program(), {"bake", "--rack=lwo"}), "; did you mean low?");
}

TEST(Suggest, SaysNothingOfWhatIsRightOrLikeNothing) {
  EXPECT_EQ(suggestion(program(), {"bake", "--rack", "low", "loaf"}), "");
  EXPECT_EQ(suggestion(program(), {"xylophone"}), "");
  EXPECT_EQ(suggestion(program(), {"bake", "--flour", "--rack"}), "") << "a value, whatever it is";
}

TEST(Reference, EachCommandHasAManPageThatTroffTakesAsItIs) {
  const ReferenceFiles pages = man_pages(program(), "1.2");

  std::vector<std::string> names;
  for (const ReferenceFile& one : pages) names.push_back(one.name);
  EXPECT_THAT(names, ElementsAre("baker.1", "baker-bake.1", "baker-buy.1", "baker-mill.1",
                                 "baker-mill-list.1"));
  EXPECT_THAT(pages[1].text, HasSubstr(".TH baker\\-bake 1 \"\" \"baker 1.2\""));
  EXPECT_THAT(pages[1].text, HasSubstr(".TP\n\\fB\\-\\-rack low|high\\fR\n"));
  EXPECT_THAT(pages[2].text,
              HasSubstr(".SH EXIT STATUS\n.TP\n\\fB0\\fR\ndone\n.TP\n\\fB1\\fR\nno\n"));
  EXPECT_THAT(pages[4].text, HasSubstr(".SH SEE ALSO\n\\fBbaker\\-mill\\fR(1)\n"));
}

TEST(Reference, MarkdownTablesAreNotBrokenByWhatIsInThem) {
  const Guide guide{.exit_codes = {{"baker", {{0, "done"}}}, {"baker buy", {{1, "no"}}}}};
  const ReferenceFiles pages = markdown_pages(program(), guide, {{"HOME", "where it is"}});

  const auto text = [&pages](const std::string& name) {
    return std::ranges::find(pages, name, &ReferenceFile::name)->text;
  };
  EXPECT_THAT(text("commands/bake.md"),
              HasSubstr("| `--rack low\\|high` | where it stands \\| or hangs |\n"));
  EXPECT_THAT(text("commands.md"),
              HasSubstr("| [`baker mill list`](commands/mill.md#baker-mill-list) |"));
  EXPECT_THAT(text("exit-codes.md"), HasSubstr("| 0 | done |\n"));
  EXPECT_THAT(text("exit-codes.md"), HasSubstr("| `baker buy` | 1 | no |\n"));
  EXPECT_THAT(text("environment.md"), HasSubstr("| `HOME` | where it is |\n"));
}

TEST(Reference, CompletionScriptsHaveTheProgramsNameInEveryPlace) {
  EXPECT_EQ(completion("bash", "baker").at(0).name, "baker");
  EXPECT_EQ(completion("zsh", "baker").at(0).name, "_baker");
  EXPECT_EQ(completion("fish", "baker").at(0).name, "baker.fish");
  EXPECT_THAT(completion("tcsh", "baker"), IsEmpty());
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const std::string text = completion(shell, "baker").at(0).text;
    EXPECT_THAT(text, Not(HasSubstr("PROGRAM"))) << shell;
    EXPECT_THAT(text, HasSubstr("complete --")) << shell;
    EXPECT_THAT(split(text, '\n'), Contains(HasSubstr("Completion of baker for"))) << shell;
  }
}

}  // namespace
}  // namespace redcode::cli
