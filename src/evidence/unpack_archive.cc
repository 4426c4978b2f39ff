#include "evidence/unpack_archive.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace redcode::evidence {
namespace {

constexpr std::size_t archive_step = std::size_t{64} << 10U;
constexpr std::uint64_t longest_directory = std::uint64_t{512} << 10U;  // of a 7z archive
constexpr int most_members = 20'000;

using Archive = std::unique_ptr<archive, int (*)(archive*)>;

// What libarchive reads through: the source from one place on.
struct Reading {
  const Source& source;
  std::uint64_t start = 0;
  std::uint64_t at = 0;  // behind the start
  std::uint64_t read = 0;
  std::string buffer = std::string(archive_step, '\0');
};

Reading& reading(void* data) { return *static_cast<Reading*>(data); }

la_ssize_t read_some(archive* /*self*/, void* data, const void** bytes) {
  Reading& from = reading(data);
  const std::size_t got = from.source.read(from.start + from.at, from.buffer);
  from.at += got;
  from.read += got;
  *bytes = from.buffer.data();
  return static_cast<la_ssize_t>(got);
}

std::uint64_t size_of(const Reading& from) {
  // Nobody says how long it is: found by halves, as few archives need it.
  std::uint64_t there = 0;
  std::array<char, 1> one{};
  for (std::uint64_t more = std::uint64_t{1} << 40U; more > 0; more /= 2) {
    if (from.source.read(from.start + there + more - 1, one) == 1) there += more;
  }
  return there;
}

la_int64_t seek(archive* /*self*/, void* data, la_int64_t offset, int whence) {
  Reading& from = reading(data);
  la_int64_t base = 0;
  if (whence == SEEK_CUR) base = static_cast<la_int64_t>(from.at);
  if (whence == SEEK_END) base = static_cast<la_int64_t>(size_of(from));
  if (base + offset < 0) return ARCHIVE_FATAL;
  from.at = static_cast<std::uint64_t>(base + offset);
  return base + offset;
}

Archive reader_of(Container container) {
  Archive one(archive_read_new(), archive_read_free);
  if (!one) return one;
  switch (container) {
    case Container::bzip2:
      archive_read_support_filter_bzip2(one.get());
      break;
    case Container::zstd:
      archive_read_support_filter_zstd(one.get());
      break;
    case Container::lz4:
      archive_read_support_filter_lz4(one.get());
      break;
    default:
      archive_read_support_format_7zip(one.get());
      return one;
  }
  archive_read_support_format_raw(one.get());
  return one;
}

// A number of a 7z archive's head: the first byte's leading ones count the bytes behind it.
class Numbers {
 public:
  explicit Numbers(std::string_view bytes) : bytes_(bytes) {}

  std::optional<std::uint64_t> next() {
    const unsigned first = byte();
    std::uint64_t value = 0;
    unsigned mask = 0x80;
    for (unsigned i = 0; i < 8; ++i, mask >>= 1U) {
      if ((first & mask) == 0) {
        value |= std::uint64_t{first & (mask - 1)} << 8 * i;
        break;
      }
      value |= std::uint64_t{byte()} << 8 * i;
    }
    if (past_) return std::nullopt;
    return value;
  }
  bool is(std::uint64_t wanted) { return next() == wanted; }
  void skip(std::uint64_t count) {
    past_ = past_ || count > bytes_.size() - at_;
    if (!past_) at_ += static_cast<std::size_t>(count);
  }
  unsigned byte() {
    if (at_ >= bytes_.size()) past_ = true;
    return past_ ? 0 : static_cast<unsigned char>(bytes_[at_++]);
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  bool past_ = false;
};

// How long a compressed directory says it is, if it is written the way 7z does: one stream, one
// coder.
std::optional<std::uint64_t> directory_length(std::string_view head) {
  Numbers numbers(head);
  const bool packed = numbers.is(0x17) && numbers.is(0x06) && numbers.next() && numbers.is(1) &&
                      numbers.is(0x09) && numbers.next();
  if (!packed) return std::nullopt;
  std::optional<std::uint64_t> id = numbers.next();
  if (id == 0x0A) {  // checksums of what is packed
    numbers.skip(1 + 4);
    id = numbers.next();
  }
  const bool one_coder = id == 0 && numbers.is(0x07) && numbers.is(0x0B) && numbers.is(1) &&
                         numbers.is(0) && numbers.is(1);
  if (!one_coder) return std::nullopt;
  const unsigned flags = numbers.byte();
  numbers.skip(flags & 0x0FU);
  if ((flags & 0x10U) != 0) return std::nullopt;
  if ((flags & 0x20U) != 0) numbers.skip(numbers.next().value_or(0));
  if (!numbers.is(0x0C)) return std::nullopt;
  return numbers.next();
}

// A directory of many megabytes takes gigabytes of memory to read, and packs into some bytes.
bool has_small_directory(const Source& source, std::uint64_t at) {
  std::array<char, 32> head{};
  if (source.read(at, head) != head.size()) return false;
  const auto number = [&](std::size_t offset) {
    std::uint64_t value = 0;
    for (std::size_t i = 8; i-- > 0;)
      value = value << 8U | static_cast<unsigned char>(head.at(offset + i));
    return value;
  };
  const std::uint64_t length = number(20);
  if (length > longest_directory) return false;
  if (length == 0) return true;
  std::string directory(static_cast<std::size_t>(length), '\0');
  const std::uint64_t where = number(12);
  if (where > std::uint64_t{1} << 40U) return false;
  if (source.read(at + head.size() + where, directory) != length) return false;
  if (directory.front() == 0x01) return true;
  return directory_length(directory).value_or(longest_directory + 1) <= longest_directory;
}

// The content of the member at hand.
Unpacked read_member(archive* from, const TakePart& take, std::uint64_t& produced) {
  std::string part(archive_step, '\0');
  while (true) {
    const la_ssize_t got = archive_read_data(from, part.data(), part.size());
    if (got == 0) return Unpacked::all;
    if (got < 0) return Unpacked::damaged;
    produced += static_cast<std::uint64_t>(got);
    if (!take(std::string_view(part).substr(0, static_cast<std::size_t>(got))))
      return Unpacked::cut;
  }
}

// Goes to the next member. Gives how the archive ended where there is none that can be read.
std::optional<Unpacked> end_before(archive* from, archive_entry*& member) {
  const int result = archive_read_next_header(from, &member);
  if (result == ARCHIVE_EOF) return Unpacked::all;
  if (result < ARCHIVE_WARN) {
    return archive_read_has_encrypted_entries(from) == 1 ? Unpacked::closed : Unpacked::damaged;
  }
  if (archive_entry_is_encrypted(member) == 1) return Unpacked::closed;
  return std::nullopt;
}

// The same as read_member for one of many: its name may hold a secret, too.
Unpacked read_named(archive* from, archive_entry* member, const TakePart& take,
                    std::uint64_t& produced) {
  const char* name = archive_entry_pathname(member);
  if (name != nullptr && !take(std::string(name) + "\n")) return Unpacked::cut;
  const Unpacked content = read_member(from, take, produced);
  if (content != Unpacked::all) return content;
  return take("\n") ? Unpacked::all : Unpacked::cut;
}

Unpacked read_members(archive* from, int most, const TakePart& take, std::uint64_t& produced) {
  for (int i = 0; i < most; ++i) {
    archive_entry* member = nullptr;
    if (const std::optional<Unpacked> end = end_before(from, member)) return *end;
    const Unpacked content =
        most > 1 ? read_named(from, member, take, produced) : read_member(from, take, produced);
    if (content != Unpacked::all) return content;
  }
  return most > 1 ? Unpacked::cut : Unpacked::all;
}

}  // namespace

Unpacking unpack_archive(const Source& source, Container container, std::uint64_t at,
                         const TakePart& take) {
  Unpacking done;
  if (container == Container::seven_zip && !has_small_directory(source, at)) {
    done.how = Unpacked::damaged;
    return done;
  }
  Reading from{.source = source, .start = at};
  const Archive one = reader_of(container);
  if (!one) return done;
  archive_read_set_callback_data(one.get(), &from);
  archive_read_set_read_callback(one.get(), read_some);
  archive_read_set_seek_callback(one.get(), seek);
  if (archive_read_open1(one.get()) != ARCHIVE_OK) {
    done.how = Unpacked::damaged;
  } else {
    const int most = container == Container::seven_zip ? most_members : 1;
    done.how = read_members(one.get(), most, take, done.produced);
  }
  done.read = from.read;
  return done;
}

}  // namespace redcode::evidence
