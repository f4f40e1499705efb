/* -- creating and joining threads --------------------------------------------------------------------------------- */

static void raddle_prepare_signals(void);

static void *raddle_run(void *data) {
    raddle_thread *self = data;
    raddle_self = self;
    raddle_prepare_signals();
    pthread_mutex_lock(&raddle_lock);
    raddle_await_turn(self);
    pthread_mutex_unlock(&raddle_lock);
    void *result = self->start ? self->start(self->argument) : (void *)(intptr_t)self->start_c11(self->argument);
    raddle_release_to(self);
    raddle_finish(self);
    return result;
}

static raddle_thread *raddle_new_thread(void) {
    raddle_thread *self = raddle_self;
    unsigned nth = self->created++;
    for (unsigned index = 0; index < raddle_path_count; index++)
        if (raddle_paths[index].parent == self->id && raddle_paths[index].nth == nth)
            return raddle_begin(index + 1);
    /* A thread that never moves in the recorded run has no number there. */
    for (unsigned id = RADDLE_MOST_THREADS - 1; id > raddle_path_count; id--)
        if (!raddle_exists(&raddle_all[id]))
            return raddle_begin(id);
    raddle_diverge("thread %u creates its thread number %u, and there is no room for it", self->id, nth);
    return 0;
}

/* The recorded schedule may be over with this creation, and the new thread the one that fails. */
static void raddle_let_fail(raddle_thread *child) {
    pthread_mutex_lock(&raddle_lock);
    if (raddle_turn == raddle_step_count && child->id == raddle_failing) {
        raddle_self->status = RADDLE_STANDING;
        raddle_pass_on();
        raddle_await_turn(raddle_self);
    }
    pthread_mutex_unlock(&raddle_lock);
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
    raddle_release_to(raddle_self);
    raddle_finish(raddle_self);
    pthread_exit(result);
}

