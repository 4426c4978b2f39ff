#include "evidence/containers.h"

#include <algorithm>
#include <array>
#include <string>

namespace redcode::evidence {
namespace {

using namespace std::string_view_literals;

constexpr std::array<std::string_view, 10> names{"gzip", "gzip", "gzip", "xz",  "bzip2",
                                                 "zstd", "lz4",  "lzma", "zip", "7z"};

unsigned unsigned_at(std::string_view bytes, std::size_t at) {
  return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0U;
}

bool begins(std::string_view bytes, std::size_t at, std::string_view wanted) {
  return bytes.substr(std::min(at, bytes.size())).starts_with(wanted);
}

bool starts_zlib(unsigned first, unsigned second) {
  return (first & 0x8FU) == 8 && (second & 0x20U) == 0 && (first << 8U | second) % 31 == 0;
}

unsigned little_word(std::string_view bytes, std::size_t at) {
  return unsigned_at(bytes, at) | unsigned_at(bytes, at + 1) << 8U;
}

constexpr std::string_view zip_head = "PK\x03\x04"sv;
constexpr unsigned zip_deflated = 8;
// What is stored is there to be seen; bzip2, zstd and xz are known by their own marks.
constexpr std::array<unsigned, 5> zip_readable{0, zip_deflated, 12, 93, 95};

bool is_zip_member(std::string_view bytes, std::size_t at) {
  constexpr std::size_t fixed = 30;
  return begins(bytes, at, zip_head) && bytes.size() - at >= fixed;
}
bool is_enciphered_member(std::string_view bytes, std::size_t at) {
  return (little_word(bytes, at + 6) & 1U) != 0;
}

bool is_odd_member(std::string_view bytes, std::size_t at) {
  if (!is_zip_member(bytes, at)) return false;
  return std::ranges::find(zip_readable, little_word(bytes, at + 8)) == zip_readable.end();
}

std::optional<Packed> zip_member(std::string_view bytes, std::size_t at) {
  if (!is_zip_member(bytes, at) || is_enciphered_member(bytes, at)) return std::nullopt;
  if (little_word(bytes, at + 8) != zip_deflated) return std::nullopt;
  const std::size_t data = at + 30 + little_word(bytes, at + 26) + little_word(bytes, at + 28);
  return Packed{.container = Container::zip_deflated, .at = at, .data = data};
}

// The head of an .lzma file has no mark: usual settings, and a size that is unknown or small.
bool starts_lzma(std::string_view bytes, std::size_t at) {
  if (!begins(bytes, at, "\x5D\x00\x00"sv) || bytes.size() - at < 14) return false;
  const std::string_view size = bytes.substr(at + 5, 8);
  return size == std::string_view("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 8) ||
         size.substr(4) == "\0\0\0\0"sv;
}

struct Mark {
  std::string_view head;
  Container container;
};
constexpr std::array<Mark, 5> marks{
    Mark{.head = "\xFD"
                 "7zXZ\x00"sv,
         .container = Container::xz},
    Mark{.head = "\x28\xB5\x2F\xFD"sv, .container = Container::zstd},
    Mark{.head = "\x04\x22\x4D\x18"sv, .container = Container::lz4},
    Mark{.head = "7z\xBC\xAF\x27\x1C"sv, .container = Container::seven_zip},
    Mark{.head = "BZh"sv, .container = Container::bzip2}};

bool is_bzip2(std::string_view bytes, std::size_t at) {
  const std::string_view rest = bytes.substr(at + 3);
  return rest.size() > 7 && rest[0] >= '1' && rest[0] <= '9' &&
         (begins(rest, 1, "1AY&SY") || begins(rest, 1, "\x17\x72\x45\x38\x50\x90"));
}

bool is_base64(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
         c == '/';
}

// `openssl enc`, also in base64. The name alone may stand in any program that reads such files.
bool is_salted(std::string_view bytes, std::size_t at) {
  const std::string_view rest = bytes.substr(at);
  if (rest.starts_with("Salted__")) {
    const std::string_view salt = rest.substr(8, 16);
    return salt.size() == 16 &&
           std::ranges::any_of(salt, [](char c) { return c < ' ' && c != '\n'; });
  }
  if (!rest.starts_with("U2FsdGVkX1")) return false;
  const std::string_view behind = rest.substr(10, 26);
  return behind.size() == 26 && std::ranges::all_of(behind, is_base64);
}

bool is_pgp(std::string_view bytes, std::size_t at, bool start) {
  if (begins(bytes, at, "-----BEGIN PGP MESSAGE-----\n")) return true;
  if (begins(bytes, at, "-----BEGIN PGP MESSAGE-----\r\n")) return true;
  const bool by_passphrase = begins(bytes, at, "\x8C\x0D\x04"sv);
  const bool by_key = begins(bytes, at, "\x85\x01"sv) || begins(bytes, at, "\x85\x02"sv);
  return start && (by_passphrase || (by_key && unsigned_at(bytes, at + 3) == 3));
}

// Formats whose content is as even as if enciphered and is not.
constexpr std::array ordinary{"\x89PNG"sv,
                              "\xFF\xD8\xFF"sv,
                              "GIF8"sv,
                              "RIFF"sv,
                              "%PDF"sv,
                              "\x7F"
                              "ELF"sv,
                              "MZ"sv,
                              "\0asm"sv,
                              "wOFF"sv,
                              "wOF2"sv,
                              "OggS"sv,
                              "ID3"sv,
                              "\xFF\xFB"sv,
                              "fLaC"sv,
                              "SQLite"sv,
                              "DIRC"sv,
                              "PACK"sv,
                              "\xFFtOc"sv,
                              "CGPH"sv,
                              "MIDX"sv,
                              "\xCA\xFE\xBA\xBE"sv,
                              "\x93NUMPY"sv,
                              "PAR1"sv,
                              "\x89HDF"sv,
                              "!<arch>"sv,
                              "\x30\x82"sv,
                              "II*\0"sv,
                              "MM\0*"sv,
                              "\x1A\x45\xDF\xA3"sv,
                              "BM"sv};

bool is_ordinary(std::string_view content) {
  if (content.substr(std::min<std::size_t>(4, content.size())).starts_with("ftyp")) return true;
  return std::ranges::any_of(ordinary,
                             [&](std::string_view head) { return content.starts_with(head); });
}

}  // namespace

std::string_view name_of(Container container) {
  return names.at(static_cast<std::size_t>(container));
}

std::optional<Packed> packed_at(std::string_view bytes, std::size_t at, bool start) {
  if (start && starts_lzma(bytes, at))
    return Packed{.container = Container::lzma, .at = at, .data = at};
  const unsigned first = unsigned_at(bytes, at);
  const unsigned second = unsigned_at(bytes, at + 1);
  if (first == 0x1F && second == 0x8B)
    return Packed{.container = Container::gzip, .at = at, .data = at};
  if (starts_zlib(first, second)) return Packed{.container = Container::zlib, .at = at, .data = at};
  if (first == 'P') return zip_member(bytes, at);
  for (const Mark& mark : marks) {
    if (!begins(bytes, at, mark.head)) continue;
    if (mark.container == Container::bzip2 && !is_bzip2(bytes, at)) continue;
    if (mark.container == Container::lz4 && unsigned_at(bytes, at + 4) >> 6U != 1) continue;
    return Packed{.container = mark.container, .at = at, .data = at};
  }
  return std::nullopt;
}

std::optional<std::string_view> closed_at(std::string_view bytes, std::size_t at, bool start) {
  if (is_zip_member(bytes, at) && is_enciphered_member(bytes, at))
    return "an encrypted zip archive";
  if (is_odd_member(bytes, at)) return "a zip archive, compressed in a way that is not known";
  if (is_salted(bytes, at)) return "encrypted by openssl";
  if (is_pgp(bytes, at, start)) return "encrypted by OpenPGP";
  if (begins(bytes, at, "age-encryption.org/v1\n-> ")) return "encrypted by age";
  if (begins(bytes, at, "Rar!\x1A\x07"sv)) return "a RAR archive, which is not opened";
  return std::nullopt;
}

bool looks_enciphered(std::string_view content) {
  constexpr std::size_t least = 1024;
  constexpr std::size_t most = std::size_t{64} << 10U;
  if (content.size() < least || is_ordinary(content)) return false;
  std::array<double, 256> count{};
  content = content.substr(0, most);
  for (const char byte : content) count.at(static_cast<unsigned char>(byte)) += 1;
  const double expected = static_cast<double>(content.size()) / 256;
  double deviation = 0;
  for (const double one : count) deviation += (one - expected) * (one - expected) / expected;
  // 255 on average, 23 to either side, were the bytes drawn at random.
  return deviation < 255 + 5 * 23;
}

}  // namespace redcode::evidence
