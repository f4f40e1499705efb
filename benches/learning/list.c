// N threads put a node on a list under a lock, and main adds them up and frees them.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};
struct node *head;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
    struct node *own = malloc(sizeof *own);
    if (!own)
        abort();
    own->value = (int)(long)argument;
    pthread_mutex_lock(&lock);
    own->next = head;
    head = own;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    for (long k = 0; k < N; k++)
        pthread_create(&threads[k], 0, worker, (void *)k);
    for (int k = 0; k < N; k++)
        pthread_join(threads[k], 0);
    int sum = 0;
    while (head) {
        struct node *first = head;
        sum += first->value;
        head = first->next;
        free(first);
    }
    assert(sum == N * (N - 1) / 2);
    return 0;
}
