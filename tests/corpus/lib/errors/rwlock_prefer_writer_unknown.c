// Waiting writers that keep readers out are not modelled.
//@ verdict: unknown
//@ reason: U0301
#define _GNU_SOURCE
#include <pthread.h>

int main(void) {
    pthread_rwlockattr_t attributes;
    pthread_rwlockattr_init(&attributes);
    return pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
}
