// Tree: the files of a tar by their paths, what is in them kept in a file aside.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

struct archive;  // libarchive's

namespace redcode::image {

class Tree {
 public:
  struct Node {
    unsigned type = 0;  // AE_IFREG, AE_IFDIR, AE_IFLNK
    unsigned mode = 0;
    std::int64_t uid = 0;
    std::int64_t gid = 0;
    std::int64_t mtime = 0;
    std::string symlink = {};
    std::string hardlink = {};  // the path whose node it is; "": it is its own
    std::uint64_t offset = 0;   // of a file's content in what is kept aside
    std::uint64_t size = 0;
  };
  using Nodes = std::map<std::string, Node>;

  // Reads a tar whole. `aside` is a new file, which must stay as long as the tree does. Throws
  // Failure.
  Tree(const std::filesystem::path& tar, const std::filesystem::path& aside);

  // Without the root itself, and without anything but files, directories and links. Of several
  // names of a file the first is the file, the others are hard links to it.
  const Nodes& nodes() const { return nodes_; }
  // A part of a file's content, at most a megabyte; "" at its end.
  std::string part_of(const Node& file, std::uint64_t from);
  // All of it.
  std::string content_of(const Node& file);

 private:
  void keep_content(archive* from, Node& node);
  void sort_links();

  std::fstream aside_;
  std::uint64_t kept_ = 0;
  Nodes nodes_;
};

}  // namespace redcode::image
