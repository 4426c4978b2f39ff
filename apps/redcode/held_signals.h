// HeldSignals: for a command that writes a file without waiting for anything, and must not be ended
// half-way.
#pragma once

#include <csignal>
#include <ctime>

namespace redcode::app {

// Keeps Ctrl-C and its like waiting, so that what was made aside can be removed first.
class HeldSignals {
 public:
  HeldSignals() {
    sigemptyset(&held_);
    sigaddset(&held_, SIGINT);
    sigaddset(&held_, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &held_, &before_);
  }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
  HeldSignals(HeldSignals&&) = delete;
  HeldSignals& operator=(HeldSignals&&) = delete;
  ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  // Whether one has come since this was last asked.
  bool came() const {
    const timespec at_once{};
    return sigtimedwait(&held_, nullptr, &at_once) > 0;
  }

 private:
  sigset_t held_{};
  sigset_t before_{};
};

}  // namespace redcode::app
