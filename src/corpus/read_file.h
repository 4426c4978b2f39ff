// Reads one file of a corpus, bounded, and gathers what is wrong with it.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/text.h"
#include "base/yaml/yaml.h"

namespace redcode::corpus {

// One byte more than such a file may have, so that a larger file is told from the largest.
inline std::optional<std::string> read_bounded(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  std::string bytes(yaml::yaml_bytes_limit + 1, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  return bytes;
}

// Gives what the file says to `take`; what is wrong with it goes to `errors`.
template <class Take>
void read_file(const std::filesystem::path& file, std::string subject, std::vector<Error>& errors,
               const Take& take) {
  yaml::Complaints complaints(one_line(file.string(), 4096), std::move(subject));
  const std::optional<std::string> yaml = read_bounded(file);
  if (!yaml) complaints.add({}, "corpus-unreadable", "cannot be read");
  if (yaml) take(*yaml, complaints);
  for (Error& error : std::move(complaints).take()) errors.push_back(std::move(error));
}

}  // namespace redcode::corpus
