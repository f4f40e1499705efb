/* -- locks -------------------------------------------------------------------------------------------------------- */

/* A lock may lie in memory that was freed. */
static void raddle_check_lock(const void *lock, size_t size) {
    if (raddle_self)
        raddle_check_memory(lock, size, raddle_here(raddle_self));
}

static int raddle_mutex_busy(void *mutex) {
    if (pthread_mutex_trylock(mutex) == EBUSY)
        return 1;
    pthread_mutex_unlock(mutex);
    return 0;
}

static void raddle_took(void *object) {
    raddle_sync *sync = raddle_sync_of(object);
    sync->owner = raddle_self;
    sync->count++;
    raddle_acquire_from(object);
}

static void raddle_gave_back(void *object) {
    raddle_sync *sync = raddle_sync_of(object);
    if (sync->count && --sync->count == 0)
        sync->owner = 0;
    raddle_release_to(object);
}

/* Takes a lock that must be free by now. */
static int raddle_take(const char *name, void *object, int code) {
    if (code == EBUSY) {
        raddle_thread *owner = raddle_sync_of(object)->owner;
        if (owner == raddle_self) {
            raddle_say("selflock\t%s\n", raddle_here(raddle_self));
            raddle_go_on_waiting();
        }
        raddle_diverge("thread %u calls %s, but thread %d holds the lock", raddle_self->id, name, owner ? (int)owner->id : -1);
    }
    if (code == 0 || code == EOWNERDEAD)
        raddle_took(object);
    return code;
}

static void raddle_check_owner(const char *name, void *object) {
    raddle_sync *sync = raddle_sync_of(object);
    if (sync->owner == raddle_self)
        return;
    raddle_fail("unlock-not-owner", raddle_line_of(raddle_here(raddle_self)), raddle_here(raddle_self), name);
    fprintf(stderr, "raddle: thread %u calls %s without holding the lock\n", raddle_self->id, name);
}

int raddle_w_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
    raddle_enter("pthread_mutex_init", 0, 0);
    int code = pthread_mutex_init(mutex, attributes);
    raddle_sync_of(mutex)->owner = 0;
    raddle_sync_of(mutex)->count = 0;
    raddle_drain();
    return code;
}
int raddle_w_pthread_mutex_destroy(pthread_mutex_t *mutex) {
    raddle_enter("pthread_mutex_destroy", 0, 0);
    if (raddle_sync_of(mutex)->owner) {
        raddle_fail("destroy-locked", raddle_line_of(raddle_here(raddle_self)), raddle_here(raddle_self), "pthread_mutex_destroy");
        fprintf(stderr, "raddle: a locked mutex is destroyed\n");
    }
    int code = pthread_mutex_destroy(mutex);
    raddle_drain();
    return code;
}
int raddle_w_pthread_mutex_lock(pthread_mutex_t *mutex) {
    raddle_enter("pthread_mutex_lock", mutex, raddle_mutex_busy);
    raddle_check_lock(mutex, sizeof *mutex);
    int code = pthread_mutex_trylock(mutex);
    if (code == EBUSY && raddle_sync_of(mutex)->owner == raddle_self && (mutex->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK)
        code = EDEADLK;
    code = raddle_take("pthread_mutex_lock", mutex, code);
    raddle_drain();
    return code;
}
int raddle_w_pthread_mutex_trylock(pthread_mutex_t *mutex) {
    raddle_enter("pthread_mutex_trylock", 0, 0);
    raddle_check_lock(mutex, sizeof *mutex);
    int code = pthread_mutex_trylock(mutex);
    if (code == 0)
        raddle_took(mutex);
    raddle_drain();
    return code;
}
/* Whether the nanoseconds are part of a second: other times are refused. */
static int raddle_is_time(const struct timespec *time) {
    return time->tv_nsec >= 0 && time->tv_nsec < 1000000000;
}
int raddle_w_pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until) {
    raddle_enter("pthread_mutex_timedlock", 0, 0);
    raddle_check_lock(mutex, sizeof *mutex);
    int code = pthread_mutex_trylock(mutex);
    if (code == 0)
        raddle_took(mutex);
    else if (code == EBUSY && raddle_sync_of(mutex)->owner == raddle_self && (mutex->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK)
        code = EDEADLK;
    else if (code == EBUSY)
        code = until->tv_sec < 0 || raddle_is_time(until) ? ETIMEDOUT : EINVAL;
    raddle_drain();
    return code;
}
int raddle_w_pthread_mutex_unlock(pthread_mutex_t *mutex) {
    raddle_enter("pthread_mutex_unlock", 0, 0);
    raddle_check_lock(mutex, sizeof *mutex);
    raddle_check_owner("pthread_mutex_unlock", mutex);
    raddle_gave_back(mutex);
    int code = pthread_mutex_unlock(mutex);
    raddle_drain();
    return code;
}

static int raddle_spin_busy(void *lock) {
    if (pthread_spin_trylock(lock) == EBUSY)
        return 1;
    pthread_spin_unlock(lock);
    return 0;
}
int raddle_w_pthread_spin_lock(pthread_spinlock_t *lock) {
    raddle_enter("pthread_spin_lock", (void *)lock, raddle_spin_busy);
    int code = raddle_take("pthread_spin_lock", (void *)lock, pthread_spin_trylock(lock));
    raddle_drain();
    return code;
}
int raddle_w_pthread_spin_trylock(pthread_spinlock_t *lock) {
    raddle_enter("pthread_spin_trylock", 0, 0);
    int code = pthread_spin_trylock(lock);
    if (code == 0)
        raddle_took((void *)lock);
    raddle_drain();
    return code;
}
int raddle_w_pthread_spin_unlock(pthread_spinlock_t *lock) {
    raddle_enter("pthread_spin_unlock", 0, 0);
    raddle_check_owner("pthread_spin_unlock", (void *)lock);
    raddle_gave_back((void *)lock);
    int code = pthread_spin_unlock(lock);
    raddle_drain();
    return code;
}

static int raddle_cannot_read(void *lock) {
    if (pthread_rwlock_tryrdlock(lock) == EBUSY)
        return 1;
    pthread_rwlock_unlock(lock);
    return 0;
}
static int raddle_cannot_write(void *lock) {
    if (pthread_rwlock_trywrlock(lock) == EBUSY)
        return 1;
    pthread_rwlock_unlock(lock);
    return 0;
}
static int raddle_take_rwlock(const char *name, pthread_rwlock_t *lock, int code) {
    if (code == EBUSY || code == EDEADLK)
        raddle_diverge("thread %u calls %s, but others hold the lock", raddle_self->id, name);
    if (code == 0)
        raddle_acquire_from(lock);
    return code;
}
int raddle_w_pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
    raddle_enter("pthread_rwlock_rdlock", lock, raddle_cannot_read);
    int code = raddle_take_rwlock("pthread_rwlock_rdlock", lock, pthread_rwlock_tryrdlock(lock));
    raddle_drain();
    return code;
}
int raddle_w_pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
    raddle_enter("pthread_rwlock_wrlock", lock, raddle_cannot_write);
    int code = raddle_take_rwlock("pthread_rwlock_wrlock", lock, pthread_rwlock_trywrlock(lock));
    raddle_drain();
    return code;
}
int raddle_w_pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
    raddle_enter("pthread_rwlock_tryrdlock", 0, 0);
    int code = pthread_rwlock_tryrdlock(lock);
    if (code == 0)
        raddle_acquire_from(lock);
    raddle_drain();
    return code;
}
int raddle_w_pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
    raddle_enter("pthread_rwlock_trywrlock", 0, 0);
    int code = pthread_rwlock_trywrlock(lock);
    if (code == 0)
        raddle_acquire_from(lock);
    raddle_drain();
    return code;
}
int raddle_w_pthread_rwlock_unlock(pthread_rwlock_t *lock) {
    raddle_enter("pthread_rwlock_unlock", 0, 0);
    raddle_release_to(lock);
    int code = pthread_rwlock_unlock(lock);
    raddle_drain();
    return code;
}

static int raddle_sem_empty(void *semaphore) {
    int value = 0;
    sem_getvalue(semaphore, &value);
    return value <= 0;
}
int raddle_w_sem_wait(sem_t *semaphore) {
    raddle_enter("sem_wait", semaphore, raddle_sem_empty);
    if (raddle_sem_empty(semaphore) && (raddle_input("sem_wait_fails", 1) & 1)) {
        raddle_drain();
        errno = EINTR;
        return -1;
    }
    if (sem_trywait(semaphore) != 0)
        raddle_diverge("thread %u calls sem_wait, but the semaphore is 0", raddle_self->id);
    raddle_acquire_from(semaphore);
    raddle_drain();
    return 0;
}
int raddle_w_sem_trywait(sem_t *semaphore) {
    raddle_enter("sem_trywait", 0, 0);
    int code = sem_trywait(semaphore);
    if (code == 0)
        raddle_acquire_from(semaphore);
    raddle_drain();
    return code;
}
int raddle_w_sem_timedwait(sem_t *semaphore, const struct timespec *until) {
    if (!raddle_is_time(until)) {
        errno = EINVAL;
        return -1;
    }
    raddle_enter("sem_timedwait", 0, 0);
    int code = sem_trywait(semaphore);
    if (code == 0)
        raddle_acquire_from(semaphore);
    raddle_drain();
    if (code != 0)
        errno = ETIMEDOUT;
    return code;
}
int raddle_w_sem_post(sem_t *semaphore) {
    raddle_enter("sem_post", 0, 0);
    raddle_release_to(semaphore);
    int code = sem_post(semaphore);
    raddle_drain();
    return code;
}

int raddle_w_pthread_once(pthread_once_t *control, void (*start)(void)) {
    raddle_enter("pthread_once", 0, 0);
    int code = pthread_once(control, start);
    raddle_release_to(control);
    raddle_acquire_from(control);
    raddle_drain();
    return code;
}

