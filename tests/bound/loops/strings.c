// Costs that depend on how long strings are, where characters are found in them, and how they compare.
//@ run: --function length => bound=45 exact=true certified=true
//@ run: --function rest => bound=8 exact=true
//@ run: --function constant => bound=12 exact=true
//@ run: --function compared => bound=30 exact=true
//@ run: --function found => bound=30
//@ run: --function located => bound=30 exact=true
//@ run: --function copied => bound=14
//@ run: --function refused => bound=6 exact=true
//@ run: --function allocated => bound=7 exact=true
//@ run: --function unbounded => exit=3
#include <errno.h>
#include <raddle.h>
#include <stdlib.h>
#include <string.h>

void length(void) {
  char word[10];
  raddle_make_symbolic(word, sizeof word, "word");
  word[9] = 0;
  for (size_t i = 0; i < strlen(word); i++)
    raddle_tick(5);
}

void rest(void) {
  char word[12];
  raddle_make_symbolic(word, sizeof word, "word");
  word[11] = 0;
  for (size_t i = strlen(word + 3); i > 0; i--)
    raddle_tick(1);
}

void constant(void) {
  for (size_t i = 0; i < strlen("four"); i++)
    raddle_tick(3);
}

void compared(void) {
  char word[8];
  raddle_make_symbolic(word, sizeof word, "word");
  word[7] = 0;
  if (strcmp(word, "slow") == 0)
    raddle_tick(30);
  else if (strncmp(word, "fast", 4) == 0)
    raddle_tick(3);
}

void found(void) {
  char word[10];
  raddle_make_symbolic(word, sizeof word, "word");
  word[9] = 0;
  char *comma = strchr(word, ',');
  if (comma)
    for (char *at = word; at <= comma; at++)
      raddle_tick(3);
}

void located(void) {
  char bytes[10];
  raddle_make_symbolic(bytes, sizeof bytes, "bytes");
  char *comma = memchr(bytes, ',', sizeof bytes);
  if (comma)
    for (char *at = bytes; at <= comma; at++)
      raddle_tick(3);
}

void copied(void) {
  char word[8], copy[8];
  raddle_make_symbolic(word, sizeof word, "word");
  word[7] = 0;
  strcpy(copy, word);
  for (size_t i = 0; i < strlen(copy); i++)
    raddle_tick(2);
}

void refused(void) {
  errno = 0;
  char *memory = malloc(8);
  raddle_tick(errno == ENOMEM ? 6 : 6);
  free(memory);
}

void allocated(void) {
  char *word = malloc(8);
  raddle_make_symbolic(word, 8, "word");
  word[7] = 0;
  for (size_t i = 0; i < strlen(word); i++)
    raddle_tick(1);
  free(word);
}

void unbounded(char *word) {
  for (size_t i = 0; i < strlen(word); i++)
    raddle_tick(1);
}
