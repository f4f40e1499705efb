/* -- threads that come to where they were led ---------------------------------------------------------------------- */

static unsigned raddle_arrived;

/* Where a thread is to come to, once all of its transitions are behind it. */
static const struct raddle_arrival *raddle_arrival_of(const raddle_thread *self) {
    if (self->next < raddle_step_count || self->status == RADDLE_STANDING)
        return 0;
    for (size_t index = 0; index < raddle_arrival_count; index++)
        if (raddle_arrivals[index].thread == self->id)
            return &raddle_arrivals[index];
    return 0;
}

/* Two threads are about to access the same bytes, one of them writes, and one is not atomic. */
static int raddle_meet(void) {
    raddle_access_record both[2] = {{0}};
    for (size_t index = 0; index < 2 && index < raddle_arrival_count; index++) {
        raddle_thread *thread = &raddle_all[raddle_arrivals[index].thread];
        both[index] = (raddle_access_record){thread->at, thread->at + thread->size, thread->id, 0, thread->write, thread->atomic, ""};
    }
    return raddle_conflict(&both[0], &both[1]);
}

/* A thread is where it was led to, and stays. Whoever is the last shows that all are. */
static void raddle_stand_at(raddle_thread *self, const struct raddle_arrival *arrival) {
    pthread_mutex_lock(&raddle_lock);
    raddle_say("standing\t%u\t%u\n", self->id, self->hooks);
    fprintf(stderr, "raddle: thread %u comes to %s\n", self->id, arrival->where);
    self->status = RADDLE_STANDING;
    if (++raddle_arrived == raddle_arrival_count) {
        if (raddle_meets && !raddle_meet())
            raddle_diverge("the two threads are not about to access the same bytes");
        char text[512];
        size_t length = 0;
        for (size_t index = 0; index < raddle_arrival_count && length < sizeof text; index++)
            length += (size_t)snprintf(text + length, sizeof text - length, "%sthread %u stands at %s", index ? ", " : "",
                                       raddle_arrivals[index].thread, raddle_arrivals[index].where);
        fprintf(stderr, "raddle: reached: %s\n", text);
        raddle_fail("reached", 0, arrival->where, text);
        raddle_leave(RADDLE_FAILED);
    }
    raddle_pass_on();
    raddle_await_turn(self);
    pthread_mutex_unlock(&raddle_lock);
}

/* Called where a line begins that somebody is to come to. */
int raddle_arrive(unsigned target) {
    raddle_thread *self = raddle_self;
    if (!self || raddle_judging || raddle_meets)
        return 1;
    const struct raddle_arrival *arrival = raddle_arrival_of(self);
    if (arrival && arrival->target == target)
        raddle_stand_at(self, arrival);
    return 1;
}

/* A thread is about to access memory. */
static void raddle_come_to_access(raddle_thread *self) {
    const struct raddle_arrival *arrival = raddle_meets ? raddle_arrival_of(self) : 0;
#ifdef RADDLE_STANDALONE
    int here = arrival && arrival->hook == self->hooks;
#else
    int here = arrival && arrival->site == self->site;
#endif
    if (here)
        raddle_stand_at(self, arrival);
}

