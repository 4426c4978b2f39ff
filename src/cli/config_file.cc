#include "cli/config_file.h"

#include <fcntl.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/fd.h"
#include "base/text.h"
#include "cli/config_check.h"
#include "cli/settings.h"

namespace redcode::cli {
namespace {

std::unexpected<std::vector<Error>> unreadable(const std::string& path, const char* why) {
  return std::unexpected(std::vector{Error{.code = "config-unreadable",
                                           .message = why,
                                           .hint = "--config none goes without one",
                                           .where = {.file = path}}});
}

// At most one byte more than a YAML file may have.
std::string read_bounded(int file) {
  std::string text(yaml::yaml_bytes_limit + 1, '\0');
  std::size_t have = 0;
  while (have < text.size()) {
    const ssize_t got = ::read(file, text.data() + have, text.size() - have);
    if (got <= 0) break;
    have += static_cast<std::size_t>(got);
  }
  text.resize(have);
  return text;
}

std::string named_path(const std::string& flag, const ConfigRules& rules) {
  return flag.empty() ? environment(as_variable(rules.program + "_config")) : flag;
}

}  // namespace

std::string environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? "" : value;
}

bool config_is_named(const std::string& flag, const ConfigRules& rules) {
  return !named_path(flag, rules).empty();
}

std::string config_path(const std::string& flag, const ConfigRules& rules) {
  const std::string usual_name = rules.program + ".yaml";
  std::string path = named_path(flag, rules);
  std::error_code none;  // where nobody may look, there is none
  if (path.empty() && std::filesystem::exists(usual_name, none)) path = usual_name;
  return path == "none" ? "" : path;
}

ConfigRead read_config(const std::string& path, CLI::App& root, const ConfigRules& rules) {
  // Not to wait for who writes to a pipe.
  const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat facts = {};
  if (!file || ::fstat(file.get(), &facts) != 0) return unreadable(path, "cannot be read");
  if (!S_ISREG(facts.st_mode)) return unreadable(path, "is no plain file");
  return parse_config(read_bounded(file.get()), path, root, rules);
}

ConfigRead parse_config(std::string_view text, const std::string& path, CLI::App& root,
                        const ConfigRules& rules) {
  yaml::Complaints complaints(path, "config");
  ConfigFile file{.path = path, .root = yaml::parse_yaml(text, complaints)};
  if (complaints.count() == 0) check_secrets(text, rules, complaints);
  if (complaints.count() == 0) check_config({file.root, root, rules}, complaints);
  if (complaints.count() == 0) return file;
  return std::unexpected(std::move(complaints).take());
}

std::vector<std::string> values_of(const yaml::Node& setting) {
  if (setting.kind != yaml::Node::Kind::list) return {setting.text};
  std::vector<std::string> values;
  for (const yaml::Node& item : setting.children) values.push_back(item.text);
  return values;
}

const yaml::Node* section_for(const yaml::Node& sections, const std::vector<std::string>& words) {
  const yaml::Node* at = &sections;
  for (const std::string& word : words) {
    at = at->find(word);
    if (at == nullptr) return nullptr;
  }
  return at;
}

const yaml::Node* profile_named(std::string_view name, const yaml::Node& file,
                                const ConfigRules& rules) {
  if (const yaml::Node* found = rules.profiles.find(name)) return found;
  const yaml::Node* own = file.find("profiles");
  return own == nullptr ? nullptr : own->find(name);
}

std::vector<std::string> profile_names(const yaml::Node& file, const ConfigRules& rules) {
  std::vector<std::string> names;
  for (const yaml::Node& one : rules.profiles.children) names.push_back(one.key);
  const yaml::Node* own = file.find("profiles");
  if (own == nullptr) return names;
  for (const yaml::Node& one : own->children) names.push_back(one.key);
  return names;
}

Error no_such_profile(const std::string& name, const yaml::Node& file, const ConfigRules& rules) {
  const std::vector<std::string> names = profile_names(file, rules);
  const std::string near = nearest(name, names);
  return {.code = "config-bad-value",
          .message = fmt::format("no profile {}", yaml::shown(name)),
          .hint = near.empty() ? fmt::format("there are: {}", fmt::join(names, ", "))
                               : fmt::format("did you mean '{}'?", near)};
}

}  // namespace redcode::cli
