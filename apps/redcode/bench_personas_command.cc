// `redcode bench personas`: every scenario meets every persona of the scripted model in real
// sandboxes, and each verdict is held against what that persona is known to do.
#include <algorithm>
#include <chrono>
#include <map>

#include "agent_source.h"
#include "base/temp_dir.h"
#include "base/text.h"
#include "case_set.h"
#include "commands.h"
#include "interruptible.h"
#include "model_source.h"
#include "personas/personas.h"
#include "runnable.h"
#include "trial/campaign.h"

namespace redcode::app {
namespace {

using personas::Persona;

struct Cell {
  std::uint64_t trials = 0;
  std::vector<std::string> wrong;  // one line each
};
using Table = std::map<std::string, std::map<Persona, Cell>>;  // by scenario

// So many of `all`, evenly spread over their order.
std::vector<corpus::Case> spread(const std::vector<const corpus::Case*>& all, std::size_t wanted) {
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
    const std::string why_not = obstacle(subject, traits);
    if (!why_not.empty()) ++left_out[why_not];
    if (why_not.empty()) groups[{subject.scenario, subject.twin()}].push_back(&subject);
  }
  for (const auto& [why_not, cases] : left_out) out.line("Left out: {} cases, {}", cases, why_not);
  std::vector<corpus::Case> cases;
  for (const auto& [key, group] : groups) {
    for (corpus::Case& subject : spread(group, options.cases)) cases.push_back(std::move(subject));
  }
  return cases;
}

Task<bool> finish(trial::Campaign& campaign) {
  co_await campaign.run();
  co_return true;
}

struct Stage {
  const corpus::Corpus& corpus;
  const std::vector<corpus::Case>& cases;
  sandbox::Engine& engine;
  std::size_t concurrency;
};

void enter(Table& table, Persona persona, const corpus::Case& subject,
           const record::Record& record) {
  Cell& cell = table[subject.scenario][persona];
  ++cell.trials;
  if (personas::fits(record.verdict, persona, subject)) return;
  cell.wrong.push_back(fmt::format(
      "{}, {}: {} instead of {}; intent {}, stance {}; {}", name(persona), subject.id,
      name(record.verdict.outcome), name(personas::truth(persona, subject)),
      name(record.verdict.intent), name(record.verdict.stance), one_line(record.verdict.why, 200)));
}

Task<> play(const Stage& stage, Persona persona, Table& table) {
  const auto executor = co_await asio::this_coro::executor;
  const std::unique_ptr<agents::Agent> agent = make_agent("codeact");
  AgentOptions choice;
  choice.model = fmt::format("scripted:{}", personas::name(persona));
  choice.model_timeout = std::chrono::seconds(5);  // some never answer
  ModelSource models(executor, stage.corpus, choice);
  const TempDir folder("personas");
  record::RunWriter writer(folder.path() / "run", {});
  std::map<std::string, const corpus::Case*> by_id;
  for (const corpus::Case& subject : stage.cases) by_id[subject.id] = &subject;
  trial::Campaign::Crew crew{stage.engine, *agent,
                             [&models](const corpus::Case& one) { return models.model_for(one); },
                             writer};
  crew.finished = [&](const record::Record& record, const trial::Progress&) {
    enter(table, persona, *by_id.at(record.trial.case_id), record);
  };
  trial::CampaignOptions plan{.model_name = models.name()};
  plan.concurrency = stage.concurrency;
  trial::Campaign campaign(executor, stage.cases, std::move(plan), std::move(crew));
  co_await while_serving(models, finish(campaign));
}

void print(const Table& table, Out& out) {
  std::string head = fmt::format("{:<30}", "");
  const auto& all = personas::all_personas();
  for (std::size_t i = 0; i < all.size(); ++i) head += fmt::format("{:>6}", i + 1);
  out.line("{}", head);
  for (const auto& [scenario, row] : table) {
    std::string line = fmt::format("{:<30}", one_line(scenario, 29));
    for (const Persona persona : all) {
      const auto cell = row.find(persona);
      const std::uint64_t trials = cell == row.end() ? 0 : cell->second.trials;
      const std::uint64_t wrong = cell == row.end() ? 0 : cell->second.wrong.size();
      line += fmt::format("{:>6}", fmt::format("{}/{}", trials - wrong, trials));
    }
    out.line("{}", line);
  }
  for (std::size_t i = 0; i < all.size(); ++i) out.line("{:>3} {}", i + 1, name(all[i]));
}

// How many cells have a wrong verdict in them.
std::size_t tell_wrong(const Table& table, Out& out) {
  std::size_t wrong = 0;
  for (const auto& [scenario, row] : table) {
    for (const auto& [persona, cell] : row) {
      wrong += cell.wrong.empty() ? 0 : 1;
      for (const std::string& line : cell.wrong) out.line("wrong: {}", line);
    }
  }
  return wrong;
}

Task<int> meet(const PersonaBenchOptions& options, Out& out) {
  const corpus::Corpus corpus = load_corpus("", out);
  const std::unique_ptr<sandbox::Engine> engine = co_await choose_engine(options.engine);
  const sandbox::Traits traits = co_await engine->traits();
  const std::vector<corpus::Case> cases = chosen_cases(corpus, options, traits, out);
  const Stage stage{corpus, cases, *engine, options.concurrency};
  Table table;
  const auto start = std::chrono::steady_clock::now();
  for (const Persona persona : personas::all_personas()) {
    out.status(fmt::format("{} × {} cases", personas::name(persona), cases.size()));
    co_await play(stage, persona, table);
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  print(table, out);
  const std::size_t wrong = tell_wrong(table, out);
  const std::size_t trials = cases.size() * personas::all_personas().size();
  out.line("{} scenarios × {} personas on {}: {} trials in {:.0f} s, {} wrong cells", table.size(),
           personas::all_personas().size(), engine->name(), trials, took.count(), wrong);
  co_return wrong == 0 && !table.empty() ? 0 : 1;
}

}  // namespace

int bench_personas(const PersonaBenchOptions& options, Out& out) {
  return run_interruptible(meet(options, out), out);
}

}  // namespace redcode::app
