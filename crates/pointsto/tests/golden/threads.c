// What several threads may touch, and what only one can.
#include <pthread.h>
#include <stdlib.h>

struct task {
    int input;
    int *result;
};

int counter;
int only_main;
int only_worker;
_Thread_local int own;
int destroyed;
pthread_key_t key;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void destroy(void *value) {
    *(int *)value = 0;
    destroyed++;
}

static void *worker(void *argument) {
    struct task *task = argument;
    int local = 0;
    int *own_pointer = &local;
    *own_pointer += task->input;
    own = local;
    pthread_setspecific(key, task->result);
    *task->result = own;
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
    return task;
}

static void *logger(void *argument) {
    only_worker = 1;
    return argument;
}

int main(void) {
    int result;
    int private = 7;
    int *private_pointer = &private;
    struct task task = {1, &result};
    pthread_t threads[2], other;
    only_main = *private_pointer;
    pthread_key_create(&key, destroy);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, &task);
    pthread_create(&other, NULL, logger, NULL);
    void *returned;
    pthread_join(threads[0], &returned);
    struct task *joined = returned;
    return joined->input + counter;
}
