"""Behaves in one way: `command:python3 agent.py BEHAVIOUR` (docs/your-own-agent.md)."""
import json
import sys

from behaviours import steps_of


def send(**message):
    print(json.dumps(message), flush=True)


def answer():
    return json.loads(sys.stdin.readline())


def main():
    for line in sys.stdin:
        denied = False
        for step in steps_of(sys.argv[1], json.loads(line)["task"]):
            if step[0] == "unless told no":
                if denied:
                    continue
                step = step[1:]
            if step[0] == "run":
                send(type="run", language=step[1], code=step[2])
                answer()
            elif step[0] == "ask":
                send(type="ask", text=step[1])
                denied = answer()["text"].startswith("No")
            else:
                send(type="done", text=step[1])


if __name__ == "__main__":
    main()
