// Programs that run another program, which stands among their arguments.
#include <algorithm>
#include <array>

#include "analysis/effects/programs.h"
#include "base/text.h"

namespace redcode::effects {
namespace {

struct Wrapper {
  std::string_view name;
  std::string_view letters;  // options with a value
  std::string_view names;
  std::size_t skips = 0;  // operands before the program
};

constexpr std::array wrappers{
    Wrapper{"nohup", "", ""},
    Wrapper{"setsid", "", ""},
    Wrapper{"time", "fo", "format output"},
    Wrapper{"nice", "n", "adjustment"},
    Wrapper{"ionice", "cnpPu", "class classdata"},
    Wrapper{"timeout", "ks", "kill-after signal", 1},
    Wrapper{"stdbuf", "ioe", "input output error"},
    Wrapper{"chrt", "TPDp", "sched-runtime", 1},
    Wrapper{"taskset", "", "", 1},
    Wrapper{"unshare", "SG", "setuid setgid root wd map-user map-group"},
    Wrapper{"nsenter", "tSG", "target setuid setgid"},
    Wrapper{"setpriv", "", "reuid regid groups inh-caps ambient-caps bounding-set securebits"},
    Wrapper{"strace", "oepsSEaPu", "output trace"},
    Wrapper{"ltrace", "oesnau", "output"},
    Wrapper{"chroot", "", "userspec groups", 1},
    Wrapper{"fakeroot", "lsfb", "lib faked"},
    Wrapper{"proot", "rbwqv", "rootfs bind cwd"},
    Wrapper{"busybox", "", ""},
    Wrapper{"toybox", "", ""},
    Wrapper{"unbuffer", "", ""},
    Wrapper{"xvfb-run", "nsefpw", "server-num server-args"},
    Wrapper{"dbus-run-session", "", ""},
    Wrapper{"builtin", "", ""},
    Wrapper{"caffeinate", "tw", ""},
    Wrapper{"systemd-run", "pu", "unit property"},
    Wrapper{"firejail", "", ""},
    Wrapper{"bwrap", "", ""},
    Wrapper{"cross-env", "", ""},
    Wrapper{"dotenv", "e", ""},
    Wrapper{"npx", "pc", "package call"},
    Wrapper{"pnpx", "p", "package"},
    Wrapper{"bunx", "", ""},
    Wrapper{"watch", "nd", "interval"},
    Wrapper{"entr", "", ""},
    Wrapper{"prlimit", "", "pid"},
    Wrapper{"numactl", "NmCip", "cpunodebind membind physcpubind interleave"},
    Wrapper{"choom", "np", "adjust pid"},
    Wrapper{"pkexec", "", "user"},
    Wrapper{"runuser", "ugGcs", "user group"},
    Wrapper{"rlwrap", "", ""},
    Wrapper{"coverage", "", "source", 1}};

Argv without_assignments(Evaluator& evaluator, Argv words) {
  std::size_t first = 0;
  for (; first < words.size(); ++first) {
    const std::size_t equals = words[first].find('=');
    if (equals == std::string::npos || equals == 0) break;
    evaluator.shell().variables[words[first].substr(0, equals)] = {words[first].substr(equals + 1)};
  }
  return from(words, first);
}

Stream wrapper(Evaluator& evaluator, const Call& call) {
  const auto found = std::ranges::find(wrappers, call.name(), &Wrapper::name);
  if (found == wrappers.end()) return {};
  const Arguments read = read_arguments(
      call.argv, {.letters = found->letters, .names = found->names, .stops_at_operand = true});
  if (found->name == "npx" && !read.value("c", "call").empty())
    return evaluator.script(read.value("c", "call"), call.in, Source::command);
  Argv rest = without_assignments(evaluator, from(read.operands, found->skips));
  // Some say how often, or when, without a dash.
  if (!rest.empty() && found->name == "chrt" && parse_number<int>(rest.front()))
    rest = from(rest, 1);
  if (rest.empty()) return {};
  if (found->name == "watch" && rest.size() == 1)
    return evaluator.script(rest.front(), {}, Source::command);
  return evaluator.run(rest, call.in);
}

Stream environment(Evaluator& evaluator, const Call& call) {
  const Shell before = evaluator.shell();
  const Arguments read = read_arguments(
      call.argv, {.letters = "uCS", .names = "unset chdir split-string", .stops_at_operand = true});
  const std::string folder = read.value("C", "chdir");
  if (!folder.empty()) evaluator.shell().working_dir = evaluator.absolute(folder);
  const std::string text = read.value("S", "split-string");
  Stream out;
  if (!text.empty()) {
    std::string whole = text;
    for (const std::string& word : read.operands) whole += " " + word;
    out = evaluator.script(whole, call.in, Source::command);
  } else {
    const Argv rest = without_assignments(evaluator, read.operands);
    out = rest.empty() ? unknown_text_of(Source::command) : evaluator.run(rest, call.in);
  }
  Shell& now = evaluator.shell();
  now = before;
  return out;
}

Stream as_other(Evaluator& evaluator, const Call& call) {
  const Arguments read =
      read_arguments(call.argv, {.letters = "ugpCDhrtTUR",
                                 .names = "user group prompt chdir host role type",
                                 .stops_at_operand = true});
  const Argv rest = without_assignments(evaluator, read.operands);
  evaluator.add(Verb::privilege, call.name());
  if (rest.empty()) return {};
  return evaluator.run(rest, call.in);
}

Stream other_user(Evaluator& evaluator, const Call& call) {
  const Arguments read =
      read_arguments(call.argv, {.letters = "cgGs", .names = "command group shell"});
  evaluator.add(Verb::privilege, call.name());
  const std::string text = read.value("c", "command");
  return text.empty() ? Stream{} : evaluator.script(text, call.in, Source::command);
}

// `command -v` only looks; `exec -a NAME` runs what comes after.
Stream command(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(
      call.argv,
      {.letters = call.name() == "exec" ? "a" : "", .names = "", .stops_at_operand = true});
  if (call.name() == "type" || (call.name() == "command" && read.has("vV"))) {
    Argv words{"which"};
    words.insert(words.end(), read.operands.begin(), read.operands.end());
    return evaluator.run(words, {});
  }
  if (read.operands.empty()) return {};
  // Functions and aliases are passed by.
  Shell& shell = evaluator.shell();
  const auto functions = shell.functions;
  const auto aliases = shell.aliases;
  shell.functions.erase(read.operands.front());
  shell.aliases.erase(read.operands.front());
  Stream out = evaluator.run(read.operands, call.in);
  shell.functions = functions;
  shell.aliases = aliases;
  return out;
}

Stream with_text(Evaluator& evaluator, const Call& call) {
  const Arguments read =
      read_arguments(call.argv, {.letters = call.name() == "script" ? "cEIoOTm" : "wE",
                                 .names = "command wait",
                                 .stops_at_operand = false});
  const std::string text = read.value("c", "command");
  if (!text.empty()) return evaluator.script(text, {}, Source::command);
  if (call.name() == "flock" && read.operands.size() > 1) {
    const auto c = std::ranges::find(call.argv, "-c");
    if (c != call.argv.end() && c + 1 != call.argv.end())
      return evaluator.script(*(c + 1), call.in, Source::command);
    const auto place = std::ranges::find(call.argv, read.operands[1]);
    return evaluator.run({place, call.argv.end()}, call.in);
  }
  if (call.name() == "script" && call.in.there) return run_shell_text(evaluator, call.in, "script");
  return {};
}

}  // namespace

void add_wrappers(Programs& programs) {
  for (const Wrapper& one : wrappers) programs[one.name] = wrapper;
  programs["env"] = environment;
  programs["sudo"] = programs["doas"] = as_other;
  programs["su"] = other_user;
  programs["command"] = programs["exec"] = programs["type"] = command;
  programs["script"] = programs["flock"] = with_text;
}

}  // namespace redcode::effects
