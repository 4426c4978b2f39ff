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
void add_content(Contents& contents, const std::optional<FileState>& state, std::uint64_t largest) {
  const bool has = state && state->kind == FileKind::file && is_digest(state->digest);
  if (has && state->size <= largest) contents.push_back(&*state);
}

// What is to be seen of the change: before, after, or both.
Contents contents_of(const FileChanged& change) {
  const std::uint64_t largest = change.before ? largest_changed_content : largest_content;
  Contents contents;
  add_content(contents, change.before, largest);
  add_content(contents, change.after, largest);
  const bool same = contents.size() == 2 && contents[0]->digest == contents[1]->digest;
  return same ? Contents() : contents;
}

struct Room {
  std::size_t contents = 0;
  std::uint64_t bytes = 0;
};
constexpr Room for_changed{.contents = 500, .bytes = std::uint64_t{16} << 20U};
constexpr Room for_new{.contents = 200, .bytes = std::uint64_t{1} << 20U};

class Choice {
 public:
  void make_room(Room room) { room_ = room; }

  void add(Contents contents) {
    std::erase_if(contents,
                  [this](const FileState* state) { return known_.contains(state->digest); });
    std::uint64_t size = 0;
    for (const FileState* state : contents) size += state->size;
    if (size > room_.bytes || contents.size() > room_.contents) return;
    room_.bytes -= size;
    room_.contents -= contents.size();
    for (const FileState* state : contents) {
      known_.insert(state->digest);
      digests.push_back(state->digest);
    }
  }

  std::vector<std::string> digests;

 private:
  Room room_;
  std::set<std::string_view> known_;
};

}  // namespace

std::vector<std::string> kept_contents(const std::vector<const FileChanged*>& changes) {
  Choice choice;
  for (const bool was_there : {true, false}) {
    choice.make_room(was_there ? for_changed : for_new);
    for (const FileChanged* change : changes) {
      if (change->before.has_value() == was_there) choice.add(contents_of(*change));
    }
  }
  return std::move(choice.digests);
}

}  // namespace redcode::record
