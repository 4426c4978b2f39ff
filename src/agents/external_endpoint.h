// EndpointAgent: an agent of the user's own behind an http address (docs/your-own-agent.md).
//
// Each question holds the whole conversation, so the endpoint need not remember anything.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "agents/external_work.h"
#include "http/url.h"

namespace redcode::agents {

class EndpointAgent final : public Agent {
 public:
  // Errors: those of http::parse_url.
  static Result<std::unique_ptr<EndpointAgent>> make(std::string_view address, OwnRules rules = {},
                                                     std::optional<http::Proxy> proxy = {});

  EndpointAgent(http::Url url, OwnRules rules) : url_(std::move(url)), rules_(std::move(rules)) {}

  // By its address, without the query: people put keys there.
  std::string architecture() const override;
  // Of its address: what is behind it cannot be seen.
  std::string prompt_digest() const override;

  // The model is not asked: the endpoint has its own.
  Task<record::Stop> work(Assignment assignment, models::Model& model, SandboxProvider& place,
                          const Listener& listener) const override;

 private:
  http::Url url_;
  OwnRules rules_;
};

}  // namespace redcode::agents
