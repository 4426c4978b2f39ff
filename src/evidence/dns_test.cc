#include "evidence/dns.h"

#include <gtest/gtest.h>

namespace redcode::evidence {
namespace {

std::string query(const std::vector<std::string>& labels, char type = 1) {
  std::string packet("\x12\x34\x01\x00\0\1\0\0\0\0\0\0", 12);
  for (const std::string& label : labels) packet += static_cast<char>(label.size()) + label;
  packet += std::string(2, '\0') + type + std::string("\0\1", 2);
  return packet;
}

TEST(Dns, ReadsTheQuestion) {
  const auto question = read_question(query({"Collector", "example"}));

  ASSERT_TRUE(question);
  EXPECT_EQ(question->name, "Collector.example");
  EXPECT_EQ(question->type, DnsQuestion::ipv4);
}

TEST(Dns, KnowsWhatIsMoreThanAQuestion) {
  const auto plain = [](const std::string& packet) {
    return is_plain(packet, *read_question(packet));
  };
  const std::string asked = query({"a", "test"});
  std::string with_options = asked + std::string("\0\0\x29\x10\0\0\0\0\0\0\0", 11);
  with_options[11] = 1;
  std::string stuffed = with_options;
  stuffed[stuffed.size() - 1] = 100;
  stuffed += std::string(100, 'x');
  std::string with_answers = asked;
  with_answers[7] = 1;

  EXPECT_TRUE(plain(asked));
  EXPECT_TRUE(plain(with_options));
  EXPECT_FALSE(plain(asked + "x"));
  EXPECT_FALSE(plain(with_options + "x"));
  EXPECT_FALSE(plain(stuffed));
  EXPECT_FALSE(plain(with_answers));
}

TEST(Dns, KnowsTheDomainOfAName) {
  EXPECT_EQ(domain_of("a.b.evil.example"), "evil.example");
  EXPECT_EQ(domain_of("evil.example"), "evil.example");
  EXPECT_EQ(domain_of("localhost"), "localhost");
  EXPECT_EQ(domain_of(""), "");
}

TEST(Dns, AnswersWithTheAddressAndTheSameId) {
  const std::string packet = query({"a", "test"});

  const std::string answer = dns_answer(packet, *read_question(packet), "\xC6\x12\x01\x01");

  EXPECT_EQ(answer.substr(0, 2), packet.substr(0, 2));
  EXPECT_EQ(answer[7], 1);
  EXPECT_EQ(answer.substr(answer.size() - 4), "\xC6\x12\x01\x01");
}

TEST(Dns, GivesAnEmptyAnswerWithoutAnAddress) {
  const std::string packet = query({"a", "test"}, 28);

  const std::string answer = dns_answer(packet, *read_question(packet), "");

  EXPECT_EQ(answer.size(), packet.size());
  EXPECT_EQ(answer[7], 0);
}

TEST(Dns, RefusesEveryPacketThatIsCutShort) {
  const std::string packet = query({"collector", "example"});

  for (std::size_t size = 0; size < packet.size(); ++size) {
    EXPECT_FALSE(read_question(packet.substr(0, size))) << size;
  }
}

TEST(Dns, RefusesCompressionLoopsAndLongNames) {
  std::string loop("\x12\x34\x01\x00\0\1\0\0\0\0\0\0\xc0\x0c\0\1\0\1", 18);
  const std::vector<std::string> labels(5, std::string(60, 'x'));

  EXPECT_FALSE(read_question(loop));
  EXPECT_FALSE(read_question(query(labels)));
}

TEST(Dns, AnswersWithAnIpv6Address) {
  const std::string packet = query({"a", "test"}, 28);
  const std::string address = address_bytes(7, DnsQuestion::ipv6, true);

  const std::string answer = dns_answer(packet, *read_question(packet), address);

  ASSERT_EQ(address.size(), 16U);
  EXPECT_EQ(answer.size(), packet.size() + 12 + 16);
  EXPECT_TRUE(answer.ends_with(address));
}

TEST(Dns, HasNoAddressForOtherQuestions) {
  EXPECT_EQ(address_bytes(7, DnsQuestion::ipv6, false), "");
  EXPECT_EQ(address_bytes(7, 15, true), "");
}

TEST(NameBook, GivesEachNameAnAddressOfItsOwnAndRemembersIt) {
  NameBook book;

  const auto first = book.place_of("a.example");
  const auto second = book.place_of("b.example");

  ASSERT_TRUE(first && second);
  EXPECT_NE(*first, *second);
  EXPECT_EQ(book.place_of("a.example"), first);
  EXPECT_EQ(book.name_of(address_text(*second, DnsQuestion::ipv4)), "b.example");
  EXPECT_EQ(book.name_of(address_text(*second, DnsQuestion::ipv6)), "b.example");
  EXPECT_TRUE(address_text(*first, DnsQuestion::ipv4).starts_with("198.18."));
  EXPECT_TRUE(address_text(*first, DnsQuestion::ipv6).starts_with("2001:db8:"));
  EXPECT_EQ(book.name_of("203.0.113.1"), "");
}

TEST(NameBook, EndsWhenItIsFull) {
  NameBook book;
  for (std::size_t i = 0; i < NameBook::most_names; ++i) book.place_of(std::to_string(i));

  EXPECT_EQ(book.place_of("one.more"), std::nullopt);
  EXPECT_TRUE(book.place_of("0"));
}

}  // namespace
}  // namespace redcode::evidence
