// S3Store: a store behind the S3 protocol, path-style: PUT, GET and HEAD of
// /BUCKET/PREFIX/ab/cd….zst.
//
// A blob is never overwritten where the server knows If-None-Match; elsewhere it is looked for
// first. What may pass (a server that restarts, is overloaded, breaks off) is asked again, with
// growing, jittered waits, for as long as `Patience` says. No message holds a key or the words of
// the server but its error code.
#pragma once

#include <chrono>
#include <string>

#include "base/task.h"
#include "http/http.h"
#include "run/store/s3_place.h"
#include "run/store/store.h"

namespace redcode::store {

class S3Store final : public Store {
 public:
  struct Patience {
    std::chrono::milliseconds first_wait{200};  // they double
    std::chrono::milliseconds longest_wait{5'000};
    std::chrono::milliseconds in_all{45'000};  // no new try is begun after it
  };

  explicit S3Store(S3Place place) : S3Store(std::move(place), Patience()) {}
  S3Store(S3Place place, Patience patience);

  Task<std::string> put(std::string bytes) override;
  Task<std::string> get(std::string digest) override;

 private:
  struct Try;
  struct Packed;
  Task<Try> try_once(http::Request request, std::string body_digest) const;
  // The first answer that is more than a trouble that may pass.
  Task<http::Response> ask(http::Request request, std::string body_digest) const;
  Task<bool> has(std::string digest) const;
  Task<> upload(Packed packed);

  http::Request request(std::string method, const std::string& digest) const;
  void sign(http::Request& request, const std::string& body_digest) const;
  [[noreturn]] void refuse(const std::string& what) const;

  S3Place place_;
  Patience patience_;
  bool knows_conditions_ = true;  // until the server says that it does not
};

}  // namespace redcode::store
