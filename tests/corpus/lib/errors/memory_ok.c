// What allocation refuses, and with which error; realloc to nothing frees.
//@ verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    void *memory = NULL;
    assert(posix_memalign(&memory, 3, 8) == EINVAL);
    assert(posix_memalign(&memory, 4, 8) == EINVAL);
    assert(posix_memalign(&memory, 24, 8) == EINVAL);
    assert(posix_memalign(&memory, 0, 8) == EINVAL);
    assert(memory == NULL);
    assert(posix_memalign(&memory, 16, SIZE_MAX) == ENOMEM);
    errno = 0;
    volatile size_t all = SIZE_MAX;
    assert(malloc(all) == NULL && errno == ENOMEM);
    errno = 0;
    assert(calloc(all, 2) == NULL && errno == ENOMEM);
    errno = 0;
    assert(reallocarray(NULL, all, 2) == NULL && errno == ENOMEM);
    memory = malloc(4);
    errno = 0;
    assert(realloc(memory, all) == NULL && errno == ENOMEM);
    assert(realloc(memory, 0) == NULL);
    return 0;
}
