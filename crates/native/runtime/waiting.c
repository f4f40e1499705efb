/* -- waiting for others ------------------------------------------------------------------------------------------- */

/* Waits are not left to the C library: who is woken is part of the recorded run. */
static int raddle_wait_in_queue(void *condition, void *mutex, int timed, int (*unlock)(void *), int (*lock)(void *)) {
    raddle_thread *self = raddle_self;
    raddle_gave_back(mutex);
    unlock(mutex);
    /* A wait that ends spuriously only takes the mutex again: see models/condvar.rs. */
    int spurious = (int)raddle_input("wakes_up_spuriously", 4);
    self->queue = spurious ? 0 : condition;
    self->signalled = 0;
    self->timed = timed;
    raddle_go_on_waiting();
    int gave_up = !spurious && !self->signalled;
    self->queue = 0;
    if (gave_up)
        raddle_go_on_waiting();
    if (lock(mutex) != 0)
        raddle_diverge("thread %u stops waiting, but its mutex is taken", self->id);
    raddle_took(mutex);
    raddle_drain();
    return gave_up && timed;
}
static int raddle_unlock_pthread(void *mutex) { return pthread_mutex_unlock(mutex); }
static int raddle_lock_pthread(void *mutex) { return pthread_mutex_trylock(mutex); }

static void raddle_signal(void *condition, int all) {
    raddle_thread *waiting[RADDLE_MOST_THREADS];
    uint64_t count = 0;
    for (unsigned id = 0; id < RADDLE_MOST_THREADS; id++) {
        raddle_thread *thread = &raddle_all[id];
        if (raddle_exists(thread) && thread->queue == condition && !thread->signalled)
            waiting[count++] = thread;
    }
    if (count == 0)
        return;
    uint64_t first = 0, last = count - 1;
    if (!all) {
        uint64_t chosen = count > 1 ? raddle_input("woken_waiter", 4) : 0;
        first = last = chosen < count ? chosen : count - 1;
    }
    for (uint64_t index = first; index <= last; index++)
        waiting[index]->signalled = 1;
}

int raddle_w_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    raddle_enter("pthread_cond_wait", 0, 0);
    raddle_check_owner("pthread_cond_wait", mutex);
    return raddle_wait_in_queue(condition, mutex, 0, raddle_unlock_pthread, raddle_lock_pthread);
}
int raddle_w_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
    if (!raddle_is_time(until))
        return EINVAL;
    raddle_enter("pthread_cond_timedwait", 0, 0);
    raddle_check_owner("pthread_cond_timedwait", mutex);
    int late = raddle_wait_in_queue(condition, mutex, 1, raddle_unlock_pthread, raddle_lock_pthread);
    return late ? ETIMEDOUT : 0;
}
int raddle_w_pthread_cond_signal(pthread_cond_t *condition) {
    raddle_enter("pthread_cond_signal", 0, 0);
    raddle_signal(condition, 0);
    raddle_drain();
    return 0;
}
int raddle_w_pthread_cond_broadcast(pthread_cond_t *condition) {
    raddle_enter("pthread_cond_broadcast", 0, 0);
    raddle_signal(condition, 1);
    raddle_drain();
    return 0;
}

int raddle_w_pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes, unsigned count) {
    raddle_enter("pthread_barrier_init", 0, 0);
    int code = pthread_barrier_init(barrier, attributes, count);
    raddle_sync_of(barrier)->count = count;
    raddle_sync_of(barrier)->arrived = 0;
    raddle_drain();
    return code;
}
int raddle_w_pthread_barrier_wait(pthread_barrier_t *barrier) {
    raddle_enter("pthread_barrier_wait", 0, 0);
    raddle_sync *sync = raddle_sync_of(barrier);
    raddle_release_to(barrier);
    int last = ++sync->arrived >= sync->count;
    if (last) {
        sync->arrived = 0;
        raddle_signal(barrier, 1);
    } else {
        raddle_self->queue = barrier;
        raddle_self->signalled = 0;
        raddle_go_on_waiting();
        raddle_self->queue = 0;
    }
    raddle_acquire_from(barrier);
    raddle_drain();
    return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

