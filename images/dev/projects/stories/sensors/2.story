@@ Petra | Read settings from config/
=== src/config.h
/* Settings from an ini file: [section], name = value. */
#ifndef CONFIG_H
#define CONFIG_H

#include <stdio.h>

#include "alarm.h"

struct config {
  struct limits limits;
  int window, minutes;
};

/* 0, or the number of the first line that says nothing known. */
int config_read(FILE *file, struct config *config);

#endif
=== src/config.c
#include "config.h"

#include <string.h>

static int put(struct config *config, const char *section, const char *name, int value) {
  char key[48];
  snprintf(key, sizeof key, "%s.%s", section, name);
  if (strcmp(key, "limits.low") == 0) config->limits.low = (int16_t)value;
  else if (strcmp(key, "limits.high") == 0) config->limits.high = (int16_t)value;
  else if (strcmp(key, "alarm.hold") == 0) config->limits.hold = value;
  else if (strcmp(key, "filter.window") == 0) config->window = value;
  else if (strcmp(key, "store.minutes") == 0) config->minutes = value;
  else return 0;
  return 1;
}

int config_read(FILE *file, struct config *config) {
  char line[128], section[16] = "", name[24];
  for (int number = 1; fgets(line, sizeof line, file); number++) {
    int value;
    if (line[0] == '\n' || line[0] == '#') continue;
    if (sscanf(line, "[%15[a-z]]", section) == 1) continue;
    if (sscanf(line, "%23[a-z] = %d", name, &value) == 2 && put(config, section, name, value)) continue;
    return number;
  }
  return 0;
}
=== tests/test_config.c
#include "check.h"
#include "config.h"

static int read_from(const char *path, struct config *config) {
  FILE *file = fopen(path, "r");
  CHECK(file != NULL);
  int line = file ? config_read(file, config) : -1;
  if (file) fclose(file);
  return line;
}

int main(void) {
  struct config config = {0};
  const char *paths[] = {"config/development.ini", "config/staging.ini", "config/production.ini"};
  for (int i = 0; i < 3; i++) {
    CHECK(read_from(paths[i], &config) == 0);
    CHECK(config.limits.low < config.limits.high && config.limits.hold > 0);
    CHECK(config.window % 2 == 1 && config.minutes > 0);
  }
  FILE *file = tmpfile();
  fputs("[limits]\nlow = 5\nmiddle = 6\n", file);
  rewind(file);
  CHECK(config_read(file, &config) == 3);
  fclose(file);
  return DONE();
}
@@ Petra | The hall: all sensors together
=== src/hall.h
/* All sensors of a hall. */
#ifndef HALL_H
#define HALL_H

#include "config.h"
#include "frame.h"
#include "gaps.h"
#include "ring.h"

struct sensor {
  struct ring tenths;
  struct gaps gaps;
  struct alarm alarm;
};

struct hall {
  struct config config;
  struct sensor sensors[256];
  unsigned taken, refused;
};

/* Takes eight bytes; gives the sensor whose alarm changed, or -1. */
int hall_take(struct hall *hall, const uint8_t bytes[FRAME_BYTES]);

#endif
=== src/hall.c
#include "hall.h"

#include "median.h"

int hall_take(struct hall *hall, const uint8_t bytes[FRAME_BYTES]) {
  struct frame frame;
  if (frame_read(bytes, &frame) != FRAME_OK) {
    hall->refused++;
    return -1;
  }
  struct sensor *sensor = &hall->sensors[frame.sensor];
  hall->taken++;
  gaps_take(&sensor->gaps, frame.sequence);
  ring_put(&sensor->tenths, frame.tenths);
  int16_t smooth = median(&sensor->tenths, (size_t)hall->config.window);
  return alarm_take(&sensor->alarm, &hall->config.limits, smooth) ? frame.sensor : -1;
}
=== src/main.c
/* sensord CONFIG: reads frames in hex from the standard input, one a line; prints alarms and a last line of sums. */
#include <stdio.h>

#include "hall.h"

static struct hall hall;

int main(int count, char **words) {
  FILE *file = count == 2 ? fopen(words[1], "r") : NULL;
  if (!file) {
    fprintf(stderr, "usage: sensord CONFIG <FRAMES\n");
    return 2;
  }
  int wrong = config_read(file, &hall.config);
  fclose(file);
  if (wrong) {
    fprintf(stderr, "%s:%d: not understood\n", words[1], wrong);
    return 2;
  }
  char line[64];
  uint8_t bytes[FRAME_BYTES];
  while (fgets(line, sizeof line, stdin)) {
    if (!frame_from_hex(line, bytes)) continue;
    int changed = hall_take(&hall, bytes);
    if (changed >= 0) printf("sensor %d: alarm %s\n", changed, hall.sensors[changed].alarm.on ? "on" : "off");
  }
  printf("%u taken, %u refused\n", hall.taken, hall.refused);
  return 0;
}
=== tests/test_hall.c
#include "check.h"
#include "crc8.h"
#include "hall.h"

static struct hall hall = {.config = {.limits = {.low = 20, .high = 80, .hold = 3}, .window = 3}};

static int take(uint8_t sequence, uint8_t tenths) {
  uint8_t bytes[FRAME_BYTES] = {FRAME_START, 9, sequence, 0, tenths, 50, 150, 0};
  bytes[7] = crc8(bytes, 7);
  return hall_take(&hall, bytes);
}

int main(void) {
  const uint8_t day[] = {50, 200, 50, 90, 91, 92}; /* one wild reading, then a warm hall */
  int changed = -1;
  for (uint8_t i = 0; i < 6; i++) changed = take(i, day[i]);
  CHECK(changed == 9);
  CHECK(hall.sensors[9].alarm.on);
  CHECK(hall.taken == 6 && hall.sensors[9].gaps.lost == 0);
  const uint8_t broken[FRAME_BYTES] = {FRAME_START};
  CHECK(hall_take(&hall, broken) == -1 && hall.refused == 1);
  return DONE();
}
=== tests/frames.sh
#!/bin/sh
# Each recording gives as many good and bad frames as expected.txt says.
set -eu
while read -r hall good bad; do
  last=$(bin/sensord config/development.ini <"data/frames/$hall.hex" | tail -n 1)
  [ "$last" = "$good taken, $bad refused" ] || { echo "$hall: $last" >&2; exit 1; }
  echo "data/frames/$hall.hex: ok"
done <data/frames/expected.txt
@@ release minor | Frames; Median; Alarms; sensord reads its settings
@@ branch feature/battery-forecast
@@ Maren | When a battery will be empty
=== src/battery.h
/* How long a battery will last, from its newest voltages. */
#ifndef BATTERY_H
#define BATTERY_H

#include "ring.h"

enum { BATTERY_EMPTY = 2200, BATTERY_FOREVER = -1 };

/* Days until BATTERY_EMPTY at the pace of the readings, one a day. */
int battery_days(const struct ring *millivolts);

#endif
=== src/battery.c
#include "battery.h"

int battery_days(const struct ring *millivolts) {
  if (millivolts->count < 2) return BATTERY_FOREVER;
  int newest = ring_at(millivolts, 0), oldest = ring_at(millivolts, millivolts->count - 1);
  int fallen = oldest - newest, days = (int)millivolts->count - 1;
  if (fallen <= 0) return BATTERY_FOREVER;
  return newest <= BATTERY_EMPTY ? 0 : (newest - BATTERY_EMPTY) * days / fallen;
}
=== tests/test_battery.c
#include "battery.h"
#include "check.h"

int main(void) {
  struct ring ring = {0};
  CHECK(battery_days(&ring) == BATTERY_FOREVER);
  for (int day = 0; day < 11; day++) ring_put(&ring, (int16_t)(3000 - 10 * day));
  CHECK(battery_days(&ring) == 70);
  return DONE();
}
@@ switch main

@@ call frames | hall-b 40 16 148
@@ Maren | Recorded frames and calibration of hall B
@@ release patch | Recorded frames of hall B
@@ Emeka | Dew point from a table
=== src/dew.h
/* Dew point, by a table: good enough to warn of wet walls. */
#ifndef DEW_H
#define DEW_H

#include <stdint.h>

/* Tenths of a degree for a temperature in tenths and humidity in percent; within half a degree from 40 % on. */
int16_t dew_point(int16_t tenths, uint8_t humidity);

#endif
=== src/dew.c
#include "dew.h"

/* How far the dew point lies below the air, in tenths, at 40, 50, ... 100 percent and 15 degrees. */
static const int16_t BELOW[] = {134, 103, 77, 54, 34, 16, 0};

int16_t dew_point(int16_t tenths, uint8_t humidity) {
  if (humidity < 40) humidity = 40;
  if (humidity > 100) humidity = 100;
  int step = (humidity - 40) / 10, rest = (humidity - 40) % 10;
  int below = BELOW[step];
  if (rest) below += (BELOW[step + 1] - BELOW[step]) * rest / 10;
  return (int16_t)(tenths - below);
}
=== tests/test_dew.c
#include "check.h"
#include "dew.h"

int main(void) {
  CHECK(dew_point(150, 100) == 150);
  CHECK(dew_point(150, 50) == 47);
  CHECK(dew_point(150, 55) == 60);
  CHECK(dew_point(150, 10) == dew_point(150, 40));
  return DONE();
}
@@ call frames | hall-c 70 8 -178
@@ Maren | Recorded frames of the freezer, hall C
@@ Sven | Readings as lines for the uplink
=== src/report.h
/* One line of a sensor for the uplink. */
#ifndef REPORT_H
#define REPORT_H

#include <stddef.h>
#include <stdint.h>

/* Writes "17 21.5 40" into `line`; gives its length, or 0 when it does not fit. */
size_t report_line(char *line, size_t size, uint8_t sensor, int16_t tenths, uint8_t humidity);

#endif
=== src/report.c
#include "report.h"

#include <stdio.h>
#include <stdlib.h>

size_t report_line(char *line, size_t size, uint8_t sensor, int16_t tenths, uint8_t humidity) {
  int length = snprintf(line, size, "%u %s%d.%d %u", sensor, tenths < 0 ? "-" : "", abs(tenths) / 10, abs(tenths) % 10, humidity);
  return length > 0 && (size_t)length < size ? (size_t)length : 0;
}
=== tests/test_report.c
#include <string.h>

#include "check.h"
#include "report.h"

int main(void) {
  char line[32];
  CHECK(report_line(line, sizeof line, 17, 215, 40) == 10 && strcmp(line, "17 21.5 40") == 0);
  report_line(line, sizeof line, 3, -5, 88);
  CHECK(strcmp(line, "3 -0.5 88") == 0);
  CHECK(report_line(line, 4, 17, 215, 40) == 0);
  return DONE();
}
@@ Sven | How a gateway is set up
=== docs/gateway.md
# A gateway

1. Debian, user `sensors`, no desktop.
2. `make && sudo install bin/sensord /usr/local/bin/`
3. `/etc/sensors/config.ini` from `config/production.ini`.
4. `deploy/sensord.service` into `/etc/systemd/system/`, then `systemctl enable --now sensord`.

What `sensord` holds in memory is lost at a restart.
=== deploy/sensord.service
[Unit]
Description=Warehouse sensors
After=network-online.target

[Service]
User=sensors
ExecStart=/bin/sh -c 'exec /usr/local/bin/sensord /etc/sensors/config.ini </dev/ttyUSB0'
Restart=on-failure
RestartSec=5

[Install]
WantedBy=multi-user.target
@@ release minor | Dew point; Lines for the uplink; The freezer
