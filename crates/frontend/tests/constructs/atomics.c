// C11 atomics in all widths and operations, GCC builtins, fences, compare-and-exchange.
#include <stdatomic.h>
_Atomic int counter;
atomic_flag lock = ATOMIC_FLAG_INIT;
_Atomic(void *) head;
atomic_llong wide;
_Atomic unsigned char small;
atomic_bool ready;
_Atomic float real;
struct pair { int a, b; };
_Atomic struct pair both;

int updates(int v) {
    counter++; counter += v; counter |= 3; counter ^= v; counter &= ~1; --counter; counter *= 3;
    return atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed) + atomic_exchange(&counter, v)
        + atomic_fetch_sub(&counter, 2) + atomic_fetch_or(&counter, 4) + atomic_fetch_xor(&counter, 8) + atomic_fetch_and(&counter, 16);
}
int exchange(int expected) {
    return atomic_compare_exchange_strong(&counter, &expected, 5) + atomic_compare_exchange_weak_explicit(&counter, &expected, 6, memory_order_acq_rel, memory_order_acquire) + expected;
}
void spin(void) { while (atomic_flag_test_and_set(&lock)) { } atomic_thread_fence(memory_order_seq_cst); atomic_flag_clear_explicit(&lock, memory_order_release); }
int gcc_style(int *p) {
    int expected = 1;
    return __sync_fetch_and_add(p, 1) + __sync_bool_compare_and_swap(p, 1, 2) + __sync_val_compare_and_swap(p, 2, 3) + __atomic_load_n(p, __ATOMIC_ACQUIRE)
        + __atomic_exchange_n(p, 4, __ATOMIC_SEQ_CST) + __atomic_compare_exchange_n(p, &expected, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) + __sync_lock_test_and_set(p, 7)
        + __atomic_fetch_nand(p, 3, __ATOMIC_RELAXED) + __atomic_add_fetch(p, 2, __ATOMIC_RELAXED);
}
void *push(void *node) { void *old = atomic_load(&head); atomic_store_explicit(&head, node, memory_order_release); return old; }
int main(void) {
    int x = 1;
    __sync_synchronize();
    small--; ready = 1; wide += 5; real += 1.5f; real = real - 0.5f;
    struct pair p = { 1, 2 }; both = p; p = both;
    spin();
    return updates(2) + exchange(3) + gcc_style(&x) + (push(&x) == 0) + small + ready + p.b;
}
