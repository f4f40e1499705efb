// Nothing can go wrong behind the join, so the rest of the run is looked at and not explored. The assertion was reached all the same:
// nobody is told that it was not.
//@ verdict: safe
//@ vacuous: none
#include <assert.h>
#include <pthread.h>

static struct {
    char left, right;
} both;

static void *write_left(void *unused)
{
    both.left = 7;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, write_left, 0);
    both.right = 17;
    pthread_join(thread, 0);
    assert(both.left == 7 && both.right == 17);
    return 0;
}
