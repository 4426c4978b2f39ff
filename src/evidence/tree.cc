#include "evidence/tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <memory>
#include <utility>

#include "base/digest.h"
#include "base/failure.h"
#include "base/text.h"

namespace redcode::evidence {
namespace {

constexpr std::size_t longest_path = 2048;  // paths are kept, so their size is bounded too
constexpr int deepest = 128;                // one open directory per level

record::FileKind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return record::FileKind::file;
  if (S_ISDIR(mode)) return record::FileKind::directory;
  if (S_ISLNK(mode)) return record::FileKind::link;
  return record::FileKind::other;
}

Node node_of(const struct stat& status) {
  Node node;
  node.state.kind = kind_of(status.st_mode);
  node.state.mode = status.st_mode & 07777U;
  node.state.uid = status.st_uid;
  node.state.gid = status.st_gid;
  // A directory's size is its file system's business, not a fact about what it holds.
  if (S_ISREG(status.st_mode)) node.state.size = static_cast<std::uint64_t>(status.st_size);
  node.changed_ns = status.st_ctim.tv_sec * 1'000'000'000 + status.st_ctim.tv_nsec;
  node.whiteout = is_whiteout(status);
  return node;
}

struct Content {
  std::uint64_t size = 0;
  std::string digest;
  std::string small;  // all of it, if it is not too large to be held
};

// A regular file that has its content here; not open otherwise.
Fd open_file(int directory, const std::string& name) {
  Fd file(
      openat(directory, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat status{};
  if (!file || fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  // An overlay's file that has only its mode and owner here: the content is in another layer.
  if (fgetxattr(file.get(), "trusted.overlay.metacopy", nullptr, 0) >= 0) return {};
  return file;
}

// The content of a file of at most `most` bytes; nothing if it cannot be had.
std::optional<Content> read_file(const Fd& file, std::uint64_t most) {
  Content content;
  Sha256 digest;
  std::array<char, 65536> buffer{};
  while (content.size <= most) {
    const ssize_t got = ::read(file.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::nullopt;
    if (got == 0) {
      content.digest = digest.finish();
      return content;
    }
    const std::string_view part(buffer.data(), static_cast<std::size_t>(got));
    digest.add(part);
    content.size += part.size();
    if (content.size <= TreeReader::largest_held_changed) content.small += part;
  }
  return std::nullopt;
}

// What cannot be listed must not look empty: then all in it would seem deleted.
[[noreturn]] void unreadable() {
  throw Failure(Failure::Kind::unavailable,
                fmt::format("cannot list a directory of the sandbox: {}", std::strerror(errno)));
}

bool has_xattr(int fd, const char* name) { return fgetxattr(fd, name, nullptr, 0) >= 0; }

}  // namespace

// Where a walk is: a directory, its path inside, and how deep that is.
struct TreeReader::Place {
  int directory = -1;
  std::string inside;
  int depth = 0;
  dev_t device = 0;
  bool layer = false;
  std::set<std::string>* mounts = nullptr;

  bool leaves_out(const std::string& path) const {
    return mounts != nullptr && mounts->contains(path);
  }
  // Whether what is on `other` was mounted here, which is remembered then.
  bool is_mount(const std::string& path, dev_t other) const {
    if (mounts == nullptr || other == device) return false;
    mounts->insert(path);
    return true;
  }
  // The same for an entry that is not opened.
  bool is_mounted_over(const std::string& name, const std::string& path) const {
    struct stat own{};
    return mounts != nullptr && fstatat(directory, name.c_str(), &own, AT_SYMLINK_NOFOLLOW) == 0 &&
           is_mount(path, own.st_dev);
  }
};

std::vector<std::string> names_in(int directory, std::size_t most) {
  std::vector<std::string> names;
  Fd own(openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(own ? fdopendir(own.get()) : nullptr, closedir);
  if (!stream) unreadable();
  own.release();  // closedir closes it
  errno = 0;
  while (const dirent* entry = readdir(stream.get())) {
    const std::string name = static_cast<const char*>(entry->d_name);
    if (name == "." || name == "..") continue;
    if (names.size() == most) break;
    names.push_back(name);
    errno = 0;
  }
  if (errno != 0 && names.size() < most) unreadable();
  std::ranges::sort(names);
  return names;
}

bool is_whiteout(const struct stat& status) {
  return S_ISCHR(status.st_mode) && major(status.st_rdev) == 0 && minor(status.st_rdev) == 0;
}

Fd open_directory(int parent, const std::string& name) {
  return Fd(openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool is_opaque(int directory) {
  std::array<char, 8> value{};
  return fgetxattr(directory, "trusted.overlay.opaque", value.data(), value.size()) == 1 &&
         value[0] == 'y';
}

bool TreeReader::take_entry() {
  if (allowance_.entries == 0) {
    ++allowance_.skipped;
    return false;
  }
  --allowance_.entries;
  return true;
}

void TreeReader::miss(const std::string& path, std::string why) {
  if (gaps_.size() >= record::most_gaps) {
    ++allowance_.skipped;
    return;
  }
  gaps_.push_back({.where = path, .what = "", .why = std::move(why)});
}

void TreeReader::read_content(int directory, const std::string& name, const std::string& path,
                              Node& node) {
  const auto unread = [&node](const char* why) {
    node.search = {.complete = false, .unread = why};
  };
  if (node.state.size > largest_digested) return unread("larger than 256 MiB");
  if (node.state.size > allowance_.bytes) return unread("more than is read of one sandbox");
  const Fd file = open_file(directory, name);
  std::optional<Content> content = file ? read_file(file, largest_digested) : std::nullopt;
  if (!content) return unread("it could not be read");
  allowance_.bytes -= std::min(allowance_.bytes, content->size);
  node.state.digest = content->digest;
  const bool is_small = content->size <= largest_held_changed;
  if (use_.canaries != nullptr) {
    node.search = is_small ? use_.canaries->search(content->small)
                           : use_.canaries->search(FileSource(file.get()));
  }
  if (is_small) hold_content(std::move(content->small), path, node);
}

void TreeReader::hold_content(std::string content, const std::string& path, Node& node) {
  if (content.size() > allowance_.held) return;
  if (content.size() > largest_held && use_.was_there && !use_.was_there(path)) return;
  allowance_.held -= content.size();
  node.content = std::move(content);
}

// Ids outside the sandbox's range are nobody's in there; they stay what they are here.
std::uint32_t TreeReader::id_inside(std::uint32_t id) const {
  constexpr std::uint32_t range = 65536;
  return id >= id_shift_ && id - id_shift_ < range ? id - id_shift_ : id;
}

std::optional<Node> TreeReader::read_entry(int directory, const std::string& name,
                                           const std::string& path) {
  struct stat status{};
  if (fstatat(directory, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
  Node node = node_of(status);
  node.state.uid = id_inside(node.state.uid);
  node.state.gid = id_inside(node.state.gid);
  if (S_ISREG(status.st_mode)) read_content(directory, name, path, node);
  if (S_ISLNK(status.st_mode)) {
    std::array<char, PATH_MAX> target{};
    const ssize_t length = readlinkat(directory, name.c_str(), target.data(), target.size());
    if (length >= 0) {
      const std::string_view points_to(target.data(), static_cast<std::size_t>(length));
      node.state.digest = sha256_hex(points_to);
      node.state.target = valid_utf8(points_to);
    }
  }
  return node;
}

void TreeReader::add_child(const Place& place, const std::string& name, Tree& tree) {
  const std::string path = place.inside + "/" + name;
  if (path.size() > longest_path) {
    miss(path, "its path is too long");
    return;
  }
  if (place.leaves_out(path)) return;
  std::optional<Node> node = read_entry(place.directory, name, path);
  if (!node) return;
  // What is mounted over an entry (a device of the runtime's) goes with the last process.
  const bool directory = node->state.kind == record::FileKind::directory;
  if (!directory && place.is_mounted_over(name, path)) return;
  if (!place.layer) node->whiteout = false;  // outside an overlay it is a device like any other
  if (!directory) {
    tree.emplace(path, *std::move(node));
    return;
  }

  const Fd child = open_directory(place.directory, name);
  struct stat status{};
  if (!child || fstat(child.get(), &status) != 0 || place.depth == deepest) {
    miss(path, place.depth == deepest ? "too many folders in each other" : "it cannot be opened");
    tree.emplace(path, *std::move(node));
    return;
  }
  if (place.is_mount(path, status.st_dev)) return;
  if (place.layer) {
    node->opaque = is_opaque(child.get());
    // A renamed directory's content is somewhere else in the layers: not followed, so not judged.
    if (has_xattr(child.get(), "trusted.overlay.redirect"))
      miss(path, "its content is elsewhere in the layers");
  }
  tree.emplace(path, *std::move(node));
  Place below = place;
  below.directory = child.get();
  below.inside = path;
  ++below.depth;
  descend(below, tree);
}

void TreeReader::descend(const Place& place, Tree& tree) {
  for (const std::string& name : names_in(place.directory, allowance_.entries + 1)) {
    if (!take_entry()) return;
    add_child(place, name, tree);
  }
}

Tree TreeReader::read_plain(int directory, const std::string& inside,
                            std::set<std::string>& mounts) {
  struct stat status{};
  fstat(directory, &status);
  Tree tree;
  const Place root{
      .directory = directory, .inside = inside, .device = status.st_dev, .mounts = &mounts};
  descend(root, tree);
  return tree;
}

Tree TreeReader::read_layer(int directory) {
  Tree tree;
  const Place root{.directory = directory, .inside = "", .layer = true};
  descend(root, tree);
  return tree;
}

}  // namespace redcode::evidence
