#include "sandbox/authority.h"

#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <sstream>
#include <tuple>
#include <utility>

#include "base/failure.h"
#include "base/mutex.h"
#include "base/text.h"

namespace redcode::sandbox {
namespace {

// What a company calls its own: nothing that tells a program inside that it is being tested.
constexpr const char* authority_name = "Internal Root CA";
constexpr const char* bundle = "/etc/ssl/certs/ca-certificates.crt";
constexpr std::size_t most_leaves = 4096;  // kept; names come from inside
constexpr std::size_t longest_name = 253;
constexpr std::size_t longest_common_name = 64;
constexpr long day = 24L * 60 * 60;

template <class T, void (*release)(T*)>
struct Release {
  void operator()(T* owned) const { release(owned); }
};
void free_all(BIO* bio) { BIO_free_all(bio); }
using Key = std::unique_ptr<EVP_PKEY, Release<EVP_PKEY, EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Release<X509, X509_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, Release<X509_EXTENSION, X509_EXTENSION_free>>;
using Names = std::unique_ptr<GENERAL_NAMES, Release<GENERAL_NAMES, GENERAL_NAMES_free>>;
using Memory = std::unique_ptr<BIO, Release<BIO, free_all>>;

void check(bool worked) {
  if (!worked) throw Failure(Failure::Kind::unavailable, "OpenSSL could not make a certificate");
}

template <class Write, class Object>
std::string pem(Write write, Object* object) {
  const Memory memory(BIO_new(BIO_s_mem()));
  check(memory && write(memory.get(), object) == 1);
  std::string text(BIO_ctrl_pending(memory.get()), '\0');
  BIO_read(memory.get(), text.data(), static_cast<int>(text.size()));
  return text;
}

std::string pem_of(X509* certificate) { return pem(PEM_write_bio_X509, certificate); }

std::string pem_of(EVP_PKEY* key) {
  const auto write = [](BIO* memory, EVP_PKEY* one) {
    return PEM_write_bio_PrivateKey(memory, one, nullptr, nullptr, 0, nullptr, nullptr);
  };
  return pem(write, key);
}

Key draw_key() {
  Key key(EVP_EC_gen("P-256"));
  check(key != nullptr);
  return key;
}

void name_it(X509_NAME* name, const std::string& text) {
  const std::string common = text.substr(0, longest_common_name);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): the interface's idea of a string
  const auto* bytes = reinterpret_cast<const unsigned char*>(common.data());
  check(X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, bytes,
                                   static_cast<int>(common.size()), -1, 0) == 1);
}

struct Days {
  long since;
  long until;
};

// A certificate with all but its extensions, its issuer and a signature.
Certificate draft(const std::string& name, EVP_PKEY* key, Days valid) {
  Certificate made(X509_new());
  check(made && X509_set_version(made.get(), X509_VERSION_3) == 1);
  std::array<unsigned char, 8> serial{};
  check(RAND_bytes(serial.data(), serial.size()) == 1);
  std::uint64_t number = 1;
  for (const unsigned char byte : serial) number = number << 8U | byte;
  check(ASN1_INTEGER_set_uint64(X509_get_serialNumber(made.get()), number >> 1U) == 1);
  X509_gmtime_adj(X509_getm_notBefore(made.get()), -valid.since * day);
  X509_gmtime_adj(X509_getm_notAfter(made.get()), valid.until * day);
  name_it(X509_get_subject_name(made.get()), name);
  check(X509_set_pubkey(made.get(), key) == 1);
  return made;
}

// `value` in OpenSSL's little language: ours only, never anything from inside.
void extend(X509* certificate, X509* issuer, int kind, const char* value) {
  X509V3_CTX context{};
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  const Extension extension(X509V3_EXT_conf_nid(nullptr, &context, kind, value));
  check(extension && X509_add_ext(certificate, extension.get(), -1) == 1);
}

// The host as the certificate names it, by address or by name; built piece by piece because `host`
// comes from inside.
void add_host(X509* certificate, const std::string& host) {
  const Names names(GENERAL_NAMES_new());
  std::unique_ptr<GENERAL_NAME, Release<GENERAL_NAME, GENERAL_NAME_free>> name(GENERAL_NAME_new());
  check(names && name);
  if (ASN1_OCTET_STRING* address = a2i_IPADDRESS(host.c_str()); address != nullptr) {
    GENERAL_NAME_set0_value(name.get(), GEN_IPADD, address);
  } else {
    ASN1_IA5STRING* text = ASN1_IA5STRING_new();
    check(ASN1_STRING_set(text, host.data(), static_cast<int>(host.size())) == 1);
    GENERAL_NAME_set0_value(name.get(), GEN_DNS, text);
  }
  check(sk_GENERAL_NAME_push(names.get(), name.get()) > 0);
  std::ignore = name.release();
  check(X509_add1_ext_i2d(certificate, NID_subject_alt_name, names.get(), 0, 0) == 1);
}

// Only what a host name or an address is made of.
std::string plain_host(const std::string& host) {
  std::string plain = lower(host.substr(0, longest_name));
  std::erase_if(plain, [](char c) {
    const bool fine = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
                      c == '_' || c == ':';
    return !fine;
  });
  return plain.empty() ? "localhost" : plain;
}

Certificate certificate_in(const std::string& text) {
  const Memory memory(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  Certificate read(PEM_read_bio_X509(memory.get(), nullptr, nullptr, nullptr));
  if (!read) throw Failure(Failure::Kind::corrupt, "the authority's certificate is none");
  return read;
}

}  // namespace

struct Authority::State {
  Key key = draw_key();
  Key leaf_key = draw_key();  // one for all: it guards nothing
  Certificate root = draft(authority_name, key.get(), {.since = 400, .until = 3250});
  std::string root_pem;
  std::string leaf_key_pem = pem_of(leaf_key.get());
  Mutex mutex;
  std::map<std::string, Leaf> leaves GUARDED_BY(mutex);

  State() {
    X509* made = root.get();
    check(X509_set_issuer_name(made, X509_get_subject_name(made)) == 1);
    extend(made, made, NID_basic_constraints, "critical,CA:TRUE");
    extend(made, made, NID_key_usage, "critical,keyCertSign,cRLSign");
    extend(made, made, NID_subject_key_identifier, "hash");
    check(X509_sign(made, key.get(), EVP_sha256()) > 0);
    root_pem = pem_of(made);
  }

  explicit State(const std::string& certificate)
      : key(nullptr), root(certificate_in(certificate)), root_pem(pem_of(root.get())) {}

  std::string certify(const std::string& host) const {
    check(key != nullptr);
    const Certificate made = draft(host, leaf_key.get(), {.since = 20, .until = 60});
    check(X509_set_issuer_name(made.get(), X509_get_subject_name(root.get())) == 1);
    extend(made.get(), root.get(), NID_basic_constraints, "critical,CA:FALSE");
    extend(made.get(), root.get(), NID_key_usage, "critical,digitalSignature");
    extend(made.get(), root.get(), NID_ext_key_usage, "serverAuth");
    extend(made.get(), root.get(), NID_subject_key_identifier, "hash");
    extend(made.get(), root.get(), NID_authority_key_identifier, "keyid");
    add_host(made.get(), host);
    check(X509_sign(made.get(), key.get(), EVP_sha256()) > 0);
    return pem_of(made.get());
  }
};

Authority::Authority() : state_(std::make_unique<State>()) {}
Authority::Authority(const std::string& certificate)
    : state_(std::make_unique<State>(certificate)) {}
Authority::~Authority() = default;

const std::string& Authority::certificate() const { return state_->root_pem; }

Authority::Leaf Authority::leaf(const std::string& host) const {
  const std::string plain = plain_host(host);
  const Lock lock(state_->mutex);
  if (const auto known = state_->leaves.find(plain); known != state_->leaves.end()) {
    return known->second;
  }
  if (state_->leaves.size() >= most_leaves) state_->leaves.clear();
  Leaf made{.certificate = state_->certify(plain), .key = state_->leaf_key_pem};
  return state_->leaves.emplace(plain, std::move(made)).first->second;
}

record::World Authority::trusted_in(record::World world) const {
  const std::string by_hash =
      fmt::format("/etc/ssl/certs/{:08x}.0", X509_subject_name_hash(state_->root.get()));
  // The authority alone: nobody else can be reached, and whom this host trusts is not to be told.
  // The bundle is what most programs read; the hashed name is how OpenSSL finds an authority in a
  // directory; the last is where Debian's administrators put their own.
  const std::array<std::pair<std::string, const std::string*>, 4> seeded = {{
      {bundle, &state_->root_pem},
      {by_hash, &state_->root_pem},
      {"/etc/ssl/certs/Internal_Root_CA.pem", &state_->root_pem},
      {"/usr/local/share/ca-certificates/Internal_Root_CA.crt", &state_->root_pem},
  }};
  for (const auto& [path, content] : seeded) {
    if (std::ranges::find(world.files, path, &record::SeededFile::path) != world.files.end())
      continue;
    world.files.push_back({.path = path, .content = *content, .mode = 0644, .owner = "root"});
  }
  return world;
}

}  // namespace redcode::sandbox
