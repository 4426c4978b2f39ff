// The pages of the reference that are tables of the program's own subject.
#pragma once

#include <string>

namespace redcode::app {

std::string oracle_words_page();
std::string metrics_page();
std::string formats_page();

}  // namespace redcode::app
