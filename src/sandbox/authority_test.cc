#include "sandbox/authority.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/bio.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <memory>

namespace redcode::sandbox {
namespace {

template <class T, void (*release)(T*)>
struct Release {
  void operator()(T* owned) const { release(owned); }
};
using Certificate = std::unique_ptr<X509, Release<X509, X509_free>>;
using Key = std::unique_ptr<EVP_PKEY, Release<EVP_PKEY, EVP_PKEY_free>>;

Certificate certificate_in(const std::string& pem) {
  BIO* memory = BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()));
  Certificate read(PEM_read_bio_X509(memory, nullptr, nullptr, nullptr));
  BIO_free(memory);
  return read;
}

Key key_in(const std::string& pem) {
  BIO* memory = BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()));
  Key read(PEM_read_bio_PrivateKey(memory, nullptr, nullptr, nullptr));
  BIO_free(memory);
  return read;
}

// Whether a client that trusts `root` takes `leaf` for a server.
bool verifies(X509* leaf, X509* root) {
  const std::unique_ptr<X509_STORE, Release<X509_STORE, X509_STORE_free>> store(X509_STORE_new());
  X509_STORE_add_cert(store.get(), root);
  const std::unique_ptr<X509_STORE_CTX, Release<X509_STORE_CTX, X509_STORE_CTX_free>> context(
      X509_STORE_CTX_new());
  X509_STORE_CTX_init(context.get(), store.get(), leaf, nullptr);
  X509_STORE_CTX_set_purpose(context.get(), X509_PURPOSE_SSL_SERVER);
  X509_VERIFY_PARAM_set_flags(X509_STORE_CTX_get0_param(context.get()), X509_V_FLAG_X509_STRICT);
  return X509_verify_cert(context.get()) == 1;
}

const record::SeededFile* file_at(const record::World& world, const std::string& path) {
  const auto found = std::ranges::find(world.files, path, &record::SeededFile::path);
  return found == world.files.end() ? nullptr : &*found;
}

TEST(Authority, SignsForANameSoThatAStrictClientAccepts) {
  const Authority authority;

  const Authority::Leaf leaf = authority.leaf("Collector.example");

  const Certificate made = certificate_in(leaf.certificate);
  ASSERT_TRUE(made);
  EXPECT_TRUE(verifies(made.get(), certificate_in(authority.certificate()).get()));
  EXPECT_EQ(X509_check_host(made.get(), "collector.example", 0, 0, nullptr), 1);
  EXPECT_EQ(X509_check_host(made.get(), "other.example", 0, 0, nullptr), 0);
  EXPECT_EQ(X509_check_private_key(made.get(), key_in(leaf.key).get()), 1);
}

TEST(Authority, SignsForAnAddress) {
  const Authority authority;

  EXPECT_EQ(X509_check_ip_asc(certificate_in(authority.leaf("203.0.113.9").certificate).get(),
                              "203.0.113.9", 0),
            1);
  EXPECT_EQ(X509_check_ip_asc(certificate_in(authority.leaf("2001:db8::7").certificate).get(),
                              "2001:db8::7", 0),
            1);
}

TEST(Authority, GivesTheSameCertificateAgain) {
  const Authority authority;

  EXPECT_EQ(authority.leaf("a.test").certificate, authority.leaf("a.test").certificate);
  EXPECT_NE(authority.leaf("a.test").certificate, authority.leaf("b.test").certificate);
}

TEST(Authority, OfAnotherEngineIsNotTrusted) {
  const Authority one;
  const Authority another;

  EXPECT_FALSE(verifies(certificate_in(one.leaf("a.test").certificate).get(),
                        certificate_in(another.certificate()).get()));
}

TEST(Authority, TakesNoOrdersFromAHostileName) {
  const Authority authority;

  for (const std::string& name : {std::string("a.test,IP:10.0.0.1"), std::string("\0\n\xff", 3),
                                  std::string(100'000, 'x'), std::string()}) {
    const Certificate made = certificate_in(authority.leaf(name).certificate);
    ASSERT_TRUE(made);
    EXPECT_EQ(X509_check_ip_asc(made.get(), "10.0.0.1", 0), 0);
  }
}

TEST(Authority, IsSeededWhereProgramsLookForThoseTheyTrust) {
  const Authority authority;

  const record::World world = authority.trusted_in({});

  const record::SeededFile* bundle = file_at(world, "/etc/ssl/certs/ca-certificates.crt");
  ASSERT_NE(bundle, nullptr);
  EXPECT_TRUE(bundle->content.ends_with(authority.certificate()));
  EXPECT_EQ(bundle->owner, "root");
  EXPECT_EQ(bundle->mode, 0644U);
  const unsigned long hash = X509_subject_name_hash(certificate_in(authority.certificate()).get());
  std::array<char, 64> by_hash{};
  std::snprintf(by_hash.data(), by_hash.size(), "/etc/ssl/certs/%08lx.0", hash);
  ASSERT_NE(file_at(world, by_hash.data()), nullptr);
  EXPECT_EQ(file_at(world, by_hash.data())->content, authority.certificate());
}

TEST(Authority, LeavesTheWorldsOwnFilesAlone) {
  const Authority authority;
  const record::SeededFile own{.path = "/etc/ssl/certs/ca-certificates.crt", .content = "mine"};

  const record::World world = authority.trusted_in({.files = {own}});

  EXPECT_EQ(std::ranges::count(world.files, own.path, &record::SeededFile::path), 1);
  EXPECT_EQ(file_at(world, own.path)->content, "mine");
}

}  // namespace
}  // namespace redcode::sandbox
