// Two workers, a counter and a queue under one lock: what a condition at a target can speak of.
#include <pthread.h>
#include <stdlib.h>
struct queue { int size; struct queue *next; unsigned char tag; };
static struct queue *queue;
static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *argument) {
    long id = (long)argument;
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        counter++; // target count
        pthread_mutex_unlock(&lock);
    }
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock); // target before
        queue->size += id; // target add
        pthread_mutex_unlock(&lock);
    }
    return 0;
}
int main(void) {
    pthread_t a, b;
    queue = calloc(1, sizeof *queue);
    pthread_create(&a, 0, worker, (void *)1);
    pthread_create(&b, 0, worker, (void *)2);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return queue->size;
}
