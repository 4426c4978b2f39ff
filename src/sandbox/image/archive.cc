#include "sandbox/image/archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/digest.h"
#include "base/failure.h"
#include "base/json.h"
#include "base/text.h"
#include "sandbox/image/settings.h"
#include "sandbox/image/tar_reading.h"
#include "sandbox/image_packing.h"

namespace redcode::image {
namespace {

constexpr const char* manifest_name = "manifest.json";
constexpr const char* layer_name = "layer.tar";
constexpr std::size_t piece_size = std::size_t{1} << 20U;
constexpr std::size_t tar_block = 512;
constexpr std::size_t largest_text = std::size_t{4} << 20U;
// Few compressed bytes can stand for very many, and the disk is not theirs.
constexpr std::uint64_t largest_layer = std::uint64_t{8} << 30U;

[[noreturn]] void refuse(const std::string& why) { throw Failure(Failure::Kind::corrupt, why); }

std::string settings_name(std::string_view settings) { return sha256_hex(settings) + ".json"; }

// The archive's first bytes; once they are whole, nothing more is taken.
struct Head {
  std::string bytes = {};
  bool whole = false;
};

la_ssize_t append(archive* /*tar*/, void* target, const void* bytes, std::size_t size) {
  Head& head = *static_cast<Head*>(target);
  if (!head.whole) head.bytes.append(static_cast<const char*>(bytes), size);
  return static_cast<la_ssize_t>(size);
}

void begin_file(archive* to, const std::string& name, std::uint64_t size) {
  const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                       archive_entry_free);
  archive_entry_set_pathname(entry.get(), name.c_str());
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), 0644);
  archive_entry_set_mtime(entry.get(), 0, 0);
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(size));
  if (archive_write_header(to, entry.get()) != ARCHIVE_OK)
    throw Failure(Failure::Kind::unwritable, "an image's archive cannot be written");
}

// The archive up to where the layer's content begins.
std::string head_of(const Parts& parts, std::uint64_t layer_size) {
  const std::string name = settings_name(parts.settings);
  const Json image{{"Config", name},
                   {"RepoTags", Json::array({parts.name})},
                   {"Layers", Json::array({layer_name})}};
  const std::string manifest = dump_json(Json::array({image}));
  Head head;
  const Archive to(archive_write_new(), archive_write_free);
  archive_write_set_format_gnutar(to.get());
  archive_write_set_bytes_per_block(to.get(), 0);  // so that nothing is held back
  archive_write_open(to.get(), &head, nullptr, append, nullptr);
  begin_file(to.get(), manifest_name, manifest.size());
  archive_write_data(to.get(), manifest.data(), manifest.size());
  begin_file(to.get(), name, parts.settings.size());
  archive_write_data(to.get(), parts.settings.data(), parts.settings.size());
  begin_file(to.get(), layer_name, layer_size);
  head.whole = true;  // the rest is written without it
  return head.bytes;
}

// The rest of the last block, and two empty ones.
std::string tail_of(std::uint64_t layer_size) {
  return std::string((tar_block - layer_size % tar_block) % tar_block + 2 * tar_block, '\0');
}

// What the archive says its settings and its layer are called.
struct Manifest {
  std::string name;
  std::string settings;
  std::string layer;
};

Manifest manifest_from(const std::string& text) {
  const Result<Json> json = parse_json(text, {.bytes = largest_text, .depth = 8, .members = 100});
  if (!json || !json->is_array() || json->size() != 1) refuse("the file is not of one image");
  const Json& image = json->front();
  const auto names = member_or<std::vector<std::string>>(image, "RepoTags", {});
  const auto layers = member_or<std::vector<std::string>>(image, "Layers", {});
  if (layers.size() != 1)
    refuse("the image is not of one layer; `redcode image build` makes one that is");
  return {.name = names.empty() ? "" : names.front(),
          .settings = plain_path(member_or<std::string>(image, "Config", "").c_str()),
          .layer = plain_path(layers.front().c_str())};
}

std::string text_in(archive* from) {
  std::string text(largest_text + 1, '\0');
  const la_ssize_t got = archive_read_data(from, text.data(), text.size());
  if (got < 0) fail_reading(from);
  if (static_cast<std::size_t>(got) > largest_text) refuse("the file's texts are too large");
  text.resize(static_cast<std::size_t>(got));
  return text;
}

void copy_layer(archive* from, const std::filesystem::path& to) {
  std::ofstream file(to, std::ios::binary);
  std::string block(piece_size, '\0');
  while (true) {
    const la_ssize_t got = archive_read_data(from, block.data(), block.size());
    if (got < 0) fail_reading(from);
    if (got == 0) break;
    file.write(block.data(), got);
  }
  file.close();
  if (!file) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot write {}: is the disk full?", to.string()));
  }
}

// A regular file of an archive.
struct Entry {
  std::string path;
  std::uint64_t size = 0;
};

// The next one; nothing at the archive's end.
std::optional<Entry> next_file(archive* from) {
  static constexpr int most_entries = 1000;
  archive_entry* entry = nullptr;
  for (int count = 0; count < most_entries; ++count) {
    const int got = archive_read_next_header(from, &entry);
    if (got == ARCHIVE_EOF) return std::nullopt;
    if (got != ARCHIVE_OK) fail_reading(from);
    std::string path = plain_path(archive_entry_pathname(entry));
    if (path.empty() || archive_entry_filetype(entry) != AE_IFREG) continue;
    return Entry{.path = std::move(path),
                 .size = static_cast<std::uint64_t>(archive_entry_size(entry))};
  }
  refuse("the file has too many entries for an image");
}

Manifest manifest_in(const std::filesystem::path& file) {
  const Archive from = open_tar(file);
  while (const std::optional<Entry> entry = next_file(from.get()))
    if (entry->path == manifest_name) return manifest_from(text_in(from.get()));
  refuse("the file is no image: it has no manifest.json");
}

// Before any of it is written.
void require_room(std::uint64_t size, const std::filesystem::path& folder) {
  if (size > largest_layer) refuse("the image is larger than any may be");
  std::error_code error;
  const std::filesystem::space_info room = std::filesystem::space(folder, error);
  if (error || size <= room.available) return;
  throw Failure(Failure::Kind::unwritable,
                fmt::format("the image needs {} MB in {}: make room, or set TMPDIR", size >> 20U,
                            folder.string()));
}

void require_inside(const std::filesystem::path& layer) {
  const Archive from = open_tar(layer);
  archive_entry* entry = nullptr;
  int got = archive_read_next_header(from.get(), &entry);
  for (; got == ARCHIVE_OK; got = archive_read_next_header(from.get(), &entry)) {
    plain_path(archive_entry_pathname(entry));
    if (archive_entry_hardlink(entry) != nullptr) plain_path(archive_entry_hardlink(entry));
  }
  if (got != ARCHIVE_EOF) fail_reading(from.get());
}

// Throws for parts that do not belong together.
void require_whole(const Parts& parts, const Manifest& manifest) {
  if (parts.settings.empty() || !std::filesystem::exists(parts.layer))
    refuse("the file breaks off, or lacks a part of the image");
  if (!manifest.settings.contains(sha256_hex(parts.settings)))
    refuse("the image's settings are not the ones they are called by: the file is damaged");
  const Result<Facts> facts = facts_from(parts.settings);
  if (!facts) refuse(facts.error().message);
  if (file_digest(parts.layer) != facts->layer)
    refuse("the image's files are not the ones its settings name: the file is damaged");
  require_inside(parts.layer);
}

}  // namespace

ArchivePieces::ArchivePieces(const Parts& parts) : layer_(parts.layer, std::ios::binary) {
  std::error_code error;
  size_ = std::filesystem::file_size(parts.layer, error);
  if (error || !layer_) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot read {}", one_line(parts.layer.string(), 300)));
  }
  left_ = size_;
  small_ = head_of(parts, size_);
}

std::string ArchivePieces::next() {
  if (!small_.empty()) return std::exchange(small_, {});
  if (left_ > 0) {
    std::string piece(std::min<std::uint64_t>(left_, piece_size), '\0');
    if (!layer_.read(piece.data(), std::ssize(piece)))
      throw Failure(Failure::Kind::unavailable, "an image's files cannot be read");
    left_ -= piece.size();
    return piece;
  }
  return std::exchange(ended_, true) ? "" : tail_of(size_);
}

void write_archive(const Parts& parts, const std::filesystem::path& file) {
  const std::filesystem::path unfinished = file.string() + ".unfinished";
  ArchivePieces pieces(parts);
  sandbox::Packer packer;
  std::ofstream to(unfinished, std::ios::binary);
  for (std::string piece = pieces.next(); !piece.empty() && to; piece = pieces.next())
    to << packer.pack(piece);
  to << packer.finish();
  to.close();
  std::error_code error;
  if (to) std::filesystem::rename(unfinished, file, error);
  if (to && !error) return;
  std::filesystem::remove(unfinished, error);
  throw Failure(Failure::Kind::unavailable,
                fmt::format("cannot write {}: is its folder there, and is there room?",
                            one_line(file.string(), 300)));
}

Parts read_archive(const std::filesystem::path& file, const std::filesystem::path& folder) {
  const sandbox::Utf8Locale locale;
  const Manifest manifest = manifest_in(file);
  Parts parts{.name = manifest.name, .layer = folder / layer_name};
  const Archive from = open_tar(file);
  while (const std::optional<Entry> entry = next_file(from.get())) {
    if (entry->path == manifest.settings) parts.settings = text_in(from.get());
    if (entry->path != manifest.layer) continue;
    require_room(entry->size, folder);
    copy_layer(from.get(), parts.layer);
  }
  require_whole(parts, manifest);
  if (!parts.name.empty() && !is_image_name(parts.name)) refuse("the image has no proper name");
  return parts;
}

void require_fitting(const Parts& parts, const std::string& digest) {
  const Result<Facts> facts = facts_from(parts.settings);
  const std::string id = image_id(parts.settings);
  if (!digest.empty() && digest != facts->layer && digest != id) {
    throw Failure(
        Failure::Kind::corrupt,
        fmt::format("the image in the file is {} (Docker: {}), not {}: nothing was changed",
                    facts->layer, id, one_line(digest, 80)));
  }
  if (facts->architecture != architecture_here()) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("the image is for {}, this host is {}",
                              one_line(facts->architecture, 20), architecture_here()));
  }
  if (!is_image_name(parts.name)) {
    throw Failure(Failure::Kind::unavailable, "the image has no name: give it one with --tag");
  }
}

bool is_image_name(std::string_view name) {
  static constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  static constexpr std::string_view others = "ABCDEFGHIJKLMNOPQRSTUVWXYZ._-/:";
  return !name.empty() && name.size() <= 255 && letters.contains(name.front()) &&
         !name.contains("..") && !name.contains("//") && !name.ends_with('/') &&
         !name.ends_with(':') && std::ranges::all_of(name, [](char c) {
           return letters.contains(c) || others.contains(c);
         });
}

}  // namespace redcode::image
