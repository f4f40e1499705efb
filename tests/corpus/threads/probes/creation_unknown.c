// Threads are created for ever, and nothing goes wrong: with how many was looked at, the reasons say.
//@ verdict: unknown
//@ revisions: default bounded
//@[default] flags: --time 8
//@[default] reason: U0103 U0152
//@[default] output: has created threads here
//@[default] output: --max-steps
//@[bounded] flags: --max-steps 24
//@[bounded] reason: U0102
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int busy;

void *client(void *unused) {
    pthread_mutex_lock(&m);
    busy++;
    assert(busy == 1);
    busy--;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    for (;;) {
        pthread_t t;
        pthread_create(&t, NULL, client, NULL);
        pthread_detach(t);
    }
}
