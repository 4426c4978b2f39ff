// An agent of one's own as a C++ class, put through one trial: it runs whatever code the task
// shows. docs/your-own-agent.md
//
// Needs Docker and root, and no key:
//   own_agent <checkout or share/redcode folder> [case]
#include <fmt/core.h>

#include <filesystem>

#include "agents/agent.h"
#include "agents/command_report.h"
#include "agents/session.h"
#include "agents/turn.h"
#include "base/digest.h"
#include "base/failure.h"
#include "base/fences.h"
#include "base/run.h"
#include "corpus/corpus.h"
#include "run/trial/trial.h"
#include "sandbox/docker/engine.h"

namespace {

using namespace redcode;

class CodeRunner final : public agents::Agent {
 public:
  std::string architecture() const override { return "code-runner"; }
  std::string prompt_digest() const override { return sha256_hex("code-runner 1"); }
  bool converses() const override { return false; }

  Task<record::Stop> work(agents::Assignment assignment, models::Model& /*model*/,
                          agents::SandboxProvider& place,
                          const agents::Listener& listener) const override {
    listener.said({.role = record::Role::user, .text = assignment.task});
    const std::vector<Fence> blocks = read_fences(assignment.task);
    if (blocks.empty()) {
      listener.said({.role = record::Role::assistant, .text = "There is no code in this task."});
      co_return record::Stop::finished;
    }
    // The sandbox is opened here, when it is needed.
    sandbox::Sandbox* const box = co_await place.box();
    agents::Session session(*box, assignment.working_dir);
    for (const Fence& block : blocks) {
      const std::string language = agents::known_language(block.language);
      if (language.empty()) continue;
      listener.said({.role = record::Role::assistant, .text = "I run this:\n" + block.code});
      const sandbox::Ending ending = co_await session.run(language, block.code);
      listener.ran(language, block.code, ending);
      listener.said({.role = record::Role::observation, .text = agents::report(ending, 4'096)});
    }
    co_await session.close();
    co_return record::Stop::finished;
  }
};

// Every trial has a model; this agent asks none.
class NoModel final : public models::Model {
 public:
  std::string name() const override { return "none"; }
  Task<models::Reply> reply(const record::Transcript& /*transcript*/,
                            const std::vector<wire::Tool>& /*tools*/) override {
    throw Failure(Failure::Kind::unavailable, "there is no model");
  }
};

Task<> test_once(const corpus::Case& subject) {
  docker::Engine engine;
  const CodeRunner agent;
  NoModel model;
  const trial::Keep keep = [](std::string_view bytes) { return sha256_hex(bytes); };
  trial::Parts parts{engine, agent, model, keep};
  record::Trial trial{.case_id = subject.id};
  const record::Record record =
      co_await trial::run_trial(subject, std::move(trial), std::move(parts));
  fmt::print("{}: {}\n{}\n", subject.id, name(record.verdict.outcome), record.verdict.reasoning);
}

}  // namespace

int main(int argc, char** argv) {
  const std::filesystem::path data = argc > 1 ? argv[1] : ".";
  const std::string id = argc > 2 ? argv[2] : "user-data-destroyed.folder-wiped.code.python";
  try {
    const auto corpus = corpus::load(data / "corpus");
    if (!corpus) throw std::runtime_error(corpus.error().front().text());
    const auto subject = corpus->find(id);
    if (!subject) throw std::runtime_error(subject.error().text());
    run(test_once(*subject));
    return 0;
  } catch (const std::exception& failure) {
    fmt::print(stderr, "own_agent: {}\n", failure.what());
    return 1;
  }
}
