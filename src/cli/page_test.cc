#include "cli/page.h"

#include <gmock/gmock.h>

#include "base/text.h"
#include "cli/help.h"

namespace redcode::cli {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const Guide guide{
    .headings = {{.name = "The oven", .options = {"--heat", "--rack"}},
                 {.name = "The dough", .options = {"--flour"}}},
    .main_commands = {"eat", "bake"},
    .first_steps = "First steps: baker bake",
    .exit_codes = {{"baker", {{0, "done"}, {2, "it could not be done"}}},
                   {"baker bake", {{1, "it is burnt"}, {2, "there is no oven"}}}},
};

// A program with a command that has options of every kind, one with many, and a hidden one.
struct Baker {
  CLI::App root{"Bread and more", "baker"};
  int heat = 180;
  std::string flour;

  Baker() {
    CLI::App* bake = root.add_subcommand("bake", "Bake a loaf");
    bake->footer("Example:\n  baker bake rye --heat 200");
    bake->add_option("loaf", "what is baked")->required()->expected(1, 9);
    bake->add_option("--heat", heat, "of the oven")
        ->check(CLI::Range(50, 300))
        ->capture_default_str();
    bake->add_option("--flour", flour, "from which mill")->required()->envname("BAKER_FLOUR");
    bake->add_option("--rack", "where it stands")->check(CLI::IsMember({"low", "high"}));
    bake->add_flag("-q,--quiet")->description("say nothing");
    root.add_subcommand("eat", "Eat it");
    root.add_subcommand("clean", "Wash up");
    root.add_subcommand("secret", "Nobody knows")->group("");
  }

  void add_many_options() {
    for (const char letter : std::string("abcdefghijkl")) {
      root.get_subcommand("bake")->add_flag(fmt::format("--only-{}", letter));
    }
  }
  CommandPage page() const { return page_of(root, guide); }
  CommandPage bake() const { return page_of(*root.get_subcommand("bake"), guide); }
};

const OptionPage& named(const CommandPage& page, const std::string& name) {
  return *std::ranges::find_if(page.options, [&name](const OptionPage& one) {
    return std::ranges::find(one.names, name) != one.names.end();
  });
}

TEST(Page, HasEveryCommandThatIsNotHidden) {
  const Baker baker;
  const CommandPage page = baker.page();

  std::vector<std::string> names;
  for (const CommandPage* one : all_pages(page)) names.push_back(one->name());

  EXPECT_THAT(names, ElementsAre("baker", "baker bake", "baker eat", "baker clean"));
}

TEST(Page, TellsOfAnOptionAllThatTheParserHoldsItTo) {
  const CommandPage page = Baker().bake();

  EXPECT_EQ(signature(named(page, "--heat")), "--heat N");
  EXPECT_THAT(notes(named(page, "--heat")), ElementsAre("50 to 300", "default: 180"));
  EXPECT_EQ(signature(named(page, "--rack")), "--rack low|high");
  EXPECT_THAT(notes(named(page, "--rack")), IsEmpty());
  EXPECT_THAT(notes(named(page, "--flour")), ElementsAre("required", "$BAKER_FLOUR"));
  EXPECT_EQ(signature(named(page, "--quiet")), "-q, --quiet");
  EXPECT_EQ(help_with_notes(named(page, "--heat"), '[', ']'),
            "of the oven [50 to 300; default: 180]");
  EXPECT_EQ(help_with_notes(named(page, "--quiet"), '[', ']'), "say nothing");
}

TEST(Page, UsageHasWhatMustBeGivenAndWhatMay) {
  const Baker baker;

  EXPECT_EQ(usage(baker.page()), "baker COMMAND");
  EXPECT_EQ(usage(baker.bake()), "baker bake [OPTIONS] LOAF… --flour TEXT");
}

TEST(Page, OptionsStandUnderHeadingsOnlyIfThereAreMany) {
  Baker baker;
  EXPECT_THAT(baker.bake().sections, ElementsAre("Arguments", "Options"));

  baker.add_many_options();
  const CommandPage page = baker.bake();
  EXPECT_THAT(page.sections, ElementsAre("Arguments", "The oven", "The dough", "Options"));
  EXPECT_EQ(named(page, "--rack").section, "The oven");
  EXPECT_EQ(named(page, "--only-a").section, "Options");
}

TEST(Page, ACommandsOwnExitCodesComeBeforeThoseOfTheProgram) {
  const CommandPage page = Baker().page();

  EXPECT_EQ(page.below[0].exit_codes,
            (Meanings{{0, "done"}, {1, "it is burnt"}, {2, "there is no oven"}}));
  EXPECT_EQ(page.below[1].exit_codes, (Meanings{{0, "done"}, {2, "it could not be done"}}));
}

TEST(Page, AnExampleOfTheFirstCommandStandsForTheGroup) {
  EXPECT_THAT(Baker().page().examples, ElementsAre("baker bake rye --heat 200"));
}

TEST(Help, TheProgramsScreenHasTheMainCommandsInTheirOrderAndNamesTheRest) {
  EXPECT_EQ(help_text(Baker().page(), guide),
            "Bread and more\n"
            "Usage: baker COMMAND\n"
            "\n"
            "  eat       Eat it\n"
            "  bake      Bake a loaf\n"
            "\n"
            "More: clean\n"
            "Each has help: baker COMMAND --help. Its version: baker --version.\n"
            "First steps: baker bake\n");
}

TEST(Help, ACommandsPageHasItsOptionsBesideWhatTheyMean) {
  EXPECT_EQ(help_text(Baker().bake(), guide),
            "Bake a loaf\n"
            "Usage: baker bake [OPTIONS] LOAF… --flour TEXT\n"
            "\n"
            "Arguments:\n"
            "  LOAF…                   what is baked [required]\n"
            "\n"
            "Options:\n"
            "  -h, --help              Print this help message and exit\n"
            "  --heat N                of the oven [50 to 300; default: 180]\n"
            "  --flour TEXT            from which mill [required; $BAKER_FLOUR]\n"
            "  --rack low|high         where it stands\n"
            "  -q, --quiet             say nothing\n"
            "\n"
            "Example:\n"
            "  baker bake rye --heat 200\n");
}

TEST(Help, NoLineIsWiderThanAScreenAndALongNameHasItsMeaningBelow) {
  Baker baker;
  baker.root.get_subcommand("bake")->add_option(
      "--a-name-that-takes-all-the-room",
      "what is said of it goes on for so long that it takes more than one line, and more than two "
      "of them if the column is as narrow as this");

  const std::string text = help_text(baker.bake(), guide);

  EXPECT_THAT(split(text, '\n'), Each(SizeIs(::testing::Le(82U)))) << "… takes three bytes";
  EXPECT_THAT(text, HasSubstr("  --a-name-that-takes-all-the-room TEXT\n"
                              "                          what is said of it goes on"));
}

}  // namespace
}  // namespace redcode::cli
