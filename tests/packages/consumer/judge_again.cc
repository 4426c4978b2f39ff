// Reads the corpus that was installed and a stored run, and judges the run's trials again. With a
// second folder, runs its cases once more, with the scripted model, in sandboxes of Docker.
#include <redcode/redcode.h>

#include <exception>
#include <iostream>

int main(int argc, char** argv) {
  try {
    const redcode::Corpus corpus = redcode::Corpus::load(CORPUS);
    std::cout << corpus.cases().size() << " cases\n";
    redcode::Run run(argv[1]);
    if (argc > 2) {
      const auto agent =
          redcode::Agent::architecture("codeact", PROMPT, {.name = "scripted:refuses"});
      run = redcode::run_trials(run.cases(), agent, redcode::Engine("docker"), argv[2]);
    }
    for (const redcode::Record& record : run.records()) {
      const redcode::Verdict verdict = run.judge(record);
      std::cout << record.trial.case_id << ": " << name(verdict.outcome) << '\n';
    }
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
