// A pool of two workers, which ask again whether there is a task when they wake up. It never ends, so runs are bounded.
//@ verdict: unknown
//@ flags: --max-steps 24 --property memory
//@ reason: U0102
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
        while (!tasks)
            pthread_cond_wait(&some, &m);
        struct task *task = tasks;
        tasks = task->next;
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
