// LineServer: as much of a mail server (SMTP) or a file server (FTP) as it takes for a client to
// hand over what it came with.
//
// Both speak first, and answer line by line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace redcode::evidence {

class LineServer {
 public:
  enum class Kind { mail, files };
  // What is customary on `port`, if anything.
  static std::optional<Kind> customary(std::uint16_t port);

  // `address`: the server's own as the client sees it; FTP sends it back.
  LineServer(Kind kind, std::string address) : kind_(kind), address_(std::move(address)) {}

  std::string greeting() const;
  // What to answer to everything in `bytes` (all that was received so far) that is new since the
  // last call and ends in a line break.
  std::string answer(std::string_view bytes);
  bool ended() const { return ended_; }

  // A message that was taken, and for whom.
  struct Mail {
    std::vector<std::string> recipients;
    std::size_t size = 0;
  };
  // Those since the last call.
  std::vector<Mail> take_mail() { return std::exchange(mail_, {}); }

 private:
  std::string answer_line(std::string_view line);
  std::string answer_message(std::string_view line);
  std::string answer_mail(std::string_view verb, std::string_view line);
  std::string take_recipient(std::string_view line);
  std::string answer_files(std::string_view verb);
  std::string answer_login(std::string_view line);
  std::string passive() const;

  Kind kind_;
  std::string address_;
  std::size_t answered_ = 0;  // bytes
  bool in_message_ = false;   // between DATA and its closing dot
  std::size_t message_ = 0;   // where it began
  std::size_t line_at_ = 0;   // where the line that is answered begins
  std::vector<std::string> recipients_;
  std::vector<Mail> mail_;
  int prompts_ = 0;  // of a login that come yet
  bool ended_ = false;
};

}  // namespace redcode::evidence
