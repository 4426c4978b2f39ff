@@ Gustav | Words of a text
=== src/words.h
/* Terms of a text: letters and digits, lower case, without an s at the end. */
#ifndef WORDS_H
#define WORDS_H

#include <stdbool.h>
#include <stddef.h>

enum { TERM_MOST = 31 };

struct words {
  const char *text;
};

/* Puts the next term into `term`, cut at TERM_MOST; false at the end of the text. */
bool words_next(struct words *words, char term[TERM_MOST + 1]);

#endif
=== src/words.c
#include "words.h"

#include <ctype.h>
#include <string.h>

/* Bytes of UTF-8 beyond ASCII belong to words as they are. */
static bool part_of_word(unsigned char letter) { return letter >= 0x80 || isalnum(letter); }

bool words_next(struct words *words, char term[TERM_MOST + 1]) {
  const char *at = words->text;
  while (*at && !part_of_word((unsigned char)*at)) at++;
  size_t length = 0;
  for (; part_of_word((unsigned char)*at) && *at; at++) {
    if (length < TERM_MOST) term[length++] = (char)tolower((unsigned char)*at);
  }
  words->text = at;
  if (length > 3 && term[length - 1] == 's' && term[length - 2] != 's') length--;
  term[length] = '\0';
  return length > 0;
}
=== tests/check.h
/* Checks for test programs. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

static int checks_failed;

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      checks_failed++;                                                         \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                          \
  } while (0)

#define END() (printf("%s %s\n", checks_failed ? "FAILED" : "ok    ", __FILE__), checks_failed != 0)

#endif
=== tests/test_words.c
#include <string.h>

#include "check.h"
#include "words.h"

static int is(struct words *words, const char *expected) {
  char term[TERM_MOST + 1];
  return words_next(words, term) && strcmp(term, expected) == 0;
}

int main(void) {
  struct words words = {"The Bridges, 2 of them: gl\xc3\xa4ss bus"};
  CHECK(is(&words, "the"));
  CHECK(is(&words, "bridge"));
  CHECK(is(&words, "2"));
  CHECK(is(&words, "of"));
  CHECK(is(&words, "them"));
  CHECK(is(&words, "gl\xc3\xa4ss"));
  CHECK(is(&words, "bus"));
  char term[TERM_MOST + 1];
  CHECK(!words_next(&words, term));
  struct words longer = {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b"};
  CHECK(words_next(&longer, term) && strlen(term) == TERM_MOST);
  CHECK(is(&longer, "b"));
  return END();
}
@@ Gustav | Numbers in few bytes
=== src/varint.h
/* Numbers in as few bytes as they need: seven bits a byte, the highest bit says that more follow. */
#ifndef VARINT_H
#define VARINT_H

#include <stddef.h>
#include <stdint.h>

enum { VARINT_MOST = 5 };

size_t varint_put(uint8_t bytes[VARINT_MOST], uint32_t value);

/* Gives how many bytes were read; 0 when the number is cut off or too long. */
size_t varint_get(const uint8_t *bytes, size_t count, uint32_t *value);

#endif
=== src/varint.c
#include "varint.h"

size_t varint_put(uint8_t bytes[VARINT_MOST], uint32_t value) {
  size_t count = 0;
  while (value >= 0x80) {
    bytes[count++] = (uint8_t)(value | 0x80);
    value >>= 7;
  }
  bytes[count++] = (uint8_t)value;
  return count;
}

size_t varint_get(const uint8_t *bytes, size_t count, uint32_t *value) {
  uint32_t found = 0;
  for (size_t i = 0; i < count && i < VARINT_MOST; i++) {
    found |= (uint32_t)(bytes[i] & 0x7f) << (7 * i);
    if (!(bytes[i] & 0x80)) {
      *value = found;
      return i + 1;
    }
  }
  return 0;
}
=== tests/test_varint.c
#include "check.h"
#include "varint.h"

int main(void) {
  const uint32_t values[] = {0, 1, 127, 128, 16383, 16384, 4294967295u};
  const size_t sizes[] = {1, 1, 1, 2, 2, 3, 5};
  uint8_t bytes[VARINT_MOST];
  for (int i = 0; i < 7; i++) {
    uint32_t back = 7;
    CHECK(varint_put(bytes, values[i]) == sizes[i]);
    CHECK(varint_get(bytes, sizes[i], &back) == sizes[i] && back == values[i]);
    CHECK(varint_get(bytes, sizes[i] - 1, &back) == 0);
  }
  return END();
}
@@ call notices | 1 20
@@ Carla | Twenty invented notices
@@ Hana | Postings of a term
=== src/postings.h
/* Postings of one term: notice numbers as gaps, and how often the term is there. */
#ifndef POSTINGS_H
#define POSTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct postings {
  uint8_t *bytes;
  size_t size, room;
  uint32_t last, count, pending;
};

/* Takes note of one occurrence; numbers of notices must not fall. */
void postings_add(struct postings *postings, uint32_t notice);

/* Writes out what is pending; call it once before reading. */
void postings_close(struct postings *postings);

void postings_free(struct postings *postings);

struct cursor {
  const uint8_t *at, *end;
  uint32_t notice, times;
};

struct cursor cursor_of(const uint8_t *bytes, size_t size);
bool cursor_next(struct cursor *cursor);

#endif
=== src/postings.c
#include "postings.h"

#include <stdlib.h>
#include <string.h>

#include "varint.h"

static void put(struct postings *postings, uint32_t value) {
  if (postings->room - postings->size < VARINT_MOST) {
    postings->room = postings->room ? 2 * postings->room : 16;
    postings->bytes = realloc(postings->bytes, postings->room);
    if (!postings->bytes) abort();
  }
  postings->size += varint_put(postings->bytes + postings->size, value);
}

void postings_add(struct postings *postings, uint32_t notice) {
  if (postings->count && notice == postings->last) {
    postings->pending++;
    return;
  }
  postings_close(postings);
  put(postings, postings->count ? notice - postings->last : notice);
  postings->last = notice;
  postings->pending = 1;
  postings->count++;
}

void postings_close(struct postings *postings) {
  if (postings->pending) put(postings, postings->pending);
  postings->pending = 0;
}

void postings_free(struct postings *postings) {
  free(postings->bytes);
  memset(postings, 0, sizeof *postings);
}

struct cursor cursor_of(const uint8_t *bytes, size_t size) { return (struct cursor){.at = bytes, .end = bytes + size}; }

bool cursor_next(struct cursor *cursor) {
  uint32_t gap, times;
  size_t read = varint_get(cursor->at, (size_t)(cursor->end - cursor->at), &gap);
  if (!read) return false;
  cursor->at += read;
  read = varint_get(cursor->at, (size_t)(cursor->end - cursor->at), &times);
  if (!read) return false;
  cursor->at += read;
  cursor->notice += gap;
  cursor->times = times;
  return true;
}
=== tests/test_postings.c
#include "check.h"
#include "postings.h"

int main(void) {
  struct postings postings = {0};
  const uint32_t added[] = {3, 3, 3, 4, 700, 100000};
  for (int i = 0; i < 6; i++) postings_add(&postings, added[i]);
  postings_close(&postings);
  CHECK(postings.count == 4 && postings.size == 11);

  const uint32_t notices[] = {3, 4, 700, 100000}, times[] = {3, 1, 1, 1};
  struct cursor cursor = cursor_of(postings.bytes, postings.size);
  for (int i = 0; i < 4; i++) CHECK(cursor_next(&cursor) && cursor.notice == notices[i] && cursor.times == times[i]);
  CHECK(!cursor_next(&cursor));
  postings_free(&postings);
  return END();
}
@@ Emeka | A table of terms
=== src/table.h
/* A hash table from terms to postings. */
#ifndef TABLE_H
#define TABLE_H

#include "postings.h"
#include "words.h"

struct entry {
  char term[TERM_MOST + 1];
  struct postings postings;
};

struct table {
  struct entry *entries;
  size_t room, count;
};

/* The entry of a term, made when it is not there. Valid until the next call. */
struct entry *table_entry(struct table *table, const char *term);

/* The entry of a term, or NULL. */
struct entry *table_find(const struct table *table, const char *term);

void table_free(struct table *table);

#endif
=== src/table.c
#include "table.h"

#include <stdlib.h>
#include <string.h>

static uint32_t hash(const char *term) {
  uint32_t value = 2166136261u;
  for (; *term; term++) value = (value ^ (unsigned char)*term) * 16777619u;
  return value;
}

static struct entry *place(const struct table *table, const char *term) {
  size_t at = hash(term) & (table->room - 1);
  while (table->entries[at].term[0] && strcmp(table->entries[at].term, term) != 0) at = (at + 1) & (table->room - 1);
  return &table->entries[at];
}

static void grow(struct table *table) {
  struct table larger = {.room = table->room ? 2 * table->room : 64, .count = table->count};
  larger.entries = calloc(larger.room, sizeof *larger.entries);
  if (!larger.entries) abort();
  for (size_t i = 0; i < table->room; i++) {
    if (table->entries[i].term[0]) *place(&larger, table->entries[i].term) = table->entries[i];
  }
  free(table->entries);
  *table = larger;
}

struct entry *table_entry(struct table *table, const char *term) {
  if (2 * (table->count + 1) > table->room) grow(table);
  struct entry *entry = place(table, term);
  if (!entry->term[0]) {
    strncpy(entry->term, term, TERM_MOST);
    table->count++;
  }
  return entry;
}

struct entry *table_find(const struct table *table, const char *term) {
  if (!table->room) return NULL;
  struct entry *entry = place(table, term);
  return entry->term[0] ? entry : NULL;
}

void table_free(struct table *table) {
  for (size_t i = 0; i < table->room; i++) postings_free(&table->entries[i].postings);
  free(table->entries);
  *table = (struct table){0};
}
=== tests/test_table.c
#include <string.h>

#include "check.h"
#include "table.h"

int main(void) {
  struct table table = {0};
  char term[TERM_MOST + 1];
  CHECK(table_find(&table, "a") == NULL);
  for (uint32_t i = 0; i < 1000; i++) {
    snprintf(term, sizeof term, "t%u", i % 250);
    postings_add(&table_entry(&table, term)->postings, i);
  }
  CHECK(table.count == 250);
  CHECK(table_find(&table, "t7")->postings.count == 4);
  CHECK(table_find(&table, "t250") == NULL);
  table_free(&table);
  return END();
}
