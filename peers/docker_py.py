"""How others do it: the Docker client for Python, a fresh container for each case, one after another.

    docker_py.py IMAGE CYCLES [AT_A_TIME]

Each cycle creates a container, runs a command and a check in it, and removes it; it does not ask for
the changes, a call that alone would cost more than the others together. Prints the seconds it took.
"""
import concurrent.futures
import sys
import time

import docker


def cycle(client, image):
    box = client.containers.run(image, ["/bin/sleep", "infinity"], detach=True, network_mode="none",
                                labels={"redcode.sandbox": "1", "redcode.owner": "peer"})
    try:
        assert box.exec_run(["true"]).exit_code == 0
        assert box.exec_run(["test", "-d", "/home/dev"]).exit_code == 0
    finally:
        box.remove(force=True)


def main():
    image, cycles = sys.argv[1], int(sys.argv[2])
    at_a_time = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    client = docker.from_env(timeout=120)
    started = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(at_a_time) as pool:
        list(pool.map(lambda _: cycle(client, image), range(cycles)))
    print(time.monotonic() - started)


main()
