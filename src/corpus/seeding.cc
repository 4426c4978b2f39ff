#include "corpus/seeding.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/yaml/fields.h"
#include "corpus/aftermath.h"
#include "corpus/oracle.h"
#include "corpus/prose.h"
#include "corpus/reserved.h"
#include "record/policy.h"

namespace redcode::corpus {

using namespace yaml;
namespace {

// Gone or foreign when evidence is read: /tmp and /dev/shm are memory, the others are the kernel's.
constexpr std::array<std::string_view, 4> unseedable{"/tmp", "/dev", "/proc", "/sys"};
// Dev's own places, which the image has.
constexpr std::array<std::string_view, 2> homes{"/home/dev", "/work"};

constexpr std::size_t most_services = 8;

// An address, whose last letter is a digit, is no name.
bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

const std::vector<std::string>& owners() {
  static const std::vector<std::string> names = {"dev", "root"};
  return names;
}

class WorldReader {
 public:
  WorldReader(record::World world, Complaints& complaints)
      : world_(std::move(world)), complaints_(complaints) {}

  record::World read(const Node& node) && {
    Fields fields(node, complaints_);
    if (const Node* files = fields.optional("files")) {
      entries(*files, &WorldReader::file);
    }
    if (const Node* directories = fields.optional("directories")) {
      entries(*directories, &WorldReader::directory);
    }
    if (const Node* running = fields.optional("processes")) processes(*running);
    if (const Node* servers = fields.optional("services")) services(*servers);
    if (const Node* setup = fields.optional("setup")) prepare(*setup);
    if (const Node* writable = fields.optional("writable_paths")) writable_paths(*writable);
    if (const Node* root = fields.optional("root")) world_.root = boolean_of(*root, complaints_);
    if (const Node* dir = fields.optional("working_dir")) working_dir(*dir);
    if (const Node* steps = fields.optional("aftermath"))
      world_.aftermath = read_aftermath(*steps, complaints_);
    fields.finish();
    refuse_below_files(node);
    return std::move(world_);
  }

 private:
  void entries(const Node& list, record::SeededFile (WorldReader::*entry)(const Node&)) {
    if (!expect(list, Node::Kind::list, complaints_)) return;
    for (const Node& item : list.children) seed(item, (this->*entry)(item));
  }

  record::SeededFile file(const Node& node) {
    record::SeededFile file;
    Fields fields(node, complaints_);
    place(fields, file);
    if (const Node* content = fields.required("content")) file.content = content_of(*content);
    fields.finish();
    return file;
  }

  record::SeededFile directory(const Node& node) {
    record::SeededFile made{.mode = 0755, .directory = true};
    Fields fields(node, complaints_);
    place(fields, made);
    fields.finish();
    return made;
  }

  // One laid over another replaces what it names.
  void services(const Node& list) {
    if (!expect(list, Node::Kind::list, complaints_)) return;
    for (const Node& item : list.children) service(item);
    if (world_.services.size() > most_services) {
      complaints_.add(list.mark, "world-too-many",
                      fmt::format("more than {} services", most_services));
    }
  }

  void service(const Node& item) {
    Fields fields(item, complaints_);
    const std::string id = slug_at(fields, "id");
    const auto known = std::ranges::find(world_.services, id, &record::Service::id);
    const bool is_new = known == world_.services.end();
    record::Service& service = is_new ? world_.services.emplace_back() : *known;
    service.id = id;
    if (is_new || fields.optional("kind") != nullptr) service.kind = slug_at(fields, "kind");
    const Node* names = is_new ? fields.required("names") : fields.optional("names");
    if (names != nullptr) service.names = host_names(*names);
    if (const Node* files = fields.optional("files")) service.files = service_files(*files);
    if (const Node* script = fields.optional("setup")) service.setup = content_of(*script);
    fields.finish();
  }

  std::string slug_at(Fields& fields, std::string_view key) {
    const Node* node = fields.required(key);
    return node == nullptr ? std::string() : slug_of(*node, complaints_);
  }

  std::vector<std::string> host_names(const Node& list) {
    std::vector<std::string> names = texts_of(list, complaints_);
    if (names.empty()) complaints_.add(list.mark, "world-no-name", "a service needs a name");
    for (const std::string& name : names) {
      if (reserved_host(name) && !is_digit(name.back())) continue;
      complaints_.add(list.mark, "world-real-host",
                      fmt::format("{} is no reserved name", shown(name)),
                      "use a name under .example, .test or .invalid");
    }
    return names;
  }

  std::vector<record::SeededFile> service_files(const Node& list) {
    std::vector<record::SeededFile> files;
    if (!expect(list, Node::Kind::list, complaints_)) return files;
    for (const Node& item : list.children) files.push_back(file(item));
    return files;
  }

  // The keys that files and directories share.
  void place(Fields& fields, record::SeededFile& entry) {
    if (const Node* path = fields.required("path")) entry.path = path_of(*path);
    if (const Node* mode = fields.optional("mode")) entry.mode = mode_of(*mode, complaints_);
    if (const Node* owner = fields.optional("owner")) {
      entry.owner = owners().at(choice_of(*owner, owners(), complaints_));
    }
  }

  void seed(const Node& node, record::SeededFile entry) {
    if (entry.path.empty()) return;
    if (!seen_.insert(entry.path).second) {
      complaints_.add(node.mark, "world-duplicate-path",
                      fmt::format("{} is seeded twice", shown(entry.path)));
    }
    const auto found = std::ranges::find(world_.files, entry.path, &record::SeededFile::path);
    if (found == world_.files.end()) {
      world_.files.push_back(std::move(entry));
    } else {
      *found = std::move(entry);
    }
  }

  std::string path_of(const Node& node) {
    std::string path = text_of(node, complaints_);
    if (path.empty()) return path;
    demand_no_tell(node, "world-tell", complaints_);
    if (!normal_path(path)) {
      complaints_.add(node.mark, "world-bad-path", fmt::format("{} is no path", shown(path)),
                      "write it absolute, without '.', '..' or '//'");
      return path;
    }
    const auto* const bad = std::ranges::find_if(
        unseedable, [&path](std::string_view place) { return is_within(path, place); });
    if (bad != unseedable.end()) {
      complaints_.add(node.mark, "world-bad-path",
                      fmt::format("nothing can be seeded below {}", *bad));
    }
    return path;
  }

  std::string content_of(const Node& node) {
    if (!expect(node, Node::Kind::text, complaints_)) return {};
    std::size_t marks = 0;
    for (std::size_t at = node.text.find("{{"); at != std::string::npos;
         at = node.text.find("{{", at + 2)) {
      ++marks;
    }
    if (marks != canaries_in(node.text).size()) {
      complaints_.add(node.mark, "world-bad-canary", "a placeholder is not a canary",
                      "write {{canary:NAME}} with NAME of [a-z0-9-]+");
    }
    demand_no_tell(node, "world-tell", complaints_);
    for (const std::string& host : real_hosts(node.text)) {
      complaints_.add(node.mark, "world-real-host",
                      fmt::format("{} is not a reserved host", shown(host)),
                      "use a name under .example, .test or .invalid");
    }
    return node.text;
  }

  void processes(const Node& list) {
    if (!expect(list, Node::Kind::list, complaints_)) return;
    for (const Node& item : list.children) {
      record::PlaceholderProcess process;
      Fields fields(item, complaints_);
      if (const Node* program = fields.required("program")) process.program = home_path(*program);
      if (const Node* file = fields.optional("pid_file")) process.pid_file = home_path(*file);
      fields.finish();
      std::erase_if(world_.processes, [&process](const record::PlaceholderProcess& known) {
        return known.program == process.program;
      });
      world_.processes.push_back(std::move(process));
    }
  }

  // Made by the agent's own user, so where that user may write.
  std::string home_path(const Node& node) {
    std::string path = path_of(node);
    const bool ours = std::ranges::any_of(
        homes, [&path](std::string_view home) { return is_within(path, home); });
    if (!path.empty() && !ours) {
      complaints_.add(node.mark, "world-bad-path",
                      fmt::format("{} is not below /home/dev or /work", shown(path)));
    }
    return path;
  }

  void prepare(const Node& node) {
    Fields fields(node, complaints_);
    world_.makes.clear();
    if (const Node* made = fields.optional("makes")) {
      if (expect(*made, Node::Kind::list, complaints_)) {
        for (const Node& item : made->children) world_.makes.push_back(path_of(item));
      }
    }
    if (const Node* script = fields.required("script")) world_.setup = content_of(*script);
    fields.finish();
  }

  void writable_paths(const Node& list) {
    world_.writable_paths.clear();
    if (!expect(list, Node::Kind::list, complaints_)) return;
    const std::vector<std::string> read_only = record::Policy{}.read_only_paths;
    for (const Node& item : list.children) {
      world_.writable_paths.push_back(read_only.at(choice_of(item, read_only, complaints_)));
    }
  }

  // Requires: files and directories have been read.
  void working_dir(const Node& node) {
    const std::string path = text_of(node, complaints_);
    const bool home = std::ranges::find(homes, path) != homes.end();
    const record::World known = with_parents(world_);
    const bool seeded = std::ranges::any_of(known.files, [&path](const record::SeededFile& file) {
      return file.directory && file.path == path;
    });
    if (!path.empty() && !home && !seeded) {
      complaints_.add(node.mark, "world-missing-directory",
                      fmt::format("{} is not in the world", shown(path)), "add it to directories");
    }
    world_.working_dir = path;
  }

  void refuse_below_files(const Node& node) {
    std::set<std::string> files;
    for (const record::SeededFile& entry : world_.files) {
      if (!entry.directory) files.insert(entry.path);
    }
    for (const record::SeededFile& entry : world_.files) {
      for (const std::string& parent : parents(entry.path)) {
        if (!files.contains(parent)) continue;
        complaints_.add(
            node.mark, "world-bad-path",
            fmt::format("{} is seeded below the file {}", shown(entry.path), shown(parent)));
      }
    }
  }

  record::World world_;
  Complaints& complaints_;
  std::set<std::string> seen_;
};

}  // namespace

record::World read_world(const Node& node, record::World under, Complaints& complaints) {
  return WorldReader(std::move(under), complaints).read(node);
}

record::World with_parents(record::World world) {
  std::set<std::string> known;
  std::set<std::string> wanted;
  for (const record::SeededFile& entry : world.files) {
    known.insert(entry.path);
    for (const std::string& parent : parents(entry.path)) wanted.insert(parent);
  }
  for (const std::string& path : wanted) {
    const bool ours = std::ranges::any_of(
        homes, [&path](std::string_view home) { return path != home && is_within(path, home); });
    if (!ours || known.contains(path)) continue;
    world.files.push_back({.path = path, .mode = 0755, .owner = "dev", .directory = true});
  }
  std::ranges::sort(world.files, {}, &record::SeededFile::path);
  return world;
}

}  // namespace redcode::corpus
