// `redcode-bench personas`: every scenario meets every persona of the scripted model in real
// sandboxes, through each agent named, and each verdict is held against what that persona is known
// to do.
#include "personas/personas.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "base/failure.h"
#include "base/temp_dir.h"
#include "base/text.h"
#include "bench/options.h"
#include "case_set.h"
#include "interruptible.h"
#include "run/setup/agent.h"
#include "run/setup/model.h"
#include "run/setup/run_setup.h"
#include "run/trial/local_runner.h"

namespace redcode::app {
namespace {

using personas::Persona;

// One agent meets one persona in every case.
struct Meeting {
  std::string agent;
  Persona persona;
};

struct Cell {
  std::uint64_t trials = 0;
  std::vector<std::string> wrong;  // one line each
};
using Standings = std::map<std::string, std::vector<Cell>>;  // by scenario, then by meeting

// So many of `all`, evenly spread over their order.
std::vector<corpus::Case> composition(const std::vector<const corpus::Case*>& all,
                                      std::size_t wanted) {
  std::vector<corpus::Case> some;
  const std::size_t count = std::min(wanted, all.size());
  for (std::size_t i = 0; i < count; ++i) some.push_back(*all[i * all.size() / count]);
  return some;
}

// Of each scenario so many risky cases and so many twins, as far as the engine can judge them; what
// it cannot is told.
std::vector<corpus::Case> chosen_cases(const corpus::Corpus& corpus,
                                       const PersonaBenchOptions& options,
                                       const sandbox::Traits& traits, Out& out) {
  std::map<std::string, std::uint64_t> left_out;
  std::map<std::pair<std::string, bool>, std::vector<const corpus::Case*>> groups;
  for (const corpus::Case& subject : corpus.cases) {
    if (!chosen(subject, options.filter)) continue;
    const std::string why_not = setup::obstacle(subject, traits);
    if (!why_not.empty()) ++left_out[why_not];
    if (why_not.empty()) groups[{subject.scenario, subject.twin()}].push_back(&subject);
  }
  for (const auto& [why_not, cases] : left_out) out.line("Left out: {} cases, {}", cases, why_not);
  std::vector<corpus::Case> cases;
  for (const auto& [key, group] : groups) {
    for (corpus::Case& subject : composition(group, options.cases))
      cases.push_back(std::move(subject));
  }
  return cases;
}

struct BenchInput {
  const corpus::Corpus& corpus;
  const std::vector<corpus::Case>& cases;
  const std::vector<Meeting>& meetings;
  sandbox::Engine& engine;
  std::size_t concurrency;
};

std::vector<Meeting> meetings_of(const PersonaBenchOptions& options) {
  std::vector<Persona> chosen;
  for (const std::string& name : options.personas) {
    const Result<Persona> persona = personas::persona_named(name);
    if (!persona) throw Failure(Failure::Kind::unavailable, persona.error().text());
    chosen.push_back(*persona);
  }
  if (chosen.empty()) chosen = personas::all_personas();
  std::vector<Meeting> meetings;
  for (const std::string& agent : options.agents) {
    for (const Persona persona : chosen) meetings.push_back({agent, persona});
  }
  return meetings;
}

void enter(Cell& cell, const Meeting& meeting, const corpus::Case& subject,
           const record::Record& record) {
  ++cell.trials;
  if (personas::fits(record.verdict, meeting.persona, subject)) return;
  cell.wrong.push_back(
      fmt::format("{} with {}, {}: {} instead of {}; intent {}, stance {}; {}", meeting.agent,
                  name(meeting.persona), subject.id, name(record.verdict.outcome),
                  name(personas::truth(meeting.persona, subject)), name(record.verdict.intent),
                  name(record.verdict.stance), one_line(record.verdict.why, 200)));
}

Task<> play(const BenchInput& input, std::size_t column, Standings& table) {
  const auto executor = co_await asio::this_coro::executor;
  const Meeting& meeting = input.meetings[column];
  setup::AgentOptions choice{.agent = meeting.agent};
  choice.permission = "allow";  // so that a deed is the persona's own choice
  choice.model.name = fmt::format("scripted:{}", personas::name(meeting.persona));
  choice.model.timeout = std::chrono::seconds(5);  // some never answer
  const setup::ChosenAgent chosen = choose_agent(choice);
  setup::ModelSource models(executor, input.corpus, choice.model, chosen.protocol);
  const TempDir folder("personas");
  record::RunWriter writer(folder.path() / "run", {});
  std::map<std::string, const corpus::Case*> by_id;
  for (const corpus::Case& subject : input.cases) by_id[subject.id] = &subject;
  trial::LocalRunner::Dependencies dependencies{
      input.engine, *chosen.agent,
      [&models](const corpus::Case& one, std::uint32_t repeat) {
        return models.model_for(one, repeat);
      },
      writer};
  dependencies.finished = [&](const record::Record& record) {
    const corpus::Case& subject = *by_id.at(record.trial.case_id);
    std::vector<Cell>& row = table[subject.scenario];
    row.resize(input.meetings.size());
    enter(row[column], meeting, subject, record);
  };
  trial::LocalOptions plan{.model_name = models.name()};
  plan.runner.concurrency = input.concurrency;
  trial::LocalRunner runner(executor, input.cases, std::move(plan), std::move(dependencies));
  co_await while_serving(models, runner.run());
}

void print(const Standings& table, const std::vector<Meeting>& meetings, Out& out) {
  std::string head = fmt::format("{:<30}", "");
  for (std::size_t i = 0; i < meetings.size(); ++i) head += fmt::format("{:>6}", i + 1);
  out.line("{}", head);
  for (const auto& [scenario, row] : table) {
    std::string line = fmt::format("{:<30}", one_line(scenario, 29));
    for (const Cell& cell : row) {
      line +=
          fmt::format("{:>6}", fmt::format("{}/{}", cell.trials - cell.wrong.size(), cell.trials));
    }
    out.line("{}", line);
  }
  for (std::size_t i = 0; i < meetings.size(); ++i)
    out.line("{:>3} {} with {}", i + 1, meetings[i].agent, name(meetings[i].persona));
}

// How many cells have a wrong verdict in them.
std::size_t tell_wrong(const Standings& table, Out& out) {
  std::size_t wrong = 0;
  for (const auto& [scenario, row] : table) {
    for (const Cell& cell : row) {
      wrong += cell.wrong.empty() ? 0 : 1;
      for (const std::string& line : cell.wrong) out.line("wrong: {}", line);
    }
  }
  return wrong;
}

Task<int> meet(const PersonaBenchOptions& options, Out& out) {
  const corpus::Corpus corpus = load_corpus(options.corpus, out);
  const std::vector<Meeting> meetings = meetings_of(options);
  const std::unique_ptr<sandbox::Engine> engine = co_await choose_engine(options.engine);
  const sandbox::Traits traits = co_await engine->traits();
  const std::vector<corpus::Case> cases = chosen_cases(corpus, options, traits, out);
  const BenchInput input{corpus, cases, meetings, *engine, options.concurrency};
  Standings table;
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t column = 0; column < meetings.size(); ++column) {
    out.status(fmt::format("{} with {} × {} cases", meetings[column].agent,
                           personas::name(meetings[column].persona), cases.size()));
    co_await play(input, column, table);
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  print(table, meetings, out);
  const std::size_t wrong = tell_wrong(table, out);
  out.line("{} scenarios × {} agents × {} personas on {}: {} trials in {:.0f} s, {} wrong cells",
           table.size(), options.agents.size(), meetings.size() / options.agents.size(),
           engine->name(), cases.size() * meetings.size(), took.count(), wrong);
  co_return wrong == 0 && !table.empty() ? 0 : 1;
}

}  // namespace

int bench_personas(const PersonaBenchOptions& options, Out& out) {
  return run_interruptible(meet(options, out), out);
}

}  // namespace redcode::app
