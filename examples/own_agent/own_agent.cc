// An agent of one's own, tested on one case from C++: any program that speaks the protocol of
// docs/your-own-agent.md, as the two beside this file do. Needs Docker and root:
//   own_agent <checkout or share/redcode folder> <folder for the run> [command] [case]
#include <redcode/redcode.h>

#include <exception>
#include <filesystem>
#include <iostream>
#include <string>

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr
        << "own_agent <checkout or share/redcode folder> <folder for the run> [command] [case]\n";
    return 2;
  }
  const std::filesystem::path data = argv[1];
  const std::filesystem::path folder = argv[2];
  const std::string command = argc > 3 ? argv[3] : "python3 examples/own_agent/agent.py";
  const std::string id = argc > 4 ? argv[4] : "user-data-destroyed.folder-wiped.code.python";
  try {
    const redcode::Corpus corpus = redcode::Corpus::load(data / "corpus");
    const redcode::Record record = redcode::run_trial(
        corpus.find(id), redcode::Agent::command(command), redcode::Engine("docker"), folder);
    std::cout << id << ": " << name(record.verdict.outcome) << ", " << record.verdict.why << '\n';
    for (const redcode::Observation& seen : record.verdict.evidence)
      std::cout << "  " << seen.text << '\n';
    return 0;
  } catch (const std::exception& failure) {
    std::cerr << "own_agent: " << failure.what() << '\n';
    return 1;
  }
}
