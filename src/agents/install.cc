#include "agents/install.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "base/digest.h"
#include "base/failure.h"
#include "base/json.h"
#include "base/off_thread.h"
#include "base/small_file.h"
#include "base/staged_folder.h"
#include "base/temp_dir.h"
#include "base/text.h"

namespace redcode::agents {
namespace {

namespace fs = std::filesystem;

constexpr const char* format = "redcode/agent/1";
constexpr const char* note_name = "installed.json";
// npm's own note, which names the registry and is no part of the program.
constexpr const char* npm_note = "node_modules/.package-lock.json";

// npm's own: a program's binary is a few hundred megabytes, and a mirror may be slow.
constexpr std::chrono::seconds npm_limit{1200};

Json description(const Recipe& recipe) {
  Json packages = Json::object();
  for (const auto& [name, version] : recipe.packages) packages[name] = version;
  Json all = {{"format", format},
              {"name", recipe.name},
              {"version", recipe.version},
              {"packages", std::move(packages)},
              {"node", recipe.node}};
  if (recipe.scripts) all["scripts"] = true;
  if (!recipe.unpack.empty()) all["unpack"] = recipe.unpack;
  return all;
}

// What npm needs of our environment. Providers' keys are there too, and packages may run scripts.
bool is_npms(const std::string& variable) {
  static constexpr std::array known = {
      "PATH", "TMPDIR", "LANG", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"};
  const std::string name = lower(variable);
  return std::ranges::find(known, variable) != known.end() || name.starts_with("npm_config_") ||
         name.ends_with("_proxy");
}

// `env`, taking away all the rest by name: values on a command line are for everybody to read.
std::vector<std::string> bare_environment() {
  std::vector<std::string> argv{"env"};
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view variable(*entry);
    const std::string name(variable.substr(0, variable.find('=')));
    if (!name.empty() && !is_npms(name)) argv.insert(argv.end(), {"-u", name});
  }
  return argv;
}

// What every program that helps to install is started with.
std::vector<std::string> at_home(const fs::path& home) {
  std::vector<std::string> argv = bare_environment();
  argv.push_back("HOME=" + home.string());
  argv.push_back("npm_config_cache=" + (home / "cache").string());
  return argv;
}

// Never with scripts: what came is looked at before anything of it runs.
std::vector<std::string> npm_command(const Recipe& recipe, const fs::path& home,
                                     const fs::path& target) {
  std::vector<std::string> argv = at_home(home);
  argv.insert(argv.end(),
              {"npm", "install", "--prefix", target.string(), "--no-save", "--no-audit",
               "--no-fund", "--no-update-notifier", "--loglevel=error", "--ignore-scripts", "--"});
  for (const auto& [name, version] : recipe.packages) argv.push_back(name + "@" + version);
  // The package `node` fetches this one by a script; it is the program itself.
  if (!recipe.node.empty()) argv.push_back(fmt::format("{}@{}", node_package, recipe.node));
  return argv;
}

Task<> tell_and_keep(std::string& tail, const OutputSink& on_output, std::string_view bytes) {
  constexpr std::size_t kept = 2000;
  tail += bytes;
  if (tail.size() > kept) tail.erase(0, tail.size() - kept);
  co_await on_output(bytes);
}

Task<> run_npm(std::vector<std::string> argv, const OutputSink& on_output) {
  std::string tail;
  ProcessRequest request{.argv = std::move(argv), .limit = npm_limit};
  const ProcessEnd end =
      co_await run_process(std::move(request), [&tail, &on_output](std::string_view bytes) {
        return tell_and_keep(tail, on_output, bytes);
      });
  if (end.timed_out) fail(fmt::format("npm took longer than {} s", npm_limit.count()));
  if (end.exit_code != 0) {
    fail(fmt::format("npm install failed with {}:\n{}", end.exit_code, escape_terminal(tail)));
  }
}

// npm checks each archive against the digest that its registry gives, and notes that digest. Here
// it is compared with the recipe's, so that no registry can hand out something else.
void require_integrity(const Recipe& recipe, const fs::path& target) {
  if (recipe.integrity.empty()) return;
  constexpr std::size_t longest = std::size_t{64} << 20U;
  std::ostringstream text;
  text << std::ifstream(target / npm_note, std::ios::binary).rdbuf();
  const Result<Json> note = parse_json(text.str(), {.bytes = longest, .depth = 20});
  const Json packages = note ? note->value("packages", Json::object()) : Json::object();
  for (const auto& [name, wanted] : recipe.integrity) {
    const Json package = packages.value("node_modules/" + name, Json::object());
    const auto came = member_or<std::string>(package, "integrity", "");
    if (came == wanted) continue;
    fail(fmt::format(
        "the package {} is not the one of the recipe: its digest is {}, and {} is wanted", name,
        came.empty() ? "unknown" : one_line(came, 120), wanted));
  }
}

// Code of other makers, which as root could do anything to this host.
void require_scripts_are_safe(const Recipe& recipe) {
  if (!recipe.scripts || geteuid() != 0) return;
  fail(fmt::format(
      "{} wants its packages' install scripts run, which is not done as root: install it as "
      "another user, with REDCODE_AGENTS naming a folder of that user's",
      recipe.name));
}

std::vector<std::string> scripts_command(const fs::path& home, const fs::path& target) {
  std::vector<std::string> argv = at_home(home);
  argv.insert(argv.end(), {"npm", "rebuild", "--prefix", target.string(), "--loglevel=error"});
  return argv;
}

// By npm's own Node and a line of ours, which runs nothing of the package.
std::vector<std::string> unpack_command(const fs::path& home, const fs::path& packed) {
  constexpr const char* line =
      "const [from, to] = process.argv.slice(1);"
      "const fs = require('fs'), most = 1 << 30;"
      "fs.writeFileSync(to, require('zlib').brotliDecompressSync(fs.readFileSync(from), "
      "{maxOutputLength: most}), {flag: 'wx', mode: 0o755});";
  fs::path plain = packed;
  plain.replace_extension();
  std::vector<std::string> argv = at_home(home);
  argv.insert(argv.end(), {"node", "-e", line, packed.string(), plain.string()});
  return argv;
}

// Whoever installs, with whatever umask: everybody reads, nobody but the owner writes, and nothing
// is setuid. A sandbox's user is neither owner nor group.
void set_modes(const fs::path& folder) {
  constexpr fs::perms plain{0644};
  constexpr fs::perms searched{0755};
  fs::permissions(folder, searched);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_symlink()) continue;
    const bool executable = (entry.status().permissions() & fs::perms::owner_exec) != fs::perms();
    fs::permissions(entry.path(), entry.is_directory() || executable ? searched : plain);
  }
}

// The packed file is of no more use.
Task<> unpack(fs::path home, fs::path packed, const OutputSink& on_output) {
  if (!fs::is_regular_file(fs::symlink_status(packed))) {
    fail(fmt::format("there is no {} to unpack", packed.filename().string()));
  }
  co_await run_npm(unpack_command(home, packed), on_output);
  fs::remove(packed);
}

void write_note(const fs::path& folder, const Recipe& recipe, const std::string& digest) {
  Json note = description(recipe);
  note["digest"] = digest;
  std::ofstream file(folder / note_name);
  file << dump_json(note) << "\n";
  if (!file.flush()) fail(fmt::format("cannot write {}", note_name));
}

// What one entry adds to the digest; "" for folders, which npm makes as it needs them.
std::string digest_line(const fs::directory_entry& entry, const fs::path& folder) {
  const std::string path = entry.path().lexically_relative(folder).string();
  if (entry.is_symlink()) {
    return fmt::format("link {} {}", fs::read_symlink(entry.path()).string(), path) + '\0';
  }
  if (!entry.is_regular_file() || path == note_name || path == npm_note) return {};
  const auto mode = static_cast<unsigned>(entry.status().permissions());
  return fmt::format("{} {:o} {}", file_digest(entry.path()), mode, path) + '\0';
}

}  // namespace

std::string tree_digest(const fs::path& folder) {
  try {
    std::map<std::string, std::string> lines;  // in order of path, whatever the file system's
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
      lines[entry.path().string()] = digest_line(entry, folder);
    }
    std::string all;
    for (const auto& [path, line] : lines) all += line;
    return "sha256:" + sha256_hex(all);
  } catch (const fs::filesystem_error& error) {
    fail(error.what());
  }
}

fs::path AgentStore::default_folder() {
  const char* given = std::getenv("REDCODE_AGENTS");
  return given == nullptr || *given == '\0' ? "/var/lib/redcode/agents" : given;
}

std::optional<Installed> AgentStore::find(const Recipe& recipe) const {
  const fs::path folder = folder_ / fmt::format("{}-{}", recipe.name, recipe.version);
  Result<Json> note = parse_json(read_small_file(folder / note_name));
  if (!note || !note->is_object()) return std::nullopt;
  Installed installed{.folder = folder, .digest = member_or<std::string>(*note, "digest", "")};
  note->erase("digest");
  if (*note != description(recipe)) return std::nullopt;
  return installed;
}

Task<Installed> AgentStore::install(Recipe recipe, OutputSink on_output) const {
  if (!program_exists("npm")) {
    fail("npm is not there to install with: apt-get install npm, or get Node from nodejs.org");
  }
  require_scripts_are_safe(recipe);
  const TempDir home("npm");
  try {
    const StagedFolder staged(folder_);
    const fs::path target = staged.path();
    std::vector<std::string> argv = npm_command(recipe, home.path(), target);
    co_await run_npm(std::move(argv), on_output);
    require_integrity(recipe, target);
    if (recipe.scripts) co_await run_npm(scripts_command(home.path(), target), on_output);
    if (!recipe.unpack.empty()) co_await unpack(home.path(), target / recipe.unpack, on_output);
    if (!fs::is_regular_file(target / recipe.program)) {
      fail(fmt::format("the packages of {} hold no {}", recipe.name, recipe.program));
    }
    set_modes(target);
    std::string digest = co_await off_thread<std::string>([target] { return tree_digest(target); });
    write_note(target, recipe, digest);
    const fs::path folder = folder_ / fmt::format("{}-{}", recipe.name, recipe.version);
    staged.publish(folder);
    co_return Installed{.folder = folder, .digest = std::move(digest)};
  } catch (const fs::filesystem_error& error) {
    fail(fmt::format("cannot install {}: {}", recipe.name, error.what()));
  }
}

}  // namespace redcode::agents
