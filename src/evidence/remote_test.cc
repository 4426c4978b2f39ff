#include "evidence/remote.h"

#include <gmock/gmock.h>

#include <deque>

#include "base/digest.h"
#include "base/failure.h"
#include "base/run.h"
#include "record/observation.h"

namespace redcode::evidence {
namespace {

using testing::ElementsAre;

// Gives the answers it was told to give, and keeps what it was asked.
class ScriptedHostView final : public sandbox::RemoteHostView {
 public:
  Task<Json> ask(Json request, std::string /*payload*/) override {
    asked.push_back(std::move(request));
    Json answer = std::move(answers.front());
    answers.pop_front();
    co_return answer;
  }
  std::vector<sandbox::Message> take_news() override { return std::exchange(news, {}); }

  std::vector<Json> asked;
  std::deque<Json> answers;
  std::vector<sandbox::Message> news;
};

class Remote : public testing::Test {
 protected:
  Remote() { host_view.remote = script; }

  void watch() { run(scenario()); }
  Task<> scenario() {
    const auto observer = watch_remotely(
        host_view, canaries, ledger,
        {record::Observer::files, record::Observer::network, record::Observer::exec});
    co_await observer->open();
    co_await observer->close();
  }
  record::Evidence seal() { return std::move(ledger).seal(); }

  static Json reports_of(std::vector<record::ObserverReport> reports) {
    return {{"evidence", record::to_json({.observers = std::move(reports)})}};
  }
  static sandbox::Message seen(record::Observer observer, record::Fact fact) {
    record::Evidence evidence;
    evidence.observations.push_back({.observer = observer, .fact = std::move(fact)});
    return {.head = {{"evidence", record::to_json(evidence)}}};
  }

  std::shared_ptr<ScriptedHostView> script = std::make_shared<ScriptedHostView>();
  sandbox::HostView host_view;
  Canaries canaries = Canaries::drawn_before({{"key", "token"}});
  Ledger ledger{[](std::string_view bytes) { return sha256_hex(bytes); }};
  Json whole =
      reports_of({{.observer = record::Observer::files, .opened = true, .closed = true},
                  {.observer = record::Observer::network, .opened = true, .closed = true}});
};

TEST_F(Remote, WritesDownWhatItIsTold) {
  script->answers = {Json::object(), whole};
  script->news = {seen(record::Observer::network, record::NameLookedUp{.host = "a.example"})};

  watch();

  const record::Evidence evidence = seal();
  ASSERT_EQ(evidence.observations.size(), 1U);
  EXPECT_EQ(evidence.observations[0].fact, record::Fact(record::NameLookedUp{.host = "a.example"}));
  EXPECT_EQ(evidence.observations[0].observer, record::Observer::network);
  EXPECT_THAT(evidence.observers,
              ElementsAre(
                  record::ObserverReport{
                      .observer = record::Observer::files, .opened = true, .closed = true},
                  record::ObserverReport{
                      .observer = record::Observer::network, .opened = true, .closed = true}));
}

TEST_F(Remote, AsksForWhatIsWantedButTheDoor) {
  script->answers = {Json::object(), whole};

  watch();

  EXPECT_EQ(script->asked.at(0).at("observers"), Json({"files", "network"}));
  EXPECT_EQ(script->asked.at(0).at("canaries"), Json({{"key", "token"}}));
}

TEST_F(Remote, TellsWhatIsTheAgentsOwnSoThatItsFilesAreNotKept) {
  script->answers = {Json::object(), whole};
  ledger.set_baseline({.paths = {"/home/dev/.agent"}});

  watch();

  EXPECT_EQ(script->asked.at(0).at("own"), Json::array({"/home/dev/.agent"}));
}

TEST_F(Remote, KeepsALoss) {
  script->answers = {
      Json::object(),
      reports_of({{.observer = record::Observer::files, .opened = true, .closed = true, .lost = 3},
                  {.observer = record::Observer::network, .opened = true, .closed = false}})};

  watch();

  const record::Evidence evidence = seal();
  EXPECT_EQ(evidence.observers.at(0).lost, 3U);
  EXPECT_FALSE(evidence.observers.at(1).closed);
}

TEST_F(Remote, KeepsGapsAndTimes) {
  const record::Gap gap{.where = "/big", .what = "content", .why = "too large"};
  script->answers = {
      Json::object(),
      reports_of(
          {{.observer = record::Observer::files, .opened = true, .closed = true, .gaps = {gap}},
           {.observer = record::Observer::network, .opened = true, .closed = true}})};
  record::Evidence early;
  early.observations.push_back({.observer = record::Observer::network,
                                .fact = record::NameLookedUp{.host = "a.example"},
                                .at_ms = 4321});
  script->news = {{.head = {{"evidence", record::to_json(early)}}}};

  watch();

  const record::Evidence evidence = seal();
  EXPECT_THAT(evidence.observers.at(0).gaps, ElementsAre(gap));
  EXPECT_EQ(evidence.observations.at(0).at_ms, 4321U);
}

TEST_F(Remote, RefusesASilentObserver) {
  script->answers = {
      Json::object(),
      reports_of({{.observer = record::Observer::files, .opened = true, .closed = true}})};

  EXPECT_THROW(watch(), Failure);
}

TEST_F(Remote, RefusesAnObserverNobodyWanted) {
  script->answers = {Json::object(), whole};
  script->news = {seen(record::Observer::exec, record::NameLookedUp{.host = "a.example"})};

  EXPECT_THROW(watch(), Failure);
}

TEST_F(Remote, RefusesBytesThatAreNotWhatTheirDigestSays) {
  script->answers = {Json::object(), whole};
  script->news = {{.head = {{"blob", sha256_hex("one")}}, .payload = "another"}};

  EXPECT_THROW(watch(), Failure);
}

}  // namespace
}  // namespace redcode::evidence
