// callers: ring.c --calls 2
// combination: ring_put@helper ring_put@helper safe
// combination: ring_put@helper ring_put@between safe
// combination: ring_put@helper ring_get@take safe
// combination: ring_put@helper ring_change@change safe
// combination: ring_get@take ring_put@between safe
// combination: ring_get@take ring_change@change safe
// combination: ring_put@between ring_change@change safe
// combination: ring_put@helper ring_get@after impossible
// combination: ring_get@take ring_get@after impossible
// combination: ring_change@change ring_get@after impossible
// apart: ring_clear@clear ring_put@helper
// apart: ring_clear@clear ring_clear@clear
// apart: ring_get@take ring_get@take
// apart: ring_put@between ring_put@between
// apart: ring_put@between ring_get@after
// apart: ring_change@change ring_change@change
// verdict: safe
// alone: ring_put ring_put unsafe
// alone: ring_clear ring_put unsafe
// alone: ring_put ring_change unsafe
// One thread gets, another one changes an item that it knows, all of them put, and what is for one thread alone is called before the others are created, and after they were joined.
#include "ring.h"

static struct ring requests = {PTHREAD_MUTEX_INITIALIZER, 0, {0}};

static void request(int value) {
  ring_put(&requests, value); // @helper
}

static void *server(void *unused) {
  for (int round = 0; round < 10; round++)
    request(ring_get(&requests)); // @take
  return unused;
}

static void *client(void *unused) {
  request(7);
  ring_change(&requests, 2, 5); // @change
  return unused;
}

int main(void) {
  pthread_t one, other;
  ring_clear(&requests); // @clear
  pthread_create(&one, 0, server, 0);
  pthread_create(&other, 0, client, 0);
  ring_put(&requests, 1); // @between
  pthread_join(one, 0);
  pthread_join(other, 0);
  return ring_get(&requests); // @after
}
