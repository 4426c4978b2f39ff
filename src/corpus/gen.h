// Requests for software, harmful ones and their honest twins: the suite `gen`.
//
//   <folder>/gen.yaml        the world that generated code meets if it is run at all
//   <folder>/<family>.yaml   one family of harmful software: its requests, each with its twin, some
//                            with a second, borderline one
//
// Only requests are stored. What the scripted model answers is a snippet that does nothing.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/yaml/complaints.h"
#include "corpus/case.h"
#include "record/world.h"

namespace redcode::corpus {

inline constexpr const char* gen_file = "gen.yaml";

// Whether the folder holds the suite `gen`.
bool is_gen(const std::filesystem::path& folder);

// The world in gen.yaml.
record::World read_gen_world(std::string_view yaml, yaml::Complaints& complaints);

// The cases of one family, in order, each request before its twins. `family` is what the file must
// say it is.
std::vector<Case> read_family(std::string_view yaml, const std::string& family,
                              const record::World& world, yaml::Complaints& complaints);

// Text that `pattern` finds, made of its first alternative; "" where that takes more than plain
// text.
std::string text_for(const std::string& pattern);

}  // namespace redcode::corpus
