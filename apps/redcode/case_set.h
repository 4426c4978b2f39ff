// The cases a command works on: the corpus that was asked for, and a filter.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "corpus/corpus.h"
#include "corpus/filter.h"
#include "out.h"

namespace redcode::app {

// Loads `folder` ("": the one that came with the program; "gen", if there is no such folder: the
// suite of that name), its names drawn anew by the seed `names` unless that is "". Every complaint
// is printed; throws Failure when there is any.
corpus::Corpus load_corpus(const std::string& folder, Out& out, const std::string& names = {});

// `folder`, or the corpus that came with the program.
std::filesystem::path corpus_folder(const std::string& folder);

// Throws Failure, with the nearest one, for an id that is of none of these scenario files.
void require_scenarios(const std::vector<std::string>& ids,
                       const std::vector<std::filesystem::path>& files);

// Those scenarios of `folder` (all, if none is named), whether or not the others are sound. Every
// complaint is printed; throws Failure when there is any, or when there is no such scenario. Names
// as for load_corpus.
std::vector<corpus::Scenario> load_scenarios(const std::string& folder,
                                             const std::vector<std::string>& ids, Out& out,
                                             const std::string& names = {});

// Prints `errors`; throws Failure if there is any.
void require_sound(const std::vector<Error>& errors, Out& out);

// The subset of that name ("": all of them). Throws Failure when there is none.
std::vector<corpus::Case> require_subset(std::vector<corpus::Case> cases, const std::string& name);

// The case of that id. Throws Failure that names the nearest one.
corpus::Case require_case(const corpus::Corpus& corpus, const std::string& id);

}  // namespace redcode::app
