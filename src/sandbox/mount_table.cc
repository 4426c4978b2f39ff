#include "sandbox/mount_table.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace redcode::sandbox {
namespace {

// Spaces and the like are written as \040.
std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    int value = 0;
    const char* begin = text.data() + at + 1;
    const bool escaped = text[at] == '\\' && at + 3 < text.size() &&
                         std::from_chars(begin, begin + 3, value, 8).ptr == begin + 3;
    plain.push_back(escaped ? static_cast<char>(value) : text[at]);
    if (escaped) at += 3;
  }
  return plain;
}

bool contains(const std::vector<std::string>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

std::vector<std::string> settings_in(const std::string& field) {
  std::vector<std::string> settings = split(field, ',');
  for (std::string& one : settings) one = unescaped(one);
  return settings;
}

void add_to(OverlayLayers& layers, const std::string& setting) {
  const std::size_t equals = setting.find('=');
  if (equals == std::string::npos) return;
  const std::string name = setting.substr(0, equals);
  const std::string value = setting.substr(equals + 1);
  if (name == "upperdir") layers.upper = value;
  // The second is how newer kernels name them one by one.
  if (name != "lowerdir" && name != "lowerdir+") return;
  for (const std::string& lower : split(value, ':')) {
    if (!lower.empty()) layers.lowers.emplace_back(lower);
  }
}

}  // namespace

MountTable mount_table(std::string_view mountinfo) {
  constexpr std::size_t device_field = 2;
  constexpr std::size_t root_field = 3;
  constexpr std::size_t point_field = 4;
  constexpr std::size_t options_field = 5;
  MountTable table;
  for (const std::string& line : split(mountinfo, '\n')) {
    const std::vector<std::string> fields = split(line, ' ');
    const auto dash = std::ranges::find(fields, "-");
    if (fields.size() <= options_field || fields.end() - dash < 2) continue;
    const std::vector<std::string> options = split(fields[options_field], ',');
    Mounted mounted{.type = *(dash + 1),
                    .device = fields[device_field],
                    .root = unescaped(fields[root_field]),
                    .read_only = contains(options, "ro"),
                    .no_suid = contains(options, "nosuid"),
                    .no_dev = contains(options, "nodev")};
    if (fields.end() - dash > 3) mounted.settings = settings_in(*(dash + 3));
    table[unescaped(fields[point_field])] = std::move(mounted);
  }
  return table;
}

OverlayLayers root_layers(const MountTable& table) {
  OverlayLayers layers;
  const auto root = table.find("/");
  if (root == table.end() || root->second.type != "overlay") return layers;
  for (const std::string& setting : root->second.settings) add_to(layers, setting);
  // Many layers do not fit into a mount's options by their whole names: containerd then leaves out
  // what all have in common, the directory of its snapshots.
  const std::filesystem::path common = layers.upper.parent_path().parent_path();
  for (std::filesystem::path& lower : layers.lowers) lower = common / lower;
  return layers;
}

}  // namespace redcode::sandbox
