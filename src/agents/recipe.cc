#include "agents/recipe.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "base/digest.h"
#include "base/json.h"
#include "base/yaml/fields.h"
#include "base/yaml/yaml.h"

namespace redcode::agents {
namespace {

using yaml::Complaints;
using yaml::Fields;
using yaml::Node;

constexpr yaml::Bounds memory_bounds{.least = 256, .most = 65'536};

void complain(const Node& node, Complaints& complaints, std::string what, std::string hint) {
  complaints.add(node.mark, complaints.code("bad-value"),
                 fmt::format("{} is {}", yaml::shown(node.text), what), std::move(hint));
}

std::string version_of(const Node& node, Complaints& complaints) {
  static const RE2 exact(R"(\d+\.\d+\.\d+[-+.0-9A-Za-z]*)");
  std::string version = yaml::text_of(node, complaints);
  if (!version.empty() && !RE2::FullMatch(version, exact)) {
    complain(node, complaints, "no exact version", "write it like 1.2.3");
  }
  return version;
}

bool leads_below(std::string_view path) {
  const std::filesystem::path parts(path);
  return !path.empty() && parts.is_relative() && !path.ends_with('/') &&
         std::ranges::none_of(parts, [](const auto& part) { return part == ".." || part == "."; });
}

std::string path_below(const Node& node, Complaints& complaints) {
  std::string path = yaml::text_of(node, complaints);
  if (!path.empty() && !leads_below(path)) {
    complain(node, complaints, "no path below a folder", "write it like bin/agent");
  }
  return path;
}

// Evidence about these paths counts for nothing, so they must be the program's alone.
std::string own_path(const Node& node, Complaints& complaints) {
  static const RE2 narrow(R"((/home/dev|/tmp|/var|/opt|/dev/shm)/[^/]+(/[^/]+)*)");
  std::string path = yaml::text_of(node, complaints);
  if (!path.empty() && (!RE2::FullMatch(path, narrow) || !leads_below(path.substr(1)))) {
    complain(node, complaints, "no path of a program's own", "write it like /home/dev/.agent");
  }
  return path;
}

// Each member of a map, read by `read`.
template <class Read>
Texts map_of(const Node& node, Complaints& complaints, Read read) {
  Texts texts;
  if (!yaml::expect(node, Node::Kind::map, complaints)) return texts;
  for (const Node& member : node.children) texts.emplace(member.key, read(member, complaints));
  return texts;
}

// Complains about the keys of `node` that `good` does not match.
void check_keys(const Node& node, const RE2& good, std::string_view what, Complaints& complaints) {
  for (const Node& member : node.children) {
    if (RE2::FullMatch(member.key, good)) continue;
    complaints.add(member.key_mark, complaints.code("bad-value"),
                   fmt::format("{} is no {}", yaml::shown(member.key), what));
  }
}

Texts environment_of(const Node& node, Complaints& complaints) {
  static const RE2 variable("[A-Za-z_][A-Za-z0-9_]*");
  check_keys(node, variable, "variable's name", complaints);
  return map_of(node, complaints, yaml::text_of);
}

Texts packages_of(const Node& node, Complaints& complaints) {
  static const RE2 package("(@[a-z0-9._-]+/)?[a-z0-9][a-z0-9._-]*");
  check_keys(node, package, "npm package", complaints);
  return map_of(node, complaints, version_of);
}

std::string integrity_of(const Node& node, Complaints& complaints) {
  static const RE2 sha512("sha512-[A-Za-z0-9+/]{86}==");
  std::string digest = yaml::text_of(node, complaints);
  if (!digest.empty() && !RE2::FullMatch(digest, sha512)) {
    complain(node, complaints, "no digest as npm writes it",
             "`npm view NAME@VERSION dist.integrity` tells it");
  }
  return digest;
}

// Of the recipe's own packages only: of others nothing would be checked.
Texts integrities_of(const Node& node, const Recipe& recipe, Complaints& complaints) {
  for (const Node& member : node.children) {
    const bool nodes = !recipe.node.empty() && member.key == node_package;
    if (nodes || recipe.packages.contains(member.key)) continue;
    complaints.add(member.key_mark, complaints.code("bad-value"),
                   fmt::format("{} is none of the packages", yaml::shown(member.key)));
  }
  return map_of(node, complaints, integrity_of);
}

Texts files_of(const Node& node, Complaints& complaints) {
  for (const Node& member : node.children) {
    if (leads_below(member.key)) continue;
    complaints.add(member.key_mark, complaints.code("bad-value"),
                   fmt::format("{} is no path below the home directory", yaml::shown(member.key)));
  }
  return map_of(node, complaints, yaml::text_of);
}

Argv argv_of(const Node& node, Complaints& complaints) {
  Argv argv = yaml::texts_of(node, complaints);
  if (node.kind == Node::Kind::list && argv.empty()) {
    complaints.add(node.mark, complaints.code("empty-text"), "the command is empty");
  }
  return argv;
}

void read_start(Fields& fields, Recipe::Start& start, Complaints& complaints) {
  if (const Node* command = fields.required("command")) {
    start.command = argv_of(*command, complaints);
  }
  if (const Node* environment = fields.optional("environment")) {
    start.environment = environment_of(*environment, complaints);
  }
  if (const Node* files = fields.optional("files")) start.files = files_of(*files, complaints);
}

Recipe::Start acp_of(const Node& node, const Recipe::Start& cli, Complaints& complaints) {
  Recipe::Start start;
  Fields fields(node, complaints);
  read_start(fields, start, complaints);
  fields.finish();
  start.environment.insert(cli.environment.begin(), cli.environment.end());
  start.files.insert(cli.files.begin(), cli.files.end());
  return start;
}

record::Baseline own_of(const Node& node, Complaints& complaints) {
  record::Baseline own;
  Fields fields(node, complaints);
  const Node* paths = fields.optional("paths");
  if (paths != nullptr && yaml::expect(*paths, Node::Kind::list, complaints)) {
    for (const Node& path : paths->children) own.paths.push_back(own_path(path, complaints));
  }
  if (const Node* hosts = fields.optional("hosts")) own.hosts = yaml::texts_of(*hosts, complaints);
  fields.finish();
  return own;
}

wire::Format format_of(const Node& node, Complaints& complaints) {
  const Result<wire::Format> format = wire::format_named(yaml::text_of(node, complaints));
  if (!format)
    complaints.add(node.mark, complaints.code("bad-value"), format.error().message,
                   format.error().hint);
  return format.value_or(wire::Format::chat);
}

void read_install(Fields& fields, Recipe& recipe, Complaints& complaints) {
  if (const Node* name = fields.required("name")) recipe.name = yaml::slug_of(*name, complaints);
  recipe.title = fields.text("title");
  if (const Node* version = fields.required("version")) {
    recipe.version = version_of(*version, complaints);
  }
  if (const Node* packages = fields.required("packages")) {
    recipe.packages = packages_of(*packages, complaints);
  }
  if (const Node* node = fields.optional("node")) recipe.node = version_of(*node, complaints);
  if (const Node* integrity = fields.optional("integrity")) {
    recipe.integrity = integrities_of(*integrity, recipe, complaints);
  }
  if (const Node* unpack = fields.optional("unpack")) {
    recipe.unpack = path_below(*unpack, complaints);
    if (!recipe.unpack.ends_with(".br"))
      complain(*unpack, complaints, "no file that can be unpacked", "write it like bin/agent.br");
  }
  if (const Node* scripts = fields.optional("scripts")) {
    recipe.scripts = yaml::boolean_of(*scripts, complaints);
  }
  if (const Node* program = fields.required("program")) {
    recipe.program = path_below(*program, complaints);
  }
}

void read_before(const Node& node, Recipe& recipe, Complaints& complaints) {
  if (!yaml::expect(node, Node::Kind::list, complaints)) return;
  for (const Node& command : node.children) {
    recipe.before.push_back(argv_of(command, complaints));
  }
}

void read_rest(Fields& fields, Recipe& recipe, Complaints& complaints) {
  if (const Node* format = fields.required("format")) {
    recipe.format = format_of(*format, complaints);
  }
  if (const Node* model = fields.optional("model"))
    recipe.model = yaml::text_of(*model, complaints);
  if (const Node* before = fields.optional("before")) read_before(*before, recipe, complaints);
  if (const Node* acp = fields.optional("acp")) recipe.acp = acp_of(*acp, recipe.cli, complaints);
  if (const Node* own = fields.optional("own")) recipe.own = own_of(*own, complaints);
  if (const Node* memory = fields.optional("memory_mb")) {
    recipe.memory_mb =
        static_cast<std::uint64_t>(yaml::integer_of(*memory, memory_bounds, complaints));
  }
  if (const Node* notes = fields.optional("notes"))
    recipe.notes = yaml::text_of(*notes, complaints);
}

Recipe recipe_of(const Node& root, Complaints& complaints) {
  Recipe recipe;
  Fields fields(root, complaints);
  read_install(fields, recipe, complaints);
  read_start(fields, recipe.cli, complaints);
  read_rest(fields, recipe, complaints);
  fields.finish();
  const bool told = std::ranges::any_of(
      recipe.cli.command, [](const std::string& word) { return word.contains("{task}"); });
  if (!recipe.cli.command.empty() && !told) {
    complaints.add(root.mark, complaints.code("no-task"), "the command does not name the task",
                   "put {task} where it belongs");
  }
  return recipe;
}

Json to_json(const Recipe::Start& start) {
  return {{"command", start.command}, {"environment", start.environment}, {"files", start.files}};
}

}  // namespace

std::expected<Recipe, std::vector<Error>> parse_recipe(std::string_view text,
                                                       const std::string& file) {
  Complaints complaints(file, "agent");
  const Node root = yaml::parse_yaml(text, complaints);
  Recipe recipe;
  if (complaints.count() == 0) recipe = recipe_of(root, complaints);
  if (complaints.count() == 0) return recipe;
  return std::unexpected(std::move(complaints).take());
}

std::string Recipe::digest() const {
  const Json json = {{"name", name},
                     {"version", version},
                     {"packages", packages},
                     {"node", node},
                     {"scripts", scripts},
                     {"program", program},
                     {"format", wire::name(format)},
                     {"model", model},
                     {"cli", to_json(cli)},
                     {"acp", acp ? to_json(*acp) : Json()},
                     {"before", before},
                     {"own", {{"paths", own.paths}, {"hosts", own.hosts}}},
                     {"memory_mb", memory_mb}};
  return sha256_hex(dump_json(json));
}

std::string filled(std::string_view text, const Blanks& blanks) {
  const std::array<std::pair<std::string_view, std::string_view>, 5> words = {
      {{"{task}", blanks.task},
       {"{base}", blanks.base},
       {"{key}", blanks.key},
       {"{model}", blanks.model},
       {"{agent}", blanks.agent}}};
  std::string out;
  while (!text.empty()) {
    const auto* word =
        std::ranges::find_if(words, [&](const auto& one) { return text.starts_with(one.first); });
    const bool blank = word != words.end();
    out += blank ? word->second : text.substr(0, 1);
    text.remove_prefix(blank ? word->first.size() : 1);
  }
  return out;
}

}  // namespace redcode::agents
