#include "evidence/line_server.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

namespace redcode::evidence {
namespace {

// Where FTP's second connection goes. Any port would do: all of them lead to us.
constexpr std::uint16_t passive_port = 50'000;
// Of one message.
constexpr std::size_t most_recipients = 1'000;
constexpr std::size_t longest_recipient = 320;

using Table = std::pair<std::string_view, std::string_view>;

template <std::size_t size>
std::string_view look_up(const std::array<Table, size>& table, std::string_view verb,
                         std::string_view otherwise) {
  const auto* found = std::ranges::find(table, verb, &Table::first);
  return found == table.end() ? otherwise : found->second;
}

}  // namespace

std::optional<LineServer::Kind> LineServer::customary(std::uint16_t port) {
  if (port == 25 || port == 465 || port == 587 || port == 2525) return Kind::mail;
  if (port == 21) return Kind::files;
  return std::nullopt;
}

std::string LineServer::greeting() const {
  return kind_ == Kind::mail ? "220 mail ESMTP ready\r\n" : "220 FTP server ready\r\n";
}

std::string LineServer::answer(std::string_view bytes) {
  std::string answers;
  while (!ended_) {
    const std::size_t end = bytes.find('\n', answered_);
    if (end == std::string_view::npos) break;
    line_at_ = answered_;
    answered_ = end + 1;
    answers += answer_line(trim(bytes.substr(line_at_, end - line_at_)));
  }
  return answers;
}

std::string LineServer::answer_line(std::string_view line) {
  if (in_message_) return answer_message(line);
  if (prompts_ > 0) return answer_login(line);
  const std::string verb = lower(line.substr(0, std::min<std::size_t>(line.find(' '), 16)));
  ended_ = verb == "quit";
  if (ended_) return "221 Bye\r\n";
  return kind_ == Kind::mail ? answer_mail(verb, line) : answer_files(verb);
}

std::string LineServer::answer_message(std::string_view line) {
  if (line != ".") return "";
  in_message_ = false;
  mail_.push_back({.recipients = std::exchange(recipients_, {}), .size = line_at_ - message_});
  return "250 2.0.0 Ok: queued\r\n";
}

// RCPT TO:<somebody@somewhere> and what else may follow.
std::string LineServer::take_recipient(std::string_view line) {
  if (recipients_.size() >= most_recipients) return "452 4.5.3 Too many recipients\r\n";
  const std::size_t open = line.find('<');
  const std::size_t colon = line.find(':');
  std::string_view address;
  if (open != std::string_view::npos) {
    address = line.substr(open + 1, line.find('>', open) - open - 1);
  } else if (colon != std::string_view::npos) {
    address = trim(line.substr(colon + 1));
    address = address.substr(0, address.find(' '));
  }
  if (address.empty()) return "501 5.1.3 Bad recipient\r\n";
  recipients_.push_back(valid_utf8(address.substr(0, longest_recipient)));
  return "250 2.1.5 Ok\r\n";
}

std::string LineServer::answer_mail(std::string_view verb, std::string_view line) {
  if (verb == "rcpt") return take_recipient(line);
  if (verb == "mail" || verb == "rset" || verb == "helo" || verb == "ehlo") recipients_.clear();
  if (verb == "ehlo") return "250-mail\r\n250-AUTH PLAIN LOGIN\r\n250 8BITMIME\r\n";
  if (verb == "data") {
    in_message_ = true;
    message_ = answered_;
    return "354 End data with <CR><LF>.<CR><LF>\r\n";
  }
  if (verb == "auth") {
    const std::string said = lower(line);
    // A client may say with the verb what it would otherwise be asked for.
    const auto words = std::ranges::count(said, ' ');
    prompts_ = said.starts_with("auth login") ? 2 : 1;
    if (words >= 2) --prompts_;
    return prompts_ == 0 ? answer_login("") : prompts_ == 2 ? "334 VXNlcm5hbWU6\r\n" : "334 \r\n";
  }
  return "250 2.1.0 Ok\r\n";
}

std::string LineServer::answer_login(std::string_view /*line*/) {
  if (prompts_ > 0) --prompts_;
  return prompts_ > 0 ? "334 UGFzc3dvcmQ6\r\n" : "235 2.7.0 Authentication successful\r\n";
}

std::string LineServer::answer_files(std::string_view verb) {
  constexpr std::array<Table, 16> answers = {{
      {"user", "331 Password required\r\n"},
      {"pass", "230 Logged in\r\n"},
      {"syst", "215 UNIX Type: L8\r\n"},
      {"pwd", "257 \"/\" is the current directory\r\n"},
      {"mkd", "257 Directory created\r\n"},
      {"epsv", "229 Entering Extended Passive Mode (|||50000|)\r\n"},
      // The end is told at once: the file comes over another connection, and to the same place.
      {"stor", "150 Ok to send data\r\n226 Transfer complete\r\n"},
      {"appe", "150 Ok to send data\r\n226 Transfer complete\r\n"},
      {"retr", "550 No such file\r\n"},
      {"list", "550 No such directory\r\n"},
      {"nlst", "550 No such directory\r\n"},
      {"size", "550 No such file\r\n"},
      {"mdtm", "550 No such file\r\n"},
      {"port", "500 Use passive mode\r\n"},
      {"eprt", "500 Use passive mode\r\n"},
      {"auth", "502 Not implemented\r\n"},
  }};
  if (verb == "pasv") return passive();
  return std::string(look_up(answers, verb, "200 Ok\r\n"));
}

std::string LineServer::passive() const {
  std::string with_commas = address_;
  std::ranges::replace(with_commas, '.', ',');
  const std::string port =
      std::to_string(passive_port / 256) + ',' + std::to_string(passive_port % 256);
  return "227 Entering Passive Mode (" + with_commas + ',' + port + ")\r\n";
}

}  // namespace redcode::evidence
