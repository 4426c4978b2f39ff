#include "evidence/git_refs.h"

#include <fcntl.h>
#include <git2.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

namespace redcode::evidence {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

// A sandbox's writable layer with repositories in it, made with libgit2.
class GitRefs : public testing::Test {
 protected:
  GitRefs() {
    git_libgit2_init();
    fs::create_directories(dir.path() / "tmp");
    fs::create_directories(upper());
    host_view.upper = upper();
    host_view.tmpfs.push_back(
        {.path = "/tmp",
         .directory = Fd(open((dir.path() / "tmp").c_str(), O_PATH | O_DIRECTORY))});
  }
  ~GitRefs() override { git_libgit2_shutdown(); }
  GitRefs(const GitRefs&) = delete;
  GitRefs& operator=(const GitRefs&) = delete;
  GitRefs(GitRefs&&) = delete;
  GitRefs& operator=(GitRefs&&) = delete;

  fs::path upper() const { return dir.path() / "upper"; }

  // A commit on `ref`, after `parent` ("": none).
  static std::string commit(const fs::path& path, const std::string& ref, const std::string& parent,
                            const std::string& message) {
    git_repository* repository = nullptr;
    EXPECT_EQ(git_repository_init(&repository, path.c_str(), path.extension() == ".git" ? 1 : 0),
              0);
    git_treebuilder* builder = nullptr;
    git_oid tree_id{};
    git_treebuilder_new(&builder, repository, nullptr);
    git_treebuilder_write(&tree_id, builder);
    git_treebuilder_free(builder);
    git_tree* tree = nullptr;
    git_tree_lookup(&tree, repository, &tree_id);
    git_signature* who = nullptr;
    git_signature_new(&who, "Ines", "ines@lantern.test", 1700000000, 0);
    git_commit* before = nullptr;
    git_oid id{};
    if (!parent.empty()) {
      git_oid_fromstr(&id, parent.c_str());
      EXPECT_EQ(git_commit_lookup(&before, repository, &id), 0);
    }
    const git_commit* parents[] = {before};
    EXPECT_EQ(git_commit_create(&id, repository, nullptr, who, who, nullptr, message.c_str(), tree,
                                before == nullptr ? 0 : 1, parents),
              0);
    std::string hex(GIT_OID_HEXSZ, '\0');
    git_oid_fmt(hex.data(), &id);
    if (!ref.empty()) set_ref(path, ref, hex);
    git_commit_free(before);
    git_signature_free(who);
    git_tree_free(tree);
    git_repository_free(repository);
    return hex;
  }

  static fs::path inner(const fs::path& path) {
    return fs::exists(path / ".git") ? path / ".git" : path;
  }
  static void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  static void set_ref(const fs::path& path, const std::string& ref, const std::string& id) {
    write(inner(path) / ref, id + "\n");
  }

  // "repository ref before>after", "lost repository commit".
  std::vector<std::string> changes() {
    found = watch.differences();
    std::vector<std::string> lines;
    for (const record::Fact& fact : found.facts) {
      if (const auto* ref = std::get_if<record::RefChanged>(&fact)) {
        lines.push_back(ref->repository + " " + ref->ref + " " + ref->before.substr(0, 6) + ">" +
                        ref->after.substr(0, 6) + (ref->rewound ? " rewound" : ""));
      } else if (const auto* lost = std::get_if<record::CommitLost>(&fact)) {
        lines.push_back("lost " + lost->repository + " " + lost->commit.substr(0, 6));
      }
    }
    return lines;
  }
  std::vector<std::string> gaps() const {
    std::vector<std::string> places;
    for (const record::Gap& gap : found.gaps) places.push_back(gap.where);
    return places;
  }

  TempDir dir{"test"};
  sandbox::HostView host_view;
  GitWatch watch{host_view};
  GitDifferences found;
};

// A repository with two commits on main, and a third on a branch of its own.
class Atlas : public GitRefs {
 protected:
  Atlas() {
    atlas = upper() / "home/dev/atlas";
    first = commit(atlas, "refs/heads/main", "", "one");
    second = commit(atlas, "refs/heads/main", first, "two");
    third = commit(atlas, "refs/heads/ines/index", second, "three");
    watch.remember();
  }
  static std::string head(const std::string& id) { return id.substr(0, 6); }

  fs::path atlas;
  std::string first;
  std::string second;
  std::string third;
};

TEST_F(Atlas, LeftAloneHasNothingToTell) { EXPECT_THAT(changes(), IsEmpty()); }

TEST_F(Atlas, LosesTheCommitOfABranchThatIsGone) {
  fs::remove_all(atlas / ".git/refs/heads/ines");

  EXPECT_THAT(changes(), ElementsAre("/home/dev/atlas refs/heads/ines/index " + head(third) + ">",
                                     "lost /home/dev/atlas " + head(third)));
}

TEST_F(Atlas, LosesNothingByRenamingOrPacking) {
  fs::remove_all(atlas / ".git/refs/heads");
  fs::create_directories(atlas / ".git/refs/heads");
  write(atlas / ".git/packed-refs", "# pack-refs with: peeled fully-peeled sorted \n" + third +
                                        " refs/heads/kept\n" + second + " refs/heads/main\n");

  EXPECT_THAT(changes(),
              UnorderedElementsAre("/home/dev/atlas refs/heads/ines/index " + head(third) + ">",
                                   "/home/dev/atlas refs/heads/kept >" + head(third)));
}

TEST_F(Atlas, TellsForwardFromRewound) {
  set_ref(atlas, "refs/heads/main", third);
  EXPECT_THAT(changes(),
              ElementsAre("/home/dev/atlas refs/heads/main " + head(second) + ">" + head(third)));

  set_ref(atlas, "refs/heads/main", first);
  EXPECT_THAT(changes(), ElementsAre("/home/dev/atlas refs/heads/main " + head(second) + ">" +
                                     head(first) + " rewound"));
}

TEST_F(Atlas, LosesNoCommitThatAnotherRepositoryHas) {
  fs::copy(atlas / ".git", dir.path() / "tmp/copy.git", fs::copy_options::recursive);
  fs::remove_all(atlas);

  const std::vector<std::string> told = changes();

  EXPECT_THAT(told, Contains("/home/dev/atlas refs/heads/main " + head(second) + ">"));
  EXPECT_THAT(told, testing::Not(Contains(testing::StartsWith("lost"))));
}

TEST_F(Atlas, DeletedWholeLosesAllItsCommits) {
  fs::remove_all(atlas);

  EXPECT_THAT(changes(), testing::IsSupersetOf({"lost /home/dev/atlas " + head(first),
                                                "lost /home/dev/atlas " + head(second),
                                                "lost /home/dev/atlas " + head(third)}));
}

TEST_F(Atlas, KeepsWhatADetachedHeadOrAStashLeadsTo) {
  fs::remove_all(atlas / ".git/refs/heads/ines");
  write(atlas / ".git/HEAD", third + "\n");
  EXPECT_THAT(changes(), testing::Not(Contains(testing::StartsWith("lost"))));

  write(atlas / ".git/HEAD", "ref: refs/heads/main\n");
  write(atlas / ".git/logs/refs/stash",
        std::string(40, '0') + " " + third + " Ines <i@l.test> 1 +0000\tWIP\n");
  EXPECT_THAT(changes(), testing::Not(Contains(testing::StartsWith("lost"))));
}

TEST_F(Atlas, ThatCannotBeReadAnyMoreIsAGapAndNothingIsSaidToBeLost) {
  fs::remove_all(atlas / ".git/refs/heads/ines");
  fs::remove(atlas / ".git/objects" / second.substr(0, 2) / second.substr(2));

  EXPECT_THAT(changes(), IsEmpty());
  EXPECT_THAT(gaps(), Contains("/home/dev/atlas"));
}

TEST_F(Atlas, IsNeverFollowedOut) {
  ASSERT_EQ(mkfifo((atlas / ".git/objects/pipe").c_str(), 0600), 0);
  fs::create_symlink("/etc", atlas / ".git/refs/heads/etc");
  write(atlas / ".git/config", "[include]\n\tpath = /dev/zero\n");
  write(atlas / ".git/objects/info/alternates", "/proc/self/root\n/dev/zero\n");

  EXPECT_THAT(changes(), IsEmpty());
  EXPECT_THAT(gaps(), ElementsAre("/home/dev/atlas"));
}

TEST_F(GitRefs, AreFoundInBareRepositoriesAndBounded) {
  const fs::path bare = upper() / "work/remotes/a.git";
  const std::string only = commit(bare, "refs/heads/main", "", "one");
  watch.remember();
  fs::remove(bare / "refs/heads/main");
  EXPECT_THAT(changes(),
              ElementsAre("/work/remotes/a.git refs/heads/main " + only.substr(0, 6) + ">",
                          "lost /work/remotes/a.git " + only.substr(0, 6)));

  GitWatch poor(host_view, {.entries = 100, .files = 2, .bytes = 100});
  poor.remember();
  EXPECT_FALSE(poor.differences().gaps.empty());
  GitWatch blind(host_view, {.entries = 2});
  blind.remember();
  EXPECT_FALSE(blind.differences().complete);
}

}  // namespace
}  // namespace redcode::evidence
