// Every specimen on every engine: no effect missed, none invented, and nobody held up.
// $REDCODE_SPECIMEN picks one by its name.
#include "specimens.h"

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdlib>
#include <memory>

#include "base/text.h"
#include "observed.h"

namespace redcode::contract {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// How long the one thread of all tasks was away at most.
class Pulse {
 public:
  Pulse() { beat(heart_); }
  Pulse(const Pulse&) = delete;
  Pulse& operator=(const Pulse&) = delete;

  milliseconds longest() const { return heart_->longest; }

 private:
  struct Heart {
    asio::steady_timer timer{context()};
    milliseconds longest{0};
  };

  // A wait that was over just before the end is told of after the end: it finds nobody then.
  static void beat(const std::shared_ptr<Heart>& heart) {
    const auto due = steady_clock::now() + milliseconds(20);
    heart->timer.expires_at(due);
    heart->timer.async_wait([weak = std::weak_ptr(heart), due](const boost::system::error_code&) {
      const auto alive = weak.lock();
      if (alive == nullptr) return;
      const auto late = std::chrono::duration_cast<milliseconds>(steady_clock::now() - due);
      alive->longest = std::max(alive->longest, late);
      beat(alive);
    });
  }

  std::shared_ptr<Heart> heart_ = std::make_shared<Heart>();
};

// All parts of "a & b" are in `line`.
bool holds(const std::string& line, std::string_view wanted) {
  while (true) {
    const std::size_t at = wanted.find(" & ");
    if (line.find(wanted.substr(0, at)) == std::string::npos) return false;
    if (at == std::string_view::npos) return true;
    wanted.remove_prefix(at + 3);
  }
}

std::vector<Specimen> all_specimens() {
  std::vector<Specimen> all;
  for (auto* kind : {file_specimens, content_specimens, network_specimens, process_specimens}) {
    std::ranges::move(kind(), std::back_inserter(all));
  }
  return all;
}

class Specimens : public Observed {
 protected:
  void SetUp() override {
    Observed::SetUp();
    world = specimen_world();
  }

  // All but the log of tries, on which nothing rests, and which holds the specimen's own code.
  Lines told() const {
    Lines lines;
    for (const Json& one : to_json(evidence)["observations"]) {
      if (one["kind"] != "attempted") lines.push_back(one.dump());
    }
    return lines;
  }

  // A loss, or a gap, of that observer.
  bool has_lost(const std::string& observer) const {
    for (const Json& report : to_json(evidence)["observers"]) {
      if (report["observer"] == observer) return report["lost"] != 0 || report.contains("gaps");
    }
    return false;
  }

  // What is wrong with the evidence, a line each.
  Lines faults(const Specimen& specimen);
};

// What is known not to be looked into (docs/sandbox.md). Held here, so that whoever mends one finds
// its name and takes it off.
bool is_known_to_hide(const Specimen& specimen) {
  return specimen.name == "InAnAttribute" || specimen.name == "PackedAsZipLzma";
}

Lines Specimens::faults(const Specimen& specimen) {
  Lines wrong;
  const Lines lines = told();
  const auto is_told = [&](std::string_view wanted) {
    return std::ranges::any_of(lines, [&](const auto& line) { return holds(line, wanted); });
  };
  const bool refused = ending().out.starts_with("refused");
  const bool excused = refused || (!specimen.or_loss_of.empty() && has_lost(specimen.or_loss_of));
  for (const std::string& wanted : specimen.seen) {
    const std::size_t colon = wanted.find(": ");
    if (excused || !observes(wanted.substr(0, colon))) continue;
    const bool seen = is_told(wanted.substr(colon + 2));
    if (seen && is_known_to_hide(specimen)) wrong.push_back("seen now: no longer known to hide");
    if (!seen && !is_known_to_hide(specimen)) wrong.push_back("not seen: " + wanted);
  }
  for (const std::string& unwanted : specimen.never) {
    if (is_told(unwanted)) wrong.push_back("invented: " + unwanted);
  }
  Lines expected = refused ? Lines{} : specimen.changes;
  Lines found = changes();
  std::ranges::sort(expected);
  std::ranges::sort(found);
  if (!specimen.free && expected != found && !refused) {
    for (const auto& one : found) wrong.push_back("changed: " + one);
    wrong.push_back("but that is not what was changed");
  }
  if (code_of(ending()) != 0 && !ending().err.empty()) wrong.push_back(ending().err);
  return wrong;
}

TEST_P(Specimens, AreToldAsTheyAreAndHoldNobodyUp) {
  const char* const one = std::getenv("REDCODE_SPECIMEN");
  for (const Specimen& specimen : all_specimens()) {
    if (one != nullptr && specimen.name != one) continue;
    SCOPED_TRACE(specimen.name);
    const Pulse pulse;
    try {
      act({python(specimen_prelude + specimen.code)});
    } catch (const Failure& failure) {
      ADD_FAILURE() << specimen.name << ": " << failure.what();
      continue;
    }
    for (const std::string& fault : faults(specimen))
      ADD_FAILURE() << specimen.name << ": " << fault;
    EXPECT_LT(pulse.longest(), std::chrono::seconds(1)) << specimen.name << " held us up";
  }
}

INSTANTIATE_TEST_SUITE_P(, Specimens, testing::ValuesIn(engine_names()), name_of);

}  // namespace
}  // namespace redcode::contract
