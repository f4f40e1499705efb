// Two threads write through pointers that may be equal: a race only where they are.
//@ flags: --function both --where "job && job->next"
//@ verdict: unsafe
//@ output: job#1 { value = 0, next -> job#1 }
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct job {
    int value;
    struct job *next;
};

static void *work(void *argument)
{
    struct job *job = argument;
    job->value = 1; //~ FINDING race
    return NULL;
}

void both(struct job *job)
{
    pthread_t one, other;
    pthread_create(&one, NULL, work, job);
    pthread_create(&other, NULL, work, job->next);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    assert(job->value == 1);
}
