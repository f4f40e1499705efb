// Readers, a writer, and no assertion at all: nothing can fail, and nothing has to be explored.
//@ property: assert
//@ verdict: safe
//@ family: N=2,12
//@[dpor] assumption: A0201
//@[default] states: <= 2
//@ revisions: dpor
//@[dpor] flags: --summaries=off
#include <pthread.h>

int shared;

static void *reader(void *unused)
{
    int seen = shared;
    (void)seen;
    return unused;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, reader, 0);
    shared = 1;
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    return 0;
}
