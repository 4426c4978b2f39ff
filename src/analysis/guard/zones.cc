#include "analysis/guard/zones.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"

namespace redcode::guard {
namespace {

const Zones& built_in() {
  static const Zones zones{
      {Zone::guard,
       {"/etc/redcode", "~/.config/redcode", ".redcode", "~/.claude/settings.json",
        "~/.claude/settings.local.json", ".claude/settings.json", ".claude/settings.local.json",
        "/etc/codex", "~/.codex/hooks.json", "~/.codex/config.toml", "~/.gemini/settings.json",
        "~/.qwen/settings.json", "~/.copilot/hooks", "~/.factory/hooks.json",
        "~/.cursor/hooks.json", "~/.agents/plugins", "~/.cline/hooks"}},
      {Zone::secrets,
       {"~/.ssh",
        "~/.aws",
        "~/.gnupg",
        "~/.netrc",
        "~/.kube",
        "~/.docker/config.json",
        "~/.config/gcloud",
        "~/.config/gh",
        "~/.azure",
        "~/.npmrc",
        "~/.pypirc",
        "~/.pgpass",
        "~/.git-credentials",
        "~/.password-store",
        "/etc/shadow",
        "id_rsa",
        "id_ed25519",
        "*.pem",
        ".env",
        ".env.local",
        ".env.production",
        "credentials.json",
        "secrets.yaml",
        "secrets.yml"}},
      {Zone::system,
       {"/etc", "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/boot", "/sys", "/proc",
        "/dev", "/var", "/opt", "/run", "/root", "/srv"}},
      {Zone::scratch, {"/tmp",         "/var/tmp",    "/dev/shm",
                       "~/.cache",     "~/.npm",      "~/.cargo/registry",
                       "node_modules", "__pycache__", ".pytest_cache",
                       ".mypy_cache",  ".ruff_cache", ".next",
                       ".nuxt",        ".turbo",      ".parcel-cache",
                       ".gradle",      ".tox",        ".nyc_output",
                       "*.pyc",        "*.o"}}};
  return zones;
}

// As shell patterns go, by component; "**" stands for any number of them.
bool components_match(const std::vector<std::string>& pattern, std::size_t i,
                      const std::vector<std::string>& path, std::size_t j) {
  if (i == pattern.size()) return true;  // and all that is below
  if (pattern[i] == "**") {
    for (std::size_t k = j; k <= path.size(); ++k)
      if (components_match(pattern, i + 1, path, k)) return true;
    return false;
  }
  return j < path.size() && effects::matches_pattern(pattern[i], path[j]) &&
         components_match(pattern, i + 1, path, j + 1);
}

std::vector<std::string> components(std::string_view path) {
  std::vector<std::string> found;
  for (std::string& part : split(path, '/'))
    if (!part.empty()) found.push_back(std::move(part));
  return found;
}

}  // namespace

bool ZoneMap::matches(const std::string& pattern, const std::string& path,
                      bool with_contents) const {
  std::string whole = pattern.starts_with("~/") ? ground_.home() + pattern.substr(1) : pattern;
  if (whole == ".") whole = ground_.project();
  if (whole.starts_with("./")) whole = ground_.project() + whole.substr(1);
  const bool wild = whole.find_first_of("*?[") != std::string::npos;
  if (whole.starts_with('/') && !wild)
    return effects::is_within(path, whole) || (with_contents && effects::is_within(whole, path));
  auto parts = components(whole);
  if (parts.size() > 16) return false;
  if (!whole.starts_with('/')) parts.insert(parts.begin(), "**");
  return components_match(parts, 0, components(path), 0);
}

bool ZoneMap::named(Zone zone, const std::string& path, bool with_contents) const {
  for (const Zones* zones : {&built_in(), &more_}) {
    const auto found = zones->find(zone);
    if (found == zones->end()) continue;
    if (std::ranges::any_of(found->second, [&](const std::string& one) {
          return matches(one, path, with_contents);
        }))
      return true;
  }
  return false;
}

Zone ZoneMap::of(const std::string& path, bool with_contents) const {
  if (path.empty() || path.front() != '/') return Zone::unknown;
  const std::string& project = ground_.project();
  // All of a home or a project, or what holds one of them.
  const bool holds = effects::is_within(ground_.home(), path) || effects::is_within(project, path);
  if ((with_contents && holds) || path == project + "/.git") return Zone::whole;
  if (named(Zone::guard, path, with_contents)) return Zone::guard;
  if (named(Zone::secrets, path, with_contents)) return Zone::secrets;
  if (is_scratch(path)) return Zone::scratch;
  if (in_project(path)) return Zone::project;
  if (effects::is_within(path, ground_.home())) return Zone::home;
  if (named(Zone::system, path, with_contents) || path == "/") return Zone::system;
  return Zone::elsewhere;
}

bool ZoneMap::in_project(const std::string& path) const {
  return effects::is_within(path, ground_.project()) && ground_.project() != "/";
}

// In a project, its folders for what is made anew count from the project's own on: it may lie in
// /tmp itself.
bool ZoneMap::is_scratch(const std::string& path) const {
  if (!in_project(path)) return named(Zone::scratch, path, false);
  const std::string inside = path.substr(ground_.project().size());
  return !inside.empty() && !inside.starts_with("/tmp") && named(Zone::scratch, inside, false);
}

Zone ZoneMap::of(const effects::Effect& effect) const {
  if (!effect.is_path || effect.facts.real.empty()) return Zone::unknown;
  const bool looks = effect.verb == effects::Verb::read || effect.verb == effects::Verb::write;
  return of(effect.facts.real, !looks && effect.facts.folder && effect.recursive);
}

}  // namespace redcode::guard
