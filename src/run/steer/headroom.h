// Headroom: how many sandboxes this host can bear now.
//
// A run asks once a second. When memory gets short the limit is halved, and it grows back by one a
// second once there is room. When a disk is nearly full nothing new is opened at all. What is open
// is never closed early.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace redcode::steer {

// Of one file system. 0 in all: it does not say.
struct Space {
  std::uint64_t bytes = 0;
  std::uint64_t bytes_free = 0;
  std::uint64_t inodes = 0;
  std::uint64_t inodes_free = 0;
};

// Pressure is the share of the last ten seconds, in percent, in which something waited for it
// (/proc/pressure, "some avg10"); nothing where the kernel does not tell.
struct Readings {
  std::uint64_t memory = 0;  // bytes; 0: not told
  std::uint64_t memory_available = 0;
  std::optional<double> memory_pressure = {};
  std::optional<double> cpu_pressure = {};
  std::optional<double> io_pressure = {};
  std::vector<Space> disks = {};
};

struct Needs {
  std::size_t most = 1;           // sandboxes, as the user asked for
  std::uint64_t memory_each = 0;  // bytes a sandbox is expected to take; 0: unknown
};

struct Allowance {
  std::size_t sandboxes = 1;  // may be open
  std::string why_slow = {};  // what they are short of: "memory", "disk", "cpu", "io"; "": nothing
  bool operator==(const Allowance&) const = default;
};

// Whether so little is free that nothing new should be begun: less than 2 %, counting 512 MiB at
// least and 5 GiB or 500,000 inodes at most.
bool nearly_full(const Space& disk);

// What is allowed now, a second after `last` was, with `now_open` open. Never less than one, but
// for a full disk: then it is `now_open`.
Allowance allowed(const Readings& readings, const Needs& needs, std::size_t now_open,
                  const Allowance& last);

// "MemAvailable" of /proc/meminfo in bytes; 0 if it is not there.
std::uint64_t meminfo_bytes(std::string_view meminfo, std::string_view name);
// "some avg10" of a file of /proc/pressure.
std::optional<double> pressure_of(std::string_view text);

// What this host says now. A folder that is not there is not counted.
Readings read_host(const std::vector<std::filesystem::path>& folders);

// The limit in force.
class Headroom {
 public:
  // `folders`: where a run writes: its own folder, the engine's store.
  Headroom(Needs needs, std::vector<std::filesystem::path> folders)
      : needs_(needs), folders_(std::move(folders)), now_{.sandboxes = needs.most} {}

  // Looks at the host. Call it once a second.
  const Allowance& look(std::size_t now_open) { return judge(read_host(folders_), now_open); }
  // The same of given readings.
  const Allowance& judge(const Readings& readings, std::size_t now_open) {
    now_ = allowed(readings, needs_, now_open, now_);
    const bool stuck = now_.why_slow == "disk" && now_.sandboxes == 0;
    looks_without_room_ = stuck ? looks_without_room_ + 1 : 0;
    return now_;
  }
  // So many looks in a row, hence seconds, a disk was full with nothing open that could give some
  // of it back.
  std::size_t looks_without_room() const { return looks_without_room_; }
  const Allowance& now() const { return now_; }
  void set_most(std::size_t most) { needs_.most = most; }

 private:
  Needs needs_;
  std::vector<std::filesystem::path> folders_;
  Allowance now_;
  std::size_t looks_without_room_ = 0;
};

}  // namespace redcode::steer
