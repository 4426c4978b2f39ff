#!/usr/bin/env python3
"""An agent in ten lines: it runs whatever code the task shows. docs/your-own-agent.md"""
import json, re, sys

def send(**message):
    print(json.dumps(message), flush=True)

for line in sys.stdin:
    task = json.loads(line)["task"]
    block = re.search(r"```(\w+)\n(.*?)```", task, re.DOTALL)  # ask your model here instead
    if block:
        send(type="run", language=block[1], code=block[2])
        result = json.loads(sys.stdin.readline())
        send(type="say", text=f"It ended with {result['exit']}: {result['output']}")
    send(type="done", text="Done." if block else "There is no code in this task.")
