// HostRoom: how many sandboxes this host can bear while a run goes on, told to whoever watches when
// that changes.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/failure.h"
#include "base/say.h"
#include "run/steer/headroom.h"

namespace redcode::steer {

class HostRoom {
 public:
  // `folders`: where the run writes, and its engine.
  HostRoom(std::size_t most, std::vector<std::filesystem::path> folders, Say say)
      : say_(std::move(say)), headroom_({.most = most}, std::move(folders)) {}

  // How many may be open now, if so many are. Throws Failure{unwritable} once a disk has been full
  // for minutes and nothing that is open could give some of it back: nobody may be there to help.
  std::size_t sandboxes(std::size_t open) {
    const Allowance& allowed = headroom_.look(open);
    if (allowed.why_slow != told_) tell(allowed.why_slow);
    if (headroom_.looks_without_room() >= patience) {
      throw Failure(Failure::Kind::unwritable,
                    fmt::format("the disk has been nearly full for {} minutes (`redcode doctor` "
                                "says which). Make room; the same command goes on",
                                patience / 60));
    }
    return allowed.sandboxes;
  }

  const std::string& why_slow() const { return told_; }
  void set_most(std::size_t most) { headroom_.set_most(most); }

 private:
  void tell(const std::string& why) {
    told_ = why;
    if (why == "disk") {
      say_(
          "The disk is nearly full: no new sandbox is opened until there is room, and after five "
          "minutes without any the run ends.");
    } else if (why == "memory") {
      say_("Memory is short: fewer sandboxes at a time.");
    }
  }

  static constexpr std::size_t patience = 300;  // looks, one a second

  Say say_;
  Headroom headroom_;
  std::string told_;  // "": nothing holds the run up
};

}  // namespace redcode::steer
