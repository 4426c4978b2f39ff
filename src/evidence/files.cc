#include "evidence/files.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/failure.h"
#include "base/off_thread.h"
#include "base/text.h"
#include "evidence/layers.h"
#include "evidence/observer.h"
#include "record/kept_contents.h"

namespace redcode::evidence {
namespace {

// Whether the node keeps the content of a directory below it out of sight.
bool hides_below(const Node& node) {
  return node.whiteout || node.opaque || node.state.kind != "directory";
}

bool hides_below(const Tree& tree, const std::string& path) {
  const auto found = tree.find(path);
  return found != tree.end() && hides_below(found->second);
}

// What the sandbox shows at `path`: the upper tree over the image's layers.
std::optional<Node> shown(const Tree& upper, const Layers& layers, const std::string& path) {
  if (const auto found = upper.find(path); found != upper.end()) {
    if (found->second.whiteout) return std::nullopt;
    return found->second;
  }
  for (std::size_t end = path.rfind('/'); end != 0 && end != std::string::npos;
       end = path.rfind('/', end - 1)) {
    if (hides_below(upper, path.substr(0, end))) return std::nullopt;
  }
  return layers.look(path);
}

// Every path that may look different: those in either tree, and those of the image that only one
// of them hides.
std::set<std::string> candidates(const Tree& before, const Tree& after, const Layers& layers) {
  std::set<std::string> paths;
  for (const Tree* tree : {&before, &after}) {
    for (const auto& [path, node] : *tree) paths.insert(path);
  }
  const std::vector<std::string> own(paths.begin(), paths.end());
  for (const std::string& path : own) {
    if (hides_below(before, path) == hides_below(after, path)) continue;
    for (std::string& below : layers.below(path)) paths.insert(std::move(below));
  }
  return paths;
}

bool differs(const std::optional<Node>& before, const std::optional<Node>& after) {
  if (!before || !after) return before.has_value() != after.has_value();
  if (before->state != after->state) return true;
  const bool undigested = after->state.kind == "file" && after->state.digest.empty();
  return undigested && before->changed_ns != after->changed_ns;
}

bool content_is_new(const std::optional<Node>& before, const Node& after) {
  return !before || before->state.digest != after.state.digest || after.state.digest.empty();
}

std::optional<record::FileState> state_of(const std::optional<Node>& node) {
  if (!node) return std::nullopt;
  return node->state;
}

void add_sightings(const std::string& path, const std::optional<Node>& before, const Node& after,
                   FileDifferences& found) {
  if (!content_is_new(before, after)) return;
  if (!after.searched) ++found.lost;
  for (const CanaryHit& hit : after.canaries) {
    found.facts.emplace_back(record::CanarySeen{
        .canary = hit.canary, .place = "file", .where = path, .encoding = hit.encoding});
  }
}

void add_content(std::optional<Node> node, FileDifferences& found) {
  if (node && node->content)
    found.contents.try_emplace(std::move(node->state.digest), *std::move(node->content));
}

void compare(const Tree& before, const Tree& after, const Layers& layers, FileDifferences& found) {
  for (const std::string& path : candidates(before, after, layers)) {
    std::optional<Node> was = shown(before, layers, path);
    std::optional<Node> is = shown(after, layers, path);
    if (!differs(was, is)) continue;
    const std::string name = valid_utf8(path);
    found.facts.emplace_back(
        record::FileChanged{.path = name, .before = state_of(was), .after = state_of(is)});
    if (is) add_sightings(name, was, *is, found);
    add_content(std::move(was), found);
    add_content(std::move(is), found);
  }
}

}  // namespace

FileWatch::Moment FileWatch::look(TreeReader& reader) {
  const Fd upper(open(window_.upper.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!upper) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot read the sandbox's layer {}", window_.upper.string()));
  }
  Moment moment{.upper = reader.read_layer(upper.get()), .tmpfs = {}};
  for (const sandbox::Window::Volatile& place : window_.tmpfs) {
    moment.tmpfs.push_back(reader.read_plain(place.directory.get(), place.path, mounts_));
  }
  return moment;
}

void FileWatch::remember() {
  TreeReader reader(canaries_, allowance_, window_.id_shift);
  before_ = look(reader);
  lost_before_ = reader.skipped();
}

FileDifferences FileWatch::differences() {
  TreeReader reader(canaries_, allowance_, window_.id_shift);
  const Moment after = look(reader);
  TreeReader image_reader(canaries_, allowance_, window_.id_shift);
  const Layers image(window_.lowers, image_reader);
  const Layers nothing({}, image_reader);

  FileDifferences result;
  compare(before_.upper, after.upper, image, result);
  for (std::size_t i = 0; i < after.tmpfs.size(); ++i) {
    compare(before_.tmpfs[i], after.tmpfs[i], nothing, result);
  }
  result.lost += lost_before_ + reader.skipped() + image_reader.skipped();
  return result;
}

namespace {

const std::string observer = "files";

class FilesObserver final : public Observer {
 public:
  FilesObserver(const sandbox::Window& window, const Canaries& canaries, Ledger& ledger)
      : ledger_(ledger), watch_(window, canaries) {}

  Task<> open() override {
    const std::function<bool()> remember = [this] {
      watch_.remember();
      return true;
    };
    co_await off_thread(remember);
    ledger_.opened(observer);
  }

  Task<> close() override {
    const std::function<FileDifferences()> compare = [this] { return watch_.differences(); };
    FileDifferences found = co_await off_thread(compare);
    keep_contents(found);
    for (record::Fact& fact : found.facts) ledger_.saw(observer, std::move(fact));
    if (found.lost > 0) ledger_.lost(observer, found.lost);
    ledger_.closed(observer);
  }

 private:
  // The files of the agent's own program are many and nobody's deed.
  void keep_contents(const FileDifferences& found) {
    std::vector<const record::FileChanged*> changes;
    for (const record::Fact& fact : found.facts) {
      const auto* change = std::get_if<record::FileChanged>(&fact);
      if (change != nullptr && !ledger_.is_own(fact)) changes.push_back(change);
    }
    for (const std::string& digest : record::kept_contents(changes)) {
      const auto content = found.contents.find(digest);
      if (content != found.contents.end()) ledger_.keep(content->second);
    }
  }

  Ledger& ledger_;
  FileWatch watch_;
};

}  // namespace

std::unique_ptr<Observer> watch_files(const sandbox::Window& window, const Canaries& canaries,
                                      Ledger& ledger) {
  return std::make_unique<FilesObserver>(window, canaries, ledger);
}

}  // namespace redcode::evidence
