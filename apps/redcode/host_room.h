// HostRoom: how many sandboxes this host can bear while a run goes on, told to whoever watches when
// that changes.
#pragma once

#include <filesystem>
#include <string>

#include "base/failure.h"
#include "out.h"
#include "run/steer/headroom.h"
#include "sandbox/oci/image_store.h"

namespace redcode::app {

class HostRoom {
 public:
  // `folder`: where the run writes; the engines' own folders are looked at too.
  HostRoom(std::size_t most, const std::filesystem::path& folder, Out& out)
      : out_(out),
        headroom_({.most = most}, {folder, std::filesystem::temp_directory_path(),
                                   oci::ImageStore::default_folder(), "/var/lib/docker"}) {}

  // How many may be open now, if so many are. Throws Failure{unwritable} once a disk has been full
  // for minutes and nothing that is open could give some of it back: nobody may be there to help.
  std::size_t sandboxes(std::size_t open) {
    const steer::Allowance& allowed = headroom_.look(open);
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
      out_.trouble(
          "The disk is nearly full: no new sandbox is opened until there is room, and "
          "after five minutes without any the run ends.");
    } else if (why == "memory") {
      out_.trouble("Memory is short: fewer sandboxes at a time.");
    }
  }

  static constexpr std::size_t patience = 300;  // looks, one a second

  Out& out_;
  steer::Headroom headroom_;
  std::string told_;  // "": nothing holds the run up
};

}  // namespace redcode::app
