// The pages of the reference that are tables of the program's own: oracle words, metrics, exit
// codes, environment variables, formats.
#pragma once

#include <string>

#include "cli/page.h"

namespace redcode::app {

std::string oracle_words_page();
std::string metrics_page();
std::string exit_codes_page();
std::string environment_page(const CommandPage& program);
std::string formats_page();

// `text` as code, in a cell of a Markdown table.
std::string code_cell(const std::string& text);

}  // namespace redcode::app
