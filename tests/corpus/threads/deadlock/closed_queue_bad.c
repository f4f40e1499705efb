// Workers wait for jobs in a queue on the heap; closing it wakes one of them only. What lies on the heap is called by the names that
// pointers to it give its members.
//@ property: deadlock
//@ verdict: unsafe
//@ revisions: none dpor dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@ output: .more`
#include <pthread.h>
#include <stdlib.h>

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t more;
    int jobs, closed;
};

static void *work(void *argument)
{
    struct queue *queue = argument;
    pthread_mutex_lock(&queue->lock);
    while (queue->jobs == 0 && !queue->closed)
        pthread_cond_wait(&queue->more, &queue->lock); //~ FINDING deadlock
    pthread_mutex_unlock(&queue->lock);
    return NULL;
}

int main(void)
{
    struct queue *queue = calloc(1, sizeof *queue);
    if (queue == NULL)
        return 1;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->more, NULL);
    pthread_t one, two;
    pthread_create(&one, NULL, work, queue);
    pthread_create(&two, NULL, work, queue);
    pthread_mutex_lock(&queue->lock);
    queue->closed = 1;
    pthread_cond_signal(&queue->more);
    pthread_mutex_unlock(&queue->lock);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    free(queue);
    return 0;
}
