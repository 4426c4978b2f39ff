#include "reference/command.h"

#include <filesystem>

#include "base/failure.h"
#include "base/files.h"
#include "reference/reference.h"

namespace redcode::app {
namespace {

ReferenceFiles files_of(const std::string& format, const CommandPage& program) {
  if (format == "man") return man_pages(program);
  if (format == "bash") return bash_completion();
  if (format == "zsh") return zsh_completion();
  if (format == "fish") return fish_completion();
  return markdown_pages(program);
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (!failed) return;
  throw Failure(Failure::Kind::unavailable,
                fmt::format("cannot make the folder {}: {}", folder.string(), failed.message()));
}

}  // namespace

int write_reference(const ReferenceOptions& options, const CommandPage& program, Out& out) {
  const ReferenceFiles files = files_of(options.format, program);
  for (const ReferenceFile& file : files) {
    const std::filesystem::path path = std::filesystem::path(options.out) / file.name;
    make_folder(path.parent_path());
    write_whole(path, file.text);
  }
  out.trouble("{} files in {}", files.size(), options.out);
  return 0;
}

}  // namespace redcode::app
