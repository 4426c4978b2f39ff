// The companion does not look into repositories: what reads them cannot be linked statically. No
// engine that needs a companion offers the observer "git".
#include "base/failure.h"
#include "evidence/observer.h"

namespace redcode::evidence {

std::unique_ptr<Observer> watch_git(const sandbox::HostView& /*window*/, Ledger& /*ledger*/) {
  throw Failure(Failure::Kind::unavailable, "the companion has no observer 'git'");
}

}  // namespace redcode::evidence
