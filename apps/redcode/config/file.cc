#include "config/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/fd.h"
#include "config/check.h"

namespace redcode::app {
namespace {

constexpr const char* usual_name = "redcode.yaml";

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

std::string named_path(const std::string& flag) {
  const char* variable = std::getenv("REDCODE_CONFIG");
  return flag.empty() && variable != nullptr ? variable : flag;
}

}  // namespace

bool config_is_named(const std::string& flag) { return !named_path(flag).empty(); }

std::string config_path(const std::string& flag) {
  std::string path = named_path(flag);
  std::error_code none;  // where nobody may look, there is none
  if (path.empty() && std::filesystem::exists(usual_name, none)) path = usual_name;
  return path == "none" ? "" : path;
}

ConfigRead read_config(const std::string& path, CLI::App& root) {
  // Not to wait for who writes to a pipe.
  const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat facts = {};
  if (!file || ::fstat(file.get(), &facts) != 0) return unreadable(path, "cannot be read");
  if (!S_ISREG(facts.st_mode)) return unreadable(path, "is no plain file");
  return parse_config(read_bounded(file.get()), path, root);
}

ConfigRead parse_config(std::string_view text, const std::string& path, CLI::App& root) {
  yaml::Complaints complaints(path, "config");
  ConfigFile file{.path = path, .root = yaml::parse_yaml(text, complaints)};
  if (complaints.count() == 0) check_secrets(text, complaints);
  if (complaints.count() == 0) check_config(file.root, root, complaints);
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

}  // namespace redcode::app
