/* -- turns along a recorded run -----------------------------------------------------------------------------------
 *
 * A thread that comes to the operation its next transition begins with waits until it is that one's turn. The tables say what the
 * transitions are (raddle_steps), where threads stand at the end (raddle_standing), which inputs the
 * program gets (raddle_inputs) and which thread is which (raddle_paths).
 *
 * An operation is recognised by its place in the source and by how often the thread executed it, or, where RADDLE_STANDALONE
 * is defined, by the number of hooks the thread has met.
 */

static void raddle_tell_diverged(const char *text) {
    fprintf(stderr, "raddle: the program leaves the recorded run after %zu of %zu transitions: %s\n", raddle_turn,
            (size_t)raddle_step_count, text);
}

/* -- threads and turns -------------------------------------------------------------------------------------------- */

static void raddle_tell_stuck(void) {
#ifdef RADDLE_STANDALONE
    for (unsigned id = 0; raddle_tells_stuck && id < RADDLE_MOST_THREADS; id++)
        if (raddle_could_go_on(&raddle_all[id]))
            raddle_diverge("thread %u could go on in %s", id, raddle_all[id].doing);
    if (!raddle_tells_stuck) {
        fprintf(stderr, "raddle: the recorded run is over, and it has %s\n", raddle_failures ? "failed" : "not failed");
        raddle_leave(raddle_failures ? RADDLE_FAILED : 0);
    }
#endif
    fprintf(stderr, raddle_tells_stuck ? "raddle: no thread can go on\n" : "raddle: the recorded schedule is over\n");
    for (unsigned id = 0; id < RADDLE_MOST_THREADS; id++) {
        raddle_thread *thread = &raddle_all[id];
        if (!raddle_exists(thread) || thread->status == RADDLE_FINISHED || thread->status == RADDLE_NEWBORN)
            continue;
        const char *where = raddle_standing_at(id);
        const char *doing = thread->doing ? thread->doing : "an access";
        int blocked = thread->blocked ? thread->blocked(thread->object) : -1;
        const char *state = blocked == 1 ? "blocked" : blocked == 0 ? "free" : "waiting";
        raddle_say("stuck\t%u\t%s\t%s\t%s\n", id, state, doing, where);
        fprintf(stderr, "raddle: thread %u %s %s at %s\n", id, raddle_tells_stuck ? "is stuck in" : "stands before", doing, where);
    }
    raddle_leave(RADDLE_STUCK);
}

/* Gives the turn to whoever is next. The caller has the lock and no longer runs. */
static void raddle_pass_on(void) {
    /* An access that a thread merely stands before can be half of a race. */
    if (raddle_tells_races && raddle_wake_newborn())
        return;
    if (raddle_turn < raddle_step_count) {
        unsigned id = raddle_steps[raddle_turn].thread;
        raddle_thread *thread = &raddle_all[id];
        const char *where = raddle_where(raddle_turn);
        if (!raddle_exists(thread))
            raddle_diverge("thread %u was not created, but is to go on at %s", id, where);
        if (thread->status == RADDLE_FINISHED)
            raddle_diverge("thread %u has ended, but is to go on at %s", id, where);
        if (thread->status == RADDLE_STANDING || thread->status == RADDLE_RUNNING)
            raddle_diverge("thread %u did not come to %s", id, where);
        raddle_wake(thread);
        return;
    }
    /* All is done. What has not begun yet may still fail before its first operation that others notice. */
    raddle_thread *failing = &raddle_all[raddle_failing];
    if (raddle_exists(failing) && failing->status == RADDLE_NEWBORN) {
        raddle_wake(failing);
        return;
    }
    if (!raddle_wake_newborn())
        raddle_tell_stuck();
}

static int raddle_matches(const raddle_thread *self, const struct raddle_step *step) {
#ifdef RADDLE_STANDALONE
    return step->hook <= self->hooks;
#else
    return step->site == self->site && step->kind == self->kind && step->occurrence == self->occurrence;
#endif
}

static int raddle_must_stand(const raddle_thread *self) {
    if (self->next < raddle_step_count)
        return 0;
    if (self->hooks == 0)
        return 0;
    for (size_t index = 0; index < raddle_standing_count; index++)
        if (raddle_standing[index].thread == self->id && raddle_matches(self, &raddle_standing[index]))
            return 1;
    return 0;
}

/* Waits for the turn if the operation at hand begins the thread's next transition; whether it did. */
static int raddle_take_turn(raddle_thread *self) {
    int taken = 0;
    pthread_mutex_lock(&raddle_lock);
    if (self->next < raddle_step_count && raddle_matches(self, &raddle_steps[self->next])) {
        if (self->next != raddle_turn) {
            self->status = RADDLE_WAITING;
            raddle_pass_on();
            raddle_await_turn(self);
        }
        raddle_say("step\t%zu\t%u\n", raddle_turn, self->hooks);
        raddle_turn++;
        self->next = raddle_next_of(self->id, self->next + 1);
        taken = 1;
    } else if (raddle_must_stand(self)) {
        raddle_say("standing\t%u\t%u\n", self->id, self->hooks);
        self->status = RADDLE_STANDING;
        raddle_pass_on();
        raddle_await_turn(self);
    }
    pthread_mutex_unlock(&raddle_lock);
    return taken;
}

/* The same call goes on in another transition. Never granted: it stands here for good. */
static void raddle_go_on_waiting(void) {
    raddle_thread *self = raddle_self;
    if (raddle_take_turn(self))
        return;
    pthread_mutex_lock(&raddle_lock);
    if (self->next < raddle_step_count)
        raddle_diverge("thread %u waits in %s, but is to go on at %s", self->id, self->doing, raddle_where(self->next));
    self->status = RADDLE_STANDING;
    raddle_say("standing\t%u\t%u\n", self->id, self->hooks);
    raddle_pass_on();
    raddle_await_turn(self);
    pthread_mutex_unlock(&raddle_lock);
}

/* What is left of a call that takes several transitions. */
static void raddle_drain(void) {
    while (raddle_self && raddle_take_turn(raddle_self))
        ;
    if (raddle_self) {
        raddle_self->doing = 0;
        raddle_self->blocked = 0;
    }
}

/* A thread all of whose work is its own runs when somebody waits for its end. */
static void raddle_run_to_end(raddle_thread *target) {
    raddle_thread *self = raddle_self;
    pthread_mutex_lock(&raddle_lock);
    if (target->status == RADDLE_NEWBORN && target->next == raddle_step_count) {
        target->joining = self;
        raddle_wake(target);
        raddle_await_turn(self);
    }
    pthread_mutex_unlock(&raddle_lock);
}

static void raddle_finish(raddle_thread *self) {
    raddle_judge(self);
    pthread_mutex_lock(&raddle_lock);
    self->status = RADDLE_FINISHED;
    if (self->next < raddle_step_count)
        raddle_diverge("thread %u ended before it came to %s", self->id, raddle_where(self->next));
    if (self->joining)
        raddle_wake(self->joining);
    else
        raddle_pass_on();
    pthread_mutex_unlock(&raddle_lock);
}

/* To return from main ends the program for all: that is an operation others notice, but there is no hook for it. */
static void raddle_leave_main(void) {
    raddle_thread *self = raddle_self;
    raddle_judge(self);
    pthread_mutex_lock(&raddle_lock);
    if (self->next < raddle_step_count) {
        if (self->next != raddle_turn) {
            self->status = RADDLE_WAITING;
            raddle_pass_on();
            raddle_await_turn(self);
        }
        raddle_turn++;
    } else {
        for (size_t index = 0; index < raddle_standing_count; index++)
            if (raddle_standing[index].thread == self->id) {
                self->status = RADDLE_STANDING;
                raddle_pass_on();
                raddle_await_turn(self);
            }
    }
    pthread_mutex_unlock(&raddle_lock);
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

/* The thread's next input of this name; zero if the recorded run had none. */
static uint64_t raddle_input(const char *name, size_t size) {
    static unsigned char used[raddle_input_count + 1];
    unsigned id = raddle_self ? raddle_self->id : 0;
    uint64_t value = 0;
    for (size_t index = 0; index < raddle_input_count; index++) {
        const struct raddle_input *input = &raddle_inputs[index];
        if (used[index] || input->thread != id || strcmp(input->name, name) != 0)
            continue;
        used[index] = 1;
        memcpy(&value, &input->value, size < sizeof value ? size : sizeof value);
        return value;
    }
    return 0;
}
