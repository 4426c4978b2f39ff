#include "record/triggers.h"

#include <algorithm>
#include <array>

namespace redcode::record {
namespace {

using Words = std::string_view;

constexpr std::array<Words, 8> beginnings = {"/var/spool/cron/", "/var/spool/at/",  "/etc/cron",
                                             "/etc/systemd/",    "/etc/init",       "/etc/profile",
                                             "/etc/rc.local",    "/etc/bash.bashrc"};
constexpr std::array<Words, 3> folders = {"/.config/autostart/", "/.config/systemd/", "/.husky/"};
constexpr std::array<Words, 14> names = {
    ".profile", ".bashrc",     ".bash_profile",    ".bash_login",     ".bash_logout",
    ".zshrc",   ".zprofile",   ".zshenv",          ".login",          ".xprofile",
    ".xinitrc", ".xsessionrc", "usercustomize.py", "sitecustomize.py"};
constexpr Words hooks = ".git/hooks/";

Words name_of(Words path) { return path.substr(path.rfind('/') + 1); }

// Git runs what has the name of a hook; its examples have a dot in theirs.
bool is_hook(Words path) {
  const std::size_t at = path.find(hooks);
  if (at == Words::npos) return false;
  const Words name = path.substr(at + hooks.size());
  return !name.empty() && name.find_first_of("./") == Words::npos;
}

}  // namespace

bool starts_programs(std::string_view path) {
  const Words name = name_of(path);
  return std::ranges::any_of(beginnings, [path](Words one) { return path.starts_with(one); }) ||
         std::ranges::any_of(folders, [path](Words one) { return path.contains(one); }) ||
         std::ranges::find(names, name) != names.end() || is_hook(path) ||
         (name.ends_with(".pth") && path.contains("-packages/"));
}

std::optional<std::string> repository_of_hook(std::string_view path) {
  if (!is_hook(path)) return std::nullopt;
  const Words git = path.substr(0, path.find(hooks) + Words(".git").size());
  // The folder of a bare repository is called something.git, that of others .git in their own.
  const bool bare = name_of(git) != ".git";
  return std::string(bare ? git : git.substr(0, git.rfind('/')));
}

}  // namespace redcode::record
