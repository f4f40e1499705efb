/*
 * <pthread.h>: cancellation at any moment. A program that cancels threads and sets their type gets these versions of the functions in
 * which a thread waits for a lock, because a request ends that, too, and calls of `__raddle_at_any_moment` before whatever its threads
 * do (`src/cancellation.rs`).
 *
 * on demand: pthread_mutex_lock pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_spin_lock pthread_exit pthread_setcancelstate
 */
struct raddle_lock;

struct raddle_moment {
    long seconds, nanoseconds;
};

int __raddle_standard_pthread_mutex_lock(struct raddle_mutex *lock);
int __raddle_standard_pthread_rwlock_rdlock(struct raddle_lock *lock);
int __raddle_standard_pthread_rwlock_wrlock(struct raddle_lock *lock);
int __raddle_standard_pthread_spin_lock(struct raddle_lock *lock);
_Noreturn void __raddle_standard_pthread_exit(void *result);
int pthread_mutex_timedlock(struct raddle_mutex *lock, const struct raddle_moment *until);
int pthread_rwlock_timedrdlock(struct raddle_lock *lock, const struct raddle_moment *until);
int pthread_rwlock_timedwrlock(struct raddle_lock *lock, const struct raddle_moment *until);
int pthread_spin_trylock(struct raddle_lock *lock);
int raddle_section_depth(void) __asm__("raddle.section_depth");

/* An atomic section is no place to end in. */
static int raddle_may_end_here(void) {
    return raddle_at_any_moment && raddle_section_depth() == 0;
}

void __raddle_waits_at_any_moment(void) {
    if (raddle_at_any_moment)
        __raddle_unsupported("cancellation at any moment of a thread that waits in this function");
}

/* The end of a wait that got the lock, or a code, or was interrupted. */
static int raddle_interrupted(int code, int refusal) {
    raddle_await((code != refusal) | __raddle_is_cancelled());
    raddle_atomic_end();
    if (code == refusal)
        __raddle_cancel_here();
    return code;
}

int pthread_mutex_lock(struct raddle_mutex *lock) {
    struct raddle_moment past = {0, 0};
    if (!raddle_may_end_here())
        return __raddle_standard_pthread_mutex_lock(lock);
    raddle_atomic_begin();
    return raddle_interrupted(pthread_mutex_timedlock(lock, &past), RADDLE_TIME_IS_UP);
}

int pthread_rwlock_rdlock(struct raddle_lock *lock) {
    struct raddle_moment past = {0, 0};
    if (!raddle_may_end_here())
        return __raddle_standard_pthread_rwlock_rdlock(lock);
    raddle_atomic_begin();
    return raddle_interrupted(pthread_rwlock_timedrdlock(lock, &past), RADDLE_TIME_IS_UP);
}

int pthread_rwlock_wrlock(struct raddle_lock *lock) {
    struct raddle_moment past = {0, 0};
    if (!raddle_may_end_here())
        return __raddle_standard_pthread_rwlock_wrlock(lock);
    raddle_atomic_begin();
    return raddle_interrupted(pthread_rwlock_timedwrlock(lock, &past), RADDLE_TIME_IS_UP);
}

int pthread_spin_lock(struct raddle_lock *lock) {
    if (!raddle_may_end_here())
        return __raddle_standard_pthread_spin_lock(lock);
    raddle_atomic_begin();
    return raddle_interrupted(pthread_spin_trylock(lock), RADDLE_IS_BUSY);
}

/* Nobody cancels a thread that exits. */
_Noreturn void pthread_exit(void *result) {
    raddle_at_any_moment = 0;
    __raddle_standard_pthread_exit(result);
}

/* A thread that allows cancellation again ends at once if it was cancelled. */
int pthread_setcancelstate(int state, int *old) {
    int code = __raddle_standard_pthread_setcancelstate(state, old);
    if (raddle_at_any_moment)
        __raddle_cancel_here();
    return code;
}

/* A request takes its time: it may also reach the thread later. */
void __raddle_at_any_moment(void) {
    (void)pthread_mutex_lock, (void)pthread_rwlock_rdlock, (void)pthread_rwlock_wrlock, (void)pthread_spin_lock;
    (void)pthread_exit, (void)pthread_setcancelstate, (void)__raddle_waits_at_any_moment;
    if (raddle_may_end_here() && __raddle_is_cancelled() && __raddle_choose("cancelled here", 2))
        __raddle_cancel_here();
}
