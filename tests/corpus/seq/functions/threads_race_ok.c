// Two threads write through pointers that are not equal.
//@ flags: --function both --where "job && job->next && job->next != job"
//@ verdict: safe
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
    job->value = 1;
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
