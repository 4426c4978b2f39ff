// The sandboxes' base image, wherever an engine keeps it: there, whole, the same, and ours. And the
// one with servers, which most suites do without.
#pragma once

#include <string>

#include "base/task.h"
#include "doctor/findings.h"

namespace redcode::doctor {

// An engine's image.
struct KeptImage {
  enum State { not_asked, silent, missing, broken, whole };
  State state = not_asked;
  std::string folder = {};   // where it is unpacked
  bool on_overlay = false;   // that folder is on an overlay file system
  std::string content = {};  // digest of its files
  std::string recipe = {};   // what it was made from; "": it does not say
};

struct BothImages {
  KeptImage oci = {};
  KeptImage docker = {};
  std::string recipe = {};  // this program's own; "": it is not there
};

void judge_image_of_oci(const KeptImage& image, Findings& findings);
void judge_image_of_docker(const KeptImage& image, Findings& findings);
// Both beside each other and beside this program.
void judge_images(const BothImages& images, Findings& findings);

// It may be missing: then it is told what makes it.
void judge_dev_image(const BothImages& images, Findings& findings);

// `recipe`: this program's, as above. No `daemon`: none is asked.
Task<> look_at_images(std::string recipe, bool daemon, Findings& findings);

}  // namespace redcode::doctor
