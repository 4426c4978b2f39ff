#include "sandbox/image/normal_tar.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/failure.h"
#include "base/text.h"
#include "sandbox/image/scrub.h"
#include "sandbox/image/tar_reading.h"
#include "sandbox/image/tree.h"

namespace redcode::image {
namespace {

constexpr std::string_view status_file = "var/lib/dpkg/status";
constexpr std::string_view dpkg_folder = "var/lib/dpkg/info/";
constexpr std::string_view index_folder = "var/lib/apt/lists/";

bool is_file(const Tree::Node& node) { return node.type == AE_IFREG; }

// The nodes below a folder of the tree whose names end so.
template <class Act>
void each_below(const Tree& tree, std::string_view folder, std::string_view ending, Act act) {
  const Tree::Nodes& nodes = tree.nodes();
  for (auto at = nodes.lower_bound(std::string(folder)); at != nodes.end(); ++at) {
    if (!at->first.starts_with(folder)) return;
    if (at->first.ends_with(ending) && is_file(at->second)) act(at->second);
  }
}

Packages packages_in(Tree& tree) {
  const auto status = tree.nodes().find(std::string(status_file));
  if (status == tree.nodes().end()) return {};
  Packages packages = installed_packages(tree.content_of(status->second));
  each_below(tree, index_folder, "_Packages",
             [&](const Tree::Node& index) { add_digests(packages, tree.content_of(index)); });
  return packages;
}

// A package's files have the time they were packed with; all else has that of the installation.
std::int64_t newest_packed(Tree& tree) {
  std::int64_t newest = 0;
  each_below(tree, dpkg_folder, ".md5sums", [&](const Tree::Node& sums) {
    for (const std::string& line : split(tree.content_of(sums), '\n')) {
      const std::size_t gap = line.find("  ");
      if (gap == std::string::npos) continue;
      const auto found = tree.nodes().find(line.substr(gap + 2));
      if (found != tree.nodes().end() && is_file(found->second))
        newest = std::max(newest, found->second.mtime);
    }
  });
  return newest;
}

class Writer {
 public:
  Writer(const std::filesystem::path& file, std::chrono::sys_seconds newest)
      : to_(archive_write_new(), archive_write_free), newest_(newest) {
    archive_write_set_format_gnutar(to_.get());
    check(archive_write_open_filename(to_.get(), file.c_str()));
  }
  void add(Tree& tree, const std::string& path, const Tree::Node& node) {
    if (is_made_plain(path) && is_file(node)) {
      add_plain(path, node, tree.content_of(node));
      return;
    }
    write_header(path, node, node.mode);
    if (!is_file(node) || !node.hardlink.empty()) return;
    std::uint64_t done = 0;
    for (std::string part = tree.part_of(node, 0); !part.empty(); part = tree.part_of(node, done)) {
      write(part);
      done += part.size();
    }
  }
  void close() { check(archive_write_close(to_.get())); }

 private:
  // Its mode may be what the host's file of that name has.
  void add_plain(const std::string& path, Tree::Node node, std::string_view content) {
    const std::string text = plain(path, content, std::chrono::floor<std::chrono::days>(newest_));
    node.size = text.size();
    node.hardlink.clear();
    write_header(path, node, node.mode & 0666U);
    write(text);
  }
  void write_header(const std::string& path, const Tree::Node& node, unsigned mode) {
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                         archive_entry_free);
    archive_entry_set_pathname(entry.get(), path.c_str());
    archive_entry_set_filetype(entry.get(), node.type);
    archive_entry_set_perm(entry.get(), mode);
    archive_entry_set_uid(entry.get(), node.uid);
    archive_entry_set_gid(entry.get(), node.gid);
    archive_entry_set_mtime(entry.get(), std::min(node.mtime, newest_.time_since_epoch().count()),
                            0);
    if (node.type == AE_IFLNK) archive_entry_set_symlink(entry.get(), node.symlink.c_str());
    if (!node.hardlink.empty()) archive_entry_set_hardlink(entry.get(), node.hardlink.c_str());
    const bool full = is_file(node) && node.hardlink.empty();
    archive_entry_set_size(entry.get(), full ? static_cast<la_int64_t>(node.size) : 0);
    check(archive_write_header(to_.get(), entry.get()));
  }
  void write(std::string_view bytes) {
    if (archive_write_data(to_.get(), bytes.data(), bytes.size()) != std::ssize(bytes))
      check(ARCHIVE_FATAL);
  }
  void check(int done) {
    if (done == ARCHIVE_OK) return;
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot write an image's tar: {}", sandbox::complaint_of(to_.get())));
  }

  Archive to_;
  std::chrono::sys_seconds newest_;
};

}  // namespace

Contents write_normal_tar(const std::filesystem::path& raw, const std::filesystem::path& normal,
                          const std::filesystem::path& scratch) {
  const sandbox::Utf8Locale locale;
  Tree tree(raw, scratch / "contents");
  Contents contents{.newest = std::chrono::sys_seconds(std::chrono::seconds(newest_packed(tree))),
                    .packages = packages_in(tree)};
  Writer writer(normal, contents.newest);
  for (auto [path, node] : tree.nodes()) {
    if (is_left_out(path)) continue;
    if (is_left_out(node.hardlink)) node.hardlink.clear();  // then it is the file itself
    writer.add(tree, path, node);
  }
  writer.close();
  return contents;
}

}  // namespace redcode::image
