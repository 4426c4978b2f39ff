// Opening the files of a run folder, which may be a stranger's: what stands under their names may
// be a link to any file, a pipe that never ends, a device, or larger than any of ours.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/fd.h"
#include "base/json.h"

namespace redcode::record {

inline constexpr std::uint64_t any_size = ~std::uint64_t{0};
inline constexpr std::uint64_t largest_manifest = std::uint64_t{16} << 20U;
// A record's line: what is longer is not read as JSON.
inline constexpr std::size_t largest_record = JsonLimits{}.bytes;
// Of one object; ours have some dozens.
inline constexpr std::size_t most_json_members = 1000;

// A regular file of at most `most` bytes, itself and not a link to one; never waits.
// Errors: run-missing; run-refused: it is something else; run-unreadable.
Result<Fd> open_run_file(const std::filesystem::path& path, std::uint64_t most = any_size);

// All of such a file. Errors: as above.
Result<std::string> read_run_file(const std::filesystem::path& path, std::uint64_t most);

// The JSON of a line or file of a run: not too many members, and none twice. Errors: json-…
Result<Json> run_json(std::string_view text);

// What is in a folder, in no order. With an `error`, what was read until then; never throws for it.
std::vector<std::filesystem::path> entries_in(const std::filesystem::path& folder,
                                              std::error_code& error);

// Whether there is no such folder, or one that is itself a folder. What is written to a link would
// end up wherever it points.
bool not_a_link(const std::filesystem::path& folder);

}  // namespace redcode::record
