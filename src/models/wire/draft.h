// Draft: a reply that comes in pieces, held to its bounds.
//
// It is a list of items, each a text or a call, under the index the format gives them. The reply's
// text is that of all items in the order of their indices, and so are its calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "models/wire/wire.h"
#include "record/transcript.h"

namespace redcode::wire {

class Draft {
 public:
  // All of these throw Failure{corrupt} when a bound is exceeded.
  void add_text(std::int64_t index, std::string_view piece);
  // Makes the item a call. An empty id or name leaves what is there.
  void name_call(std::int64_t index, std::string_view id, std::string_view name);
  void add_arguments(std::int64_t index, std::string_view piece);

  // Takes an item back, for one that is told again as a whole.
  void forget(std::int64_t index);
  void forget_all();

  // The call under the index, if there is one.
  const record::ToolCall* call_at(std::int64_t index) const;
  // Neither text nor calls.
  bool empty() const { return items_.empty(); }
  record::Usage& usage() { return usage_; }
  const record::Usage& usage() const { return usage_; }

  // Throws Failure{corrupt} when a call has no name.
  Reply reply() const;

 private:
  struct Item {
    std::string text;
    std::optional<record::ToolCall> call;
  };
  record::ToolCall& call(std::int64_t index);
  void grow(std::size_t bytes);

  std::map<std::int64_t, Item> items_;
  std::size_t bytes_ = 0;
  std::size_t calls_ = 0;
  record::Usage usage_;
};

}  // namespace redcode::wire
