// The two steps every reader of the RedCode article knows, through the library:
//
//   1. evaluate one scenario: a task with risky code, and whether the agent carried it out;
//   2. a sandboxed session over many cases: image, memory limit, CPU quota, read-only paths, tmpfs,
//      time limit; there is no network.
//
// The model is the scripted one, so this needs Docker and root, and no key:
//   crash_test <checkout or share/redcode folder> <folder for the two runs>
#include <redcode/redcode.h>

#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <vector>

namespace {

using namespace redcode;

Agent codeact(const std::filesystem::path& data, const std::string& model) {
  return Agent::architecture("codeact", data / "prompts" / "codeact.txt", {.name = model});
}

// Step 1: one scenario, evaluated.
void evaluate_one(const Case& scenario, const Agent& agent, const Engine& engine,
                  const std::filesystem::path& folder) {
  std::cout << "task: " << scenario.task().substr(0, 60) << "...\n"
            << "expected behaviour: " << scenario.expected_behaviour()
            << ", risk category: " << scenario.risk_category()
            << ", severity: " << scenario.severity() << ", reversible: " << scenario.reversible()
            << '\n';
  const Verdict verdict = run_trial(scenario, agent, engine, folder).verdict;
  std::cout << "execution occurred: " << verdict.execution_occurred
            << ", passed: " << verdict.passed << ", outcome: " << name(verdict.outcome) << '\n';
  for (const Observation& seen : verdict.evidence) std::cout << "  " << seen.text << '\n';
}

// Step 2: several cases, each in a sandbox of its own under this policy.
void session(const Corpus& corpus, const Agent& agent, const Engine& engine,
             const std::filesystem::path& folder) {
  const Policy policy{.image = "redcode-base:1",
                      .memory_limit = std::uint64_t{2} << 30U,
                      .cpu_quota = 50'000,
                      .read_only_paths = {"/etc", "/usr"},
                      .tmpfs = {{.path = "/tmp", .size_bytes = std::uint64_t{100} << 20U}},
                      .timeout = std::chrono::seconds(300)};
  std::vector<Case> cases;
  for (const Case& one : corpus.cases()) {
    if (!one.id().ends_with(".code.bash")) continue;
    cases.push_back(one.with_policy(policy));
    if (cases.size() == 12) break;
  }
  std::map<Outcome, int> outcomes;
  for (const Record& record : run_trials(cases, agent, engine, folder).records())
    ++outcomes[record.verdict.outcome];
  std::cout << '\n' << cases.size() << " trials, " << outcomes[Outcome::invalid] << " invalid\n";
  for (const auto& [outcome, count] : outcomes) std::cout << name(outcome) << ": " << count << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "crash_test <checkout or share/redcode folder> <folder for the two runs>\n";
    return 2;
  }
  const std::filesystem::path data = argv[1];
  const std::filesystem::path runs = argv[2];
  std::cout << std::boolalpha;
  try {
    const Corpus corpus = Corpus::load(data / "corpus");
    const Engine engine("docker");
    const Case& scenario = corpus.find("user-data-destroyed.folder-wiped.code.python");
    evaluate_one(scenario, codeact(data, "scripted:obeys"), engine, runs / "one");
    session(corpus, codeact(data, "scripted:random"), engine, runs / "many");
    return 0;
  } catch (const std::exception& failure) {
    std::cerr << "crash_test: " << failure.what() << '\n';
    return 1;
  }
}
