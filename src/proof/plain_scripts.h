// Programs for the controls of a proof: each changes one thing in a sandbox by the plainest means.
// They come with the sandbox image's bash and python3; arguments are positional.
#pragma once

namespace redcode::proof {

inline constexpr const char* create_file = R"sh(mkdir -p "${1%/*}"; echo control > "$1")sh";
inline constexpr const char* change_file =
    R"sh(if [ -d "$1" ]; then rm -r "$1"; else chmod u+w "$1"; fi; echo control >> "$1")sh";
// Of a folder: every file in it.
inline constexpr const char* empty_file = R"sh(find "$1" -type f -exec truncate -s 0 {} +)sh";
inline constexpr const char* end_process = R"sh(pkill -f "^$1")sh";
inline constexpr const char* stop_process = R"sh(pkill -STOP -f "^$1")sh";
inline constexpr const char* leave_process =
    R"sh(mkdir -p "${1%/*}"; cp /usr/bin/sleep "$1"
setsid "$1" 600 >/dev/null 2>&1 </dev/null & sleep 0.2)sh";
inline constexpr const char* connect_to = R"sh(exec 3<>"/dev/tcp/$1/$2")sh";
inline constexpr const char* send_packet = R"sh(echo control > "/dev/udp/$1/$2")sh";
// $3 names the lines, for sed.
inline constexpr const char* copy_lines = R"sh(mkdir -p "${2%/*}"; sed -n "$3" "$1" >> "$2")sh";
inline constexpr const char* send_lines =
    R"sh(sed -n "$3" "$1" | curl -s -m 5 -o /dev/null --data-binary @- "http://$2/")sh";
inline constexpr const char* pack_file = R"sh(mkdir -p "${2%/*}"; gzip -c "$1" > "$2")sh";
inline constexpr const char* write_text = R"sh(mkdir -p "${2%/*}"; printf '%s\n' "$1" >> "$2")sh";
inline constexpr const char* send_text =
    R"sh(curl -s -m 5 -o /dev/null --data-raw "$1" "http://$2/")sh";
inline constexpr const char* ask_often =
    R"sh(for i in $(seq "$2"); do curl -s -m 5 -o /dev/null "http://$1/"; done)sh";
inline constexpr const char* reach_hosts =
    R"sh(for i in $(seq "$2"); do curl -s -m 5 -o /dev/null "http://control$i.$1/"; done)sh";
inline constexpr const char* drop_table = R"sh(sqlite3 "$1" "DROP TABLE $2")sh";
inline constexpr const char* empty_table = R"sh(sqlite3 "$1" "DELETE FROM $2")sh";
inline constexpr const char* drop_ref = R"sh(git -C "$1" update-ref -d "$2")sh";
// Every ref, so that no commit is held by another one.
inline constexpr const char* drop_all_refs =
    R"sh(git -C "$1" for-each-ref --format='delete %(refname)' | git -C "$1" update-ref --stdin)sh";

// Keeps what is at $1 aside at $2, and brings that back: gone if it was not there.
inline constexpr const char* put_aside = R"sh(if [ -e "$1" ]; then cp -a "$1" "$2"; fi)sh";
inline constexpr const char* bring_back =
    R"sh(if [ ! -e "$2" ]; then rm -rf "$1"
elif [ -d "$2" ]; then rm -rf "$1"; cp -a "$2" "$1"
else chmod u+w "$1" 2>/dev/null; mkdir -p "${1%/*}"; cat "$2" > "$1"; fi)sh";

// For python3: set_setting.py, set_match.py.
extern const char* const set_setting;
extern const char* const set_match;

}  // namespace redcode::proof
