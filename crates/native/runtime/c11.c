/* -- threads of C11 ----------------------------------------------------------------------------------------------- */

int raddle_w_thrd_create(thrd_t *handle, int (*start)(void *), void *argument) {
    int taken = raddle_enter("thrd_create", 0, 0);
    raddle_touch(handle, sizeof *handle, 1, taken);
    raddle_thread *child = raddle_new_thread();
    child->start_c11 = start;
    child->argument = argument;
    raddle_inherit(child);
    int code = pthread_create(&child->handle, 0, raddle_run, child);
    *handle = (thrd_t)child->handle;
    raddle_drain();
    raddle_let_fail(child);
    return code == 0 ? thrd_success : thrd_error;
}
int raddle_w_thrd_join(thrd_t handle, int *result) {
    raddle_thread *target = raddle_thread_of((pthread_t)handle);
    raddle_enter("thrd_join", target, target ? raddle_unfinished : 0);
    if (target)
        raddle_run_to_end(target);
    if (!target || raddle_unfinished(target))
        raddle_diverge("thread %u joins a thread that has not ended", raddle_self->id);
    void *value = 0;
    int code = pthread_join((pthread_t)handle, &value);
    if (result)
        *result = (int)(intptr_t)value;
    raddle_acquire_from(target);
    raddle_drain();
    return code == 0 ? thrd_success : thrd_error;
}
void raddle_w_thrd_exit(int result) {
    raddle_enter("thrd_exit", 0, 0);
    raddle_drain();
    pthread_exit((void *)(intptr_t)result);
}
int raddle_w_tss_create(tss_t *key, tss_dtor_t destructor) {
    int taken = raddle_enter("tss_create", 0, 0);
    raddle_touch(key, sizeof *key, 1, taken);
    int code = raddle_create_key(key, destructor);
    raddle_drain();
    return code == 0 ? thrd_success : thrd_error;
}
void raddle_w_tss_delete(tss_t key) {
    raddle_enter("tss_delete", 0, 0);
    raddle_delete_key(key);
    raddle_drain();
}
static int raddle_mtx_busy(void *mutex) {
    if (mtx_trylock(mutex) == thrd_busy)
        return 1;
    mtx_unlock(mutex);
    return 0;
}
static int raddle_unlock_mtx(void *mutex) { return mtx_unlock(mutex) == thrd_success ? 0 : EPERM; }
static int raddle_lock_mtx(void *mutex) { return mtx_trylock(mutex) == thrd_success ? 0 : EBUSY; }
int raddle_w_mtx_lock(mtx_t *mutex) {
    raddle_enter("mtx_lock", mutex, raddle_mtx_busy);
    int code = raddle_take("mtx_lock", mutex, raddle_lock_mtx(mutex));
    raddle_drain();
    return code == 0 ? thrd_success : thrd_error;
}
int raddle_w_mtx_trylock(mtx_t *mutex) {
    raddle_enter("mtx_trylock", 0, 0);
    int code = mtx_trylock(mutex);
    if (code == thrd_success)
        raddle_took(mutex);
    raddle_drain();
    return code;
}
int raddle_w_mtx_timedlock(mtx_t *mutex, const struct timespec *until) {
    raddle_enter("mtx_timedlock", 0, 0);
    int code = mtx_trylock(mutex);
    if (code == thrd_success)
        raddle_took(mutex);
    else if (code == thrd_busy)
        code = until->tv_sec < 0 || raddle_is_time(until) ? thrd_timedout : thrd_error;
    raddle_drain();
    return code;
}
int raddle_w_mtx_unlock(mtx_t *mutex) {
    raddle_enter("mtx_unlock", 0, 0);
    raddle_check_owner("mtx_unlock", mutex);
    raddle_gave_back(mutex);
    int code = mtx_unlock(mutex);
    raddle_drain();
    return code;
}
int raddle_w_cnd_wait(cnd_t *condition, mtx_t *mutex) {
    raddle_enter("cnd_wait", 0, 0);
    raddle_wait_in_queue(condition, mutex, 0, raddle_unlock_mtx, raddle_lock_mtx);
    return thrd_success;
}
int raddle_w_cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *until) {
    if (!raddle_is_time(until))
        return thrd_error;
    raddle_enter("cnd_timedwait", 0, 0);
    int late = raddle_wait_in_queue(condition, mutex, 1, raddle_unlock_mtx, raddle_lock_mtx);
    return late ? thrd_timedout : thrd_success;
}
int raddle_w_cnd_signal(cnd_t *condition) {
    raddle_enter("cnd_signal", 0, 0);
    raddle_signal(condition, 0);
    raddle_drain();
    return thrd_success;
}
int raddle_w_cnd_broadcast(cnd_t *condition) {
    raddle_enter("cnd_broadcast", 0, 0);
    raddle_signal(condition, 1);
    raddle_drain();
    return thrd_success;
}
void raddle_w_call_once(once_flag *control, void (*start)(void)) {
    raddle_enter("call_once", 0, 0);
    call_once(control, start);
    raddle_release_to(control);
    raddle_acquire_from(control);
    raddle_drain();
}

