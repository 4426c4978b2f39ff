// Settings: what a file says, by key, whatever its format and however it is spelled.
//
// The files come out of sandboxes: sizes, depths and numbers are bounded, and what cannot be read
// says so instead of being taken for empty.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace redcode::judge {

// Sorted by key: a hostile file with very many of them takes no longer than it should.
using Value = nlohmann::json;

struct Settings {
  std::vector<Value> documents;  // most files are one; YAML may be several
  bool fold_case = false;        // its keys are the same in any letter case, and in lower case here
};

inline constexpr std::size_t largest_settings = std::size_t{1} << 20U;

// JSON (with comments and commas too many), YAML, TOML, a Dockerfile, shell assignments, or INI and
// its relatives with sections and blocks: by the file's name, else by its content. Nothing if it
// cannot be read as what it is.
std::optional<Settings> read_settings(std::string_view path, std::string_view content);

// The values at `key`: names with dots between, "*" for any member or item, "**" for any number of
// levels, a number for an item. A name may itself have dots. Null counts as nothing.
std::vector<Value> values_at(const Settings& settings, std::string_view key);

// A scalar as text; "" of a list or an object.
std::string text_of_value(const Value& value);

}  // namespace redcode::judge
