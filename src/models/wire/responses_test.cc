#include <gtest/gtest.h>

#include "models/wire/answers_for_tests.h"
#include "models/wire/sse.h"

namespace redcode::wire {
namespace {

std::vector<Event> events_of(const Question& question, const Reply& reply) {
  return EventDecoder().feed(joined(write_events(Format::responses, question, reply)));
}

TEST(Responses, StreamsTheEventsClientsWaitFor) {
  const Reply reply{.text = "short", .calls = {{"c", "f", "{}"}, {"d", "exec", "ls"}}};
  const Question question{.model = "m", .tools = {{"exec", "", {{"type", "string"}}}}};

  const std::vector<Event> events = events_of(question, reply);

  const std::vector<std::string> expected = {"created",
                                             "in_progress",
                                             "output_item.added",
                                             "content_part.added",
                                             "output_text.delta",
                                             "output_text.done",
                                             "content_part.done",
                                             "output_item.done",
                                             "output_item.added",
                                             "function_call_arguments.delta",
                                             "function_call_arguments.done",
                                             "output_item.done",
                                             "output_item.added",
                                             "custom_tool_call_input.delta",
                                             "custom_tool_call_input.done",
                                             "output_item.done",
                                             "completed"};
  ASSERT_EQ(events.size(), expected.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Json json = parse_json(events[i].data).value();
    EXPECT_EQ(events[i].name, "response." + expected[i]);
    EXPECT_EQ(json["type"], events[i].name);
    EXPECT_EQ(json["sequence_number"], i);
  }
}

TEST(Responses, GivesEachItemItsOwnIdAndPlace) {
  const Reply reply{.text = "short", .calls = {{"c", "f", "{}"}, {"d", "f", "{}"}}};

  const std::vector<Event> events = events_of({.model = "m"}, reply);

  const Json last = parse_json(events.back().data).value();
  const Json& output = last["response"]["output"];
  ASSERT_EQ(output.size(), 3U);
  EXPECT_EQ(output[0]["id"], "msg_0");
  EXPECT_EQ(output[1]["id"], "fc_0_0");
  EXPECT_EQ(output[2]["id"], "fc_0_1");
  EXPECT_EQ(output[2]["call_id"], "d");
  for (const Event& event : events) {
    const Json json = parse_json(event.data).value();
    if (json.contains("item_id")) {
      EXPECT_EQ(json["item_id"], output[json["output_index"].get<std::size_t>()]["id"]);
    }
  }
}

}  // namespace
}  // namespace redcode::wire
