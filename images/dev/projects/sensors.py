#!/usr/bin/env python3
"""sensors: readings of warehouse sensors in C11, with make, gcc and recorded frames."""

from lib.project import make
from lib.vocabulary import Dice, table

ABOUT = {
    "title": "Warehouse sensors",
    "summary": "Takes frames of temperature and humidity sensors, checks and smooths them, keeps a day in memory, raises alarms. C11, no libraries.",
    "domain": "eskelund-logistics.example",
    "people": ["Sven Holm", "Petra Kovac", "Emeka Okafor", "Maren Albers"],
    "start_date": "2025-01-20",
    "end_date": "2026-07-31",
    "language": "c",
    "start": "make\nbin/sensord config/development.ini <data/frames/hall-a.hex",
    "test": "make test",
    "layout": [
        ("src/", "one header and one source for each part"),
        ("tests/", "one program for each part; `make test` runs them all"),
        ("data/frames/", "recorded frames of each hall, in hex"),
        ("data/calibration/", "offsets of each sensor"),
        ("config/", "limits of each environment"),
        ("docs/protocol.md", "what a frame looks like"),
    ],
    "ci": ("gitlab", [("Build", "make"), ("Tests", "make test")], ["gcc", "make"]),
    "env": [
        ("SENSORS_CONFIG", "config/development.ini", ""),
        ("SENSORS_UPLINK", "http://uplink.dev.test:8080/readings", "where readings go"),
        ("SENSORS_UPLINK_KEY", "change-me", ""),
    ],
    "form": "ini",
    "settings": [
        ("limits.low", -300, 20, 20),
        ("limits.high", 600, 80, 80),
        ("filter.window", 3, 5, 5),
        ("alarm.hold", 1, 3, 3),
        ("store.minutes", 60, 1440, 1440),
    ],
    "tweaks": [
        ("production", "limits.high", 75, "Production: the pharmacy hall must stay below 7.5 degrees"),
        ("production", "alarm.hold", 4, "Production: the gate of hall B opens often; hold alarms longer"),
        ("staging", "filter.window", 7, "Staging: try a wider filter"),
        ("production", "store.minutes", 2880, "Production: two days in memory"),
    ],
    "hosts": [
        ("gateway-a.prod.test", "production", "hall A, 40 sensors; the pharmacy's goods"),
        ("gateway-b.prod.test", "production", "hall B, 64 sensors"),
        ("gateway.staging.test", "staging", "six sensors on a desk"),
        ("uplink.dev.test", "development", "takes anything, keeps nothing"),
    ],
    "makefile": """
CC = gcc
CFLAGS = -std=c11 -O1 -Wall -Wextra -Werror -Isrc
PARTS = $(filter-out src/main.c,$(wildcard src/*.c))
TESTS = $(patsubst tests/%.c,bin/%,$(wildcard tests/test_*.c))

.PHONY: all test clean

all: bin/sensord

bin/sensord: src/main.c $(PARTS) $(wildcard src/*.h)
    @mkdir -p bin
    $(CC) $(CFLAGS) -o $@ src/main.c $(PARTS)

bin/libsensors.a: $(PARTS) $(wildcard src/*.h)
    @mkdir -p bin/parts
    cd bin/parts && $(CC) $(CFLAGS:-Isrc=-I../../src) -c $(addprefix ../../,$(PARTS))
    ar rcs $@ bin/parts/*.o

bin/test_%: tests/test_%.c tests/check.h bin/libsensors.a
    $(CC) $(CFLAGS) -Itests -o $@ $< bin/libsensors.a

test: $(TESTS) bin/sensord
    @for each in $(TESTS); do $$each || exit 1; done
    @sh tests/frames.sh

clean:
    rm -rf bin
""",
    "ignored": "tmp/\ncore\n",
    "glossary": [
        ("frame", "eight bytes of a sensor: see the protocol"),
        ("tenth", "the unit of all temperatures: 215 is 21.5 degrees"),
        ("hold", "how many readings in a row must be outside before an alarm"),
        ("gateway", "the small computer in a hall that runs sensord"),
        ("offset", "what is added to a sensor's readings, from its calibration"),
        ("gap", "a jump in a sensor's sequence numbers: frames were lost"),
    ],
    "decisions": [
        ("Fixed point, no floats", "The old gateways have no floating point unit.", "Temperatures are tenths of a degree in int16_t."),
        ("No heap after the start", "A leak filled a gateway after forty days.", "All memory is in static arrays with known sizes."),
        ("Median, not mean", "One wild reading when the gate opens made alarms.", "A median over an odd window."),
        ("Frames are recorded", "Faults could not be repeated at the desk.", "Each hall has recorded frames in `data/frames/`; tests read them."),
    ],
    "runbooks": [
        ("Alarm without a cause", "A sensor hangs in the draught, or its offset is wrong.", ["Compare with the neighbours.", "Look at the calibration file; its date tells the last visit.", "Never raise a limit to silence one sensor."], "Maren Albers"),
        ("Gateway is silent", "Power, network, or the process died.", ["Ping the gateway.", "Readings of the day are in memory only: fetch them with `sensord dump` before a restart."], "Sven Holm"),
        ("Many gaps", "The radio is disturbed.", ["Look whether all sensors of the hall are concerned.", "Move the antenna."], "Emeka Okafor"),
    ],
}  # fmt: skip


def crc8(raw):
    crc = 0
    for byte in raw:
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1 ^ 0x31) & 0xFF if crc & 0x80 else crc << 1
    return crc


def frames(repository, rest):
    """A recording of one hall: name, first sensor, how many, base temperature."""
    hall, first, count, base = rest.split()
    dice, lines, broken = Dice(f"frames {rest}"), [], 0
    for turn in range(24):
        for sensor in range(int(first), int(first) + int(count)):
            tenths = int(base) + dice.between(-6, 6)
            raw = bytes([0xA5, sensor, turn, *(tenths & 0xFFFF).to_bytes(2, "big"), dice.between(35, 60), dice.between(180, 240)])
            crc = crc8(raw)
            if dice.below(60) == 0:
                crc, broken = crc ^ 0xFF, broken + 1
            lines.append((raw + bytes([crc])).hex())
    repository.write(f"data/frames/{hall}.hex", "\n".join(lines) + "\n")
    repository.append("data/frames/expected.txt", f"{hall} {len(lines) - broken} {broken}\n")
    for sensor in range(int(first), int(first) + int(count)):
        rows = [(f"2025-{month:02}-{dice.between(1, 28):02}", dice.between(-4, 4), dice.pick(["Holm", "Albers", "Okafor"])) for month in (1, 7)]
        repository.write(f"data/calibration/{sensor:03}.csv", table("day,offset,who", rows))


if __name__ == "__main__":
    make("sensors", ABOUT, blanks={"frames": frames}, every=1)
