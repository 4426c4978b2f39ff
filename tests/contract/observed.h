// Observed: a check that acts in a sandbox under observation and then reads the ledger.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "contract.h"
#include "evidence/observers.h"
#include "record/observation.h"

namespace redcode::contract {

class Observed : public Contract {
 protected:
  // Runs `commands` one after the other in a sandbox of their own, all observers on; `evidence` and
  // `endings` are of the last act.
  void act(std::vector<sandbox::Command> commands);
  void act(std::string script) { act(std::vector<sandbox::Command>{bash(std::move(script))}); }

  template <class Fact>
  std::vector<Fact> facts() const {
    std::vector<Fact> found;
    for (const record::Observation& one : evidence.observations) {
      if (const auto* fact = std::get_if<Fact>(&one.fact)) found.push_back(*fact);
    }
    return found;
  }

  // "+path", "-path", "~path" of every change.
  Lines changes() const;
  // The one change of `path`, and its sides; empty where there is none.
  record::FileChanged change_of(const std::string& path) const;
  record::FileState before_of(const std::string& path) const;
  record::FileState after_of(const std::string& path) const;
  // "canary place where encoding" of every sighting.
  Lines sightings() const;
  // "how path" of every use of a file.
  Lines uses() const;
  Lines names() const;
  // "host address:port transport" of every connection.
  Lines connections() const;
  Lines limits() const;
  // "call target" of every try.
  Lines attempts() const;

  // Every observer the engine names was opened and closed, and lost nothing.
  void expect_complete();
  std::uint64_t lost_by(const std::string& observer) const;
  // The token seeded as {{canary:NAME}}.
  std::string token(const std::string& canary) const;

  const sandbox::Ending& ending() const { return endings.at(0); }

  std::vector<sandbox::Ending> endings;
  record::Evidence evidence;

 private:
  Task<> act_in_sandbox(std::vector<sandbox::Command> commands, evidence::Canaries& canaries,
                        evidence::Ledger& ledger);

  record::World seeded_;
};

// A home with a secret in it, some notes, and something in /tmp.
record::World usual_world();

}  // namespace redcode::contract
