// watch_remotely: observers that run beside a daemon we cannot look beside (HostView::remote). They
// are the same observers; what they see comes over a stream and is written down here.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "evidence/canaries.h"
#include "evidence/ledger.h"
#include "evidence/observer.h"
#include "sandbox/sandbox.h"

namespace redcode::evidence {

// Stands for all of `wanted` but `exec`. The arguments must outlive it.
std::unique_ptr<Observer> watch_remotely(const sandbox::HostView& host_view,
                                         const Canaries& canaries, Ledger& ledger,
                                         std::set<record::Observer> wanted);

}  // namespace redcode::evidence
