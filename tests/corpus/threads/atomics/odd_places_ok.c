// Atomic operations on members of packed structs, on 16 bytes, on floating-point numbers, pointers and structs.
//@ verdict: safe
//@ time: 60
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct __attribute__((packed)) {
    char first;
    int number;
} packed;
unsigned __int128 wide;
_Atomic double real;
int array[4];
int *_Atomic place = array;
struct triple {
    char a, b, c;
};
_Atomic struct triple triple;

static void *work(void *unused)
{
    __atomic_fetch_add(&packed.number, 1, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&wide, ((unsigned __int128)1 << 64) + 1, __ATOMIC_SEQ_CST);
    real += 1.5;
    place++;
    atomic_store(&triple, ((struct triple){1, 1, 1}));
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    struct triple seen = atomic_load(&triple);
    assert(seen.a == seen.b && seen.b == seen.c);
    work(0);
    pthread_join(thread, 0);
    assert(packed.number == 2 && packed.first == 0);
    assert((unsigned long)wide == 2 && (unsigned long)(wide >> 64) == 2);
    assert(real == 3.0 && place == array + 2);
    return 0;
}
