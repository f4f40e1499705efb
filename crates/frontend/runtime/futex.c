/*
 * syscall: the one that locks of one's own are made of. Waiters are kept in a table; who wakes some of them wakes any.
 */
enum { RADDLE_WAITERS = 16 };

struct raddle_timespec;

struct raddle_waiter {
    int *address;
    int is_woken;
};

static struct raddle_waiter raddle_waiters[RADDLE_WAITERS];

#define EAGAIN 11
#define ETIMEDOUT 110
#define ENOSYS 38

int __raddle_choose(const char *name, int count);
void raddle_atomic_begin(void);
void raddle_atomic_end(void);
void raddle_await(int condition);

static int raddle_free_waiter(void) {
    for (int index = 0; index < RADDLE_WAITERS; index++)
        if (!raddle_waiters[index].address)
            return index;
    __raddle_unsupported("more than 16 threads that wait for a futex");
    return 0;
}

static long raddle_futex_wait(int *address, int expected, int has_time) {
    raddle_atomic_begin();
    if (__atomic_load_n(address, __ATOMIC_SEQ_CST) != expected) {
        raddle_atomic_end();
        errno = EAGAIN;
        return -1;
    }
    struct raddle_waiter *waiter = &raddle_waiters[raddle_free_waiter()];
    waiter->address = address;
    waiter->is_woken = 0;
    raddle_atomic_end();
    raddle_atomic_begin();
    if (!has_time)
        raddle_await(waiter->is_woken);
    int is_woken = waiter->is_woken;
    waiter->address = NULL;
    raddle_atomic_end();
    if (is_woken)
        return 0;
    errno = ETIMEDOUT;
    return -1;
}

static long raddle_futex_wake(int *address, int most) {
    raddle_atomic_begin();
    int waiting = 0, woken = 0;
    for (int index = 0; index < RADDLE_WAITERS; index++)
        waiting += (raddle_waiters[index].address == address) & !raddle_waiters[index].is_woken;
    while (woken < most && waiting > 0) {
        int skip = waiting > most - woken ? __raddle_choose("woken", waiting) : 0;
        for (int index = 0; index < RADDLE_WAITERS; index++)
            if (raddle_waiters[index].address == address && !raddle_waiters[index].is_woken && skip-- == 0)
                raddle_waiters[index].is_woken = 1;
        waiting--;
        woken++;
    }
    raddle_atomic_end();
    return woken;
}

static long raddle_futex(int *address, int operation, int number, const struct raddle_timespec *timeout) {
    enum { WAIT = 0, WAKE = 1, WAIT_BITSET = 9, WAKE_BITSET = 10, PRIVATE = 128, CLOCK_REALTIME = 256 };
    switch (operation & ~(PRIVATE | CLOCK_REALTIME)) {
    case WAIT:
    case WAIT_BITSET:
        return raddle_futex_wait(address, number, timeout != NULL);
    case WAKE:
    case WAKE_BITSET:
        return raddle_futex_wake(address, number);
    }
    __raddle_unsupported("this operation of a futex");
    return -1;
}

/* Numbers of x86-64. */
long syscall(long number, ...) {
    enum { FUTEX = sizeof(void *) == 8 ? 202 : 240 };
    if (number != FUTEX)
        __raddle_unsupported("a system call other than futex");
    va_list arguments;
    __builtin_va_start(arguments, number);
    int *address = __builtin_va_arg(arguments, int *);
    int operation = __builtin_va_arg(arguments, int);
    int count = __builtin_va_arg(arguments, int);
    int waits = operation % 128 == 0 || operation % 128 == 9;
    const struct raddle_timespec *timeout = waits ? __builtin_va_arg(arguments, const struct raddle_timespec *) : NULL;
    __builtin_va_end(arguments);
    return raddle_futex(address, operation, count, timeout);
}
