// For tests of configuration files: a small command line, and what is said of a file for it.
#pragma once

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cli/config_file.h"

namespace redcode::cli {

// `run`, and `corpus prove` two words deep.
struct Settings {
  std::string model = "none";
  std::size_t sample = 0;
  std::uint64_t repeats = 1;
  std::vector<std::string> headers;
  bool loud = false;
  std::size_t jobs = 0;
};

inline void add_options(CLI::App& root, Settings& values) {
  CLI::App* run = root.add_subcommand("run");
  run->add_option("--model", values.model)->capture_default_str();
  run->add_option("--sample", values.sample);
  run->add_option("--repeats", values.repeats)->check(CLI::Range(1, 1000));
  run->add_option("--header", values.headers);
  run->add_flag("--loud", values.loud);
  run->add_flag("--json");
  run->add_option("--accept-probe");
  run->add_option("place");
  CLI::App* prove = root.add_subcommand("corpus")->add_subcommand("prove");
  prove->add_option("--jobs", values.jobs)->required();
}

struct Line {
  CLI::App root{"", "redcode"};
  Settings values;
  CLI::App* run = nullptr;
  CLI::App* prove = nullptr;

  Line() {
    add_options(root, values);
    run = root.get_subcommand("run");
    prove = root.get_subcommand("corpus")->get_subcommand("prove");
  }
};

inline std::string with_format(const std::string& text) {
  return "format: redcode/config/1\n" + text;
}

// What is said of a file, each complaint on a line.
inline std::string told(const std::string& text, const ConfigRules& rules) {
  Line line;
  const ConfigRead read = parse_config(text, "redcode.yaml", line.root, rules);
  if (read) return "";
  std::string all;
  for (const Error& error : read.error()) all += error.text() + "\n";
  return all;
}

inline ConfigFile sound(const std::string& text, Line& line, const ConfigRules& rules) {
  ConfigRead read = parse_config(with_format(text), "redcode.yaml", line.root, rules);
  EXPECT_TRUE(read) << told(with_format(text), rules);
  return read ? *std::move(read) : ConfigFile();
}

}  // namespace redcode::cli
