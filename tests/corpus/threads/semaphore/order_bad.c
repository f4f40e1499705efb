// The post comes before the write.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t written;
int value;

static void *writer(void *unused)
{
    sem_post(&written);
    value = 7; //~ FINDING data-race
    return unused;
}

static void *reader(void *unused)
{
    sem_wait(&written);
    assert(value == 7); //~ FINDING assertion
    return unused;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&written, 0, 0);
    pthread_create(&first, 0, writer, 0);
    pthread_create(&second, 0, reader, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
