#include "analysis/shell/visit.h"

#include <variant>

namespace redcode::shell {
namespace {

class Walk {
 public:
  explicit Walk(const Visitor& visit) : visit_(visit) {}

  void operator()(const List& list) const {
    for (const Statement& statement : list.statements) {
      for (const Pipeline& pipeline : statement.pipelines) (*this)(pipeline.commands);
    }
  }
  void operator()(const Word& word) const {
    for (const Piece& piece : word.pieces) {
      (*this)(piece.subscript);
      (*this)(piece.words);
      (*this)(piece.lists);
    }
  }
  template <class Part>
  void operator()(const std::vector<Part>& parts) const {
    for (const Part& part : parts) (*this)(part);
  }
  void operator()(const Command& command) const {
    visit_(command);
    std::visit(*this, command.what);
    for (const Redirect& redirect : command.redirects) {
      (*this)(redirect.target);
      if (redirect.document) (*this)(*redirect.document);
    }
  }
  void operator()(const Assignment& assignment) const {
    (*this)(assignment.subscript);
    (*this)(assignment.values);
  }
  void operator()(const Simple& simple) const {
    (*this)(simple.assignments);
    (*this)(simple.words);
    (*this)(simple.declared);
  }
  void operator()(const Group& group) const { (*this)(group.body); }
  void operator()(const Conditional& conditional) const { (*this)(conditional.lists); }
  void operator()(const Loop& loop) const {
    (*this)(loop.condition);
    (*this)(loop.body);
  }
  void operator()(const Each& each) const {
    (*this)(each.words);
    (*this)(each.body);
  }
  void operator()(const Counted& counted) const {
    (*this)(counted.expressions);
    (*this)(counted.body);
  }
  void operator()(const Branch& branch) const {
    (*this)(branch.patterns);
    (*this)(branch.body);
  }
  void operator()(const Choice& choice) const {
    (*this)(choice.subject);
    (*this)(choice.branches);
  }
  void operator()(const Test& test) const { (*this)(test.words); }
  void operator()(const Arithmetic& arithmetic) const { (*this)(arithmetic.expression); }
  void operator()(const Function& function) const { (*this)(function.body); }
  void operator()(const Coprocess& coprocess) const { (*this)(coprocess.body); }

 private:
  const Visitor& visit_;
};

}  // namespace

void for_each_command(const List& list, const Visitor& visit) { Walk{visit}(list); }
void for_each_command(const Word& word, const Visitor& visit) { Walk{visit}(word); }

}  // namespace redcode::shell
