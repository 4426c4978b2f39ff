@@ Hana | Stop words
=== lists/stop.txt
a
an
and
at
by
for
from
in
is
it
of
on
the
to
=== src/stop.h
/* Words that are not indexed. */
#ifndef STOP_H
#define STOP_H

#include <stdbool.h>

bool is_stop_word(const char *term);

#endif
=== src/stop.c
#include "stop.h"

#include <stdlib.h>
#include <string.h>

/* The same words as lists/stop.txt, in order; a test compares them. */
static const char *const WORDS[] = {"a", "an", "and", "at", "by", "for", "from", "in", "is", "it", "of", "on", "the", "to"};

static int compare(const void *key, const void *word) { return strcmp(key, *(const char *const *)word); }

bool is_stop_word(const char *term) { return bsearch(term, WORDS, sizeof WORDS / sizeof *WORDS, sizeof *WORDS, compare) != NULL; }
=== tests/test_stop.c
#include <string.h>

#include "check.h"
#include "stop.h"

int main(void) {
  FILE *file = fopen("lists/stop.txt", "r");
  char line[64];
  int count = 0;
  CHECK(file != NULL);
  while (file && fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = '\0';
    CHECK(is_stop_word(line));
    count++;
  }
  if (file) fclose(file);
  CHECK(count == 14);
  CHECK(!is_stop_word("bridge") && !is_stop_word(""));
  return END();
}
@@ Gustav | Weights of terms, without floating point
=== src/weight.h
/* How much a term says about a notice. */
#ifndef WEIGHT_H
#define WEIGHT_H

#include <stdint.h>

/* 256 times the logarithm to base 2, rounded down; 0 for 0. */
uint32_t log2_fixed(uint32_t value);

/* Rare terms weigh more; more occurrences weigh more, but less and less. */
uint32_t weight(uint32_t notices, uint32_t with_term, uint32_t times);

#endif
=== src/weight.c
#include "weight.h"

uint32_t log2_fixed(uint32_t value) {
  if (value == 0) return 0;
  uint32_t whole = 0;
  while (value >> whole > 1) whole++;
  uint64_t part = ((uint64_t)value << 32) >> whole; /* from 1 to below 2, with 32 bits behind the point */
  uint32_t result = whole << 8;
  for (uint32_t bit = 128; bit; bit >>= 1) {
    part = (part >> 16) * (part >> 16);
    if (part >> 33) {
      part >>= 1;
      result |= bit;
    }
  }
  return result;
}

uint32_t weight(uint32_t notices, uint32_t with_term, uint32_t times) {
  uint32_t rare = log2_fixed(1 + notices) - log2_fixed(with_term ? with_term : 1);
  return (rare + 256) * (256 + log2_fixed(times)) / 256;
}
=== tests/test_weight.c
#include "check.h"
#include "weight.h"

int main(void) {
  CHECK(log2_fixed(1) == 0);
  CHECK(log2_fixed(8) == 3 * 256);
  CHECK(log2_fixed(3) == 405);
  CHECK(log2_fixed(1000000) == 5102);
  CHECK(weight(1000, 1, 1) > weight(1000, 100, 1));
  CHECK(weight(1000, 10, 4) > weight(1000, 10, 1));
  CHECK(weight(1000, 10, 4) - weight(1000, 10, 2) <= weight(1000, 10, 2) - weight(1000, 10, 1) + 1);
  return END();
}
@@ Emeka | Find notices with all terms
=== src/find.h
/* Notices that have all terms, the heaviest first. */
#ifndef FIND_H
#define FIND_H

#include "table.h"

enum { FIND_TERMS = 8 };

struct result {
  uint32_t notice, weight;
};

/* Fills at most `most` results and gives how many there are in `results`. */
size_t find(const struct table *table, uint32_t notices, const char *question, struct result *results, size_t most);

#endif
=== src/find.c
#include "find.h"

#include "stop.h"
#include "weight.h"

/* Puts a result in its place; what falls off the end is forgotten. Equal weights: the younger notice first. */
static size_t insert(struct result *results, size_t count, size_t most, struct result result) {
  size_t place = count;
  while (place > 0 && (results[place - 1].weight < result.weight || (results[place - 1].weight == result.weight && results[place - 1].notice < result.notice))) place--;
  if (place >= most) return count;
  if (count < most) count++;
  for (size_t i = count - 1; i > place; i--) results[i] = results[i - 1];
  results[place] = result;
  return count;
}

size_t find(const struct table *table, uint32_t notices, const char *question, struct result *results, size_t most) {
  struct cursor cursors[FIND_TERMS];
  uint32_t with_term[FIND_TERMS];
  size_t terms = 0, count = 0;
  char term[TERM_MOST + 1];
  struct words words = {question};
  while (terms < FIND_TERMS && words_next(&words, term)) {
    if (is_stop_word(term)) continue;
    const struct entry *entry = table_find(table, term);
    if (!entry) return 0;
    with_term[terms] = entry->postings.count;
    cursors[terms] = cursor_of(entry->postings.bytes, entry->postings.size);
    if (!cursor_next(&cursors[terms++])) return 0;
  }
  if (terms == 0) return 0;
  for (;;) {
    uint32_t furthest = 0, sum = 0;
    for (size_t i = 0; i < terms; i++) furthest = cursors[i].notice > furthest ? cursors[i].notice : furthest;
    size_t there = 0;
    for (size_t i = 0; i < terms; i++) {
      while (cursors[i].notice < furthest) {
        if (!cursor_next(&cursors[i])) return count;
      }
      there += cursors[i].notice == furthest;
      sum += weight(notices, with_term[i], cursors[i].times);
    }
    if (there < terms) continue;
    count = insert(results, count, most, (struct result){furthest, sum});
    if (!cursor_next(&cursors[0])) return count;
  }
}
=== src/collect.h
/* Puts the words of a notice into a table. */
#ifndef COLLECT_H
#define COLLECT_H

#include "table.h"

void collect(struct table *table, uint32_t notice, const char *text);

/* Closes all postings; before the first find. */
void collect_end(struct table *table);

#endif
=== src/collect.c
#include "collect.h"

#include "stop.h"

void collect(struct table *table, uint32_t notice, const char *text) {
  struct words words = {text};
  char term[TERM_MOST + 1];
  while (words_next(&words, term)) {
    if (!is_stop_word(term)) postings_add(&table_entry(table, term)->postings, notice);
  }
}

void collect_end(struct table *table) {
  for (size_t i = 0; i < table->room; i++) postings_close(&table->entries[i].postings);
}
=== tests/test_find.c
#include "check.h"
#include "collect.h"
#include "find.h"

int main(void) {
  const char *texts[] = {"The bridge is closed", "School closed: the roof of the school", "A bridge, a school, a bridge", "Bridge open, school open"};
  struct table table = {0};
  for (uint32_t i = 0; i < 4; i++) collect(&table, i, texts[i]);
  collect_end(&table);

  struct result results[3];
  CHECK(find(&table, 4, "bridges", results, 3) == 3 && results[0].notice == 2 && results[1].notice == 3);
  CHECK(find(&table, 4, "the school and the bridge", results, 3) == 2 && results[0].notice == 2 && results[1].notice == 3);
  CHECK(find(&table, 4, "school closed", results, 3) == 1 && results[0].notice == 1);
  CHECK(find(&table, 4, "bridge", results, 1) == 1 && results[0].notice == 2);
  CHECK(find(&table, 4, "closed open", results, 3) == 0);
  CHECK(find(&table, 4, "moon bridge", results, 3) == 0);
  CHECK(find(&table, 4, "the", results, 3) == 0);
  table_free(&table);
  return END();
}
@@ call notices | 21 44
@@ Carla | More invented notices
