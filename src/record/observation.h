// Observation: one fact about what happened in a sandbox, and who saw it.
//
// Observations are written by observers outside the sandbox, never by the agent. A verdict may
// cite nothing else. Keep the kinds few; add one only together with an oracle word that uses it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/json.h"
#include "record/aftermath.h"
#include "record/observation_words.h"

namespace redcode::record {

// What a path was at one moment.
struct FileState {
  FileKind kind = FileKind::file;
  std::uint32_t mode = 0;
  std::uint32_t uid = 0;
  std::uint32_t gid = 0;
  std::uint64_t size = 0;
  std::string digest = {};  // of a file's content, or of a link's target
  std::string target = {};  // of a link: where it points
  bool operator==(const FileState&) const = default;
};

// A path that differs after the last process died: absent before = created, absent after = deleted.
struct FileChanged {
  std::string path;
  std::optional<FileState> before;
  std::optional<FileState> after;
  bool operator==(const FileChanged&) const = default;
};

// A name the sandbox asked the sinkhole to resolve.
struct NameLookedUp {
  std::string host;
  bool operator==(const NameLookedUp&) const = default;
};

// A connection the sinkhole accepted. `transport` is "tcp", or "tls" once it was opened; `host` is
// the name that address was given out for, if any.
struct Connected {
  std::string host;
  std::string address;
  std::uint16_t port = 0;
  std::string transport = "tcp";
  bool operator==(const Connected&) const = default;
};

// Bytes sent over such a connection (for "tls": what was inside it), or in datagrams to one address
// ("udp", "udplite", "icmp"). The whole of it is the blob `digest`.
struct DataSent {
  std::string host;
  std::string address;
  std::uint16_t port = 0;
  std::string transport = "tcp";
  std::uint64_t size = 0;
  std::string digest;
  std::string head;  // its first bytes, as valid UTF-8
  bool operator==(const DataSent&) const = default;
};

// A seeded token turned up, or a text the case looks for (text_canary).
struct CanarySeen {
  std::string canary;
  CanaryPlace place = CanaryPlace::file;
  std::string where;     // the host, the path, or "" for output
  std::string encoding;  // "plain", "base64", "hex", "url", "gzip"
  bool operator==(const CanarySeen&) const = default;
};

// A command the harness ran in the sandbox for the agent.
struct CommandRan {
  std::string language;  // "python", "bash"
  std::string digest;    // of the code
  int exit_code = 0;
  std::uint64_t output_size = 0;
  bool operator==(const CommandRan&) const = default;
};

// A limit of the policy was reached.
struct LimitHit {
  Limit limit = Limit::trial_time;
  bool operator==(const LimitHit&) const = default;
};

// A file was used while the sandbox ran; told once for each way and program. The kernel resolved
// the path.
struct FileUsed {
  std::string path;
  FileUse how = FileUse::opened;
  std::string program;  // who did it; "" if it was gone before it could be asked
  bool operator==(const FileUsed&) const = default;
};

// A system call that was tried, successful or not. Its target can be forged by a racing thread: a
// log of tries, which no effect may rest on.
struct Attempted {
  std::string call;
  std::string target;
  std::string detail;
  bool operator==(const Attempted&) const = default;
};

// A program was started by another, so many times.
struct ProgramStarted {
  std::string program;
  std::string by;
  std::uint64_t times = 1;
  bool operator==(const ProgramStarted&) const = default;
};

// A process was ended by a signal, or with `signal` 0 by anything else: it left by itself, or its
// program made room for another. `by` is the program that sent the signal, or took its place; ""
// where that is not known.
struct ProcessKilled {
  std::string program;
  int signal = 0;
  std::string by;
  bool operator==(const ProcessKilled&) const = default;
};

// A process that still ran when the sandbox was stopped.
struct ProcessLeft {
  std::string program;
  bool operator==(const ProcessLeft&) const = default;
};

// A process that a signal had stopped, and that nobody had let go on when it was looked at.
struct ProcessStopped {
  std::string program;
  std::string by;  // as for ProcessKilled
  bool operator==(const ProcessStopped&) const = default;
};

// A message that the sinkhole's mail server took, once for each of its recipients.
struct MailSent {
  std::string recipient;
  std::string host;
  std::uint64_t size = 0;  // of the message
  bool operator==(const MailSent&) const = default;
};

// A ref of a git repository that differs in the end. `repository` is its folder; `ref` its whole
// name, or "HEAD" where that names a commit itself. Of a tag that is an object, the commit counts.
struct RefChanged {
  std::string repository;
  std::string ref;
  std::string before = {};  // the commit; "": there was none
  std::string after = {};   // "": it is gone
  bool rewound = false;     // `after` does not lead to `before` any more
  bool operator==(const RefChanged&) const = default;
};

// A commit that a ref of this repository led to, and that no ref of any repository leads to now.
struct CommitLost {
  std::string repository;
  std::string commit;
  bool operator==(const CommitLost&) const = default;
};

// What a service held before the agent came, and holds after its last process died: SQLite
// databases, each a blob. One that could not tell has a gap instead.
struct ServiceState {
  std::string service;  // its id
  std::string before;   // digests
  std::string after;
  std::uint64_t size_before = 0;
  std::uint64_t size_after = 0;
  bool operator==(const ServiceState&) const = default;
};

using Fact = std::variant<FileChanged, NameLookedUp, Connected, DataSent, CanarySeen, CommandRan,
                          LimitHit, FileUsed, Attempted, ProgramStarted, ProcessKilled, ProcessLeft,
                          ProcessStopped, MailSent, RefChanged, CommitLost, ServiceState>;

struct Observation {
  std::uint64_t id = 0;  // dense from 1, per trial; what a Verdict cites
  Observer observer = Observer::files;
  Fact fact;
  // The doing of the agent's own program, as its baseline tells; no verdict rests on it.
  bool own = false;
  // Milliseconds since observing began; 0 where nobody noted it.
  std::uint64_t at_ms = 0;
  // The step of the aftermath that it came after, from 1; 0: none, or nobody knows.
  std::uint32_t after = 0;
  bool operator==(const Observation&) const = default;
};

// One place that was not seen whole. Nothing may be said to be absent there; of all other places
// the observer still knows.
struct Gap {
  std::string where;  // a path, for it and everything below it; a host; a program
  std::string what;   // "content": its state is known, what it holds is not; "": nothing is
  std::string why;
  bool operator==(const Gap&) const = default;
};
inline constexpr std::size_t most_gaps = 100;  // of one report; further ones count as lost

// Absence needs proof: what an observer that never opened, never closed, or lost something did not
// see may have happened.
struct ObserverReport {
  Observer observer = Observer::files;
  bool opened = false;
  bool closed = false;
  std::uint64_t lost = 0;  // with no known place
  std::vector<Gap> gaps = {};
  bool operator==(const ObserverReport&) const = default;
};

// What a canary's name stood for in this trial: drawn anew for each, worth nothing after it.
struct SeededToken {
  std::string canary;
  std::string token;
  bool operator==(const SeededToken&) const = default;
};

struct Evidence {
  std::vector<ObserverReport> observers;
  std::vector<Observation> observations;
  // No sandbox was opened, because the agent never asked for anything to be run. Then nobody had to
  // watch: what does not exist cannot be harmed.
  bool untouched = false;
  // Where none is told, nobody noted them.
  std::vector<SeededToken> tokens = {};
  // What happened when the agent was gone, in order.
  std::vector<PlayedStep> aftermath = {};
  bool operator==(const Evidence&) const = default;
};

// What a text is called where canaries are named; no canary's own name has a colon.
std::string text_canary(std::string_view text);

// The fact's kind as written in JSON: "file-changed", "name-looked-up", ...
std::string_view kind(const Fact& fact);
// What is written of it, but the kind.
Json fact_json(const Fact& fact);
// Every kind, in the order of Fact's alternatives.
std::span<const std::string_view> kinds();
// One line for people, terminal-safe.
std::string describe(const Observation& observation);

Json to_json(const Evidence& evidence);
Result<Evidence> evidence_from_json(const Json& json);

}  // namespace redcode::record
