// callers: desk.c --calls 2
// combination: desk_run@run serve@serve safe
// combination: desk_run@run look@look unsafe R0401
// combination: desk_run@run desk_compare@sort unsafe R0401
// combination: desk_compare@sort look@look unsafe R0401
// combination: desk_compare@sort serve@serve unsafe R0401
// combination: desk_run@run desk_leave@leave unsafe R0401
// apart: desk_run@run desk_run@run
// apart: desk_compare@sort desk_compare@sort
// apart: look@look serve@serve
// verdict: unsafe
// Every way into the library is a call, whoever makes it.
#include "desk.h"
#include <stdlib.h>

static pthread_key_t key;
static int numbers[2] = {2, 1};

static void *visit(void *unused) {
  pthread_setspecific(key, &key);
  desk_serve(); // @serve
  desk_ways.look(); // @look
  return unused;
}

int main(void) {
  pthread_t desk, visitor;
  pthread_key_create(&key, desk_leave);
  pthread_create(&desk, 0, desk_run, 0); // @run
  pthread_create(&visitor, 0, visit, 0);
  qsort(numbers, 2, sizeof numbers[0], desk_compare); // @sort
  pthread_join(desk, 0);
  pthread_join(visitor, 0);
  return 0;
}
