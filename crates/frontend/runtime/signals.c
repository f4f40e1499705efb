/*
 * <signal.h>: what a program says about signals, and those that it sends to itself. Nothing comes from outside, which the report
 * names; a handler runs when its thread raises the signal. A signal for another thread has to be one that it blocks and waits for.
 */
enum { RADDLE_SIGNALS = 65, RADDLE_KILL = 9, RADDLE_STOP = 19, RADDLE_ABORT = 6, RADDLE_MASK_WORDS = 128 / sizeof(long) };
enum { RADDLE_RECEIVERS = 8, RADDLE_SIGNAL_BITS = 8 * sizeof(long) };

typedef void raddle_handler_function(int);

struct raddle_mask {
    unsigned long words[RADDLE_MASK_WORDS];
};

/* As in glibc on x86. */
struct raddle_action {
    raddle_handler_function *handler;
    struct raddle_mask mask;
    int flags;
    void (*restorer)(void);
};

/* Signals that were sent to a thread and that it has not taken. */
struct raddle_receiver {
    unsigned long thread;
    unsigned long long pending;
};

static struct raddle_action raddle_actions[RADDLE_SIGNALS];
static _Thread_local struct raddle_mask raddle_blocked;
static struct raddle_receiver raddle_receivers[RADDLE_RECEIVERS];

#define ESRCH 3

_Noreturn void abort(void);
unsigned long pthread_self(void);
void raddle_atomic_begin(void);
void raddle_atomic_end(void);
void raddle_await(int condition);

static int raddle_is_signal(int number) {
    return (number > 0) & (number < RADDLE_SIGNALS);
}

static int raddle_wrong_signal(void) {
    errno = EINVAL;
    return -1;
}

int sigemptyset(struct raddle_mask *set) {
    for (int index = 0; index < RADDLE_MASK_WORDS; index++)
        set->words[index] = 0;
    return 0;
}

int sigfillset(struct raddle_mask *set) {
    for (int index = 0; index < RADDLE_MASK_WORDS; index++)
        set->words[index] = ~0ul;
    return 0;
}

static unsigned long raddle_bit(int number) {
    return 1ul << ((number - 1) % RADDLE_SIGNAL_BITS);
}

static int raddle_word(int number) {
    return (number - 1) / RADDLE_SIGNAL_BITS;
}

int sigaddset(struct raddle_mask *set, int number) {
    if (!raddle_is_signal(number))
        return raddle_wrong_signal();
    set->words[raddle_word(number)] |= raddle_bit(number);
    return 0;
}

int sigdelset(struct raddle_mask *set, int number) {
    if (!raddle_is_signal(number))
        return raddle_wrong_signal();
    set->words[raddle_word(number)] &= ~raddle_bit(number);
    return 0;
}

int sigismember(const struct raddle_mask *set, int number) {
    if (!raddle_is_signal(number))
        return raddle_wrong_signal();
    return (set->words[raddle_word(number)] & raddle_bit(number)) != 0;
}

/* The error, or 0. */
static int raddle_change_mask(int how, const struct raddle_mask *change, struct raddle_mask *old) {
    enum { BLOCK, UNBLOCK, SET };
    if (old)
        *old = raddle_blocked;
    if (!change)
        return 0;
    if (how < BLOCK || how > SET)
        return EINVAL;
    for (int index = 0; index < RADDLE_MASK_WORDS; index++) {
        unsigned long now = raddle_blocked.words[index], word = change->words[index];
        raddle_blocked.words[index] = how == BLOCK ? now | word : how == UNBLOCK ? now & ~word : word;
    }
    return 0;
}

int pthread_sigmask(int how, const struct raddle_mask *change, struct raddle_mask *old) {
    return raddle_change_mask(how, change, old);
}

int sigprocmask(int how, const struct raddle_mask *change, struct raddle_mask *old) {
    int code = raddle_change_mask(how, change, old);
    if (!code)
        return 0;
    errno = code;
    return -1;
}

int sigaction(int number, const struct raddle_action *change, struct raddle_action *old) {
    if (!raddle_is_signal(number) || (change && (number == RADDLE_KILL || number == RADDLE_STOP)))
        return raddle_wrong_signal();
    struct raddle_action wanted, before;
    if (change)
        wanted = *change;
    raddle_atomic_begin();
    before = raddle_actions[number];
    if (change)
        raddle_actions[number] = wanted;
    raddle_atomic_end();
    if (old)
        *old = before;
    return 0;
}

raddle_handler_function *signal(int number, raddle_handler_function *handler) {
    if (!raddle_is_signal(number) || number == RADDLE_KILL || number == RADDLE_STOP) {
        errno = EINVAL;
        return (raddle_handler_function *)-1;
    }
    raddle_atomic_begin();
    raddle_handler_function *before = raddle_actions[number].handler;
    raddle_actions[number].handler = handler;
    raddle_atomic_end();
    return before;
}

/* Pending signals of a thread. */
static unsigned long long *raddle_pending_of(unsigned long thread) {
    for (int index = 0; index < RADDLE_RECEIVERS; index++) {
        if (!raddle_receivers[index].thread)
            raddle_receivers[index].thread = thread;
        if (raddle_receivers[index].thread == thread)
            return &raddle_receivers[index].pending;
    }
    __raddle_unsupported("signals for more than 8 threads");
    return NULL;
}

/* What a signal does that is not blocked. */
static int raddle_deliver(int number) {
    enum { CHILD = 17, CONTINUE = 18, URGENT = 23, WINDOW = 28 };
    raddle_atomic_begin();
    raddle_handler_function *handler = raddle_actions[number].handler;
    raddle_atomic_end();
    if (handler == (raddle_handler_function *)1)
        return 0;
    if (handler) {
        handler(number);
        return 0;
    }
    if (number == CHILD || number == CONTINUE || number == URGENT || number == WINDOW)
        return 0;
    if (number == RADDLE_ABORT)
        abort();
    __raddle_exit(128 + number);
    return 0;
}

int raise(int number) {
    if (!raddle_is_signal(number))
        return raddle_wrong_signal();
    if (raddle_blocked.words[raddle_word(number)] & raddle_bit(number)) {
        raddle_atomic_begin();
        *raddle_pending_of(pthread_self()) |= 1ull << (number - 1);
        raddle_atomic_end();
        return 0;
    }
    return raddle_deliver(number);
}

/* Whether the other thread blocks the signal cannot be seen from here: it has to wait for it. */
int pthread_kill(unsigned long thread, int number) {
    if (number == 0)
        return 0;
    if (!raddle_is_signal(number))
        return EINVAL;
    if (thread == pthread_self())
        return raise(number);
    raddle_atomic_begin();
    if (raddle_actions[number].handler)
        __raddle_unsupported("a signal with a handler that is sent to another thread");
    *raddle_pending_of(thread) |= 1ull << (number - 1);
    raddle_atomic_end();
    return 0;
}

static int raddle_wait_for_signal(const struct raddle_mask *set) {
    unsigned long long wanted = set->words[0];
    if (sizeof(long) == 4)
        wanted |= (unsigned long long)set->words[1] << 16 << 16;
    raddle_atomic_begin();
    unsigned long long *pending = raddle_pending_of(pthread_self());
    raddle_await(((*pending & wanted) != 0) | __raddle_is_cancelled());
    if (!(*pending & wanted)) {
        raddle_atomic_end();
        __raddle_cancel_here();
    }
    int number = 1;
    while (!(*pending & wanted & 1ull << (number - 1)))
        number++;
    *pending &= ~(1ull << (number - 1));
    raddle_atomic_end();
    return number;
}

int sigwait(const struct raddle_mask *set, int *number) {
    *number = raddle_wait_for_signal(set);
    return 0;
}

int sigpending(struct raddle_mask *set) {
    raddle_atomic_begin();
    unsigned long long pending = *raddle_pending_of(pthread_self());
    raddle_atomic_end();
    sigemptyset(set);
    set->words[0] = (unsigned long)pending;
    return 0;
}

/* The alarm never comes. */
unsigned alarm(unsigned seconds) {
    static unsigned left;
    unsigned before = left;
    left = seconds;
    return before;
}
