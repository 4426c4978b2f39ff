#include "base/run.h"
#include "base/temp_dir.h"
#include "commands.h"
#include "sandbox/docker.h"

namespace redcode::app {
namespace {

Task<int> reap(const ReapOptions& options, Out& out) {
  sandbox::DockerEngine engine;
  const std::vector<std::string> removed = co_await engine.reap(options.all);
  for (const std::string& id : removed) out.line("removed {}", id.substr(0, 12));
  const std::vector<std::filesystem::path> folders = remove_abandoned_temp_dirs();
  for (const std::filesystem::path& folder : folders) out.line("removed {}", folder.string());
  out.line("{} sandboxes and {} temporary folders removed", removed.size(), folders.size());
  co_return 0;
}

}  // namespace

int sandbox_reap(const ReapOptions& options, Out& out) { return run(reap(options, out)); }

}  // namespace redcode::app
