// Other processes, services, accounts, and machines elsewhere.
#include <algorithm>

#include "analysis/effects/programs.h"

namespace redcode::effects {
namespace {

Stream signal(Evaluator& evaluator, const Call& call) {
  if (std::ranges::find(call.argv, "-l") != call.argv.end() ||
      std::ranges::find(call.argv, "-0") != call.argv.end())
    return {};
  std::string target;
  for (const std::string& word : from(call.argv, 1))
    if (!word.starts_with('-') && !word.starts_with('%')) target = word;
  // A job of this very shell is one's own.
  if (target.empty() || target == std::string(1, plain_unknown)) return {};
  evaluator.add(Verb::process_signal, joined(from(call.argv, 0)));
  return {};
}

Stream service(Evaluator& evaluator, const Call& call) {
  for (const std::string& word : from(call.argv, 1)) {
    if (word == "status" || word == "is-active" || word == "list-units" || word == "show" ||
        word == "cat" || word == "-l")
      return unknown_text_of(Source::command);
  }
  evaluator.add(Verb::persist, joined(call.argv));
  return {};
}

Stream system_change(Evaluator& evaluator, const Call& call) {
  if (call.argv.size() < 2 &&
      (call.name() == "mount" || call.name() == "sysctl" || call.name() == "ip"))
    return unknown_text_of(Source::command);
  evaluator.add(Verb::privilege, joined(call.argv));
  return {};
}

bool mentions(const Argv& argv, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(from(argv, 1), [words](const std::string& one) {
    return std::ranges::find(words, one) != words.end();
  });
}

// What an option at `at` gives a container of the machine; "" if nothing.
std::string mounted(const Argv& argv, std::size_t at) {
  const std::string& word = argv[at];
  if (word.starts_with("--volume=") || word.starts_with("--mount=") || word.starts_with("-v/"))
    return word.substr(word.find_first_of("=/"));
  const bool mount = word == "-v" || word == "--volume" || word == "--mount";
  return mount && at + 1 < argv.size() ? argv[at + 1] : "";
}

// docker run -v … is as good as a shell.
Stream run_contained(Evaluator& evaluator, const Call& call) {
  for (std::size_t i = 1; i < call.argv.size(); ++i) {
    if (mounted(call.argv, i).find_first_of("/$") != std::string::npos)
      evaluator.add(Verb::infrastructure, joined(call.argv));
    if (call.argv[i] == "--privileged") evaluator.add(Verb::infrastructure, joined(call.argv));
  }
  for (std::size_t i = 2; i + 1 < call.argv.size(); ++i)
    if (mentions({"", call.argv[i]}, {"psql", "mysql", "redis-cli", "mongosh"}))
      evaluator.run(from(call.argv, i), call.in);
  return unknown_text_of(Source::command);
}

// Most of the rest only looks or builds.
Stream containers(Evaluator& evaluator, const Call& call) {
  if (mentions(call.argv, {"exec", "run"})) return run_contained(evaluator, call);
  const bool removes =
      mentions(call.argv, {"rm", "rmi", "prune", "kill", "down", "volume-rm", "remove"});
  if (removes || mentions(call.argv, {"push", "login"}))
    evaluator.add(Verb::infrastructure, joined(call.argv));
  return unknown_text_of(Source::command);
}

Stream cloud(Evaluator& evaluator, const Call& call) {
  if (mentions(call.argv,
               {"get",      "describe", "list",    "ls",       "logs",    "plan",   "show",
                "validate", "fmt",      "version", "template", "lint",    "config", "output",
                "init",     "preview",  "diff",    "status",   "explain", "--help", "--version"}))
    return unknown_text_of(Source::network);
  evaluator.add(Verb::infrastructure, joined(call.argv));
  return {};
}

Stream schedule(Evaluator& evaluator, const Call& call) {
  if (mentions(call.argv, {"-l", "-q"}) && call.name() != "at")
    return unknown_text_of(Source::file);
  if (call.in.there)
    run_shell_text(evaluator, call.name() == "crontab" ? unknown_text_of(Source::file) : call.in,
                   call.name());
  evaluator.add(Verb::persist, joined(call.argv));
  return {};
}

}  // namespace

void add_processes(Programs& programs) {
  for (const std::string_view name : {"kill", "pkill", "killall", "skill", "xkill", "fuser"})
    programs[name] = signal;
  for (const std::string_view name :
       {"systemctl", "service", "supervisorctl", "launchctl", "initctl", "pm2"})
    programs[name] = service;
  for (const std::string_view name :
       {"useradd",  "adduser",   "userdel",   "usermod",   "passwd", "chpasswd", "groupadd",
        "gpasswd",  "visudo",    "iptables",  "ip6tables", "nft",    "ufw",      "setenforce",
        "sysctl",   "mkfs",      "mkfs.ext4", "fdisk",     "parted", "wipefs",   "mount",
        "umount",   "losetup",   "swapoff",   "modprobe",  "insmod", "rmmod",    "setcap",
        "reboot",   "shutdown",  "halt",      "poweroff",  "ip",     "route",    "mkswap",
        "lvremove", "cryptsetup"})
    programs[name] = system_change;
  for (const std::string_view name : {"docker", "podman", "docker-compose", "nerdctl", "buildah"})
    programs[name] = containers;
  for (const std::string_view name :
       {"kubectl", "helm", "terraform", "tofu", "pulumi", "aws", "gcloud", "az", "ansible",
        "ansible-playbook", "gh", "glab", "heroku", "vercel", "netlify", "flyctl", "wrangler",
        "firebase", "doctl"})
    programs[name] = cloud;
  for (const std::string_view name : {"crontab", "at", "batch"}) programs[name] = schedule;
}

}  // namespace redcode::effects
