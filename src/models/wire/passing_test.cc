#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/wire/answers_for_tests.h"

namespace redcode::wire {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Fit fitted(Format format, const Json& body) { return fit_to_pass(format, body).value(); }

std::string text_of(const Fit& fit) { return dump_json(fit.body); }

TEST(FitToPass, LeavesAlone) {
  const std::vector<std::pair<Format, std::string>> bodies = {
      {Format::chat, R"({"model":"m","messages":[{"role":"user","content":[{"type":"text",)"
                     R"("text":"see https://x.test"},{"type":"image_url","image_url":)"
                     R"({"url":"data:image/png;base64,AA","detail":"auto"}}]}],"tools":)"
                     R"([{"type":"function","function":{"name":"bash"}}],"tool_choice":"auto"})"},
      {Format::responses, R"({"model":"m","input":[{"type":"function_call","name":"get",)"
                          R"("arguments":"{\"url\":\"https://x.test\"}","call_id":"c"}],"tools":)"
                          R"([{"type":"local_shell"},{"type":"custom","name":"patch"},)"
                          R"({"type":"namespace","name":"n","tools":[{"type":"function",)"
                          R"("name":"f"}]}],"store":false,"instructions":"be good"})"},
      {Format::messages,
       R"({"model":"m","max_tokens":9,"system":[{"type":"text","text":"https://x.test"}],)"
       R"("messages":[{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"get",)"
       R"("input":{"url":"https://x.test","source":{"url":"https://x.test"}}}]},{"role":"user",)"
       R"("content":[{"type":"image","source":{"type":"base64","data":"AA"}}]}],)"
       R"("tools":[{"name":"get","input_schema":{}},{"type":"bash_20250124","name":"bash"}],)"
       R"("tool_choice":{"type":"auto"}})"},
      {Format::gemini,
       R"({"contents":[{"role":"model","parts":[{"functionCall":{"name":"get","args":)"
       R"({"fileData":"https://x.test"}}}]},{"parts":[{"inlineData":{"data":"AA"}}]}],)"
       R"("tools":[{"functionDeclarations":[{"name":"get"}]}],"toolConfig":{}})"}};

  for (const auto& [format, body] : bodies) {
    const Fit fit = fitted(format, json_of(body));

    EXPECT_EQ(text_of(fit), body);
    EXPECT_THAT(fit.dropped, IsEmpty());
  }
}

TEST(FitToPass, DropsWhatTheProviderWouldDoItself) {
  Json chat = json_of(R"({"model":"m","messages":[],"web_search_options":{},"plugins":[],
      "tools":[{"type":"web_search"},{"type":"function","function":{"name":"f"}}]})");
  Json messages = json_of(R"({"messages":[],"mcp_servers":[{"url":"https://x.test"}],
      "tools":[{"type":"web_fetch_20250910","name":"web_fetch"},{"name":"bash"}],
      "tool_choice":{"type":"tool","name":"web_fetch"}})");
  Json gemini = json_of(R"({"contents":[],"cachedContent":"c","tools":[{"urlContext":{}},
      {"google_search":{},"function_declarations":[{"name":"f"}]}]})");

  EXPECT_EQ(fitted(Format::chat, chat).body, json_of(R"({"model":"m","messages":[],
      "tools":[{"type":"function","function":{"name":"f"}}]})"));
  EXPECT_EQ(fitted(Format::messages, messages).body,
            json_of(R"({"messages":[],"tools":[{"name":"bash"}]})"));
  EXPECT_THAT(fitted(Format::messages, messages).dropped,
              ElementsAre("mcp_servers", "tool web_fetch_20250910"));
  EXPECT_EQ(fitted(Format::gemini, gemini).body,
            json_of(R"({"contents":[],"tools":[{"function_declarations":[{"name":"f"}]}]})"));
}

TEST(FitToPass, AsksForNoToolWhenNoneIsLeft) {
  Json gemini = json_of(R"({"contents":[],"tools":{"googleSearch":{}},"toolConfig":{}})");
  Json chat = json_of(R"({"messages":[],"tools":[{"type":"mcp"}],"tool_choice":"required",
      "parallel_tool_calls":true})");

  EXPECT_EQ(text_of(fitted(Format::gemini, gemini)), R"({"contents":[]})");
  EXPECT_EQ(text_of(fitted(Format::chat, chat)), R"({"messages":[]})");
}

TEST(FitToPass, KeepsNothingAtTheProvider) {
  Json body =
      json_of(R"({"model":"m","previous_response_id":"r","conversation":"c","background":true,
      "store":true,"prompt":{"id":"p"},"input":[{"type":"item_reference","id":"i"},
      {"type":"reasoning","id":"rs","summary":[]},
      {"type":"reasoning","id":"rs","summary":[],"encrypted_content":"x"},
      {"type":"additional_tools","tools":[{"type":"mcp","server_url":"https://x.test"}]},
      {"role":"user","content":"hi"}]})");

  EXPECT_EQ(fitted(Format::responses, body).body, json_of(R"({"model":"m","store":false,"input":[
      {"type":"reasoning","id":"rs","summary":[],"encrypted_content":"x"},
      {"type":"additional_tools","tools":[]},{"role":"user","content":"hi"}]})"));
  EXPECT_EQ(text_of(fitted(Format::responses, json_of(R"({"input":"hi"})"))),
            R"({"input":"hi","store":false})");
}

TEST(FitToPass, RefusesPicturesAndFilesAtAnAddress) {
  const std::vector<std::pair<Format, std::string_view>> bodies = {
      {Format::chat, R"({"messages":[{"content":[{"type":"image_url",
          "image_url":{"url":"https://x.test/?canary"}}]}]})"},
      {Format::chat, R"({"messages":[{"content":[{"type":"image_url","image_url":"//x.test"}]}]})"},
      {Format::chat, R"({"messages":[{"content":[{"type":"file",
          "file":{"file_data":" HTTP://x.test"}}]}]})"},
      {Format::responses, R"({"input":[{"role":"user","content":[{"type":"input_file",
          "file_url":"https://x.test"}]}]})"},
      {Format::responses, R"({"input":[{"type":"function_call_output","output":[
          {"type":"input_image","image_url":"https://x.test"}]}]})"},
      {Format::messages, R"({"messages":[{"content":[{"type":"image",
          "source":{"type":"url","url":"https://x.test"}}]}]})"},
      {Format::messages, R"({"messages":[{"content":[{"type":"tool_result","content":[
          {"type":"document","source":{"type":"url","url":"https://x.test"}}]}]}]})"},
      {Format::gemini, R"({"contents":[{"parts":[{"file_data":{"file_uri":"https://x.test"}}]}]})"},
      {Format::gemini, R"({"contents":{"parts":{"functionResponse":{"parts":[
          {"fileData":{"fileUri":"gs://x"}}]}}}})"}};

  for (const auto& [format, body] : bodies) {
    EXPECT_FALSE(fit_to_pass(format, json_of(body))) << body;
  }
}

TEST(FitToPass, DropsWhatMakesOneAnswerCostLikeMany) {
  const std::vector<std::pair<Format, Json>> bodies = {
      {Format::chat, json_of(R"({"messages":[],"n":128,"best_of":50,"service_tier":"priority",
          "prediction":{"type":"content","content":"x"},"logprobs":true,"top_logprobs":20,
          "modalities":["audio"],"audio":{}})")},
      {Format::responses,
       json_of(R"({"input":[],"service_tier":"priority","top_logprobs":20,"store":false})")},
      {Format::messages, json_of(R"({"messages":[],"service_tier":"auto","speed":"fast"})")},
      {Format::gemini, json_of(R"({"contents":[],"generationConfig":{"candidateCount":8,
          "responseLogprobs":true,"logprobs":20,"responseModalities":["IMAGE"]}})")},
      {Format::gemini, json_of(R"({"contents":[],"generation_config":{"candidate_count":8}})")}};

  for (const auto& [format, body] : bodies) {
    for (const auto& [key, value] : fitted(format, body).body.items()) {
      const bool kept = value.empty() || key == "store";
      EXPECT_TRUE(kept) << key << " of " << wire::name(format);
    }
  }
  EXPECT_THAT(fitted(Format::gemini, bodies.back().second).dropped, ElementsAre("candidate_count"));
}

TEST(FitToPass, KeepsWhatShapesOneAnswer) {
  const Json gemini = json_of(R"({"contents":[],"generationConfig":{"temperature":0,"topP":0.9,
      "maxOutputTokens":64,"thinkingConfig":{"thinkingBudget":-1}}})");

  EXPECT_EQ(fitted(Format::gemini, gemini).body, gemini);
}

}  // namespace
}  // namespace redcode::wire
