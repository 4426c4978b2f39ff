@@ Sven | What a frame looks like
=== docs/protocol.md
# Protocol

A sensor sends eight bytes about once a minute.

| byte | what |
|---|---|
| 0 | 0xA5 |
| 1 | number of the sensor |
| 2 | sequence, goes from 255 to 0 |
| 3, 4 | temperature in tenths of a degree, signed, high byte first |
| 5 | humidity in percent |
| 6 | battery, in 1/50 volt |
| 7 | CRC-8 of bytes 0 to 6, polynomial 0x31, start 0 |
@@ Sven | CRC-8 of frames
=== src/crc8.h
/* CRC-8 as the sensors compute it: polynomial 0x31, start 0. */
#ifndef CRC8_H
#define CRC8_H

#include <stddef.h>
#include <stdint.h>

uint8_t crc8(const uint8_t *bytes, size_t count);

#endif
=== src/crc8.c
#include "crc8.h"

uint8_t crc8(const uint8_t *bytes, size_t count) {
  uint8_t crc = 0;
  for (size_t i = 0; i < count; i++) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) {
      crc = (uint8_t)(crc & 0x80 ? crc << 1 ^ 0x31 : crc << 1);
    }
  }
  return crc;
}
=== tests/check.h
/* Checks for test programs: says what failed and where, and counts. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

static int checks_failed;

#define CHECK(condition)                                                     \
  do {                                                                       \
    if (!(condition)) {                                                      \
      checks_failed++;                                                       \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                        \
  } while (0)

#define DONE() (printf("%s: %s\n", __FILE__, checks_failed ? "failed" : "ok"), checks_failed != 0)

#endif
=== tests/test_crc8.c
#include "check.h"
#include "crc8.h"

int main(void) {
  const uint8_t one[] = {0x01}, text[] = "123456789";
  CHECK(crc8(one, 0) == 0);
  CHECK(crc8(one, 1) == 0x31);
  CHECK(crc8(text, 9) == 0xA2);
  return DONE();
}
@@ Sven | Read frames
=== src/frame.h
/* One frame of a sensor; see docs/protocol.md. */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stdint.h>

enum { FRAME_BYTES = 8, FRAME_START = 0xA5 };

struct frame {
  uint8_t sensor, sequence;
  int16_t tenths;
  uint8_t humidity;
  uint16_t millivolts;
};

enum frame_result { FRAME_OK, FRAME_NO_START, FRAME_BAD_CRC, FRAME_ABSURD };

enum frame_result frame_read(const uint8_t bytes[FRAME_BYTES], struct frame *frame);

/* Sixteen hex digits as bytes; false when it is something else. */
bool frame_from_hex(const char *text, uint8_t bytes[FRAME_BYTES]);

#endif
=== src/frame.c
#include "frame.h"

#include "crc8.h"

enum frame_result frame_read(const uint8_t bytes[FRAME_BYTES], struct frame *frame) {
  if (bytes[0] != FRAME_START) return FRAME_NO_START;
  if (crc8(bytes, FRAME_BYTES - 1) != bytes[FRAME_BYTES - 1]) return FRAME_BAD_CRC;
  frame->sensor = bytes[1];
  frame->sequence = bytes[2];
  frame->tenths = (int16_t)(uint16_t)(bytes[3] << 8 | bytes[4]);
  frame->humidity = bytes[5];
  frame->millivolts = (uint16_t)(bytes[6] * 20);
  if (frame->humidity > 100 || frame->tenths < -600 || frame->tenths > 1250) return FRAME_ABSURD;
  return FRAME_OK;
}

static int digit(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
  return -1;
}

bool frame_from_hex(const char *text, uint8_t bytes[FRAME_BYTES]) {
  for (int i = 0; i < FRAME_BYTES; i++) {
    int high = digit(text[2 * i]);
    int low = high < 0 ? -1 : digit(text[2 * i + 1]);
    if (low < 0) return false;
    bytes[i] = (uint8_t)(high << 4 | low);
  }
  char after = text[2 * FRAME_BYTES];
  return after == '\0' || after == '\n' || after == '\r';
}
=== tests/test_frame.c
#include "check.h"
#include "crc8.h"
#include "frame.h"

static struct frame frame;

static enum frame_result with(int tenths, int humidity) {
  uint8_t bytes[FRAME_BYTES] = {0xA5, 17, 250, (uint8_t)((unsigned)tenths >> 8), (uint8_t)tenths, (uint8_t)humidity, 150, 0};
  bytes[7] = crc8(bytes, 7);
  return frame_read(bytes, &frame);
}

int main(void) {
  uint8_t bytes[FRAME_BYTES];
  CHECK(with(-45, 40) == FRAME_OK);
  CHECK(frame.sensor == 17 && frame.sequence == 250 && frame.tenths == -45);
  CHECK(frame.humidity == 40 && frame.millivolts == 3000);
  CHECK(with(215, 101) == FRAME_ABSURD);
  CHECK(with(1251, 40) == FRAME_ABSURD);
  CHECK(frame_from_hex("a511fa00d7289600\n", bytes));
  CHECK(frame_read(bytes, &frame) == FRAME_BAD_CRC);
  bytes[0] = 0;
  CHECK(frame_read(bytes, &frame) == FRAME_NO_START);
  CHECK(!frame_from_hex("a511fa", bytes) && !frame_from_hex("a511fa00d728960012", bytes) && !frame_from_hex("xyz", bytes));
  return DONE();
}
@@ call frames | hall-a 1 12 52
@@ Maren | Recorded frames and calibration of hall A
@@ Petra | A ring of readings
=== src/ring.h
/* The newest readings of one sensor; the oldest is overwritten. */
#ifndef RING_H
#define RING_H

#include <stddef.h>
#include <stdint.h>

enum { RING_SIZE = 64 };

struct ring {
  int16_t values[RING_SIZE];
  size_t next, count;
};

void ring_put(struct ring *ring, int16_t value);

/* The value that came `back` readings ago; 0 is the newest. `back` < ring->count. */
int16_t ring_at(const struct ring *ring, size_t back);

#endif
=== src/ring.c
#include "ring.h"

void ring_put(struct ring *ring, int16_t value) {
  ring->values[ring->next] = value;
  ring->next = (ring->next + 1) % RING_SIZE;
  if (ring->count < RING_SIZE) ring->count++;
}

int16_t ring_at(const struct ring *ring, size_t back) {
  return ring->values[(ring->next + RING_SIZE - 1 - back) % RING_SIZE];
}
=== tests/test_ring.c
#include "check.h"
#include "ring.h"

int main(void) {
  struct ring ring = {0};
  for (int16_t i = 0; i < RING_SIZE + 5; i++) ring_put(&ring, i);
  CHECK(ring.count == RING_SIZE);
  CHECK(ring_at(&ring, 0) == RING_SIZE + 4);
  CHECK(ring_at(&ring, RING_SIZE - 1) == 5);
  return DONE();
}
@@ Petra | Smooth readings with a median
=== src/median.h
/* The median of the newest readings. */
#ifndef MEDIAN_H
#define MEDIAN_H

#include "ring.h"

/* Of the newest `window` readings, or of all when there are fewer; 0 when there are none. */
int16_t median(const struct ring *ring, size_t window);

#endif
=== src/median.c
#include "median.h"

int16_t median(const struct ring *ring, size_t window) {
  int16_t sorted[RING_SIZE];
  size_t count = ring->count < window ? ring->count : window;
  if (count == 0) return 0;
  for (size_t i = 0; i < count; i++) {
    int16_t value = ring_at(ring, i);
    size_t place = i;
    for (; place > 0 && sorted[place - 1] > value; place--) sorted[place] = sorted[place - 1];
    sorted[place] = value;
  }
  return sorted[(count - 1) / 2];
}
=== tests/test_median.c
#include "check.h"
#include "median.h"

int main(void) {
  struct ring ring = {0};
  CHECK(median(&ring, 5) == 0);
  const int16_t values[] = {52, 51, 300, 53, 52};
  for (int i = 0; i < 5; i++) ring_put(&ring, values[i]);
  CHECK(median(&ring, 5) == 52);
  CHECK(median(&ring, 3) == 53);
  CHECK(median(&ring, 1) == 52);
  CHECK(median(&ring, 50) == 52);
  return DONE();
}
@@ Emeka | Alarms with hold
=== src/alarm.h
/* An alarm when readings stay outside the limits; it ends when as many are inside again. */
#ifndef ALARM_H
#define ALARM_H

#include <stdbool.h>
#include <stdint.h>

struct limits {
  int16_t low, high;
  int hold;
};

struct alarm {
  bool on;
  int against;
};

/* Takes one reading; says whether the alarm changed. */
bool alarm_take(struct alarm *alarm, const struct limits *limits, int16_t tenths);

#endif
=== src/alarm.c
#include "alarm.h"

bool alarm_take(struct alarm *alarm, const struct limits *limits, int16_t tenths) {
  bool outside = tenths < limits->low || tenths > limits->high;
  if (outside == alarm->on) {
    alarm->against = 0;
    return false;
  }
  if (++alarm->against < limits->hold) return false;
  alarm->on = outside;
  alarm->against = 0;
  return true;
}
=== tests/test_alarm.c
#include "alarm.h"
#include "check.h"

int main(void) {
  const struct limits limits = {.low = 20, .high = 80, .hold = 3};
  struct alarm alarm = {0};
  const int16_t day[] = {50, 81, 82, 79, 81, 82, 83, 60, 84, 60, 60, 60};
  const bool changed[] = {0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  for (int i = 0; i < 12; i++) CHECK(alarm_take(&alarm, &limits, day[i]) == changed[i]);
  CHECK(!alarm.on);
  return DONE();
}
@@ Emeka | Gaps in the sequence
=== src/gaps.h
/* How many frames of a sensor were lost. */
#ifndef GAPS_H
#define GAPS_H

#include <stdbool.h>
#include <stdint.h>

struct gaps {
  bool started;
  uint8_t last;
  unsigned lost, repeated;
};

void gaps_take(struct gaps *gaps, uint8_t sequence);

#endif
=== src/gaps.c
#include "gaps.h"

void gaps_take(struct gaps *gaps, uint8_t sequence) {
  uint8_t step = (uint8_t)(sequence - gaps->last);
  if (gaps->started && step == 0) {
    gaps->repeated++;
  } else if (gaps->started) {
    gaps->lost += step - 1u;
  }
  gaps->started = true;
  gaps->last = sequence;
}
=== tests/test_gaps.c
#include "check.h"
#include "gaps.h"

int main(void) {
  struct gaps gaps = {0};
  const uint8_t seen[] = {253, 254, 254, 1, 2, 4};
  for (int i = 0; i < 6; i++) gaps_take(&gaps, seen[i]);
  CHECK(gaps.lost == 3);
  CHECK(gaps.repeated == 1);
  return DONE();
}
