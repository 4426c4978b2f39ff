// Where the program's data files are: the corpus, the prompts, the image recipe.
#pragma once

#include <filesystem>
#include <string>

namespace redcode::app {

// `name` ("corpus", "prompts", "images") in, first of these that exists: $REDCODE_DATA,
// <prefix>/share/redcode beside the program's bin/, and the folders above the program (a build
// tree inside a checkout). Throws Failure, with what to do, when there is none.
std::filesystem::path data_folder(const std::string& name);

// A whole text file. Throws Failure when it cannot be read.
std::string read_text(const std::filesystem::path& path);

}  // namespace redcode::app
