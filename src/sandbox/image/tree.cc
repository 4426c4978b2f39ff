#include "sandbox/image/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/failure.h"
#include "base/text.h"
#include "sandbox/image/tar_reading.h"

namespace redcode::image {
namespace {

constexpr std::uint64_t part_size = std::uint64_t{1} << 20U;

bool is_wanted(archive_entry* entry) {
  const auto type = archive_entry_filetype(entry);
  return archive_entry_hardlink(entry) != nullptr || type == AE_IFREG || type == AE_IFDIR ||
         type == AE_IFLNK;
}

Tree::Node node_of(archive_entry* entry) {
  const char* symlink = archive_entry_symlink(entry);
  const char* hardlink = archive_entry_hardlink(entry);
  return {.type = archive_entry_filetype(entry),
          .mode = archive_entry_perm(entry),
          .uid = archive_entry_uid(entry),
          .gid = archive_entry_gid(entry),
          .mtime = archive_entry_mtime(entry),
          .symlink = symlink == nullptr ? "" : symlink,
          .hardlink = hardlink == nullptr ? "" : plain_path(hardlink)};
}

// The path of the file that `path` is a name of.
std::string file_behind(const Tree::Nodes& nodes, const std::string& path) {
  std::string at = path;
  for (int steps = 0; steps < 8; ++steps) {
    const auto found = nodes.find(at);
    if (found == nodes.end()) break;
    if (found->second.hardlink.empty()) return at;
    at = found->second.hardlink;
  }
  throw Failure(Failure::Kind::corrupt,
                fmt::format("a hard link leads nowhere: {}", one_line(path, 200)));
}

}  // namespace

Tree::Tree(const std::filesystem::path& tar, const std::filesystem::path& aside)
    : aside_(aside, std::ios::binary | std::ios::in | std::ios::out | std::ios::trunc) {
  const sandbox::Utf8Locale locale;
  const Archive from = open_tar(tar);
  archive_entry* entry = nullptr;
  while (true) {
    const int got = archive_read_next_header(from.get(), &entry);
    if (got == ARCHIVE_EOF) break;
    if (got != ARCHIVE_OK) fail_reading(from.get());
    std::string path = plain_path(archive_entry_pathname(entry));
    if (path.empty() || !is_wanted(entry)) continue;
    Node node = node_of(entry);
    if (node.type == AE_IFREG && node.hardlink.empty()) keep_content(from.get(), node);
    nodes_.insert_or_assign(std::move(path), std::move(node));
  }
  aside_.flush();
  if (!aside_) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot write {}: is the disk full?", aside.string()));
  }
  sort_links();
}

void Tree::keep_content(archive* from, Node& node) {
  node.offset = kept_;
  std::string block(part_size, '\0');
  while (true) {
    const la_ssize_t got = archive_read_data(from, block.data(), block.size());
    if (got < 0) fail_reading(from);
    if (got == 0) break;
    aside_.write(block.data(), got);
    node.size += static_cast<std::uint64_t>(got);
  }
  kept_ += node.size;
}

void Tree::sort_links() {
  std::map<std::string, std::vector<std::string>> names;  // of a file, by one of them
  for (const auto& [path, node] : nodes_)
    if (!node.hardlink.empty()) names[file_behind(nodes_, path)].push_back(path);
  for (auto& [file, others] : names) {
    others.push_back(file);
    const std::string first = std::ranges::min(others);
    const Node node = nodes_.at(file);
    for (const std::string& other : others) {
      nodes_[other] = node;
      if (other != first) nodes_[other].hardlink = first;
    }
  }
}

std::string Tree::part_of(const Node& file, std::uint64_t from) {
  std::string part(std::min(part_size, file.size - std::min(from, file.size)), '\0');
  if (part.empty()) return part;
  aside_.seekg(static_cast<std::streamoff>(file.offset + from));
  if (!aside_.read(part.data(), std::ssize(part)))
    throw Failure(Failure::Kind::unavailable, "what was read of an image cannot be read again");
  return part;
}

std::string Tree::content_of(const Node& file) {
  std::string content;
  for (std::string part = part_of(file, 0); !part.empty(); part = part_of(file, content.size()))
    content += part;
  return content;
}

}  // namespace redcode::image
