// Destination: where an export goes. It is made aside and put in its place whole, or not at all,
// and takes the place of nothing unless that was asked for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/fd.h"
#include "base/staged_folder.h"

namespace redcode::exports {

enum class Existing { keep, replace };

// A file. Until publish() it lies in a folder of its own beside its place, which is removed with
// this object.
class FileDestination {
 public:
  // Throws Failure: there is something in its place that may not be replaced, or its folder cannot
  // be written to.
  FileDestination(const std::filesystem::path& target, Existing existing);

  // Where the file is to be made.
  const std::filesystem::path& path() const { return path_; }
  // Throws Failure when the disk will not take it.
  void publish() const;

 private:
  std::filesystem::path target_;
  Existing existing_;
  StagedFolder stage_;
  std::filesystem::path path_;
};

// A folder of files. One that is there is replaced only if it holds nothing but such files.
class FolderDestination {
 public:
  // `ending`: what all its files' names end in.
  FolderDestination(const std::filesystem::path& target, Existing existing,
                    std::string_view ending);

  const std::filesystem::path& path() const { return stage_.path(); }
  void publish() const;

 private:
  std::filesystem::path target_;
  Existing existing_;
  std::string ending_;
  StagedFolder stage_;
};

// A new file, written from its start to its end.
class NewFile {
 public:
  // Throws Failure.
  explicit NewFile(std::filesystem::path path);

  void write(std::string_view text);
  // Nothing can be written any more. What is not ended may not be whole.
  void end();
  std::uint64_t size() const { return size_; }

 private:
  void flush();

  std::filesystem::path path_;
  Fd file_;
  std::string waiting_;
  std::uint64_t size_ = 0;
};

}  // namespace redcode::exports
