// A pool of two workers, one of which waits with `if`. Both are woken for one task, and the second takes what is not there.
//@ verdict: unsafe
//@ flags: --first --property memory
#include <pthread.h>
#include <stdlib.h>

struct task {
    struct task *next;
    int work;
};

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t some = PTHREAD_COND_INITIALIZER;
struct task *tasks;
long done;

void *worker(void *unused) {
    for (;;) {
        pthread_mutex_lock(&m);
        if (!tasks)
            pthread_cond_wait(&some, &m);
        struct task *task = tasks;
        tasks = task->next;  //~ FINDING memory-null-dereference
        done += task->work;
        pthread_mutex_unlock(&m);
        free(task);
    }
}

void *giver(void *unused) {
    for (int i = 0;; i++) {
        struct task *task = malloc(sizeof *task);
        if (!task)
            abort();
        task->work = i;
        pthread_mutex_lock(&m);
        task->next = tasks;
        tasks = task;
        pthread_cond_broadcast(&some);
        pthread_mutex_unlock(&m);
    }
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, giver, NULL);
    pthread_create(&t[1], NULL, worker, NULL);
    pthread_create(&t[2], NULL, worker, NULL);
    pthread_join(t[0], NULL);
    return 0;
}
