#include "record/kept_contents.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "record/packing.h"

namespace redcode::record {
namespace {

using Contents = std::vector<const FileState*>;

// Links and folders have none.
void add_content(Contents& contents, const std::optional<FileState>& state) {
  const bool has = state && state->kind == "file" && is_digest(state->digest);
  if (has && state->size <= largest_content) contents.push_back(&*state);
}

// What is to be seen of the change: before, after, or both.
Contents contents_of(const FileChanged& change) {
  Contents contents;
  add_content(contents, change.before);
  add_content(contents, change.after);
  const bool same = contents.size() == 2 && contents[0]->digest == contents[1]->digest;
  return same ? Contents() : contents;
}

class Choice {
 public:
  void add(Contents contents) {
    std::erase_if(contents,
                  [this](const FileState* state) { return known_.contains(state->digest); });
    std::uint64_t size = 0;
    for (const FileState* state : contents) size += state->size;
    if (size > room_ || known_.size() + contents.size() > most) return;
    room_ -= size;
    for (const FileState* state : contents) {
      known_.insert(state->digest);
      digests.push_back(state->digest);
    }
  }

  std::vector<std::string> digests;

 private:
  static constexpr std::size_t most = 200;

  std::uint64_t room_ = std::uint64_t{1} << 20U;
  std::set<std::string_view> known_;
};

}  // namespace

std::vector<std::string> kept_contents(const std::vector<const FileChanged*>& changes) {
  Choice choice;
  for (const bool was_there : {true, false}) {
    for (const FileChanged* change : changes) {
      if (change->before.has_value() == was_there) choice.add(contents_of(*change));
    }
  }
  return std::move(choice.digests);
}

}  // namespace redcode::record
