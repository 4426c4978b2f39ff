@@ Hana | The index on disk
=== src/file.h
/* The index as a file: written beside its place and then renamed. */
#ifndef FILE_H
#define FILE_H

#include "table.h"

struct index {
  struct table table;
  char **paths;
  uint32_t notices;
};

/* 0, or a sentence. */
const char *index_write(const char *path, const struct index *index);
const char *index_read(const char *path, struct index *index);
void index_free(struct index *index);

#endif
=== src/file.c
#include "file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char HEAD[8] = "NOTICES1";

static void put(FILE *file, uint32_t value) {
  const uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16), (uint8_t)(value >> 24)};
  fwrite(bytes, 1, 4, file);
}

static uint32_t get(FILE *file) {
  uint8_t bytes[4] = {0};
  if (fread(bytes, 1, 4, file) != 4) return 0;
  return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

const char *index_write(const char *path, const struct index *index) {
  char next[1024];
  if (snprintf(next, sizeof next, "%s.next", path) >= (int)sizeof next) return "the path is too long";
  FILE *file = fopen(next, "wb");
  if (!file) return "cannot write beside the index";
  fwrite(HEAD, 1, sizeof HEAD, file);
  put(file, index->notices);
  for (uint32_t i = 0; i < index->notices; i++) {
    put(file, (uint32_t)strlen(index->paths[i]));
    fwrite(index->paths[i], 1, strlen(index->paths[i]), file);
  }
  put(file, (uint32_t)index->table.count);
  for (size_t i = 0; i < index->table.room; i++) {
    const struct entry *entry = &index->table.entries[i];
    if (!entry->term[0]) continue;
    fwrite(entry->term, 1, TERM_MOST + 1, file);
    put(file, entry->postings.count);
    put(file, (uint32_t)entry->postings.size);
    fwrite(entry->postings.bytes, 1, entry->postings.size, file);
  }
  int failed = ferror(file);
  if (fclose(file) != 0 || failed) return "writing failed";
  return rename(next, path) == 0 ? NULL : "cannot rename the new index";
}

static const char *read_terms(FILE *file, struct index *index) {
  for (uint32_t left = get(file); left > 0; left--) {
    char term[TERM_MOST + 1];
    if (fread(term, 1, sizeof term, file) != sizeof term || term[TERM_MOST]) return "the index is cut off";
    struct postings *postings = &table_entry(&index->table, term)->postings;
    postings->count = get(file);
    postings->size = postings->room = get(file);
    postings->bytes = malloc(postings->size ? postings->size : 1);
    if (!postings->bytes || fread(postings->bytes, 1, postings->size, file) != postings->size) return "the index is cut off";
  }
  return NULL;
}

const char *index_read(const char *path, struct index *index) {
  char head[sizeof HEAD];
  FILE *file = fopen(path, "rb");
  if (!file) return "there is no index";
  const char *problem = NULL;
  if (fread(head, 1, sizeof head, file) != sizeof head || memcmp(head, HEAD, sizeof HEAD) != 0) problem = "not an index of this version";
  uint32_t notices = problem ? 0 : get(file);
  index->paths = calloc(notices + 1, sizeof *index->paths);
  for (; !problem && index->paths && index->notices < notices; index->notices++) {
    uint32_t length = get(file);
    char *text = length < 4096 ? calloc(length + 1, 1) : NULL;
    if (!text) {
      problem = "the index is broken";
      break;
    }
    if (fread(text, 1, length, file) != length) problem = "the index is cut off";
    index->paths[index->notices] = text;
  }
  if (!problem) problem = read_terms(file, index);
  fclose(file);
  return problem;
}

void index_free(struct index *index) {
  for (uint32_t i = 0; i < index->notices; i++) free(index->paths[i]);
  free(index->paths);
  table_free(&index->table);
  *index = (struct index){0};
}
=== src/main.c
/* notices build INDEX FILE... | find INDEX WORD... | count INDEX */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect.h"
#include "file.h"
#include "find.h"

enum { TEXT_MOST = 65536, RESULTS = 20 };

static int fail(const char *what, const char *why) {
  fprintf(stderr, "notices: %s: %s\n", what, why);
  return 1;
}

static int build(const char *path, char **files, int count) {
  static char text[TEXT_MOST + 1];
  struct index index = {.paths = calloc((size_t)count, sizeof *index.paths)};
  for (int i = 0; i < count; i++) {
    FILE *file = fopen(files[i], "r");
    if (!file) return fail(files[i], "cannot be read");
    text[fread(text, 1, TEXT_MOST, file)] = '\0';
    fclose(file);
    index.paths[index.notices] = strdup(files[i]);
    collect(&index.table, index.notices++, text);
  }
  collect_end(&index.table);
  const char *problem = index_write(path, &index);
  index_free(&index);
  return problem ? fail(path, problem) : 0;
}

static int ask(const char *path, char **words, int count) {
  struct index index = {0};
  const char *problem = index_read(path, &index);
  if (problem) return fail(path, problem);
  if (count == 0) {
    printf("%u notices, %zu terms\n", index.notices, index.table.count);
  } else {
    char question[512] = "";
    for (int i = 0; i < count && strlen(question) + strlen(words[i]) + 2 < sizeof question; i++) strcat(strcat(question, words[i]), " ");
    struct result results[RESULTS];
    size_t found = find(&index.table, index.notices, question, results, RESULTS);
    for (size_t i = 0; i < found; i++) printf("%s\n", index.paths[results[i].notice]);
  }
  index_free(&index);
  return 0;
}

int main(int count, char **words) {
  if (count > 3 && strcmp(words[1], "build") == 0) return build(words[2], words + 3, count - 3);
  if (count > 3 && strcmp(words[1], "find") == 0) return ask(words[2], words + 3, count - 3);
  if (count == 3 && strcmp(words[1], "count") == 0) return ask(words[2], NULL, 0);
  fprintf(stderr, "usage: notices build INDEX FILE... | find INDEX WORD... | count INDEX\n");
  return 2;
}
=== tests/whole.sh
#!/bin/sh
# Builds an index of all notices and compares its answers with grep's.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

bin/notices build "$folder/index" notices/*.txt
[ ! -e "$folder/index.next" ]
for word in bridge council tender bicycle ferry; do
  bin/notices find "$folder/index" "$word" | sort >"$folder/ours"
  [ "$(wc -l <"$folder/ours")" -lt 20 ] || continue
  grep -liwE "${word}s?" notices/*.txt | sort >"$folder/theirs"
  cmp "$folder/ours" "$folder/theirs" || { echo "whole.sh: $word differs" >&2; exit 1; }
done
bin/notices count "$folder/index" | grep -q "^$(ls notices | wc -l) notices"
head -c 200 "$folder/index" >"$folder/broken"
if bin/notices find "$folder/broken" bridge 2>/dev/null; then exit 1; fi
echo "ok     tests/whole.sh"
@@ release minor | Words, postings, weights; The index on disk; The program
@@ branch feature/phrases
@@ Emeka | Words in quotes are a phrase
=== src/phrase.h
/* Whether words stand beside each other in a text. */
#ifndef PHRASE_H
#define PHRASE_H

#include <stdbool.h>

bool phrase_in(const char *phrase, const char *text);

#endif
=== src/phrase.c
#include "phrase.h"

#include <string.h>

#include "words.h"

static bool begins_with(struct words text, struct words phrase) {
  char wanted[TERM_MOST + 1], term[TERM_MOST + 1];
  while (words_next(&phrase, wanted)) {
    if (!words_next(&text, term) || strcmp(term, wanted) != 0) return false;
  }
  return true;
}

bool phrase_in(const char *phrase, const char *text) {
  struct words rest = {text};
  char term[TERM_MOST + 1];
  do {
    if (begins_with(rest, (struct words){phrase})) return true;
  } while (words_next(&rest, term));
  return false;
}
=== tests/test_phrase.c
#include "check.h"
#include "phrase.h"

int main(void) {
  CHECK(phrase_in("town hall", "In the Town Hall at nine"));
  CHECK(!phrase_in("town hall", "Hall of the town"));
  return END();
}
@@ switch main
@@ call notices | 45 60
@@ Carla | Notices of the summer
@@ Carla | How the index is made in the night
=== docs/night.md
# How the index is made in the night

1. 02:00: `bin/notices build /srv/index/next /srv/notices/*.txt`
2. `bin/notices count /srv/index/next`: not fewer notices than yesterday.
3. `mv /srv/index/next /srv/index/live`

The step in the middle is there because once half of the archive was not mounted.
=== scripts/night.sh
#!/usr/bin/env bash
# Makes the index anew: night.sh FOLDER_OF_NOTICES FOLDER_OF_INDEXES
set -euo pipefail

notices=${1:?a folder of notices}
indexes=${2:?a folder of indexes}
program=${NOTICES_PROGRAM:-bin/notices}

find "$notices" -name '*.txt' -print0 | sort -z | xargs -0 "$program" build "$indexes/next"
new=$("$program" count "$indexes/next" | cut -d ' ' -f 1)
old=0
[[ -e $indexes/live ]] && old=$("$program" count "$indexes/live" | cut -d ' ' -f 1)
if ((new < old)); then
  echo "night: $new notices, $old before; the old index stays" >&2
  exit 1
fi
mv -- "$indexes/next" "$indexes/live"
echo "night: $new notices"
@@ release patch | Notices of the summer; The index of the night is compared with the one before
