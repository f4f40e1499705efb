// A condition variable that is initialised, used and destroyed.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m;
pthread_cond_t c;
int turn;

static void *other(void *unused)
{
    pthread_mutex_lock(&m);
    while (turn != 1)
        pthread_cond_wait(&c, &m);
    turn = 2;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_init(&m, 0);
    pthread_cond_init(&c, 0);
    pthread_create(&thread, 0, other, 0);
    pthread_mutex_lock(&m);
    turn = 1;
    pthread_cond_signal(&c);
    while (turn != 2)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    pthread_join(thread, 0);
    assert(turn == 2);
    pthread_cond_destroy(&c);
    pthread_mutex_destroy(&m);
    return 0;
}
