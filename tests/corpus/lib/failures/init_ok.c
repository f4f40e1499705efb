// Each object is used only if it could be made.
//@ flags: --calls-may-fail
//@ verdict: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <threads.h>

int main(void) {
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    pthread_rwlock_t lock;
    pthread_barrier_t barrier;
    pthread_spinlock_t spin;
    pthread_key_t key;
    mtx_t mtx;
    cnd_t cnd;
    int code = pthread_mutex_init(&mutex, NULL);
    assert(code == 0 || code == EAGAIN || code == ENOMEM);
    if (code == 0) {
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
        pthread_mutex_destroy(&mutex);
    }
    if (pthread_cond_init(&condition, NULL) == 0) {
        pthread_cond_signal(&condition);
        pthread_cond_destroy(&condition);
    }
    if (pthread_rwlock_init(&lock, NULL) == 0)
        pthread_rwlock_destroy(&lock);
    if (pthread_barrier_init(&barrier, NULL, 1) == 0)
        pthread_barrier_wait(&barrier);
    if (pthread_spin_init(&spin, 0) == 0)
        pthread_spin_destroy(&spin);
    if (pthread_key_create(&key, NULL) == 0) {
        code = pthread_setspecific(key, &key);
        assert(code == 0 || code == ENOMEM);
        pthread_key_delete(key);
    }
    pthread_attr_t of_threads;
    pthread_mutexattr_t of_mutexes;
    pthread_condattr_t of_conditions;
    pthread_rwlockattr_t of_locks;
    pthread_barrierattr_t of_barriers;
    code = pthread_attr_init(&of_threads);
    assert(code == 0 || code == ENOMEM);
    code = pthread_mutexattr_init(&of_mutexes);
    assert(code == 0 || code == ENOMEM);
    code = pthread_condattr_init(&of_conditions);
    assert(code == 0 || code == ENOMEM);
    code = pthread_rwlockattr_init(&of_locks);
    assert(code == 0 || code == ENOMEM);
    code = pthread_barrierattr_init(&of_barriers);
    assert(code == 0 || code == ENOMEM);
    code = mtx_init(&mtx, mtx_plain);
    assert(code == thrd_success || code == thrd_error);
    code = cnd_init(&cnd);
    assert(code == thrd_success || code == thrd_error || code == thrd_nomem);
    return 0;
}
