// Caller: a process stopped in a notified system call, whose arguments are read from outside.
//
// Everything here may be a lie: the process's other threads run on and can change its memory, its
// folders and its descriptors meanwhile. Bounded; what cannot be read comes out empty. Nothing here
// waits for the process, as long as it cannot make pages that wait for it (userfaultfd is refused
// inside).
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace redcode::oci {

class Caller {
 public:
  static constexpr std::size_t longest_text = 4096;
  static constexpr std::size_t most_texts = 32;

  // `thread`: as this host numbers it.
  explicit Caller(pid_t thread) : thread_(thread) {}

  pid_t thread() const { return thread_; }

  // `size` bytes at an address in its memory; less where it cannot be read.
  std::string bytes(std::uint64_t address, std::size_t size) const;
  // A text that ends with a zero byte.
  std::string text(std::uint64_t address, std::size_t longest = longest_text) const;
  // The texts of an array that ends with a null pointer, together at most longest_text.
  std::vector<std::string> texts(std::uint64_t address) const;

  // A path as the sandbox names it, without "." and "..": the text at `address`, below the folder
  // `folder_fd` (or AT_FDCWD) if it is relative. An empty one is the descriptor itself.
  std::string path(int folder_fd, std::uint64_t address) const;
  // What a descriptor of it is: a path, "socket:[…]", "pipe:[…]".
  std::string descriptor(int fd) const;
  // The process a descriptor of it stands for, as the process itself sees it; 0 if none.
  pid_t process_behind(int fd) const;

  // Its process id as it sees it itself; 0 if it is gone.
  pid_t own_id() const;
  // The program of the process it knows by that number; "" if that cannot be told.
  std::string program(pid_t process) const;

 private:
  std::string link(const std::string& name) const;

  pid_t thread_;
};

}  // namespace redcode::oci
