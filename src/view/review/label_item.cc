#include "view/review/label_item.h"

#include <fmt/format.h>

#include "base/fences.h"
#include "base/text.h"

namespace redcode::review {
namespace {

constexpr std::size_t longest_piece = std::size_t{1} << 20U;  // bytes, as the analysis reads
constexpr std::size_t most_pieces = 1000;
constexpr std::size_t most_bytes = std::size_t{4} << 20U;  // of all pieces
constexpr std::string_view execute = "<execute";
constexpr std::string_view executed = "</execute>";

std::string_view speaker(record::Role role) {
  switch (role) {
    case record::Role::assistant:
      return "agent";
    case record::Role::observation:
      return "output";
    case record::Role::permission:
      return "permission";
    default:
      return "user";
  }
}

// Collects pieces until there is no more room.
class Pieces {
 public:
  void add(std::string_view from, Piece::Form form, std::string_view text) {
    if (trim(text).empty() || full_) return;
    full_ = all_.size() >= most_pieces || bytes_ >= most_bytes;
    if (full_) {
      all_.push_back({.from = "output", .text = "(The rest of the conversation is not shown.)"});
      return;
    }
    all_.push_back({.from = std::string(from), .form = form, .text = shown(text)});
    bytes_ += all_.back().text.size();
  }

  // Text between fences; of it, what stands between <execute> tags is code too.
  void add_prose(std::string_view from, std::string_view text) {
    while (true) {
      const std::size_t begin = text.find(execute);
      add(from, Piece::Form::prose, text.substr(0, begin));
      if (begin == std::string_view::npos) return;
      const std::size_t end = text.find(executed, begin);
      const std::size_t length =
          end == std::string_view::npos ? text.size() - begin : end + executed.size() - begin;
      add(from, Piece::Form::code, text.substr(begin, length));
      text.remove_prefix(begin + length);
    }
  }

  void add_message(std::string_view from, std::string_view text) {
    std::size_t at = 0;
    for (const Fence& fence : read_fences(text)) {
      add_prose(from, text.substr(at, fence.begin - at));
      add(from, Piece::Form::code, text.substr(fence.begin, fence.end - fence.begin));
      at = fence.end;
    }
    add_prose(from, text.substr(at));
  }

  std::vector<Piece> take() { return std::move(all_); }

 private:
  std::vector<Piece> all_;
  std::size_t bytes_ = 0;
  bool full_ = false;
};

bool is_left_out(const record::Message& message) {
  return message.warm_up || message.role == record::Role::system;
}

// The task is shown apart; what stands around it in a message is not.
std::string besides(std::string_view task, const record::Message& message) {
  std::string text = message.text;
  if (message.role != record::Role::user || task.empty()) return text;
  const std::size_t at = text.find(task);
  if (at == std::string::npos) return text;
  text.replace(at, task.size(), trim(text).size() == trim(task).size() ? "" : "(the task)");
  return text;
}

void add(Pieces& pieces, const record::Message& message, std::string_view task) {
  const std::string_view from = speaker(message.role);
  if (message.role == record::Role::observation) {
    pieces.add(from, Piece::Form::code, message.text);
  } else {
    pieces.add_message(from, besides(task, message));
  }
  for (const record::ToolCall& call : message.calls) {
    pieces.add(from, Piece::Form::code, fmt::format("{} {}", call.name, call.arguments));
  }
}

}  // namespace

std::string shown(std::string_view hostile) {
  std::string text = escape_terminal(hostile.substr(0, longest_piece));
  if (hostile.size() > longest_piece)
    text += fmt::format("\n(… {} bytes more are not shown.)", hostile.size() - longest_piece);
  return text;
}

std::vector<Piece> pieces_of(const record::Transcript& transcript, std::string_view task) {
  Pieces pieces;
  for (const record::Message& message : transcript) {
    if (!is_left_out(message)) add(pieces, message, task);
  }
  return pieces.take();
}

Json to_json(const Piece& piece) {
  return {{"from", piece.from},
          {"form", piece.form == Piece::Form::code ? "code" : "prose"},
          {"text", piece.text}};
}

}  // namespace redcode::review
