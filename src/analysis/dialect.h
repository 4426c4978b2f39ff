// Dialect: what the node types of one language's grammar mean to an outline. All that the outline
// knows of a language is in these tables.
#pragma once

#include <tree_sitter/api.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/source.h"

namespace redcode::analysis {

enum class Role : std::uint8_t {
  none,
  call,
  command,     // of a shell
  redirected,  // a command with where its output goes
  pipeline,
  function,
  anonymous,  // a function without a name
  klass,
  assign,
  naming,  // gives something a name and is no assignment: `with … as f`, #define
  string,
  import,
  loop,
  comment,
  placeholder,
  statement,  // an expression alone
  raising,
  returning,
  decorated,  // a function that something outside will call
  block,      // code handed to a call that names what it gets: Ruby's do |file| … end
  parameters,
  identifier,
  member,
  comparison,
};

// The fields of such a node; "" where it has none.
struct Parts {
  Role role = Role::none;
  std::string_view left = {};   // what is named, or called
  std::string_view right = {};  // what it stands for
  std::string_view body = {};
};

class Dialect {
 public:
  static const Dialect& of(Language language);

  Language language() const { return language_; }
  // What has no entry, errors too, has no role.
  const Parts& parts(TSNode node) const {
    const std::size_t symbol = ts_node_symbol(node);
    return symbol < by_symbol_.size() ? by_symbol_[symbol] : by_symbol_.back();
  }
  Role role(TSNode node) const { return parts(node).role; }

 private:
  explicit Dialect(Language language);

  Language language_;
  std::vector<Parts> by_symbol_;
};

}  // namespace redcode::analysis
