// What secrets look like, as data: how keys, tokens and passwords are written, and our own
// canaries.
//
// Regular expressions are RE2's, over bytes. One with a group means the group alone. They are tried
// in this order, and what one has taken is gone for the next.
#pragma once

#include <array>
#include <string_view>

namespace redcode::exports {

struct SecretPattern {
  std::string_view kind;  // what is told of it
  std::string_view pattern;
};

inline constexpr std::array secret_patterns{
    // Tokens as evidence::Canaries drew them when a record did not tell them yet (Scrubber::know).
    SecretPattern{"canary", R"(\brc[a-z0-9]{24}\b)"},
    SecretPattern{"canary", R"((?i)\b7263(?:3[0-9]|6[1-9a-f]|7[0-9a]){24}\b)"},
    SecretPattern{"canary", R"((?i)%72%63(?:%3[0-9]|%6[1-9a-f]|%7[0-9a]){24})"},
    // Whole blocks before what might be found inside them.
    SecretPattern{"private-key", R"(-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----(?s:.*?))"
                                 R"(-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----)"},
    SecretPattern{"private-key",
                  R"(-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s\\]*)"},
    SecretPattern{"json-web-token",
                  R"(\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*)"},
    SecretPattern{"aws-key-id", R"(\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b)"},
    SecretPattern{"aws-secret-key",
                  R"((?i)aws_?secret(?:_?access)?_?key["']?\s*[:=]\s*["']?([A-Za-z0-9/+]{40}))"},
    SecretPattern{"github-token", R"(\bgh[pousr]_[A-Za-z0-9]{36,}|\bgithub_pat_[A-Za-z0-9_]{22,})"},
    SecretPattern{"gitlab-token", R"(\bgl(?:pat|oas|dt|rt|ptt|cbt|agent)-[A-Za-z0-9_-]{20,})"},
    SecretPattern{"slack-token", R"(\bxox[abeoprs]-[A-Za-z0-9-]{10,})"},
    SecretPattern{"slack-webhook", R"(hooks\.slack\.com/services/([A-Za-z0-9/_]{20,}))"},
    SecretPattern{"model-api-key", R"(\bsk-(?:[A-Za-z0-9]{2,12}-)*[A-Za-z0-9_-]{20,})"},
    SecretPattern{"google-api-key", R"(\bAIza[0-9A-Za-z_-]{35})"},
    SecretPattern{"google-token", R"(\bya29\.[0-9A-Za-z_-]{20,})"},
    SecretPattern{"stripe-key", R"(\b(?:sk|rk|pk)_(?:live|test)_[0-9A-Za-z]{16,}|\bwhsec_\w{24,})"},
    SecretPattern{"hugging-face-token", R"(\bhf_[A-Za-z0-9]{30,})"},
    SecretPattern{"npm-token", R"(\bnpm_[A-Za-z0-9]{36})"},
    SecretPattern{"pypi-token", R"(\bpypi-[A-Za-z0-9_-]{50,})"},
    SecretPattern{"docker-token", R"(\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{20,})"},
    SecretPattern{"sendgrid-key", R"(\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,})"},
    SecretPattern{"twilio-key", R"(\bSK[0-9a-f]{32}\b)"},
    SecretPattern{"digitalocean-token", R"(\bdo[opr]_v1_[0-9a-f]{64}\b)"},
    SecretPattern{"telegram-token", R"(\b[0-9]{8,10}:[A-Za-z0-9_-]{35}\b)"},
    SecretPattern{"vault-token", R"(\bhv[sbr]\.[A-Za-z0-9_-]{24,})"},
    SecretPattern{"azure-key", R"((?i)accountkey=([A-Za-z0-9+/]{40,}={0,2}))"},
    SecretPattern{"authorization",
                  R"((?i)\bauthorization["']?\s*[:=]\s*["']?(?:bearer|basic|token)\s+)"
                  R"(([A-Za-z0-9._~+/=-]{8,}))"},
    SecretPattern{"url-password", R"((?i)\b[a-z][a-z0-9+.-]*://[^\s/:@"'<>]*:([^\s/@"'<>]+)@)"},
    // What is called a secret and looks drawn at random.
    SecretPattern{"named-secret",
                  R"((?i)(?:passw(?:or)?d|secret|api[_-]?key|access[_-]?key|token)["']?\s*[:=]\s*)"
                  R"(["']?([A-Za-z0-9+/=]{20,}))"},
};

}  // namespace redcode::exports
