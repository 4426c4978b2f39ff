#include "run/distributed/image_travel.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "base/failure.h"
#include "base/json.h"
#include "base/text.h"
#include "record/packing.h"
#include "sandbox/image_packing.h"

namespace redcode::distributed {
namespace {

constexpr const char* format = "redcode/image-index/1";
constexpr std::size_t piece_size = std::size_t{16} << 20U;

// "oci" of "oci+runc": an image is the same for all runtimes of an engine.
std::string kind_of(const sandbox::Engine& engine) {
  const std::string name = engine.name();
  return name.substr(0, name.find('+'));
}

bool is_image_digest(std::string_view text) {
  static constexpr std::string_view prefix = "sha256:";
  return text.starts_with(prefix) && record::is_digest(text.substr(prefix.size()));
}

// Cuts the bytes of an image into pieces and stores them.
class PieceWriter {
 public:
  explicit PieceWriter(store::Store& store) : store_(store) {}

  Task<> take(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::string_view part = bytes.substr(0, piece_size - piece_.size());
      piece_ += part;
      bytes.remove_prefix(part.size());
      if (piece_.size() == piece_size) co_await store_piece();
    }
  }
  Task<Json> finish() {
    if (!piece_.empty()) co_await store_piece();
    co_return Json{{"size", size_}, {"pieces", pieces_}};
  }

 private:
  Task<> store_piece() {
    size_ += piece_.size();
    if (size_ > sandbox::largest_packed_image)
      throw Failure(Failure::Kind::too_large, "the image is larger than any that may travel");
    pieces_.push_back(co_await store_.put(std::exchange(piece_, {})));
  }

  store::Store& store_;
  std::string piece_;
  std::uint64_t size_ = 0;
  std::vector<std::string> pieces_;
};

struct Index {
  std::string engine;
  std::string digest;
  std::uint64_t size = 0;
  std::vector<std::string> pieces;
};

[[noreturn]] void refuse(const std::string& why) { throw Failure(Failure::Kind::corrupt, why); }

Index index_from(const std::string& text) {
  const Result<Json> json = parse_json(text);
  if (!json || member_or<std::string>(*json, "format", "") != format)
    refuse("the run's image was sent by another version of redcode: use the same on every host");
  const Result<Index> index = decode_json("image index", [&] {
    return Index{.engine = json->at("engine").get<std::string>(),
                 .digest = json->at("digest").get<std::string>(),
                 .size = json->at("size").get<std::uint64_t>(),
                 .pieces = json->at("pieces").get<std::vector<std::string>>()};
  });
  if (!index) refuse(index.error().text());
  if (index->size > sandbox::largest_packed_image || index->pieces.size() > index->size)
    refuse("the run's image has an impossible size");
  return *index;
}

class PieceReader {
 public:
  PieceReader(store::Store& store, const Index& index) : store_(store), index_(index) {}

  // "" after the last.
  Task<std::string> next() {
    if (at_ == index_.pieces.size()) {
      if (size_ != index_.size) refuse("the run's image has another size than its index says");
      co_return "";
    }
    const std::string& digest = index_.pieces[at_++];
    if (!record::is_digest(digest)) refuse("the index of the run's image names no piece");
    std::string piece = co_await store_.get(digest);
    if (piece.empty() || piece.size() > piece_size) refuse("a piece of the run's image is none");
    size_ += piece.size();
    co_return piece;
  }

 private:
  store::Store& store_;
  const Index& index_;
  std::size_t at_ = 0;
  std::uint64_t size_ = 0;
};

// "" when the engine has none of that name.
Task<std::string> digest_here(sandbox::Engine& engine, std::string image) {
  try {
    co_return co_await engine.image_digest(std::move(image));
  } catch (const Failure& failure) {
    if (failure.kind() != Failure::Kind::unavailable) throw;
    co_return "";
  }
}

void require_fitting(const Index& index, const std::string& wanted_digest,
                     const std::string& kind) {
  if (index.engine != kind) {
    const std::string theirs = one_line(index.engine, 20);
    refuse(fmt::format("the run's image is for the engine {}, this host uses {}: use --engine {}",
                       theirs, kind, theirs));
  }
  if (index.digest != wanted_digest || !is_image_digest(wanted_digest))
    refuse("the image that was sent is not the one the run was planned with: start the run anew");
}

}  // namespace

Task<std::string> send_image(sandbox::Engine& engine, const std::string& image,
                             store::Store& store) {
  const std::string kind = kind_of(engine);
  if (kind == "none") co_return "";
  const std::string digest = co_await engine.image_digest(image);
  PieceWriter writer(store);
  const sandbox::ImageTaker take = [&writer](std::string_view bytes) { return writer.take(bytes); };
  co_await engine.export_image(image, take);
  Json index{{"format", format}, {"engine", kind}, {"image", image}, {"digest", digest}};
  index.update(co_await writer.finish());
  co_return co_await store.put(dump_json(index));
}

Task<> fetch_image(sandbox::Engine& engine, const std::string& image, std::string index,
                   std::string wanted_digest, store::Store& store) {
  const std::string here = co_await digest_here(engine, image);
  if (here == wanted_digest) co_return;
  if (index.empty()) {
    refuse(fmt::format(
        "this host's image {} is {}, not the run's {}, and that was not sent: copy it here, or run "
        "`redcode image build` where the run is planned and start it anew",
        one_line(image, 200), here.empty() ? "missing" : one_line(here, 19),
        one_line(wanted_digest, 19)));
  }
  const Index sent = index_from(co_await store.get(std::move(index)));
  require_fitting(sent, wanted_digest, kind_of(engine));
  PieceReader reader(store, sent);
  const sandbox::ImageSource next = [&reader] { return reader.next(); };
  co_await engine.adopt_image(image, wanted_digest, next);
  if (co_await engine.image_digest(image) != wanted_digest)
    refuse("another image took its name on this host while it was fetched: try again");
}

}  // namespace redcode::distributed
