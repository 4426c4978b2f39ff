// Files that commands read and write: the program's data (the corpus, the prompts, the image
// recipe), and what a user names.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace redcode {

// `name` ("corpus", "prompts", "images") in, first of these that exists: $REDCODE_DATA,
// <prefix>/share/redcode beside the program's bin/, and the folders above the program (a build
// tree inside a checkout). Throws Failure, with what to do, when there is none.
std::filesystem::path data_folder(const std::string& name);

// A whole text file. Throws Failure when it cannot be read.
std::string read_text(const std::filesystem::path& path);

// Puts `text` in place of the file, whole or not at all: nobody ever reads half of it. Throws
// Failure, with what to do, when the folder does not take it or `path` is a device or a folder.
void write_whole(const std::filesystem::path& path, std::string_view text);

}  // namespace redcode
