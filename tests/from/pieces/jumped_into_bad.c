// Control comes into the loop of a thread at two places.
// flags: -p race -p assert
// verdict: unsafe
// finding: R0101
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int rounds, added;

static void *add(void *unused)
{
    pthread_mutex_lock(&lock);
    added += 4;
    for (int turn = 0; turn < 2; turn++) {
        int i = 0;
        if (rounds > 3)
            goto inside;
        while (i < 3) {
            added++;
        inside:
            added += 2;
            i++;
        }
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    rounds = __VERIFIER_nondet_int();
    pthread_create(&thread, 0, add, 0);
    pthread_join(thread, 0);
    for (int i = 0; i < rounds; i++)
        ;
    pthread_mutex_lock(&lock);
    assert(rounds <= 3 || added != 20);
    pthread_mutex_unlock(&lock);
    return 0;
}
