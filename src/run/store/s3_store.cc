#include "run/store/s3_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "base/digest.h"
#include "base/failure.h"
#include "base/jitter.h"
#include "base/off_thread.h"
#include "base/pause.h"
#include "http/connection.h"
#include "record/packing.h"

namespace redcode::store {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// From here on, looking first is cheaper than sending what is there already.
constexpr std::size_t worth_a_look = std::size_t{1} << 20U;

constexpr int no_such_thing = 404;
constexpr int there_already = 412;
constexpr int not_implemented = 501;

constexpr http::ExchangeLimits limits{.connect = milliseconds{10'000},
                                      .idle = milliseconds{30'000},
                                      .body_bytes = record::largest_packed,
                                      .total = milliseconds{600'000}};

bool is_success(int status) { return status >= 200 && status < 300; }

// 409: somebody else is writing the same blob at this moment.
bool may_pass(int status) {
  static constexpr std::array statuses{408, 409, 425, 429, 500, 502, 503, 504};
  return std::ranges::find(statuses, status) != statuses.end();
}

// "HTTP 403 AccessDenied". Of what a server says only its error code is told: the rest may repeat
// the request, its keys included.
std::string told(const http::Response& response) {
  static constexpr std::string_view open = "<Code>";
  static constexpr std::size_t longest = 64;
  const std::string_view body = response.body;
  const std::size_t at = body.find(open);
  std::string code;
  if (at != std::string_view::npos) {
    const std::string_view rest = body.substr(at + open.size(), longest);
    const auto* end = std::ranges::find_if_not(
        rest, [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.'; });
    code = fmt::format(" {}", std::string_view(rest.begin(), end));
  }
  return fmt::format("HTTP {}{}", response.status, code);
}

}  // namespace

struct S3Store::Try {
  std::optional<http::Response> response = {};
  std::string trouble = {};  // that may pass, if there is no response
};

struct S3Store::Packed {
  std::string digest;
  std::string bytes;
  std::string digest_of_bytes;  // as they are sent
};

S3Store::S3Store(S3Place place, Patience patience)
    : place_(std::move(place)), patience_(patience) {}

void S3Store::refuse(const std::string& what) const {
  throw Failure(
      Failure::Kind::unavailable,
      fmt::format("store {}{}: {}", http::host_header(place_.endpoint), place_.root, what));
}

http::Request S3Store::request(std::string method, const std::string& digest) const {
  return {.method = std::move(method), .target = place_.root + record::blob_path(digest)};
}

void S3Store::sign(http::Request& request, const std::string& body_digest) const {
  http::Headers& headers = request.headers;
  headers.emplace_back("Host", http::host_header(place_.endpoint));
  headers.emplace_back("X-Amz-Content-SHA256", body_digest);
  headers.emplace_back("X-Amz-Date", amz_time(std::chrono::system_clock::now()));
  if (!place_.keys.token.empty()) headers.emplace_back("X-Amz-Security-Token", place_.keys.token);
  headers.emplace_back("Authorization",
                       authorization(request, body_digest, place_.keys, place_.realm));
}

// Signed anew for each try: a signature is good for minutes only.
Task<S3Store::Try> S3Store::try_once(http::Request request, std::string body_digest) const {
  sign(request, body_digest);
  Try result;
  try {
    result.response = co_await http::exchange(place_.endpoint, std::move(request), limits);
  } catch (const http::CutOff& cut) {
    result.trouble = cut.what();
  } catch (const Failure& failure) {
    if (failure.kind() != Failure::Kind::unavailable) throw;
    result.trouble = failure.what();
  }
  if (result.response && may_pass(result.response->status)) {
    result.trouble = told(*result.response);
    result.response.reset();
  }
  co_return result;
}

Task<http::Response> S3Store::ask(http::Request request, std::string body_digest) const {
  const Clock::time_point begun = Clock::now();
  milliseconds wait = patience_.first_wait;
  for (int tries = 1;; ++tries) {
    Try last = co_await try_once(request, body_digest);
    if (last.response) co_return *std::move(last.response);
    if (Clock::now() + wait > begun + patience_.in_all)
      refuse(fmt::format("{} (gave up after {} tries)", last.trouble, tries));
    co_await pause_for(jittered(wait));
    wait = std::min(wait * 2, patience_.longest_wait);
  }
}

Task<bool> S3Store::has(std::string digest) const {
  const http::Response response = co_await ask(request("HEAD", digest), sha256_hex(""));
  if (!is_success(response.status) && response.status != no_such_thing) refuse(told(response));
  co_return is_success(response.status);
}

Task<> S3Store::upload(Packed packed) {
  const bool only_new = knows_conditions_;
  http::Request put = request("PUT", packed.digest);
  put.headers.emplace_back("Content-Type", "application/zstd");
  if (only_new) put.headers.emplace_back("If-None-Match", "*");
  put.body = packed.bytes;
  const http::Response response = co_await ask(std::move(put), packed.digest_of_bytes);
  if (only_new && response.status == not_implemented) {
    knows_conditions_ = false;
    if (!co_await has(packed.digest)) co_await upload(std::move(packed));
    co_return;
  }
  if (!is_success(response.status) && response.status != there_already) refuse(told(response));
}

Task<std::string> S3Store::put(std::string bytes) {
  std::function<Packed()> work = [&bytes] {
    Packed packed{.digest = sha256_hex(bytes), .bytes = record::pack(bytes), .digest_of_bytes = {}};
    packed.digest_of_bytes = sha256_hex(packed.bytes);
    return packed;
  };
  Packed packed = co_await off_thread(std::move(work));
  std::string digest = packed.digest;
  const bool look_first = !knows_conditions_ || packed.bytes.size() > worth_a_look;
  if (look_first && co_await has(digest)) co_return digest;
  co_await upload(std::move(packed));
  co_return digest;
}

Task<std::string> S3Store::get(std::string digest) {
  if (!record::is_digest(digest)) refuse("not a blob's digest");
  const http::Response response = co_await ask(request("GET", digest), sha256_hex(""));
  if (response.status == no_such_thing)
    refuse(fmt::format("no blob {} ({})", digest, told(response)));
  if (!is_success(response.status)) refuse(told(response));
  std::function<Result<std::string>()> work = [&response, &digest] {
    return record::unpack(response.body, digest);
  };
  Result<std::string> bytes = co_await off_thread(std::move(work));
  if (!bytes) throw Failure(Failure::Kind::corrupt, bytes.error().message);
  co_return *std::move(bytes);
}

}  // namespace redcode::store
