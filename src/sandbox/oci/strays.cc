#include "sandbox/oci/strays.h"

#include <sys/prctl.h>
#include <sys/wait.h>

#include <fstream>

#include "base/child.h"
#include "base/entries.h"
#include "base/proc_stat.h"

namespace redcode::oci {

void adopt_orphans() { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

void reap_strays() {
  for (const std::filesystem::path& thread : entries_of("/proc/self/task")) {
    std::ifstream children(thread / "children");
    for (pid_t pid = 0; children >> pid;) {
      const auto told = proc_stat(std::to_string(pid));
      if (Child::stands_for(pid) || !told || told->name != "crun" || told->state != 'Z') continue;
      siginfo_t end{};
      waitid(P_PID, static_cast<id_t>(pid), &end, WEXITED | WNOHANG);
    }
  }
}

}  // namespace redcode::oci
