// Programs that send and fetch.
#include <algorithm>

#include "analysis/effects/programs.h"

namespace redcode::effects {
namespace {

std::string host_of(const std::string& url) {
  std::string rest = url;
  if (const std::size_t scheme = rest.find("://"); scheme != std::string::npos)
    rest.erase(0, scheme + 3);
  rest = rest.substr(0, rest.find_first_of("/?#"));
  if (const std::size_t at = rest.rfind('@'); at != std::string::npos) rest.erase(0, at + 1);
  if (!rest.starts_with('[')) rest = rest.substr(0, rest.find(':'));
  return rest;
}

void send(Evaluator& evaluator, const std::string& host, Argv files) {
  for (std::string& file : files) file = evaluator.absolute(file);
  evaluator.add(Effect{.verb = Verb::send, .object = host, .data = std::move(files)});
}

// The files that the value of -d, -F or -T names.
void attach(const std::string& value, bool whole, const Stream& in, Argv& files) {
  const std::size_t at = value.find('@');
  if (whole && value != "-" && value != ".") {
    files.push_back(value);
  } else if (at != std::string::npos) {
    const std::string name = value.substr(at + 1, value.find(';') - at - 1);
    if (name != "-")
      files.push_back(name);
    else
      files.insert(files.end(), in.files.begin(), in.files.end());
  } else if (whole) {
    files.insert(files.end(), in.files.begin(), in.files.end());
  }
}

bool is_body(const Call& call, const std::string& option) {
  return option.starts_with("data") || option == "F" || option.starts_with("form") ||
         option == "json" || option.starts_with("post-") || option.starts_with("body-") ||
         (option == "d" && call.name() == "curl");
}

bool is_upload(const Call& call, const std::string& option) {
  return option == "upload-file" || option == "post-file" || option == "body-file" ||
         (option == "T" && call.name() == "curl");
}

bool is_output(const Call& call, const std::string& option) {
  return option == "o" || option == "output" || option == "output-document" ||
         (option == "O" && call.name() == "wget");
}

bool sends_by_method(const Arguments& read) {
  const std::string method = read.value("X", read.given("request") ? "request" : "method");
  return method == "POST" || method == "PUT" || method == "DELETE" || method == "PATCH";
}

// Whatever is not known of a host's name goes out with it.
bool host_may_tell(const std::string& url) {
  return url.find(unknown_text) != std::string::npos && !is_known(host_of(url));
}

// What an option does beside the request.
void follow_option(Evaluator& evaluator, const Call& call, const std::string& option,
                   const std::string& value) {
  if (is_output(call, option) && value != "-") evaluator.written(value, std::nullopt, true);
  if (option == "K" || option == "config") evaluator.unknown("options from a file");
}

Stream curl(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(
      call.argv,
      {.letters = "XHdFTouAebcmrwxKEtUCDhPQYyz",
       .names = "request header data data-raw data-binary data-urlencode data-ascii form "
                "form-string upload-file output user user-agent referer cookie cookie-jar max-time "
                "connect-timeout retry retry-delay write-out proxy config cert url json cacert key "
                "resolve range post-data post-file body-data body-file method output-document "
                "directory-prefix timeout tries output-file"});
  Argv files;
  bool sends = sends_by_method(read);
  for (const auto& [option, value] : read.values) {
    const bool upload = is_upload(call, option);
    if (upload || is_body(call, option)) {
      sends = true;
      attach(value, upload, call.in, files);
    }
    follow_option(evaluator, call, option, value);
  }
  Argv urls = read.operands;
  if (read.given("url")) urls.push_back(read.value("url"));
  for (const std::string& url : urls) {
    if (sends)
      send(evaluator, host_of(url), files);
    else
      evaluator.add(Verb::fetch, host_of(url));
    if (host_may_tell(url)) evaluator.add(Verb::send, host_of(url));
  }
  return unknown_text_of(Source::network);
}

bool is_remote(const std::string& place) {
  const std::size_t colon = place.find(':');
  return place.find("://") != std::string::npos ||
         (colon != std::string::npos && colon > 0 && place.find('/') > colon);
}

void take(Evaluator& evaluator, const std::string& source, const Arguments& read) {
  if (is_remote(source))
    evaluator.add(Verb::fetch, host_of(source));
  else
    evaluator.file(read.has("", "remove-source-files") ? Verb::remove : Verb::read, source, true);
}

Stream transfer(Evaluator& evaluator, const Call& call) {
  const bool rsync = call.name() == "rsync";
  const Arguments read =
      read_arguments(call.argv, {.letters = rsync ? "efBTM" : "FiJloPScD",
                                 .names = "rsh exclude include exclude-from files-from filter "
                                          "rsync-path log-file port password-file"});
  if (!read.value("e", "rsh").empty())
    evaluator.script(read.value("e", "rsh"), {}, Source::command);
  if (read.operands.size() < 2) return {};
  const std::string target = read.operands.back();
  const Argv sources(read.operands.begin(), read.operands.end() - 1);
  if (is_remote(target)) {
    send(evaluator, host_of(target), sources);
    if (read.has("", "delete")) evaluator.add(Verb::infrastructure, joined(call.argv));
    return {};
  }
  for (const std::string& source : sources) take(evaluator, source, read);
  if (std::ranges::any_of(read.flags, [](const std::string& flag) {
        return flag.starts_with("delete") || flag == "del";
      }))
    evaluator.file(Verb::remove, target, true);
  else if (!read.has("n", "dry-run"))
    evaluator.file(Verb::write, target, true);
  return {};
}

Stream shell_elsewhere(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(
      call.argv, {.letters = "bcDEeFIiJLlmOopQRSWw", .names = "", .stops_at_operand = true});
  for (const auto& [option, value] : read.values) {
    const std::size_t command = value.find("ommand");
    if (option == "o" && command != std::string::npos &&
        value.find_first_of("= ") != std::string::npos)
      evaluator.script(value.substr(value.find_first_of("= ") + 1), {}, Source::command);
  }
  const std::string host = read.operands.empty() ? "" : host_of(read.operands.front());
  send(evaluator, host, call.in.files);
  if (read.operands.size() > 1) evaluator.add(Verb::infrastructure, joined(call.argv));
  return unknown_text_of(Source::network);
}

Stream raw(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(
      call.argv, {.letters = "ecpswqx", .names = "exec sh-exec source-port wait proxy"});
  for (const std::string& option : {"e", "c", "exec", "sh-exec"}) {
    if (read.given(option))
      evaluator.add(Effect{.verb = Verb::exec,
                           .object = read.value(option),
                           .certain = false,
                           .source = Source::network});
  }
  for (const std::string& word : read.operands) {
    if (word.find("EXEC:") != std::string::npos || word.find("SYSTEM:") != std::string::npos) {
      evaluator.script(word.substr(word.find(':') + 1), {}, Source::command);
    }
  }
  if (!read.operands.empty()) send(evaluator, host_of(read.operands.front()), call.in.files);
  return unknown_text_of(Source::network);
}

Stream mail(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(call.argv, {.letters = "sacbr"});
  Argv files = call.in.files;
  if (read.given("a")) files.push_back(read.value("a"));
  send(evaluator, read.operands.empty() ? "mail" : read.operands.back(), files);
  return {};
}

}  // namespace

void add_network(Programs& programs) {
  for (const std::string_view name : {"curl", "wget", "aria2c", "http", "https"})
    programs[name] = curl;
  for (const std::string_view name : {"scp", "rsync", "sftp", "rclone"}) programs[name] = transfer;
  programs["ssh"] = shell_elsewhere;
  for (const std::string_view name : {"nc", "ncat", "netcat", "socat", "telnet"})
    programs[name] = raw;
  for (const std::string_view name : {"mail", "mailx", "sendmail", "mutt", "msmtp"})
    programs[name] = mail;
}

}  // namespace redcode::effects
