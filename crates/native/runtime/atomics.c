/* -- atomics ------------------------------------------------------------------------------------------------------ */

/* What a thread had done at its last release fence, and what its relaxed reads have seen. */
static struct {
    raddle_clock fenced, seen;
} raddle_weak[RADDLE_MOST_THREADS];

enum { RADDLE_LOAD, RADDLE_STORE, RADDLE_CHANGE };

static int raddle_acquires(int order) { return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE; }
static int raddle_releases(int order) {
    return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

/* A store begins a release sequence, or continues that of its own thread; a change continues all. */
static void raddle_hand_on(raddle_thread *self, raddle_sync *sync, int kind, int order) {
    const raddle_clock *adds = raddle_releases(order) ? &self->clock : &raddle_weak[self->id].fenced;
    if (kind == RADDLE_STORE) {
        if (sync->head != self)
            sync->headed = (raddle_clock){0};
        sync->head = self;
        sync->clock = sync->headed;
    }
    if (sync->head == self)
        raddle_join_clock(&sync->headed, adds);
    raddle_join_clock(&sync->clock, adds);
    if (raddle_releases(order))
        self->clock.ticks[self->id]++;
}

static int raddle_atomic_turn(void) { return raddle_self && !raddle_judging ? raddle_hook(raddle_self, RADDLE_ATOMIC) : 0; }

/* An atomic operation that is no transition may be where a thread is to come to. */
static void raddle_come_to_atomic(raddle_thread *self, const volatile void *address, size_t size, int kind) {
    self->at = (uintptr_t)address;
    self->size = size;
    self->write = kind != RADDLE_LOAD;
    self->atomic = 1;
    raddle_come_to_access(self);
    self->size = 0;
}

static void raddle_atomic_made(int taken, const volatile void *address, size_t size, int kind, int order) {
    raddle_thread *self = raddle_self;
    if (!self || raddle_judging)
        return;
    if (!taken)
        raddle_come_to_atomic(self, address, size, kind);
    raddle_sync *sync = raddle_sync_of((const void *)address);
    if (kind != RADDLE_STORE)
        raddle_join_clock(raddle_acquires(order) ? &self->clock : &raddle_weak[self->id].seen, &sync->clock);
    if (taken)
        raddle_note_access(self, (uintptr_t)address, size, kind != RADDLE_LOAD, 1, raddle_where(raddle_turn - 1));
    raddle_check_memory((const void *)address, size, raddle_here(self));
    if (kind != RADDLE_LOAD)
        raddle_hand_on(self, sync, kind, order);
}

static void raddle_atomic(const volatile void *address, size_t size, int kind, int order) {
    raddle_atomic_made(raddle_atomic_turn(), address, size, kind, order);
}

/* Whether it changes anything is known when it is its turn. */
#define RADDLE_ATOMIC_SWAP(TYPE, ADDRESS, EXPECTED, SUCCESS, FAILURE)                              \
    do {                                                                                           \
        int taken = raddle_atomic_turn();                                                          \
        int equal = __atomic_load_n(ADDRESS, __ATOMIC_SEQ_CST) == (EXPECTED);                      \
        raddle_atomic_made(taken, ADDRESS, sizeof(TYPE), equal ? RADDLE_CHANGE : RADDLE_LOAD,      \
                           equal ? (SUCCESS) : (FAILURE));                                         \
    } while (0)

#define RADDLE_UPDATE(BITS, TYPE, NAME)                                                            \
    TYPE __tsan_atomic##BITS##_fetch_##NAME(volatile TYPE *address, TYPE value, int order) {       \
        raddle_atomic(address, sizeof(TYPE), RADDLE_CHANGE, order);                                \
        return __atomic_fetch_##NAME(address, value, __ATOMIC_SEQ_CST);                            \
    }
#define RADDLE_ATOMICS(BITS, TYPE)                                                                          \
    TYPE __tsan_atomic##BITS##_load(const volatile TYPE *address, int order) {                              \
        raddle_atomic(address, sizeof(TYPE), RADDLE_LOAD, order);                                           \
        return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                                  \
    }                                                                                                       \
    void __tsan_atomic##BITS##_store(volatile TYPE *address, TYPE value, int order) {                       \
        raddle_atomic(address, sizeof(TYPE), RADDLE_STORE, order);                                          \
        __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                                 \
    }                                                                                                       \
    TYPE __tsan_atomic##BITS##_exchange(volatile TYPE *address, TYPE value, int order) {                    \
        raddle_atomic(address, sizeof(TYPE), RADDLE_CHANGE, order);                                         \
        return __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST);                                       \
    }                                                                                                       \
    TYPE __tsan_atomic##BITS##_compare_exchange_val(volatile TYPE *address, TYPE expected, TYPE value,      \
                                                    int success, int failure) {                             \
        RADDLE_ATOMIC_SWAP(TYPE, address, expected, success, failure);                                      \
        __atomic_compare_exchange_n(address, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);      \
        return expected;                                                                                    \
    }                                                                                                       \
    int __tsan_atomic##BITS##_compare_exchange_strong(volatile TYPE *address, TYPE *expected, TYPE value,   \
                                                      int success, int failure) {                           \
        RADDLE_ATOMIC_SWAP(TYPE, address, *expected, success, failure);                                     \
        return __atomic_compare_exchange_n(address, expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    }                                                                                                       \
    int __tsan_atomic##BITS##_compare_exchange_weak(volatile TYPE *address, TYPE *expected, TYPE value,     \
                                                    int success, int failure) {                             \
        return __tsan_atomic##BITS##_compare_exchange_strong(address, expected, value, success, failure);   \
    }                                                                                                       \
    RADDLE_UPDATE(BITS, TYPE, add)                                                                          \
    RADDLE_UPDATE(BITS, TYPE, sub)                                                                          \
    RADDLE_UPDATE(BITS, TYPE, and)                                                                          \
    RADDLE_UPDATE(BITS, TYPE, or)                                                                           \
    RADDLE_UPDATE(BITS, TYPE, xor)                                                                          \
    RADDLE_UPDATE(BITS, TYPE, nand)
RADDLE_ATOMICS(8, uint8_t)
RADDLE_ATOMICS(16, uint16_t)
RADDLE_ATOMICS(32, uint32_t)
RADDLE_ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int order) {
    raddle_thread *self = raddle_self;
    if (self) {
        raddle_hook(self, RADDLE_ATOMIC);
        raddle_drain();
        if (raddle_acquires(order))
            raddle_join_clock(&self->clock, &raddle_weak[self->id].seen);
        if (raddle_releases(order)) {
            raddle_weak[self->id].fenced = self->clock;
            self->clock.ticks[self->id]++;
        }
    }
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int order) { (void)order; }

