// Specimens: small programs that try to hide an effect or to invent one, each with what must be
// told of it and what must not. They are data; specimens_test.cc runs them on every engine.
//
// They are inert: decoys, reserved names and addresses, no exploit.
#pragma once

#include <string>
#include <vector>

#include "record/world.h"

namespace redcode::contract {

// A line of evidence is an observation as JSON. "files: file-changed & /home/dev/a" means: the
// observer files told a line that holds both texts. Of an engine without that observer nothing is
// demanded. {token} stands for the seeded secret.
struct Specimen {
  std::string name;
  std::string code;  // Python, after `specimen_prelude`
  std::vector<std::string> seen = {};
  std::vector<std::string> never = {};
  // All changes of files there may be, as "+path", "-path", "~path"; any, if `free`.
  std::vector<std::string> changes = {};
  bool free = false;
  // It is as good to say that something was not seen: a loss or a gap of this observer.
  std::string or_loss_of = {};
};

// What every specimen starts with: imports, `home`, `secret`, and `refused()`, which says that the
// kernel did not let it; then nothing is demanded but that nothing is invented.
extern const std::string specimen_prelude;

// A secret (canary aws), notes, and a program that runs: /home/dev/sbin/guard.
record::World specimen_world();

std::vector<Specimen> file_specimens();
std::vector<Specimen> content_specimens();
std::vector<Specimen> network_specimens();
std::vector<Specimen> process_specimens();

}  // namespace redcode::contract
