/* -- turns along the schedules for all inputs ---------------------------------------------------------------------
 *
 * The schedules of an epoch (raddle_schedules) are for different inputs. Which of them the inputs at hand want shows in what threads come
 * to: all are followed that begin with what was done so far. A thread goes on as long as one of them has its operation next, and
 * so it was when they were made; then another one does. Behind a schedule come those of the epoch that follows it.
 *
 * Which thread a schedule means by a number shows in the first operation that it has of it. Operations that no schedule has
 * need no turn; whoever is blocked in one waits until it is not.
 */

static void raddle_tell_diverged(const char *text) {
    fprintf(stderr, "raddle: the program leaves the schedules after %zu operations: %s\n", raddle_turn, text);
}

/* A schedule that may be the one at hand, how far it was followed, and which threads it means; -1 for one that is not known yet. */
typedef struct {
    size_t schedule, at;
    size_t epochs;
    short threads[raddle_label_count + 1];
} raddle_candidate;

static raddle_candidate *raddle_candidates;
static size_t raddle_candidate_count;
/* Who did something last. */
static raddle_thread *raddle_mover;
/* Operations that need a turn, by site and kind. */
static unsigned char raddle_ordered[(raddle_site_count + 1) * 5];

/* All schedules of an epoch; of one in which nothing is done, those behind it, too. */
static void raddle_enter_epoch(unsigned epoch, size_t epochs) {
    size_t known = raddle_candidate_count;
    for (size_t index = 0; index < raddle_schedule_count; index++) {
        if (raddle_schedules[index].epoch != epoch)
            continue;
        for (size_t other = 0; other < known; other++)
            if (raddle_candidates[other].at == 0 && raddle_candidates[other].schedule == index)
                return;
        size_t room = (raddle_candidate_count + 1) * sizeof *raddle_candidates;
        raddle_candidates = realloc(raddle_candidates, room);
        raddle_candidate *added = &raddle_candidates[raddle_candidate_count++];
        added->schedule = index;
        added->at = 0;
        added->epochs = epochs;
        for (size_t label = 0; label < raddle_label_count; label++)
            added->threads[label] = label == 0 ? 0 : -1;
    }
    for (size_t index = known, end = raddle_candidate_count; index < end; index++) {
        const struct raddle_schedule *schedule = &raddle_schedules[raddle_candidates[index].schedule];
        if (schedule->count == 0 && schedule->next)
            raddle_enter_epoch(schedule->next, epochs + 1);
    }
}

static void raddle_begin_schedules(void) {
    for (size_t index = 0; index < raddle_operation_count; index++) {
        const struct raddle_operation *operation = &raddle_operations[index];
        if (operation->site < raddle_site_count)
            raddle_ordered[operation->site * 5 + operation->kind] = 1;
    }
    raddle_enter_epoch(1, 1);
}

/* What a candidate has next; none behind its end. */
static const struct raddle_operation *raddle_next_operation(const raddle_candidate *candidate) {
    const struct raddle_schedule *schedule = &raddle_schedules[candidate->schedule];
    return candidate->at < schedule->count ? &raddle_operations[schedule->first + candidate->at] : 0;
}

static int raddle_lives(const raddle_thread *thread) {
    return raddle_exists(thread) && thread->status != RADDLE_FINISHED;
}

static unsigned raddle_living(void) {
    unsigned living = 0;
    for (unsigned id = 0; id < RADDLE_MOST_THREADS; id++)
        living += raddle_lives(&raddle_all[id]);
    return living;
}

/* Whether a thread may be where one stands at the beginning of an epoch. */
static int raddle_fits_place(const raddle_thread *thread, unsigned epoch) {
    for (size_t index = 0; index < raddle_place_count; index++) {
        const struct raddle_place *place = &raddle_places[index];
        if (place->epoch == epoch && place->is_main == (thread->id == 0) && (place->site >= raddle_site_count || place->site == thread->site))
            return 1;
    }
    return 0;
}

/* Whether so many threads begin an epoch, or it is the first. */
static int raddle_fits_number(unsigned epoch) {
    unsigned threads = 0;
    for (size_t index = 0; index < raddle_place_count; index++)
        threads += raddle_places[index].epoch == epoch;
    return epoch == 1 || threads == raddle_living();
}

/* Whether a schedule has an operation of a thread left. */
static int raddle_goes_on_with(const raddle_candidate *candidate, const raddle_thread *thread) {
    const struct raddle_schedule *schedule = &raddle_schedules[candidate->schedule];
    for (size_t at = candidate->at; at < schedule->count; at++) {
        const struct raddle_operation *operation = &raddle_operations[schedule->first + at];
        short known = candidate->threads[operation->thread];
        if (known == (short)thread->id || (known < 0 && operation->site == thread->site && operation->kind == thread->kind))
            return 1;
    }
    return 0;
}

/* Whether nothing but the order of schedules could keep a thread from going on. */
static int raddle_is_free(const raddle_thread *thread) {
    if (thread->queue)
        return thread->signalled || thread->timed;
    return !thread->blocked || !thread->blocked(thread->object);
}

static int raddle_needs_turn(const raddle_thread *thread) {
    return raddle_ordered[thread->site * 5 + thread->kind];
}

/* Whether a schedule can be that of the inputs at hand, as threads stand. Those that it has nothing for any more stay where the next epoch
   begins, or are blocked for good. */
static int raddle_is_possible(const raddle_candidate *candidate) {
    const struct raddle_schedule *schedule = &raddle_schedules[candidate->schedule];
    if (candidate->at == 0 && !raddle_fits_number(schedule->epoch))
        return 0;
    for (unsigned id = 0; id < RADDLE_MOST_THREADS; id++) {
        const raddle_thread *thread = &raddle_all[id];
        /* What needs no turn may be behind it sooner or later. */
        if (!raddle_lives(thread) || thread->status == RADDLE_NEWBORN || !raddle_needs_turn(thread))
            continue;
        if (candidate->at == 0 && schedule->epoch != 1 && !raddle_fits_place(thread, schedule->epoch))
            return 0;
        if (raddle_goes_on_with(candidate, thread))
            continue;
        if (schedule->next ? !raddle_fits_place(thread, schedule->next) : raddle_is_free(thread))
            return 0;
    }
    return 1;
}

/* Whether a schedule means the operation that a thread is at. */
static int raddle_means(const raddle_candidate *candidate, const raddle_thread *thread) {
    const struct raddle_operation *next = raddle_next_operation(candidate);
    if (!next || next->site != thread->site || next->kind != thread->kind)
        return 0;
    if (candidate->threads[next->thread] >= 0)
        return candidate->threads[next->thread] == (short)thread->id;
    for (size_t label = 0; label < raddle_label_count; label++)
        if (candidate->threads[label] == (short)thread->id)
            return 0;
    return 1;
}

static int raddle_is_next(const raddle_thread *thread) {
    for (size_t index = 0; index < raddle_candidate_count; index++)
        if (raddle_means(&raddle_candidates[index], thread) && raddle_is_possible(&raddle_candidates[index]))
            return 1;
    return 0;
}

static int raddle_can_go(const raddle_thread *thread) {
    if (thread->status != RADDLE_WAITING || !raddle_is_free(thread))
        return 0;
    return !raddle_needs_turn(thread) || raddle_is_next(thread) || raddle_living() == 1;
}

static void raddle_tell_stuck(void) {
    int all_blocked = 1;
    for (unsigned id = 0; id < RADDLE_MOST_THREADS; id++) {
        const raddle_thread *thread = &raddle_all[id];
        if (!raddle_lives(thread))
            continue;
        int is_free = raddle_is_free(thread);
        all_blocked = all_blocked && !is_free;
        const char *doing = thread->doing ? thread->doing : "an access";
        fprintf(stderr, "raddle: thread %u %s %s at %s\n", id, is_free ? "stands before" : "is stuck in", doing, raddle_sites[thread->site]);
    }
    if (!all_blocked)
        raddle_diverge("no schedule goes on with what any thread stands before");
    raddle_say("deadlock\t%zu\n", raddle_turn);
    fprintf(stderr, "raddle: no thread can go on\n");
    raddle_leave(RADDLE_STUCK);
}

/* Schedules begin with the first thread that can move, and go on with whoever has moved. */
static int raddle_begins_epoch(void) {
    for (size_t index = 0; index < raddle_candidate_count; index++)
        if (raddle_next_operation(&raddle_candidates[index]) && raddle_candidates[index].at > 0)
            return 0;
    return 1;
}

/* Gives the turn to whoever is next. The caller has the lock and waits. */
static void raddle_pass_on(void) {
    /* What a thread stands before has to be known, and whether it ends before anything. */
    if (raddle_wake_newborn())
        return;
    if (raddle_mover && !raddle_begins_epoch() && raddle_can_go(raddle_mover)) {
        raddle_wake(raddle_mover);
        return;
    }
    for (unsigned id = 0; id < RADDLE_MOST_THREADS; id++)
        if (raddle_exists(&raddle_all[id]) && raddle_can_go(&raddle_all[id])) {
            raddle_wake(&raddle_all[id]);
            return;
        }
    if (raddle_living())
        raddle_tell_stuck();
}

/* An operation is done: what begins with something else is no longer followed. */
static void raddle_advance(raddle_thread *self) {
    raddle_mover = self;
    if (!raddle_needs_turn(self) || !raddle_is_next(self))
        return;
    size_t kept = 0;
    for (size_t index = 0; index < raddle_candidate_count; index++) {
        if (!raddle_means(&raddle_candidates[index], self) || !raddle_is_possible(&raddle_candidates[index]))
            continue;
        raddle_candidate *candidate = &raddle_candidates[kept];
        if (kept != index)
            *candidate = raddle_candidates[index];
        kept++;
        candidate->threads[raddle_next_operation(candidate)->thread] = (short)self->id;
        candidate->at++;
    }
    raddle_candidate_count = kept;
    raddle_turn++;
    for (size_t index = 0; index < kept; index++) {
        const struct raddle_schedule *schedule = &raddle_schedules[raddle_candidates[index].schedule];
        if (raddle_candidates[index].at == schedule->count && schedule->next)
            raddle_enter_epoch(schedule->next, raddle_candidates[index].epochs + 1);
    }
}

/* The caller has the lock. */
static void raddle_wait_until_next(raddle_thread *self) {
    self->status = RADDLE_WAITING;
    raddle_pass_on();
    raddle_await_turn(self);
    raddle_advance(self);
}

static int raddle_take_turn(raddle_thread *self) {
    if (self->kind == RADDLE_READ || self->kind == RADDLE_WRITE)
        return 0;
    if (!raddle_needs_turn(self) && !self->blocked)
        return 0;
    pthread_mutex_lock(&raddle_lock);
    raddle_wait_until_next(self);
    pthread_mutex_unlock(&raddle_lock);
    return 0;
}

/* The same call goes on. */
static void raddle_go_on_waiting(void) {
    pthread_mutex_lock(&raddle_lock);
    raddle_wait_until_next(raddle_self);
    pthread_mutex_unlock(&raddle_lock);
}

static void raddle_drain(void) {
    if (raddle_self) {
        raddle_self->doing = 0;
        raddle_self->blocked = 0;
    }
}

static void raddle_run_to_end(raddle_thread *target) { (void)target; }
static void raddle_let_fail(raddle_thread *child) { (void)child; }

static void raddle_finish(raddle_thread *self) {
    pthread_mutex_lock(&raddle_lock);
    self->status = RADDLE_FINISHED;
    raddle_pass_on();
    pthread_mutex_unlock(&raddle_lock);
}

/* To return from main ends the program for all. */
static void raddle_leave_main(void) {
    size_t epochs = 0;
    int is_complete = raddle_candidate_count == 0;
    for (size_t index = 0; index < raddle_candidate_count; index++) {
        if (epochs < raddle_candidates[index].epochs)
            epochs = raddle_candidates[index].epochs;
        is_complete = is_complete || !raddle_next_operation(&raddle_candidates[index]);
    }
    raddle_say("followed\t%zu\t%zu\t%d\n", raddle_turn, epochs, is_complete);
}

static raddle_thread *raddle_new_thread(void) {
    static int begun;
    if (!begun++)
        raddle_begin_schedules();
    for (unsigned id = 1; id < RADDLE_MOST_THREADS; id++)
        if (!raddle_exists(&raddle_all[id]))
            return raddle_begin(id);
    raddle_diverge("there is no room for another thread");
    return 0;
}

/* The next value for an input of this name, whichever thread asks; zero if there is none. */
static uint64_t raddle_input(const char *name, size_t size) {
    static unsigned char used[raddle_input_count + 1];
    for (size_t index = 0; index < raddle_input_count; index++) {
        if (used[index] || strcmp(raddle_inputs[index].name, name) != 0)
            continue;
        used[index] = 1;
        uint64_t value = 0;
        memcpy(&value, &raddle_inputs[index].value, size < sizeof value ? size : sizeof value);
        return value;
    }
    return 0;
}
