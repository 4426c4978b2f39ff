#include "run/setup/owner.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/crypto.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <string>

#include "base/digest.h"
#include "base/failure.h"
#include "base/fd.h"
#include "base/random.h"
#include "base/text.h"

namespace redcode::setup {
namespace {

constexpr std::size_t key_size = 50;  // of 36 characters: more than 256 bits
constexpr std::size_t mac_size = 64;

// Where this user's key is; "": this user has no place for one.
std::filesystem::path key_path() {
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  std::filesystem::path folder;
  if (state != nullptr && *state == '/') {
    folder = state;
  } else if (home != nullptr && *home == '/') {
    folder = std::filesystem::path(home) / ".local" / "state";
  }
  return folder.empty() ? folder : folder / "redcode" / "run-key";
}

// At most `most` bytes of a file that is one; "" if it is not, or is longer.
std::string read_file(const Fd& file, std::size_t most) {
  struct stat info{};
  if (!file || fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) return {};
  std::string text(most + 1, '\0');
  const ssize_t got = ::read(file.get(), text.data(), text.size());
  if (got < 0 || static_cast<std::size_t>(got) > most) return {};
  text.resize(static_cast<std::size_t>(got));
  return text;
}

Fd open_to_read(const std::filesystem::path& path) {
  return Fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
}

// The key, if nobody but this user can know it.
std::optional<std::string> read_key(const std::filesystem::path& path) {
  const Fd file = open_to_read(path);
  struct stat info{};
  if (!file || fstat(file.get(), &info) != 0) return std::nullopt;
  if (info.st_uid != geteuid() || (info.st_mode & 077U) != 0) return std::nullopt;
  std::string key = read_file(file, key_size);
  if (key.size() != key_size) return std::nullopt;
  return key;
}

bool write_new(const std::filesystem::path& path, std::string_view text, mode_t mode) {
  const Fd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode));
  return file && ::write(file.get(), text.data(), text.size()) == std::ssize(text) &&
         ::fsync(file.get()) == 0;
}

// Written whole under another name first: of two processes one makes it, and both use that one.
void make_key(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path.parent_path().parent_path(), error);
  ::mkdir(path.parent_path().c_str(), 0700);
  constexpr std::size_t unlike_any_other = 12;
  const std::filesystem::path part = path.string() + ".part-" + random_token(unlike_any_other);
  // If it fails, another process was faster, or reading it says what is wrong.
  if (write_new(part, random_token(key_size), 0600))
    std::filesystem::create_hard_link(part, path, error);
  ::unlink(part.c_str());
}

std::optional<std::string> own_key(bool make) {
  const std::filesystem::path path = key_path();
  if (path.empty()) return std::nullopt;
  std::optional<std::string> key = read_key(path);
  if (key || !make) return key;
  make_key(path);
  return read_key(path);
}

std::string mac(const std::string& key, const std::filesystem::path& run, const Json& command) {
  const std::string text = fmt::format(
      "redcode/command/1\n{}\n{}", std::filesystem::canonical(run).string(), dump_json(command));
  return to_hex(hmac_sha256(key, text));
}

std::filesystem::path mac_path(const std::filesystem::path& run) { return run / "command.mac"; }

}  // namespace

void mark_own(const std::filesystem::path& run, const Json& command) {
  if (is_own(run, command)) return;
  const std::optional<std::string> key = own_key(/*make=*/true);
  if (!key) return;
  const std::filesystem::path path = mac_path(run);
  ::unlink(path.c_str());
  write_new(path, mac(*key, run, command), 0644);
}

bool is_own(const std::filesystem::path& run, const Json& command) {
  const std::optional<std::string> key = own_key(/*make=*/false);
  if (!key) return false;
  const std::string stored = read_file(open_to_read(mac_path(run)), mac_size);
  const std::string right = mac(*key, run, command);
  return stored.size() == right.size() &&
         CRYPTO_memcmp(stored.data(), right.data(), right.size()) == 0;
}

}  // namespace redcode::setup
