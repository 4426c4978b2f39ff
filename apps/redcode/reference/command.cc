#include "reference/command.h"

#include <filesystem>

#include "base/failure.h"
#include "base/files.h"
#include "base/program_version.h"
#include "cli/reference.h"
#include "reference/environment.h"
#include "reference/guide.h"
#include "reference/tables.h"
#include "reference/values.h"

namespace redcode::app {
namespace {

cli::ReferenceFiles markdown(const cli::CommandPage& program) {
  cli::ReferenceFiles files = cli::markdown_pages(program, guide(), environment_variables());
  files.push_back({.name = "oracle-words.md", .text = oracle_words_page()});
  files.push_back({.name = "metrics.md", .text = metrics_page()});
  files.push_back({.name = "formats.md", .text = formats_page()});
  return files;
}

cli::ReferenceFiles files_of(const std::string& format, const CLI::App& root) {
  const cli::CommandPage program = cli::page_of(root, guide());
  if (format == "man") return cli::man_pages(program, std::string(program_version()));
  return format == "markdown" ? markdown(program) : cli::completion(format, program.name());
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (!failed) return;
  throw Failure(Failure::Kind::unavailable,
                fmt::format("cannot make the folder {}: {}", folder.string(), failed.message()));
}

}  // namespace

int write_reference(const ReferenceOptions& options, const CLI::App& root, Out& out) {
  const cli::ReferenceFiles files = files_of(options.format, root);
  for (const cli::ReferenceFile& file : files) {
    const std::filesystem::path path = std::filesystem::path(options.out) / file.name;
    make_folder(path.parent_path());
    write_whole(path, file.text);
  }
  out.trouble("{} files in {}", files.size(), options.out);
  return 0;
}

int complete(const CompleteOptions& options, const CLI::App& root, Out& out) {
  for (const auto& [word, meaning] : cli::complete(cli::page_of(root), options.words, values_of)) {
    out.line("{}\t{}", word, meaning);
  }
  return 0;
}

}  // namespace redcode::app
