/* -- creating and joining threads --------------------------------------------------------------------------------- */

static void raddle_prepare_signals(void);

/* Destructors of thread-local values are run here, while the thread still takes turns; the C library would run them too late. */
enum { RADDLE_MOST_KEYS = 1024, RADDLE_DESTRUCTOR_ROUNDS = 4 };
static struct {
    pthread_key_t key;
    void (*destructor)(void *);
} raddle_keys[RADDLE_MOST_KEYS];
static unsigned raddle_key_count;

static int raddle_create_key(pthread_key_t *key, void (*destructor)(void *)) {
    int code = pthread_key_create(key, 0);
    if (code == 0 && raddle_key_count < RADDLE_MOST_KEYS) {
        raddle_keys[raddle_key_count].key = *key;
        raddle_keys[raddle_key_count++].destructor = destructor;
    }
    return code;
}

static int raddle_delete_key(pthread_key_t key) {
    for (unsigned index = 0; index < raddle_key_count; index++)
        if (raddle_keys[index].key == key)
            raddle_keys[index].destructor = 0;
    return pthread_key_delete(key);
}

int raddle_w_pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
    int taken = raddle_enter("pthread_key_create", 0, 0);
    raddle_touch(key, sizeof *key, 1, taken);
    int code = raddle_create_key(key, destructor);
    raddle_drain();
    return code;
}
int raddle_w_pthread_key_delete(pthread_key_t key) {
    raddle_enter("pthread_key_delete", 0, 0);
    int code = raddle_delete_key(key);
    raddle_drain();
    return code;
}

/* However a thread ends: behind its cleanup handlers. */
static void raddle_end_thread(void *data) {
    raddle_thread *self = data;
    for (int round = 0; round < RADDLE_DESTRUCTOR_ROUNDS; round++)
        for (unsigned index = 0; index < raddle_key_count; index++) {
            void *value = raddle_keys[index].destructor ? pthread_getspecific(raddle_keys[index].key) : 0;
            if (!value)
                continue;
            pthread_setspecific(raddle_keys[index].key, 0);
            raddle_keys[index].destructor(value);
        }
    raddle_release_to(self);
    raddle_finish(self);
}

static void *raddle_run(void *data) {
    raddle_thread *self = data;
    raddle_self = self;
    raddle_prepare_signals();
    pthread_mutex_lock(&raddle_lock);
    raddle_await_turn(self);
    pthread_mutex_unlock(&raddle_lock);
    void *result;
    pthread_cleanup_push(raddle_end_thread, self);
    result = self->start ? self->start(self->argument) : (void *)(intptr_t)self->start_c11(self->argument);
    pthread_cleanup_pop(1);
    return result;
}

static void raddle_inherit(raddle_thread *child) {
    raddle_join_clock(&child->clock, &raddle_self->clock);
    raddle_self->clock.ticks[raddle_self->id]++;
}

static raddle_thread *raddle_thread_of(pthread_t handle) {
    for (unsigned id = 0; id < RADDLE_MOST_THREADS; id++)
        if (raddle_exists(&raddle_all[id]) && pthread_equal(raddle_all[id].handle, handle))
            return &raddle_all[id];
    return 0;
}

int raddle_w_pthread_create(pthread_t *handle, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
    /* To be refused is no transition. */
    if (raddle_input("pthread_create_fails", 1) & 1)
        return EAGAIN;
    int taken = raddle_enter("pthread_create", 0, 0);
    raddle_touch(handle, sizeof *handle, 1, taken);
    raddle_thread *child = raddle_new_thread();
    child->start = start;
    child->argument = argument;
    raddle_inherit(child);
    int code = pthread_create(&child->handle, attributes, raddle_run, child);
    *handle = child->handle;
    raddle_drain();
    raddle_let_fail(child);
    return code;
}

static int raddle_unfinished(void *target) {
    return ((raddle_thread *)target)->status != RADDLE_FINISHED;
}

int raddle_w_pthread_join(pthread_t handle, void **result) {
    raddle_thread *target = raddle_thread_of(handle);
    if (!target) {
        raddle_enter("pthread_join", 0, 0);
        raddle_drain();
        return ESRCH;
    }
    raddle_enter("pthread_join", target, raddle_unfinished);
    if (target == raddle_self)
        return EDEADLK;
    raddle_run_to_end(target);
    if (raddle_unfinished(target))
        raddle_diverge("thread %u joins thread %u, which has not ended", raddle_self->id, target->id);
    int code = pthread_join(handle, result);
    raddle_acquire_from(target);
    raddle_drain();
    return code;
}

void raddle_w_pthread_exit(void *result) {
    raddle_enter("pthread_exit", 0, 0);
    raddle_drain();
    pthread_exit(result);
}

