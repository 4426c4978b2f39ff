#include "models/cache.h"

#include <filesystem>
#include <fstream>

#include "base/small_file.h"
#include "base/temp_dir.h"
#include "models/script_for_tests.h"

namespace redcode::models {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string key(64, 'a');
const Reply full{.text = "text \u00e4",
                 .calls = {{.id = "c1", .name = "run", .arguments = "{\"a\": 1}"}},
                 .usage = {.input_tokens = 5, .output_tokens = 6}};

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().extension() == ".json")
      files.push_back(entry.path());
  return files;
}

TEST(Cache, GivesBackWhatItKeptWithoutItsCost) {
  const TempDir dir("cache");
  Cache cache(dir.path() / "deep" / "replies");
  cache.keep(key, full);

  const std::optional<Reply> found = cache.find(key);

  EXPECT_EQ(found, (Reply{.text = full.text, .calls = full.calls}));
  EXPECT_EQ(cache.find(std::string(64, 'b')), std::nullopt);
  EXPECT_EQ(cache.hits(), 1U);
}

TEST(Cache, ADamagedEntryIsAbsentAndIsReplaced) {
  const TempDir dir("cache");
  Cache cache(dir.path());
  cache.keep(key, full);
  const std::filesystem::path file = files_in(dir.path()).at(0);
  const std::string sound = read_small_file(file);

  for (std::size_t i = 0; i < sound.size() - 1; i += 7) {
    std::string damaged = sound;
    damaged[i] = damaged[i] == 'x' ? 'y' : 'x';
    std::ofstream(file) << damaged;
    EXPECT_EQ(cache.find(key), std::nullopt) << i;
    std::ofstream(file) << sound.substr(0, i);
    EXPECT_EQ(cache.find(key), std::nullopt) << i;
  }
  cache.keep(key, full);

  EXPECT_TRUE(cache.find(key).has_value());
}

TEST(Cache, AnEntryUnderAnotherNameIsDamaged) {
  const TempDir dir("cache");
  Cache cache(dir.path());
  cache.keep(key, full);
  const std::filesystem::path file = files_in(dir.path()).at(0);

  std::filesystem::rename(file, file.parent_path() / (std::string(61, 'a') + "b.json"));

  EXPECT_EQ(cache.find(std::string(63, 'a') + "b"), std::nullopt);
}

TEST(Cache, WhatCannotBeWrittenIsCounted) {
  const TempDir dir("cache");
  Cache cache(dir.path() / "c");
  std::ofstream(dir.path() / "c" / "aa") << "in the way";

  cache.keep(key, full);

  EXPECT_EQ(cache.not_kept(), 1U);
  EXPECT_TRUE(files_in(dir.path()).empty());
}

class CachedModel : public testing::Test {
 protected:
  // How often the server is asked when these are asked in turn.
  std::size_t asked(const std::vector<RemoteModel::Options>& all) {
    Script script({says("yes")});
    run(http::run_against_server(handler_of(script), [&](http::Endpoint endpoint) {
      return ask_all(std::move(endpoint), all);
    }));
    return script.asked.size();
  }

  RemoteModel::Options options() const {
    RemoteModel::Options options = quick_options();
    options.shared.cache = cache;
    return options;
  }

  TempDir dir{"cache"};
  std::shared_ptr<Cache> cache = std::make_shared<Cache>(dir.path());

 private:
  static Task<> ask_all(http::Endpoint endpoint, const std::vector<RemoteModel::Options>& all) {
    const record::Transcript transcript{{record::Role::user, "hello"}};
    for (const RemoteModel::Options& one : all) {
      Reply reply;
      co_await keep_reply(endpoint, one, transcript, reply);
      EXPECT_EQ(reply.text, "yes");
    }
  }
};

TEST_F(CachedModel, AsksTheSameQuestionOnce) {
  RemoteModel::Options other_key = options();
  other_key.key = Secret("sk-another");

  EXPECT_EQ(asked({options(), options(), other_key}), 1U);

  EXPECT_EQ(cache->hits(), 2U);
}

TEST_F(CachedModel, AsksAgainWhenAnythingThatMattersDiffers) {
  RemoteModel::Options warmer = options();
  warmer.temperature = 0.7;
  RemoteModel::Options longer = options();
  longer.max_tokens = 9;
  RemoteModel::Options other = options();
  other.model = "tiny-2";
  RemoteModel::Options repeated = options();
  repeated.salt = "2";
  RemoteModel::Options tenant = options();
  tenant.headers.emplace_back("X-Tenant", Secret("one"));
  RemoteModel::Options neighbour = options();
  neighbour.headers.emplace_back("X-Tenant", Secret("two"));

  EXPECT_EQ(asked({options(), warmer, longer, other, repeated, tenant, neighbour}), 7U);
}

TEST_F(CachedModel, KeepsNoKeyAndNoHeader) {
  RemoteModel::Options tenant = options();
  tenant.headers.emplace_back("X-Tenant", Secret("hush-hush"));

  asked({tenant});

  const std::vector<std::filesystem::path> files = files_in(dir.path());
  ASSERT_EQ(files.size(), 1U);
  const std::string text = read_small_file(files[0]);
  EXPECT_THAT(text, HasSubstr("yes"));
  EXPECT_THAT(text, Not(HasSubstr(test_key)));
  EXPECT_THAT(text, Not(HasSubstr("hush")));
}

TEST_F(CachedModel, AFailureIsNotKept) {
  Script script({Line{.status = 400}});

  complaint(script, Failure::Kind::unavailable, options());

  EXPECT_TRUE(files_in(dir.path()).empty());
}

}  // namespace
}  // namespace redcode::models
