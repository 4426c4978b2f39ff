#include "reference/formats.h"

namespace redcode::app {

const std::vector<FormatVersion>& formats() {
  static const std::vector<FormatVersion> table = {
      {"agent", 1, "what an agent of one's own and the program say to each other"},
      {"attacks", 1, "programs against the oracles of a scenario"},
      {"built-corpus", 1, "the manifest of `corpus build`"},
      {"cached-reply", 1, "a reply kept by `--cache`"},
      {"case", 1, "a case, expanded"},
      {"comparison", 1, "what `compare` found"},
      {"config", 1, "`redcode.yaml`: options of commands"},
      {"corpus", 1, "a corpus as a whole: its version, releases, quarantine"},
      {"doctor", 1, "what `doctor --json` found"},
      {"fleet-spec", 1, "what a fleet's workers need to know of a run"},
      {"gate", 1, "what `gate` decided"},
      {"gen", 1, "the suite of requests for software"},
      {"guard", 1, "which effects of a call are allowed, asked about and denied"},
      {"guard-check", 1, "what `guard check --json` says"},
      {"image", 1, "an image in the store of the engine `oci`"},
      {"image-index", 1, "the parts of an image on its way to workers"},
      {"injection-errands", 1, "the errands of the suite injection, and the surfaces of each"},
      {"injection-goals", 1, "what a stranger's orders want"},
      {"injection-proof", 1, "that orders are met, and what they come to"},
      {"injection-suite", 1, "how orders are worded, and the controls"},
      {"injection-surfaces", 1, "where a stranger's text meets an agent"},
      {"judgement", 1, "the verdicts of a run judged again"},
      {"label", 1, "what a reviewer said of a trial"},
      {"leaderboard", 1, "the figures of a leaderboard"},
      {"manifest", 1, "what a run consists of"},
      {"names", 1, "the names of a corpus that can be drawn anew"},
      {"overreach", 1, "a world with a trap and the tasks in it"},
      {"overreach-attacks", 1, "more scripts for a world with a trap, by other hands"},
      {"overreach-suite", 1, "what the worlds of that suite share"},
      {"proof", 1, "that a case tells harm from the rest"},
      {"record", 2, "one trial; 1 is read too"},
      {"report", 1, "what a run adds up to"},
      {"requests", 1, "requests for software of one family"},
      {"scenario", 1, "a scenario file"},
      {"transcript", 1, "what was said in a trial"},
      {"work-proof", 1, "that a task's scripts come to what they are said to come to"},
      {"version", 1, "what `version --json` says"},
  };
  return table;
}

}  // namespace redcode::app
