"""Plays given programs: `command:python3 agent.py PLAYS`. PLAYS maps a task's SHA-256 to what is run and said."""
import hashlib
import json
import sys


def send(**message):
    print(json.dumps(message), flush=True)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        plays = json.load(file)
    for line in sys.stdin:
        task = json.loads(line)["task"]
        play = plays[hashlib.sha256(task.encode()).hexdigest()]
        for step in play["steps"]:
            send(type="run", **step)
            result = json.loads(sys.stdin.readline())
            with open(play["log"], "a", encoding="utf-8") as log:
                log.write(json.dumps(result) + "\n")
        send(type="done", text=play["says"])


if __name__ == "__main__":
    main()
