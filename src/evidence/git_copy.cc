#include "evidence/git_copy.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <optional>

#include "base/failure.h"
#include "base/fd.h"
#include "evidence/tree.h"

namespace redcode::evidence {
namespace {

constexpr int deepest = 64;
constexpr std::size_t most_copies = 200;
// What refs and commits are made of, beside HEAD.
constexpr std::array<const char*, 4> parts{"objects", "refs", "packed-refs", "shallow"};

std::optional<struct stat> status_of(int directory, const std::string& name) {
  struct stat status{};
  if (fstatat(directory, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
  return status;
}

bool is_directory(int directory, const char* name) {
  const auto status = status_of(directory, name);
  return status && S_ISDIR(status->st_mode);
}

bool is_git_folder(int directory) {
  const auto head = status_of(directory, "HEAD");
  return head && (S_ISREG(head->st_mode) || S_ISLNK(head->st_mode)) &&
         is_directory(directory, "objects") && is_directory(directory, "refs");
}

bool write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  return static_cast<bool>(out.flush());
}

std::string link_at(int directory, const char* name) {
  std::array<char, 4096> target{};
  const ssize_t size = readlinkat(directory, name, target.data(), target.size());
  return size <= 0 ? std::string() : std::string(target.data(), static_cast<std::size_t>(size));
}

}  // namespace

// One repository while it is copied.
struct GitCopies::Source {
  GitCopy& made;
};

GitCopies::GitCopies(const sandbox::HostView& host_view, GitAllowance allowance)
    : folder_("git"), left_(allowance) {
  const Fd upper(open(host_view.upper.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!upper) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot read the sandbox's layer {}", host_view.upper.string()));
  }
  search(upper.get(), "", 0);
  for (const sandbox::HostView::Volatile& place : host_view.tmpfs) {
    const Fd root = open_directory(place.directory.get(), ".");
    if (root) search(root.get(), place.path, 0);
  }
  share_objects();
}

void GitCopies::search(int directory, const std::string& path, int depth) {
  if (is_git_folder(directory)) return copy(directory, path);
  if (depth > deepest) {
    complete_ = false;
    return;
  }
  for (const std::string& name : names_in(directory, left_.entries)) {
    if (left_.entries == 0 || --left_.entries == 0) {
      complete_ = false;
      return;
    }
    if (!is_directory(directory, name.c_str())) continue;
    const Fd below = open_directory(directory, name);
    if (below) search(below.get(), fmt::format("{}/{}", path, name), depth + 1);
    if (!below) complete_ = false;
  }
}

void GitCopies::copy(int directory, const std::string& path) {
  if (copies_.size() == most_copies) {
    complete_ = false;
    return;
  }
  constexpr std::string_view inner = "/.git";
  const bool inside = path.ends_with(inner);
  GitCopy made{.repository = inside ? path.substr(0, path.size() - inner.size()) : path,
               .path = folder_.path() / fmt::format("{}.git", copies_.size())};
  std::filesystem::create_directories(made.path / "objects" / "info");
  std::filesystem::create_directories(made.path / "refs");
  write_text(made.path / "config", "[core]\n\trepositoryformatversion = 0\n\tbare = true\n");
  copy_head(directory, made);
  if (is_directory(directory, "reftable")) made.missing = "its refs are in a table";
  Source source{made};
  for (const char* part : parts) copy_entry(directory, part, made.path, source, 0);
  // What was stashed is known by the log of one ref.
  const Fd logs = open_directory(directory, "logs");
  const Fd logged = logs ? open_directory(logs.get(), "refs") : Fd();
  if (logged) copy_file(logged.get(), "stash", made.path);
  if (std::filesystem::exists(made.path / "objects" / "info" / "alternates"))
    borrowers_.push_back(copies_.size());
  copies_.push_back(std::move(made));
}

void GitCopies::copy_head(int from, GitCopy& made) {
  // In the old manner, a link to the branch.
  const std::string target = link_at(from, "HEAD");
  const bool named = target.starts_with("refs/") && !target.contains('\n');
  if (named) write_text(made.path / "HEAD", "ref: " + target + "\n");
  if (!named && (!target.empty() || !copy_file(from, "HEAD", made.path))) {
    write_text(made.path / "HEAD", "ref: refs/heads/main\n");
    made.missing = "its HEAD cannot be read";
  }
}

void GitCopies::copy_tree(int from, const std::filesystem::path& to, Source& source, int depth) {
  std::filesystem::create_directories(to);
  if (depth > deepest) {
    source.made.missing = "it is nested too deep";
    return;
  }
  for (const std::string& name : names_in(from, left_.files + 1)) {
    copy_entry(from, name, to, source, depth);
  }
}

void GitCopies::copy_entry(int from, const std::string& name, const std::filesystem::path& to,
                           Source& source, int depth) {
  const auto status = status_of(from, name);
  if (!status || is_whiteout(*status)) return;
  if (S_ISDIR(status->st_mode)) {
    const Fd below = open_directory(from, name);
    if (below) return copy_tree(below.get(), to / name, source, depth + 1);
    source.made.missing = "a folder in it cannot be opened";
  } else if (!S_ISREG(status->st_mode)) {
    source.made.missing = "something in it is no file";
  } else if (!copy_file(from, name, to)) {
    source.made.missing = "there is more in it than may be read";
  }
}

bool GitCopies::copy_file(int from, const std::string& name, const std::filesystem::path& to) {
  const Fd in(openat(from, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status{};
  if (!in || fstat(in.get(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (left_.files == 0 || size > left_.bytes) return false;
  --left_.files;
  left_.bytes -= size;
  std::ofstream out(to / name, std::ios::binary);
  std::array<char, 65536> part{};
  for (std::uint64_t copied = 0; copied < size;) {
    const ssize_t got = read(in.get(), part.data(), part.size());
    if (got <= 0) return false;
    copied += static_cast<std::uint64_t>(got);
    out.write(part.data(), got);
  }
  return static_cast<bool>(out.flush());
}

// Paths in there are the sandbox's: what such a repository borrows is in one of the others, or it
// is missing.
void GitCopies::share_objects() {
  for (const std::size_t borrower : borrowers_) {
    std::string lenders;
    for (std::size_t i = 0; i < copies_.size(); ++i) {
      if (i != borrower) lenders += (copies_[i].path / "objects").string() + "\n";
    }
    write_text(copies_[borrower].path / "objects" / "info" / "alternates", lenders);
  }
}

}  // namespace redcode::evidence
