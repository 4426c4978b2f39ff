#include "evidence/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/failure.h"
#include "base/off_thread.h"
#include "base/text.h"
#include "evidence/first_seen.h"
#include "evidence/observer.h"
#include "record/kept_contents.h"
#include "record/triggers.h"

namespace redcode::evidence {
namespace {

// Whether the node keeps the content of a directory below it out of sight.
bool hides_below(const Node& node) {
  return node.whiteout || node.opaque || node.state.kind != record::FileKind::directory;
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

// What could not be read may have been; only the kernel's word that nothing was done to it tells.
bool differs(const std::optional<Node>& before, const std::optional<Node>& after) {
  if (!before || !after) return before.has_value() != after.has_value();
  const bool files =
      before->state.kind == record::FileKind::file && after->state.kind == record::FileKind::file;
  const bool undigested = before->state.digest.empty() || after->state.digest.empty();
  if (!files || !undigested) return before->state != after->state;
  record::FileState was = before->state;
  was.digest = after->state.digest;
  return was != after->state || before->changed_ns != after->changed_ns;
}

bool content_is_new(const std::optional<Node>& before, const Node& after) {
  return !before || before->state.digest != after.state.digest || after.state.digest.empty();
}

std::optional<record::FileState> state_of(const std::optional<Node>& node) {
  if (!node) return std::nullopt;
  return node->state;
}

void add_content(std::optional<Node> node, FileDifferences& found) {
  if (node && node->content)
    found.contents.try_emplace(std::move(node->state.digest), *std::move(node->content));
}

// Finds out what differs, and where canaries are in it.
class Comparison {
 public:
  Comparison(const Canaries& canaries, FileDifferences& found)
      : canaries_(canaries), found_(found) {}

  void compare(const Tree& before, const Tree& after, const Layers& layers) {
    for (const std::string& path : candidates(before, after, layers)) {
      std::optional<Node> was = shown(before, layers, path);
      std::optional<Node> is = shown(after, layers, path);
      if (!differs(was, is)) {
        look_at_unread(path, was, is);
        continue;
      }
      const std::string name = valid_utf8(path);
      found_.facts.emplace_back(
          record::FileChanged{.path = name, .before = state_of(was), .after = state_of(is)});
      if (is) look_at(name, was, *is);
      add_content(std::move(was), found_);
      add_content(std::move(is), found_);
    }
  }

  // Canaries in names and links, and those that lie about in pieces.
  void end() {
    look_at_names();
    for (const auto& [canary, parts] : pieces_) {
      std::uint64_t all = 0;
      for (const auto& [path, part] : parts) all |= part;
      if (all != canaries_.whole(canary)) continue;
      for (std::size_t i = 0; i < std::min(parts.size(), most_told); ++i)
        saw(canary, parts[i].first, "pieces");
    }
  }

 private:
  static constexpr std::size_t most_told = 20;       // places of one canary in pieces
  static constexpr std::size_t most_parts = 10'000;  // of one canary

  void saw(const std::string& canary, const std::string& path, const std::string& encoding) {
    found_.facts.emplace_back(record::CanarySeen{
        .canary = canary, .place = record::CanaryPlace::file, .where = path, .encoding = encoding});
  }

  void look_at(const std::string& path, const std::optional<Node>& before, const Node& after) {
    const bool named = !before || before->state.target != after.state.target;
    if (named)
      names_.emplace_back(path, path.substr(path.rfind('/') + 1) + '\n' + after.state.target);
    if (!content_is_new(before, after)) return;
    note(path, after.search);
    if (!after.search.complete)
      found_.gaps.push_back({.where = path, .what = "content", .why = after.search.unread});
  }

  // Nothing tells that it changed, and nobody knows what it holds now.
  void look_at_unread(const std::string& path, const std::optional<Node>& before,
                      const std::optional<Node>& after) {
    if (!before || !after || after->search.complete) return;
    if (before->state.digest.empty() || !after->state.digest.empty()) return;
    found_.gaps.push_back(
        {.where = valid_utf8(path), .what = "content", .why = after->search.unread});
  }

  void note(const std::string& path, const CanarySearch& search) {
    for (const CanaryHit& hit : search.hits) saw(hit.canary, path, hit.encoding);
    for (const auto& [canary, part] : search.pieces) {
      const bool whole =
          std::ranges::find(search.hits, canary, &CanaryHit::canary) != search.hits.end();
      std::vector<std::pair<std::string, std::uint64_t>>& parts = pieces_[canary];
      if (!whole && parts.size() < most_parts) parts.emplace_back(path, part);
    }
  }

  // Nearly always there is nothing in any of them.
  void look_at_names() {
    std::string all;
    for (const auto& [path, name] : names_) all += name + '\n';
    const CanarySearch search = canaries_.search(all);
    if (search.hits.empty() && search.pieces.empty()) return;
    for (const auto& [path, name] : names_) note(path, canaries_.search(name));
  }

  const Canaries& canaries_;
  FileDifferences& found_;
  std::vector<std::pair<std::string, std::string>> names_;  // of new paths, and where links point
  std::map<std::string, std::vector<std::pair<std::string, std::uint64_t>>> pieces_;  // by canary
};

}  // namespace

FileWatch::Moment FileWatch::look(TreeReader& reader) {
  const Fd upper(open(host_view_.upper.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!upper) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot read the sandbox's layer {}", host_view_.upper.string()));
  }
  Moment moment{.upper = reader.read_layer(upper.get()), .tmpfs = {}};
  for (const sandbox::HostView::Volatile& place : host_view_.tmpfs) {
    moment.tmpfs.push_back(reader.read_plain(place.directory.get(), place.path, mounts_));
  }
  return moment;
}

void FileWatch::remember() {
  TreeReader reader({}, allowance_, host_view_.id_shift);
  before_ = look(reader);
  lost_before_ = reader.skipped();
  gaps_before_ = reader.gaps();
}

bool FileWatch::was_there(const Layers& image, const std::string& path) const {
  const auto in = [&](const Tree& tree) { return tree.contains(path); };
  return in(before_.upper) || std::ranges::any_of(before_.tmpfs, in) || image.has(path);
}

// Names and times only. Git's objects are many, and none of them is a trigger.
void FileWatch::find_triggers(const std::filesystem::path& top, const std::string& inside,
                              const Tree& before, std::vector<std::string>& found) const {
  namespace fs = std::filesystem;
  std::error_code failed;
  std::size_t entries = 0;
  const auto options = fs::directory_options::skip_permission_denied;
  for (auto entry = fs::recursive_directory_iterator(top, options, failed);
       !failed && entry != fs::recursive_directory_iterator() && entries < allowance_.entries;
       entry.increment(failed), ++entries) {
    if (entry->path().filename() == "objects") entry.disable_recursion_pending();
    std::string path = fmt::format("{}/{}", inside, entry->path().lexically_relative(top).string());
    if (!record::starts_programs(path)) continue;
    struct stat status{};
    if (lstat(entry->path().c_str(), &status) != 0 || S_ISDIR(status.st_mode)) continue;
    const auto known = before.find(path);
    const std::int64_t changed_ns = status.st_ctim.tv_sec * 1'000'000'000 + status.st_ctim.tv_nsec;
    const bool is_new = known == before.end() || known->second.changed_ns != changed_ns;
    if (is_new && !is_whiteout(status)) found.push_back(valid_utf8(path));
  }
}

std::vector<std::string> FileWatch::triggers_written() const {
  std::vector<std::string> found;
  find_triggers(host_view_.upper, "", before_.upper, found);
  for (std::size_t i = 0; i < before_.tmpfs.size(); ++i) {
    const sandbox::HostView::Volatile& place = host_view_.tmpfs[i];
    const std::string top = fmt::format("/proc/self/fd/{}", place.directory.get());
    find_triggers(top, place.path, before_.tmpfs[i], found);
  }
  return found;
}

FileDifferences FileWatch::differences() {
  TreeReader image_reader({}, allowance_, host_view_.id_shift);
  const Layers image(host_view_.lowers, image_reader);
  const Layers nothing({}, image_reader);
  const ContentUse use{.canaries = &canaries_, .was_there = [&](const std::string& path) {
                         return was_there(image, path);
                       }};
  TreeReader reader(use, allowance_, host_view_.id_shift);
  const Moment after = look(reader);

  FileDifferences result;
  Comparison comparison(canaries_, result);
  comparison.compare(before_.upper, after.upper, image);
  for (std::size_t i = 0; i < after.tmpfs.size(); ++i) {
    comparison.compare(before_.tmpfs[i], after.tmpfs[i], nothing);
  }
  comparison.end();
  result.lost += lost_before_ + reader.skipped() + image_reader.skipped();
  for (const std::vector<record::Gap>& gaps : {gaps_before_, reader.gaps(), image_reader.gaps()})
    result.gaps.insert(result.gaps.end(), gaps.begin(), gaps.end());
  return result;
}

namespace {

class FilesObserver final : public Observer {
 public:
  FilesObserver(const sandbox::HostView& host_view, const Canaries& canaries, Ledger& ledger)
      : ledger_(ledger), watch_(host_view, canaries) {}

  Task<> open() override {
    const std::function<bool()> remember = [this] {
      watch_.remember();
      return true;
    };
    co_await off_thread(remember);
    ledger_.opened(record::Observer::files);
  }

  Task<std::vector<std::string>> triggers_written() override {
    const std::function<std::vector<std::string>()> look = [this] {
      return watch_.triggers_written();
    };
    co_return co_await off_thread(look);
  }

  Task<> before_step() override {
    const std::function<FileDifferences()> compare = [this] { return watch_.differences(); };
    const FileDifferences found = co_await off_thread(compare);
    seen_.note(found.facts);
  }

  Task<> close() override {
    const std::function<FileDifferences()> compare = [this] { return watch_.differences(); };
    FileDifferences found = co_await off_thread(compare);
    keep_contents(found);
    for (record::Fact& fact : found.facts) {
      const std::uint32_t step = seen_.step_of(fact);
      ledger_.saw_after(record::Observer::files, std::move(fact), step);
    }
    for (record::Gap& gap : found.gaps) ledger_.missed(record::Observer::files, std::move(gap));
    if (found.lost > 0) ledger_.lost(record::Observer::files, found.lost);
    ledger_.closed(record::Observer::files);
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
  FirstSeen seen_;
};

}  // namespace

std::unique_ptr<Observer> watch_files(const sandbox::HostView& host_view, const Canaries& canaries,
                                      Ledger& ledger) {
  return std::make_unique<FilesObserver>(host_view, canaries, ledger);
}

}  // namespace redcode::evidence
