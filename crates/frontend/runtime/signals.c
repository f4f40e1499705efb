/*
 * <signal.h>: what a program says about signals, and those that it sends to itself. From outside they come only where a thread waits for them, which the report
 * names; a handler runs when its thread raises the signal, or stops blocking it. A signal for another thread has to be one that it
 * blocks and waits for. One for the whole program goes to the thread that sends it, or, if that blocks it, to whoever waits for it or
 * stops blocking it.
 *
 * Order, as Linux has it: when several signals come at once, the one with the smallest number is prepared first, then the next one
 * that the mask of the first allows, and the one prepared last runs first. What a handler leaves pending comes when it returns.
 */
enum { RADDLE_SIGNALS = 65, RADDLE_KILL = 9, RADDLE_STOP = 19, RADDLE_ABORT = 6, RADDLE_MASK_WORDS = 128 / sizeof(long) };
enum { RADDLE_RECEIVERS = 8, RADDLE_TRY_AGAIN = 11, RADDLE_SIGNAL_BITS = 8 * sizeof(long) };

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
/* A bit for each signal that the thread blocks. A new thread has those of its creator: the machine copies what is called so. */
static _Thread_local unsigned long long raddle_inherited_mask;
static struct raddle_receiver raddle_receivers[RADDLE_RECEIVERS];
/* Signals for the whole program that nobody has taken. */
static unsigned long long raddle_pending_for_all;
/* Seconds of the alarm that was asked for and has not come. */
static unsigned raddle_alarm;

#define ESRCH 3

_Noreturn void abort(void);
int getpid(void);
int __raddle_choose(const char *name, int count);
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

static unsigned long long raddle_signals_of(const struct raddle_mask *set) {
    unsigned long long signals = set->words[0];
    if (sizeof(long) == 4)
        signals |= (unsigned long long)set->words[1] << 16 << 16;
    return signals;
}

static void raddle_show_signals(struct raddle_mask *set, unsigned long long signals) {
    sigemptyset(set);
    set->words[0] = (unsigned long)signals;
    if (sizeof(long) == 4)
        set->words[1] = (unsigned long)(signals >> 16 >> 16);
}

/* Nobody blocks these. */
static unsigned long long raddle_blockable(void) {
    return ~(1ull << (RADDLE_KILL - 1) | 1ull << (RADDLE_STOP - 1));
}
static unsigned long long raddle_signal(int number) {
    return 1ull << (number - 1);
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

static int raddle_is_ignored(int number, raddle_handler_function *handler) {
    enum { CHILD = 17, CONTINUE = 18, URGENT = 23, WINDOW = 28 };
    if (handler)
        return handler == (raddle_handler_function *)1;
    return (number == CHILD) | (number == CONTINUE) | (number == URGENT) | (number == WINDOW);
}

static void raddle_deliver_pending(void);

/* The beginning of what is told about a signal. */
struct raddle_information {
    int number, error, code, padding, process, user;
    char rest[128 - 6 * sizeof(int)];
};

static void raddle_call_handler(int number, struct raddle_action *action) {
    enum { WITH_INFORMATION = 4, BY_THREAD = -6 };
    if (action->flags & WITH_INFORMATION) {
        struct raddle_information information = {number, 0, BY_THREAD, 0, getpid(), 0, {0}};
        ((void (*)(int, struct raddle_information *, void *))action->handler)(number, &information, NULL);
    } else
        action->handler(number);
}

/*
 * What a signal does that is not blocked. While its handler runs it is blocked, as are those that the handler asks for. What else is
 * pending comes first; what came meanwhile comes as soon as the mask is as before.
 */
static int raddle_deliver(int number) {
    enum { SEVERAL_AT_A_TIME = 0x40000000, ONCE = (int)0x80000000 };
    raddle_atomic_begin();
    struct raddle_action action = raddle_actions[number];
    if (action.handler && action.flags & ONCE && !raddle_is_ignored(number, action.handler))
        raddle_actions[number].handler = NULL;
    raddle_atomic_end();
    if (raddle_is_ignored(number, action.handler))
        return 0;
    if (action.handler) {
        unsigned long long before = raddle_inherited_mask;
        raddle_inherited_mask |= raddle_signals_of(&action.mask) & raddle_blockable();
        if (!(action.flags & SEVERAL_AT_A_TIME))
            raddle_inherited_mask |= raddle_signal(number);
        raddle_deliver_pending();
        raddle_call_handler(number, &action);
        raddle_inherited_mask = before;
        raddle_deliver_pending();
        return 0;
    }
    if (number == RADDLE_ABORT)
        abort();
    __raddle_exit(128 + number);
    return 0;
}

/* Takes a pending signal out of some that were asked for; 0 if there is none. Part of a step. */
static int raddle_take_signal(unsigned long long wanted) {
    unsigned long long *own = raddle_pending_of(pthread_self()), *from = *own & wanted ? own : &raddle_pending_for_all;
    if (!(*from & wanted))
        return 0;
    int number = 1;
    while (!(*from & wanted & raddle_signal(number)))
        number++;
    *from &= ~raddle_signal(number);
    return number;
}

/* What is pending and not blocked. */
static void raddle_deliver_pending(void) {
    for (int number = 1; number;) {
        raddle_atomic_begin();
        number = raddle_take_signal(~raddle_inherited_mask);
        raddle_atomic_end();
        if (number)
            raddle_deliver(number);
    }
}

/* The error, or 0. What was pending and is not blocked any more comes before the call returns. */
static int raddle_change_mask(int how, const struct raddle_mask *change, struct raddle_mask *old) {
    enum { BLOCK, UNBLOCK, SET };
    unsigned long long before = raddle_inherited_mask;
    if (change) {
        if (how < BLOCK || how > SET)
            return EINVAL;
        unsigned long long signals = raddle_signals_of(change) & raddle_blockable();
        raddle_inherited_mask = how == BLOCK ? before | signals : how == UNBLOCK ? before & ~signals : signals;
    }
    if (old)
        raddle_show_signals(old, before);
    if (before & ~raddle_inherited_mask)
        raddle_deliver_pending();
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

/* What is pending and ignored from now on is forgotten. Part of a step. */
static void raddle_set_action(int number, struct raddle_action action) {
    raddle_actions[number] = action;
    if (!raddle_is_ignored(number, action.handler))
        return;
    raddle_pending_for_all &= ~raddle_signal(number);
    for (int index = 0; index < RADDLE_RECEIVERS; index++)
        raddle_receivers[index].pending &= ~raddle_signal(number);
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
        raddle_set_action(number, wanted);
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
    struct raddle_action made = {handler, {{0}}, 0, 0};
    raddle_set_action(number, made);
    raddle_atomic_end();
    return before;
}

int raise(int number) {
    if (!raddle_is_signal(number))
        return raddle_wrong_signal();
    if (raddle_inherited_mask & raddle_signal(number)) {
        raddle_atomic_begin();
        *raddle_pending_of(pthread_self()) |= raddle_signal(number);
        raddle_atomic_end();
        return 0;
    }
    return raddle_deliver(number);
}

/* Only the program itself can be meant. */
int kill(int process, int number) {
    if (process != 0 && process != getpid())
        __raddle_unsupported("a signal for another process");
    if (number == 0)
        return 0;
    if (!raddle_is_signal(number))
        return raddle_wrong_signal();
    if (!(raddle_inherited_mask & raddle_signal(number)))
        return raddle_deliver(number);
    /* What is blocked waits even if it is ignored: a handler may come before it is let through. */
    raddle_atomic_begin();
    raddle_pending_for_all |= raddle_signal(number);
    raddle_atomic_end();
    return 0;
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
    *raddle_pending_of(thread) |= raddle_signal(number);
    raddle_atomic_end();
    return 0;
}

/* What people send to programs: hang-ups, interrupts, and requests to quit or to end. */
static unsigned long long raddle_usual(void) {
    enum { HANG_UP = 1, INTERRUPT, QUIT, END = 15 };
    return raddle_signal(HANG_UP) | raddle_signal(INTERRUPT) | raddle_signal(QUIT) | raddle_signal(END);
}

static unsigned long long raddle_first_signal(unsigned long long signals) {
    return signals & -signals;
}

/* The signal that comes to who waits for some and finds none of them pending. */
static unsigned long long raddle_coming_signal(unsigned long long signals) {
    while (signals != raddle_first_signal(signals) && __raddle_choose("signal_from_outside", 2))
        signals &= ~raddle_first_signal(signals);
    return raddle_first_signal(signals);
}

/*
 * Waits for one of some signals, and takes it; 0 if the thread is cancelled. What comes from outside, and the alarm, comes where somebody waits for it and
 * nothing else is pending, and nowhere else.
 */
static int raddle_await_signal(unsigned long long wanted, unsigned long long outside) {
    enum { ALARM = 14 };
    raddle_atomic_begin();
    unsigned long long pending = *raddle_pending_of(pthread_self()) | raddle_pending_for_all;
    unsigned long long coming = (outside | (raddle_alarm ? raddle_signal(ALARM) : 0)) & wanted;
    raddle_await((((pending | coming) & wanted) != 0) | __raddle_is_cancelled());
    if (!(pending & wanted) && coming) {
        unsigned long long come = raddle_coming_signal(coming);
        if (come == raddle_signal(ALARM))
            raddle_alarm = 0;
        raddle_pending_for_all |= come;
    }
    int number = raddle_take_signal(wanted);
    raddle_atomic_end();
    return number;
}

static int raddle_wait_for_signal(const struct raddle_mask *set) {
    unsigned long long wanted = raddle_signals_of(set);
    int number = raddle_await_signal(wanted, raddle_usual());
    if (!number)
        __raddle_cancel_here();
    return number;
}

int sigwait(const struct raddle_mask *set, int *number) {
    *number = raddle_wait_for_signal(set);
    return 0;
}

int sigwaitinfo(const struct raddle_mask *set, struct raddle_information *information) {
    int number = raddle_wait_for_signal(set);
    if (information)
        information->number = number;
    return number;
}

/* Whether there is time enough is not known. */
int sigtimedwait(const struct raddle_mask *set, struct raddle_information *information, const void *time) {
    (void)time;
    int number;
    if (__raddle_choose("signal_timeout", 2)) {
        raddle_atomic_begin();
        number = raddle_take_signal(raddle_signals_of(set));
        raddle_atomic_end();
    } else
        number = raddle_wait_for_signal(set);
    if (!number) {
        errno = RADDLE_TRY_AGAIN;
        return -1;
    }
    if (information)
        information->number = number;
    return number;
}

/* Those for which there is a handler. */
static unsigned long long raddle_handled(void) {
    unsigned long long handled = 0;
    raddle_atomic_begin();
    for (int number = 1; number < RADDLE_SIGNALS; number++) {
        raddle_handler_function *handler = raddle_actions[number].handler;
        if (handler && !raddle_is_ignored(number, handler))
            handled |= raddle_signal(number);
    }
    raddle_atomic_end();
    return handled;
}

/* Waits until a handler has run. What is ignored does not count. */
static int raddle_suspend(unsigned long long mask) {
    enum { INTERRUPTED = 4 };
    unsigned long long before = raddle_inherited_mask;
    raddle_inherited_mask = mask;
    for (int handled = 0; !handled;) {
        int number = raddle_await_signal(~mask, raddle_usual() & raddle_handled());
        if (!number)
            __raddle_cancel_here();
        handled = (raddle_handled() & raddle_signal(number)) != 0;
        raddle_deliver(number);
    }
    raddle_inherited_mask = before;
    raddle_deliver_pending();
    errno = INTERRUPTED;
    return -1;
}

int sigsuspend(const struct raddle_mask *set) {
    return raddle_suspend(raddle_signals_of(set) & raddle_blockable());
}

int pause(void) {
    return raddle_suspend(raddle_inherited_mask);
}

int sigpending(struct raddle_mask *set) {
    raddle_atomic_begin();
    unsigned long long pending = *raddle_pending_of(pthread_self()) | raddle_pending_for_all;
    raddle_atomic_end();
    raddle_show_signals(set, pending & raddle_inherited_mask);
    return 0;
}

/* When it comes depends on who waits. */
unsigned alarm(unsigned seconds) {
    raddle_atomic_begin();
    unsigned before = raddle_alarm;
    raddle_alarm = seconds;
    raddle_atomic_end();
    return before;
}
