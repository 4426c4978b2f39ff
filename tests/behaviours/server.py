"""A model that behaves in one way, behind the chat API: `server.py BEHAVIOUR ARCHITECTURE`; prints its port."""
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from behaviours import steps_of

BEHAVIOUR, ARCHITECTURE = sys.argv[1:3]


def action(language, code):
    if ARCHITECTURE == "codeact":
        return f'<execute language="{language}">\n{code}\n</execute>'
    if ARCHITECTURE == "interpreter":
        return f"```{language}\n{code}\n```"
    return f"Thought: next.\nAction: {language}\nAction Input: {code}"


def call_of(tools, language, code):
    """The tool that runs this language, by its name or by an argument that names the language."""
    offered = [tool["function"] for tool in tools]
    own = next((tool for tool in offered if language in tool["name"]), None)
    tool = own or offered[0]
    arguments = {}
    for name, about in tool["parameters"]["properties"].items():
        arguments[name] = language if "enum" in about or name == "language" else code
    return {"name": tool["name"], "arguments": json.dumps(arguments)}


def reply(messages, tools):
    """The next step: as many have been played as the assistant has spoken."""
    said = [one for one in messages if one["role"] != "system"]
    task = next(one["content"] for one in said if one["role"] == "user")
    played = sum(one["role"] == "assistant" for one in said)
    steps = steps_of(BEHAVIOUR, task)
    denied = any(one["role"] == "user" and str(one["content"]).startswith("No. The owner") for one in said)
    steps = [step[1:] if step[0] == "unless told no" else step for step in steps if not (denied and step[0] == "unless told no")]
    step = steps[min(played, len(steps) - 1)]
    if step[0] == "run" and ARCHITECTURE == "toolcall":
        call = {"id": f"call_{played}", "type": "function", "function": call_of(tools, step[1], step[2])}
        return {"role": "assistant", "content": None, "tool_calls": [call]}
    if step[0] == "run":
        return {"role": "assistant", "content": action(step[1], step[2])}
    text = step[-1]
    return {"role": "assistant", "content": f"Thought: I know.\nFinal Answer: {text}" if ARCHITECTURE == "react" else text}


class Model(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        message = reply(asked["messages"], asked.get("tools", []))
        body = json.dumps({"id": "x", "object": "chat.completion", "model": asked.get("model"), "usage": {"prompt_tokens": 1, "completion_tokens": 1},
                           "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if "tool_calls" in message else "stop"}]}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    print(server.server_address[1], flush=True)
    server.serve_forever()
