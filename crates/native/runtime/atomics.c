/* -- atomics ------------------------------------------------------------------------------------------------------ */

static void raddle_atomic(const volatile void *address, size_t size, int write) {
    raddle_thread *self = raddle_self;
    if (!self || raddle_judging)
        return;
    int taken = raddle_hook(self, RADDLE_ATOMIC);
    raddle_acquire_from((const void *)address);
    if (taken)
        raddle_note_access(self, (uintptr_t)address, size, write, 1, raddle_where(raddle_turn - 1));
    raddle_check_memory((const void *)address, size, raddle_here(self));
    if (write)
        raddle_release_to((const void *)address);
}

#define RADDLE_UPDATE(BITS, TYPE, NAME)                                                            \
    TYPE __tsan_atomic##BITS##_fetch_##NAME(volatile TYPE *address, TYPE value, int order) {       \
        (void)order;                                                                               \
        raddle_atomic(address, sizeof(TYPE), 1);                                                   \
        return __atomic_fetch_##NAME(address, value, __ATOMIC_SEQ_CST);                            \
    }
#define RADDLE_ATOMICS(BITS, TYPE)                                                                          \
    TYPE __tsan_atomic##BITS##_load(const volatile TYPE *address, int order) {                              \
        (void)order;                                                                                        \
        raddle_atomic(address, sizeof(TYPE), 0);                                                            \
        return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                                  \
    }                                                                                                       \
    void __tsan_atomic##BITS##_store(volatile TYPE *address, TYPE value, int order) {                       \
        (void)order;                                                                                        \
        raddle_atomic(address, sizeof(TYPE), 1);                                                            \
        __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                                 \
    }                                                                                                       \
    TYPE __tsan_atomic##BITS##_exchange(volatile TYPE *address, TYPE value, int order) {                    \
        (void)order;                                                                                        \
        raddle_atomic(address, sizeof(TYPE), 1);                                                            \
        return __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST);                                       \
    }                                                                                                       \
    TYPE __tsan_atomic##BITS##_compare_exchange_val(volatile TYPE *address, TYPE expected, TYPE value,      \
                                                    int success, int failure) {                             \
        (void)success, (void)failure;                                                                       \
        raddle_atomic(address, sizeof(TYPE), 1);                                                            \
        __atomic_compare_exchange_n(address, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);      \
        return expected;                                                                                    \
    }                                                                                                       \
    int __tsan_atomic##BITS##_compare_exchange_strong(volatile TYPE *address, TYPE *expected, TYPE value,   \
                                                      int success, int failure) {                           \
        (void)success, (void)failure;                                                                       \
        raddle_atomic(address, sizeof(TYPE), 1);                                                            \
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
    (void)order;
    if (raddle_self) {
        raddle_hook(raddle_self, RADDLE_ATOMIC);
        raddle_drain();
    }
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int order) { (void)order; }

