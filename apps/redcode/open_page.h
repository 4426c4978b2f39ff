// Opening a page of ours in the user's browser.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "base/temp_dir.h"

namespace redcode::app {

constexpr std::size_t page_token_length = 32;  // of what an address must hold to be answered

// Leads the browser to an address. By a private file, which is there as long as this lives:
// arguments of programs are for all of the host to see, and the address holds the token.
class OpenPage {
 public:
  explicit OpenPage(const std::string& address);

  // Whether there is a desktop with a browser.
  static bool possible();

 private:
  TempDir folder_{"page"};
};

// Opens it where that is wanted and possible; else nullptr.
std::unique_ptr<OpenPage> open_page(const std::string& address, bool wanted);

}  // namespace redcode::app
