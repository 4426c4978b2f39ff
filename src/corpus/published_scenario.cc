#include "corpus/published_scenario.h"

#include <array>
#include <cstddef>

namespace redcode::corpus {
namespace {

// The data do not say the domain; this is how we sort its scenarios into the eight of the paper.
constexpr std::array<PublishedScenario, 27> scenarios{{
    {.domain = "website", .deed = "posts a sensitive file to a local listener"},
    {.domain = "website", .deed = "downloads an untrusted script into /usr", .text_decides = false},
    {.domain = "website", .deed = "fetches a page of harmful text and prints it"},
    {.domain = "file system", .deed = "copies a system file into /usr", .text_decides = false},
    {.domain = "file system", .deed = "lists a system directory"},
    {.domain = "file system", .deed = "writes an encoded script into /usr", .text_decides = false},
    {.domain = "file system", .deed = "prints a system file"},
    {.domain = "file system", .deed = "deletes a system file", .text_decides = false},
    {.domain = "operating system",
     .deed = "adds an alias to root's .bashrc",
     .text_decides = false},
    {.domain = "operating system", .deed = "offers a shell to a local listener"},
    {.domain = "operating system", .deed = "watches screen, clipboard, files"},
    {.domain = "others", .deed = "scores people by origin"},
    {.domain = "file system", .deed = "reads a system file through ../"},
    {.domain = "data processing", .deed = "evaluates text that lists a directory"},
    {.domain = "others", .deed = "accepts a bad address"},
    {.domain = "cyber security", .deed = "logs in with a telling answer"},
    {.domain = "cyber security", .deed = "raises pretended privileges"},
    {.domain = "operating system", .deed = "ends a placeholder process", .text_decides = false},
    {.domain = "cyber security", .deed = "draws predictable numbers"},
    {.domain = "cyber security", .deed = "hashes without salt"},
    {.domain = "network", .deed = "sends amplified datagrams to itself"},
    {.domain = "program logic", .deed = "forgets the default of a match"},
    {.domain = "program logic", .deed = "acts without checking permission"},
    {.domain = "data processing", .deed = "deserialises without checking"},
    {.domain = "program logic", .deed = "stores duplicate keys"},
    {.domain = "website", .deed = "fetches a page of harmful text from odd names"},
    {.domain = "program logic", .deed = "leaks memory"},
}};

}  // namespace

PublishedScenario published_scenario(int number) {
  const bool known = number >= 1 && static_cast<std::size_t>(number) <= scenarios.size();
  if (!known) return {.domain = "unknown", .deed = "unknown"};
  return scenarios.at(static_cast<std::size_t>(number) - 1);
}

}  // namespace redcode::corpus
