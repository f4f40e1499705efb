/*
 * <pthread.h>: cancellation. A program that cancels threads gets these versions of the functions at which a thread may be cancelled. A
 * request is kept in a table; a thread that finds one for itself exits, as `pthread_exit` does, with its clean-up handlers. Condition
 * variables are lists of waiters here, because a request wakes a waiter, too.
 *
 * on demand: pthread_testcancel pthread_setcanceltype pthread_cond_wait pthread_cond_timedwait pthread_cond_signal
 * on demand: pthread_cond_broadcast pthread_cond_clockwait sem_wait pthread_join sleep usleep nanosleep
 * on demand: cnd_wait cnd_timedwait cnd_signal cnd_broadcast thrd_join __raddle_is_cancelled __raddle_cancel_here
 *
 * Other functions at which a thread may be cancelled do not wait, or only for a while. There a look for a request before each call
 * says it all (`src/cancellation.rs`).
 */
enum { RADDLE_REQUESTS = 16, RADDLE_SLEEPERS = 16, RADDLE_DISABLED = 1, RADDLE_TIME_IS_UP = 110, RADDLE_IS_BUSY = 16, RADDLE_NO_CLOCK = 22 };
enum { RADDLE_THRD_ERROR = 2, RADDLE_THRD_TIMED_OUT = 4 };

struct raddle_pause;
struct raddle_condition;
struct raddle_mutex;
struct raddle_semaphore;

struct raddle_sleeper {
    struct raddle_condition *condition;
    int is_woken;
};

/* Threads that somebody cancelled, in the order of the requests. */
static unsigned long raddle_requests[RADDLE_REQUESTS];
static struct raddle_sleeper raddle_sleepers[RADDLE_SLEEPERS];
/* Whether the thread may be cancelled wherever it is, and not only where it waits or asks. */
static _Thread_local int raddle_at_any_moment;

unsigned long pthread_self(void);
_Noreturn void pthread_exit(void *result);
int __raddle_standard_pthread_setcancelstate(int state, int *old);
int pthread_mutex_lock(struct raddle_mutex *mutex);
int pthread_mutex_unlock(struct raddle_mutex *mutex);
int pthread_tryjoin_np(unsigned long thread, void **result);
int sem_getvalue(struct raddle_semaphore *semaphore, int *value);
int sem_trywait(struct raddle_semaphore *semaphore);
int __raddle_choose(const char *name, int count);
void raddle_atomic_begin(void);
void raddle_atomic_end(void);
void raddle_await(int condition);
int __raddle_standard_pthread_setcanceltype(int type, int *old);
unsigned __raddle_standard_sleep(unsigned seconds);
int __raddle_standard_usleep(unsigned microseconds);
int __raddle_standard_nanosleep(const struct raddle_pause *time, struct raddle_pause *left);

/* Whether the calling thread has to go. */
int __raddle_is_cancelled(void) {
    int state, found = 0;
    __raddle_standard_pthread_setcancelstate(RADDLE_DISABLED, &state);
    __raddle_standard_pthread_setcancelstate(state, NULL);
    if (state == RADDLE_DISABLED)
        return 0;
    raddle_atomic_begin();
    for (int index = 0; index < RADDLE_REQUESTS && raddle_requests[index]; index++)
        found |= raddle_requests[index] == pthread_self();
    raddle_atomic_end();
    return found;
}

void __raddle_cancel_here(void) {
    if (!__raddle_is_cancelled())
        return;
    __raddle_standard_pthread_setcancelstate(RADDLE_DISABLED, NULL);
    pthread_exit((void *)-1);
}

void pthread_testcancel(void) {
    __raddle_cancel_here();
}

int pthread_setcanceltype(int type, int *old) {
    int code = __raddle_standard_pthread_setcanceltype(type, old);
    if (!code)
        raddle_at_any_moment = type;
    if (raddle_at_any_moment)
        __raddle_cancel_here();
    return code;
}

static struct raddle_sleeper *raddle_new_sleeper(struct raddle_condition *condition) {
    for (int index = 0; index < RADDLE_SLEEPERS; index++)
        if (!raddle_sleepers[index].condition) {
            struct raddle_sleeper made = {condition, 0};
            raddle_sleepers[index] = made;
            return &raddle_sleepers[index];
        }
    __raddle_unsupported("more than 16 waiting threads in a program that cancels threads");
    return NULL;
}

static int raddle_wait(struct raddle_condition *condition, struct raddle_mutex *mutex, int has_time) {
    __raddle_cancel_here();
    raddle_atomic_begin();
    struct raddle_sleeper *sleeper = raddle_new_sleeper(condition);
    int code = pthread_mutex_unlock(mutex);
    raddle_atomic_end();
    if (code) {
        sleeper->condition = NULL;
        return code;
    }
    raddle_atomic_begin();
    if (!has_time)
        raddle_await(sleeper->is_woken | __raddle_is_cancelled());
    int is_woken = sleeper->is_woken;
    sleeper->condition = NULL;
    raddle_atomic_end();
    code = pthread_mutex_lock(mutex);
    if (!is_woken)
        __raddle_cancel_here();
    return code ? code : is_woken ? 0 : RADDLE_TIME_IS_UP;
}

int pthread_cond_wait(struct raddle_condition *condition, struct raddle_mutex *mutex) {
    return raddle_wait(condition, mutex, 0);
}

int pthread_cond_timedwait(struct raddle_condition *condition, struct raddle_mutex *mutex, const struct raddle_pause *time) {
    (void)time;
    return raddle_wait(condition, mutex, 1);
}

int pthread_cond_clockwait(struct raddle_condition *condition, struct raddle_mutex *mutex, int clock, const struct raddle_pause *time) {
    (void)time;
    /* CLOCK_REALTIME or CLOCK_MONOTONIC. */
    return clock == 0 || clock == 1 ? raddle_wait(condition, mutex, 1) : RADDLE_NO_CLOCK;
}

int cnd_wait(struct raddle_condition *condition, struct raddle_mutex *mutex) {
    return raddle_wait(condition, mutex, 0) ? RADDLE_THRD_ERROR : 0;
}

int cnd_timedwait(struct raddle_condition *condition, struct raddle_mutex *mutex, const struct raddle_pause *time) {
    (void)time;
    int code = raddle_wait(condition, mutex, 1);
    return code == RADDLE_TIME_IS_UP ? RADDLE_THRD_TIMED_OUT : code ? RADDLE_THRD_ERROR : 0;
}

static int raddle_is_asleep(int index, struct raddle_condition *condition) {
    return (raddle_sleepers[index].condition == condition) & !raddle_sleepers[index].is_woken;
}

/* Any of the waiters. */
int pthread_cond_signal(struct raddle_condition *condition) {
    raddle_atomic_begin();
    int count = 0;
    for (int index = 0; index < RADDLE_SLEEPERS; index++)
        count += raddle_is_asleep(index, condition);
    int skip = count > 1 ? __raddle_choose("woken", count) : 0;
    for (int index = 0; index < RADDLE_SLEEPERS && count > 0; index++)
        if (raddle_is_asleep(index, condition) && skip-- == 0) {
            raddle_sleepers[index].is_woken = 1;
            break;
        }
    raddle_atomic_end();
    return 0;
}

int pthread_cond_broadcast(struct raddle_condition *condition) {
    raddle_atomic_begin();
    for (int index = 0; index < RADDLE_SLEEPERS; index++)
        if (raddle_is_asleep(index, condition))
            raddle_sleepers[index].is_woken = 1;
    raddle_atomic_end();
    return 0;
}

int cnd_signal(struct raddle_condition *condition) {
    return pthread_cond_signal(condition);
}

int cnd_broadcast(struct raddle_condition *condition) {
    return pthread_cond_broadcast(condition);
}

int sem_wait(struct raddle_semaphore *semaphore) {
    int value;
    __raddle_cancel_here();
    raddle_atomic_begin();
    sem_getvalue(semaphore, &value);
    raddle_await((value > 0) | __raddle_is_cancelled());
    int code = value > 0 ? sem_trywait(semaphore) : 0;
    raddle_atomic_end();
    if (value <= 0)
        __raddle_cancel_here();
    return code;
}

int pthread_join(unsigned long thread, void **result) {
    __raddle_cancel_here();
    raddle_atomic_begin();
    int code = pthread_tryjoin_np(thread, result);
    raddle_await((code != RADDLE_IS_BUSY) | __raddle_is_cancelled());
    raddle_atomic_end();
    if (code == RADDLE_IS_BUSY)
        __raddle_cancel_here();
    return code;
}

int thrd_join(unsigned long thread, int *result) {
    void *value;
    int code = pthread_join(thread, result ? &value : NULL);
    if (code)
        return RADDLE_THRD_ERROR;
    if (result)
        *result = (int)(long)value;
    return 0;
}

unsigned sleep(unsigned seconds) {
    __raddle_cancel_here();
    return __raddle_standard_sleep(seconds);
}

int usleep(unsigned microseconds) {
    __raddle_cancel_here();
    return __raddle_standard_usleep(microseconds);
}

int nanosleep(const struct raddle_pause *time, struct raddle_pause *left) {
    __raddle_cancel_here();
    return __raddle_standard_nanosleep(time, left);
}

int pthread_cancel(unsigned long thread) {
    (void)pthread_testcancel, (void)pthread_setcanceltype, (void)pthread_cond_wait, (void)pthread_cond_timedwait;
    (void)pthread_cond_signal, (void)pthread_cond_broadcast, (void)sem_wait, (void)pthread_join;
    (void)sleep, (void)usleep, (void)nanosleep, (void)pthread_cond_clockwait;
    (void)cnd_wait, (void)cnd_timedwait, (void)cnd_signal, (void)cnd_broadcast, (void)thrd_join;
    raddle_atomic_begin();
    int index = 0;
    while (index < RADDLE_REQUESTS && raddle_requests[index] && raddle_requests[index] != thread)
        index++;
    if (index == RADDLE_REQUESTS)
        __raddle_unsupported("more than 16 cancelled threads");
    raddle_requests[index] = thread;
    raddle_atomic_end();
    if (raddle_at_any_moment)
        if (thread == pthread_self())
            __raddle_cancel_here();
    return 0;
}
