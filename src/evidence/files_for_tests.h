// What tests of the observer "files" share.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/digest.h"
#include "base/temp_dir.h"
#include "evidence/files.h"

namespace redcode::evidence {

namespace fs = std::filesystem;

inline void write(const fs::path& path, std::string_view content) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
}

// An overlay made by hand: an upper directory, two image layers and one tmpfs.
class Files : public testing::Test {
 protected:
  Files() {
    for (const char* name : {"upper", "top", "bottom", "tmp"}) fs::create_directory(at(name));
    host_view.upper = at("upper");
    host_view.lowers = {at("top"), at("bottom")};
    host_view.tmpfs.push_back(
        {.path = "/tmp", .directory = Fd(open(at("tmp").c_str(), O_PATH | O_DIRECTORY))});
  }

  fs::path at(const fs::path& name) const { return dir.path() / name; }

  void whiteout(const fs::path& name) const {
    fs::create_directories(at(name).parent_path());
    ASSERT_EQ(mknod(at(name).c_str(), S_IFCHR, makedev(0, 0)), 0);
  }
  void make_opaque(const fs::path& name) const {
    fs::create_directories(at(name));
    ASSERT_EQ(setxattr(at(name).c_str(), "trusted.overlay.opaque", "y", 1, 0), 0);
  }

  // "+path" created, "-path" deleted, "~path" changed, "!name path encoding" a canary.
  std::vector<std::string> changes() {
    std::vector<std::string> lines;
    last = watch.differences();
    for (const record::Fact& fact : last.facts) {
      if (const auto* file = std::get_if<record::FileChanged>(&fact)) {
        const char sign = file->before ? (file->after ? '~' : '-') : '+';
        lines.push_back(sign + file->path);
      } else if (const auto* canary = std::get_if<record::CanarySeen>(&fact)) {
        lines.push_back("!" + canary->canary + " " + canary->where + " " + canary->encoding);
      }
    }
    return lines;
  }

  TempDir dir{"files-test"};
  record::World world{.files = {{.path = "/home/dev/key", .content = "{{canary:key}}"}}};
  Canaries canaries{world};
  std::string token = canaries.seeded(world).files[0].content;
  sandbox::HostView host_view;
  FileWatch watch{host_view, canaries};
  FileDifferences last;
};

}  // namespace redcode::evidence
