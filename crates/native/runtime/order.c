/* -- the order that synchronisation makes ------------------------------------------------------------------------- */

typedef struct raddle_sync {
    const void *object;
    raddle_clock clock;
    raddle_thread *owner;
    unsigned count;        /* how often it is held; or, for a barrier, how many it waits for */
    unsigned arrived;
    int destroyed;
    const raddle_thread *head; /* of an atomic: who stored last, and what that thread released through it since then */
    raddle_clock headed;
    struct raddle_sync *next;
} raddle_sync;

static raddle_sync *raddle_syncs[1024];

static raddle_sync *raddle_sync_of(const void *object) {
    raddle_sync **slot = &raddle_syncs[((uintptr_t)object >> 3) % 1024];
    for (raddle_sync *sync = *slot; sync; sync = sync->next)
        if (sync->object == object)
            return sync;
    raddle_sync *sync = calloc(1, sizeof *sync);
    sync->object = object;
    sync->next = *slot;
    *slot = sync;
    return sync;
}

static void raddle_join_clock(raddle_clock *into, const raddle_clock *from) {
    for (int index = 0; index < RADDLE_MOST_THREADS; index++)
        if (into->ticks[index] < from->ticks[index])
            into->ticks[index] = from->ticks[index];
}

static void raddle_acquire_from(const void *object) {
    if (raddle_self)
        raddle_join_clock(&raddle_self->clock, &raddle_sync_of(object)->clock);
}

static void raddle_release_to(const void *object) {
    if (!raddle_self)
        return;
    raddle_join_clock(&raddle_sync_of(object)->clock, &raddle_self->clock);
    raddle_self->clock.ticks[raddle_self->id]++;
}

typedef struct {
    uintptr_t start, end;
    unsigned thread, tick;
    int write, atomic;
    const char *where;
} raddle_access_record;

static raddle_access_record *raddle_accesses;
static size_t raddle_access_count, raddle_access_room;

static void raddle_tell_race(const raddle_access_record *one, const raddle_access_record *two) {
    const char *does_one = one->write ? "writes" : "reads", *does_two = two->write ? "writes" : "reads";
    raddle_say("race\t%s\t%s\t%u\t%u\t%s\t%s\n", one->where, two->where, one->thread, two->thread, does_one, does_two);
    if (!raddle_tells_races)
        return;
    fprintf(stderr, "raddle: data race: thread %u %s at %s, thread %u %s at %s\n", one->thread, does_one, one->where, two->thread,
            does_two, two->where);
    raddle_failures++;
}

static int raddle_conflict(const raddle_access_record *one, const raddle_access_record *two) {
    return one->thread != two->thread && one->start < two->end && two->start < one->end && (one->write || two->write) &&
           !(one->atomic && two->atomic);
}

/* Others stand before their next access: nothing can order that after this one any more. */
static void raddle_compare_with_standing(const raddle_access_record *access) {
    for (unsigned id = 0; id < RADDLE_MOST_THREADS; id++) {
        raddle_thread *other = &raddle_all[id];
        if (!raddle_exists(other) || other->size == 0 || other->id == access->thread)
            continue;
        size_t next = other->next;
        const char *where = next < raddle_step_count ? raddle_where(next) : raddle_standing_at(id);
        raddle_access_record pending = {other->at, other->at + other->size, id, 0, other->write, 0, where};
        if (raddle_conflict(access, &pending))
            raddle_tell_race(access, &pending);
    }
}

static void raddle_note_access(raddle_thread *self, uintptr_t start, size_t size, int write, int atomic, const char *where) {
    atomic = atomic || self->sections > 0;
    if (self->sections > 0)
        raddle_acquire_from((void *)start);
    raddle_access_record access = {start, start + size, self->id, self->clock.ticks[self->id], write, atomic, where};
    for (size_t index = 0; index < raddle_access_count; index++) {
        raddle_access_record *other = &raddle_accesses[index];
        if (raddle_conflict(other, &access) && self->clock.ticks[other->thread] < other->tick)
            raddle_tell_race(other, &access);
    }
    raddle_compare_with_standing(&access);
    if (raddle_access_count == raddle_access_room) {
        raddle_access_room = raddle_access_room ? 2 * raddle_access_room : 256;
        raddle_accesses = realloc(raddle_accesses, raddle_access_room * sizeof *raddle_accesses);
    }
    raddle_accesses[raddle_access_count++] = access;
    if (self->sections > 0 && write)
        raddle_release_to((void *)start);
}

