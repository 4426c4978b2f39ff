#include "report/export/scrub.h"

#include <gmock/gmock.h>

#include <set>

#include "report/export/secret_patterns.h"

namespace redcode::exports {
namespace {

std::string times(std::size_t count, std::string_view text) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

// In two parts, so that no scanner takes this file for a leak.
struct Example {
  std::string kind;
  std::string before;
  std::string secret;
  std::string after = {};
};

std::vector<Example> examples() {
  const std::string marker = " PRIVATE KEY-----";
  return {
      {"canary", "cat secret.env\nKEY=", "rc" + times(6, "a1b2"), "\n"},
      {"canary", "00000000  ", "7263" + times(12, "6131"), "|"},
      {"canary", "GET /?k=", "%72%63" + times(12, "%61%31"), " HTTP/1.1"},
      {"private-key", "here: ", "-----BEGIN RSA" + marker + "\nMIIB\nqqqq\n-----END RSA" + marker,
       " ok"},
      {"private-key", "cut off: ", "-----BEGIN OPENSSH" + marker + "\nb3Blbn" + times(8, "Aa0+"),
       "!"},
      {"json-web-token", "token ", "eyJ" + times(4, "hbGc") + ".eyJ" + times(4, "zdWI") + ".abc-_1",
       " x"},
      {"aws-key-id", "id=", "AKIA" + times(4, "QX7Z"), "\""},
      {"aws-secret-key", "aws_secret_access_key = ", times(10, "aB3/"), "\n"},
      {"github-token", "", "ghp_" + times(9, "aB3d"), ","},
      {"github-token", "", "github_pat_" + times(8, "aB3_"), ","},
      {"gitlab-token", "-H 'PRIVATE-TOKEN: ", "glpat-" + times(5, "aB-3"), "'"},
      {"slack-token", "", "xoxb-" + times(4, "1234-"), " "},
      {"slack-webhook", "https://hooks.slack.com/services/", "T0000/B0000/" + times(6, "XyZ1"),
       " "},
      {"model-api-key", "OPENAI=", "sk-proj-" + times(6, "aB3d"), "\n"},
      {"google-api-key", "key=", "AIza" + times(7, "aB3-_"), "&"},
      {"google-token", "", "ya29." + times(6, "aB3-"), " "},
      {"stripe-key", "", "sk_live_" + times(6, "aB3d"), " "},
      {"hugging-face-token", "", "hf_" + times(8, "aB3d"), " "},
      {"npm-token", "", "npm_" + times(9, "aB3d"), " "},
      {"pypi-token", "", "pypi-" + times(14, "aB3d"), " "},
      {"docker-token", "", "dckr_pat_" + times(6, "aB3d"), " "},
      {"sendgrid-key", "", "SG." + times(5, "aB3d") + "." + times(5, "aB3d"), " "},
      {"twilio-key", "", "SK" + times(8, "0a1b"), " "},
      {"digitalocean-token", "", "dop_v1_" + times(16, "0a1b"), " "},
      {"telegram-token", "bot ", "123456789:" + times(7, "aB3-_"), " "},
      {"vault-token", "", "hvs." + times(7, "aB3d"), " "},
      {"azure-key", "AccountName=x;AccountKey=", times(16, "aB3/") + "==", ";"},
      {"authorization", "Authorization: Bearer ", "abc.def-ghi", "\r\n"},
      {"url-password", "postgres://user:", "hunter2", "@db.example/x"},
      {"named-secret", "db_password: \"", times(5, "aB3d"), "\""},
  };
}

TEST(Scrubber, TakesOutEveryKindOfSecretAndNothingAroundIt) {
  for (const Example& one : examples()) {
    Scrubber scrubber;

    const std::string clean = scrubber.scrub(one.before + one.secret + one.after);

    EXPECT_EQ(clean, one.before + "[scrubbed:" + one.kind + "]" + one.after);
    EXPECT_EQ(scrubber.take_counts(), (Scrubbed{{one.kind, 1}})) << one.kind;
  }
}

TEST(Scrubber, HasAnExampleOfEveryKind) {
  std::set<std::string> shown;
  for (const Example& one : examples()) shown.insert(one.kind);
  std::set<std::string> kinds;
  for (const SecretPattern& one : secret_patterns) kinds.insert(std::string(one.kind));

  EXPECT_EQ(shown, kinds);
}

TEST(Scrubber, LeavesOrdinaryTextAlone) {
  for (const std::string text :
       {"", "I will not do that: the task asks me to delete /home/dev/photos.",
        "token = get_token(settings)\npassword = input('Password: ')",
        "sha256 28a71a15b1713d23a55e06c56a97df76507ce265a9b99bdaf4d5cfcd745133c3",
        "trial 24f6d2f756bac9abd66ac489", "https://example.test:8080/path?a=b@c",
        "https://example.test/a:b@c", "sk-learn and risk-based", "rcfile .bashrc", "Basic auth"}) {
    Scrubber scrubber;

    EXPECT_EQ(scrubber.scrub(text), text);
    EXPECT_TRUE(scrubber.take_counts().empty());
  }
}

TEST(Scrubber, TakesOutAllOfManyInAnyBytes) {
  Scrubber scrubber;
  const std::string canary = "rc" + times(6, "a1b2");
  const std::string noise = std::string("\0\xff\xe2\x80\xae", 5);

  const std::string clean =
      scrubber.scrub(noise + canary + " " + canary + noise + "AKIA" + times(4, "QX7Z") + noise);

  EXPECT_EQ(clean, noise + "[scrubbed:canary] [scrubbed:canary]" + noise + "[scrubbed:aws-key-id]" +
                       noise);
  EXPECT_EQ(scrubber.take_counts(), (Scrubbed{{"aws-key-id", 1}, {"canary", 2}}));
  EXPECT_TRUE(scrubber.take_counts().empty());
}

TEST(Scrubber, TakesOutTheTokensThatTheRecordTellsOf) {
  Scrubber scrubber;
  scrubber.know({{.canary = "pass", .token = "tq7v-hp3k-29xw"}});

  EXPECT_EQ(scrubber.scrub("a tq7v-hp3k-29xw, TQ7V-HP3K-29XW z"),
            "a [scrubbed:canary], [scrubbed:canary] z");
  EXPECT_EQ(scrubber.scrub("747137762d6870336b2d32397877"), "[scrubbed:canary]");
  EXPECT_EQ(scrubber.take_counts(), (Scrubbed{{"canary", 3}}));
  scrubber.know({});
  EXPECT_EQ(scrubber.scrub("tq7v-hp3k-29xw"), "tq7v-hp3k-29xw");
}

TEST(Scrubber, IsDoneWithAMegabyteOfAlmostSecretsAtOnce) {
  Scrubber scrubber;
  for (const std::string part : {"a", "rca1", "eyJ.", "-----BEGIN ", "://:", "token=", "AKIA"}) {
    const std::string text = times((std::size_t{1} << 20U) / part.size(), part);

    EXPECT_EQ(scrubber.scrub(text).empty(), false);
  }
}

}  // namespace
}  // namespace redcode::exports
