#include "open_page.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/child.h"
#include "base/process.h"

namespace redcode::app {
namespace {

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

}  // namespace

OpenPage::OpenPage(const std::string& address) {
  const std::filesystem::path file = folder_.path() / "page.html";
  std::ofstream(file) << "<meta http-equiv=\"refresh\" content=\"0;url=" << address << "\">\n";
  Child({.argv = {"setsid", "--fork", "xdg-open", file.string()},
         .environment = ChildRequest::Environment::ours})
      .wait_blocking(std::chrono::seconds(5));
}

bool OpenPage::possible() {
  const bool desktop = is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
  return desktop && program_exists("xdg-open") && program_exists("setsid");
}

std::unique_ptr<OpenPage> open_page(const std::string& address, bool wanted) {
  return wanted && OpenPage::possible() ? std::make_unique<OpenPage>(address) : nullptr;
}

}  // namespace redcode::app
