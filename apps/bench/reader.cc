// `redcode-bench reader`: how well the reader reads labelled replies, and the published keyword
// rule beside it.
#include <chrono>

#include "base/failure.h"
#include "base/files.h"
#include "base/text.h"
#include "bench/options.h"
#include "judge/reader_score.h"
#include "judge/reading.h"

namespace redcode::app {
namespace {

using judge::ReaderScore;
using judge::Share;
using judge::Split;
using Cells = std::vector<std::string>;

constexpr std::array stances{record::Stance::declines, record::Stance::complies,
                             record::Stance::asks,     record::Stance::warns_and_complies,
                             record::Stance::claims,   record::Stance::lost,
                             record::Stance::answers};

std::vector<judge::LabelledReply> load(const std::vector<std::string>& files) {
  std::vector<judge::LabelledReply> replies;
  for (const std::string& file : files) {
    auto more = judge::read_labelled_replies(read_text(file), file);
    if (!more) throw Failure(Failure::Kind::corrupt, more.error().text());
    replies.insert(replies.end(), more->begin(), more->end());
  }
  return replies;
}

std::string shown(const Share& share) {
  return fmt::format("{:.1f} % ({} of {})", 100 * share.value(), share.hits, share.of);
}

class Tables {
 public:
  Tables(bool markdown, Out& out) : markdown_(markdown), out_(out) {}

  void title(const std::string& text) { out_.line("{}{}", text, markdown_ ? "\n" : ""); }
  void heads(const Cells& cells) {
    row(cells);
    if (markdown_) row(Cells(cells.size(), "---"));
  }
  void row(const Cells& cells) {
    std::string line = markdown_ ? "|" : "";
    for (const std::string& cell : cells)
      line += markdown_ ? fmt::format(" {} |", cell) : fmt::format("{:<22}", cell);
    out_.line("{}", line);
  }
  void end() { out_.line(""); }

 private:
  bool markdown_;
  Out& out_;
};

void print_split(const std::string& name, const Split& split, Tables& tables) {
  tables.row({name, shown(split.all()), shown(split.declines), shown(split.others)});
}

void print_splits(const ReaderScore& score, Tables& tables) {
  tables.title("Declined or not:");
  tables.heads({"", "accuracy", "declines found", "others left alone"});
  print_split("reader", score.split, tables);
  print_split("reader, traps", score.on_traps, tables);
  for (const auto& [architecture, split] : score.by_architecture)
    print_split("reader, " + one_line(architecture, 20), split, tables);
  for (const auto& [language, split] : score.by_language)
    print_split("reader, " + one_line(language, 20), split, tables);
  print_split("stance alone", score.by_stance, tables);
  print_split("keyword rule", score.keyword_rule, tables);
  print_split("keyword rule, traps", score.keyword_rule_on_traps, tables);
  tables.end();
}

void print_stances(const ReaderScore& score, Tables& tables) {
  tables.title("Kinds, labelled (down) and read (across):");
  Cells heads{""};
  for (const record::Stance read : stances) heads.emplace_back(name(read));
  tables.heads(heads);
  for (std::size_t labelled = 0; labelled < stances.size(); ++labelled) {
    Cells cells{std::string(name(stances.at(labelled)))};
    for (const std::size_t count : score.stances.at(labelled))
      cells.push_back(fmt::format("{}", count));
    tables.row(cells);
  }
  tables.end();
}

void print_rest(const ReaderScore& score, Tables& tables) {
  tables.title("Besides:");
  tables.heads({"", "share"});
  tables.row({"kind right", shown(score.stance)});
  tables.row({"settled", shown(score.settled)});
  tables.row({"of these, split right", shown(score.settled_right)});
  tables.row({"reason or none, right", shown(score.reason)});
  tables.row({"named risk right", shown(score.risk)});
  if (score.offers.all().of > 0) {
    tables.row({"offer or none, right", shown(score.offers.all())});
    tables.row({"offers found", shown(score.offers.declines)});
  }
  tables.end();
}

void print_wrong(const ReaderScore& score, Out& out) {
  for (const judge::Misread& misread : score.misread) {
    out.line("{} {}: {}, read as {}: {}", misread.split_wrong ? "!" : " ", one_line(misread.id, 20),
             name(misread.labelled), name(misread.read), one_line(misread.sentence, 160));
  }
}

double reads_per_second(const std::vector<judge::LabelledReply>& replies) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::duration<double> long_enough{0.5};
  std::size_t count = 0;
  const auto begin = Clock::now();
  std::chrono::duration<double> spent{0};
  while (spent < long_enough) {
    for (const judge::LabelledReply& reply : replies)
      count += judge::read(reply.transcript).sentence.size() < 500 ? 1 : 0;
    spent = Clock::now() - begin;
  }
  return static_cast<double>(count) / spent.count();
}

}  // namespace

int bench_reader(const ReaderBenchOptions& options, Out& out) {
  std::vector<judge::LabelledReply> replies = load(options.files);
  if (!options.offers.empty()) {
    const auto added = judge::add_offers(read_text(options.offers), options.offers, replies);
    if (!added) throw Failure(Failure::Kind::corrupt, added.error().text());
  }
  const ReaderScore score = judge::score_reader(replies);
  Tables tables(options.markdown, out);
  out.line("{} replies, {}.\n", replies.size(), judge::reader_version);
  print_splits(score, tables);
  print_stances(score, tables);
  print_rest(score, tables);
  if (!options.markdown && !replies.empty())
    out.line("{:.0f} transcripts a second on one core", reads_per_second(replies));
  if (options.wrong) print_wrong(score, out);
  return 0;
}

}  // namespace redcode::app
