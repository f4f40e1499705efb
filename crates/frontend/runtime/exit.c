/*
 * <stdlib.h>: functions to call at exit. Only a program that registers one gets this version of exit; the
 * machine's own does without.
 *
 * on demand: exit quick_exit
 */
enum { RADDLE_HANDLERS = 64 };

struct raddle_handler {
    void (*plain)(void);
    void (*with_argument)(void *);
    void (*with_code)(int, void *);
    void *argument;
};

static struct raddle_handler raddle_at_exit[RADDLE_HANDLERS], raddle_at_quick_exit[RADDLE_HANDLERS];
static int raddle_at_exit_count, raddle_at_quick_exit_count;

static void raddle_run_handlers(struct raddle_handler *handlers, int *count, int code) {
    while (*count > 0) {
        struct raddle_handler *handler = &handlers[--*count];
        if (handler->plain)
            handler->plain();
        else if (handler->with_argument)
            handler->with_argument(handler->argument);
        else
            handler->with_code(code, handler->argument);
    }
}

_Noreturn void exit(int code) {
    raddle_run_handlers(raddle_at_exit, &raddle_at_exit_count, code);
    for (;;)
        __raddle_exit(code);
}

_Noreturn void quick_exit(int code) {
    raddle_run_handlers(raddle_at_quick_exit, &raddle_at_quick_exit_count, code);
    for (;;)
        __raddle_exit(code);
}

static int raddle_register(struct raddle_handler *handlers, int *count, struct raddle_handler handler) {
    if (*count == RADDLE_HANDLERS)
        __raddle_unsupported("more than 64 functions to call at exit");
    handlers[(*count)++] = handler;
    return 0;
}

int atexit(void (*function)(void)) {
    (void)exit;
    if (__raddle_fails("atexit", ENOMEM))
        return -1;
    struct raddle_handler handler = {function, NULL, NULL, NULL};
    return raddle_register(raddle_at_exit, &raddle_at_exit_count, handler);
}

int on_exit(void (*function)(int, void *), void *argument) {
    (void)exit;
    if (__raddle_fails("on_exit", ENOMEM))
        return -1;
    struct raddle_handler handler = {NULL, NULL, function, argument};
    return raddle_register(raddle_at_exit, &raddle_at_exit_count, handler);
}

int __cxa_atexit(void (*function)(void *), void *argument, void *library) {
    (void)exit;
    (void)library;
    struct raddle_handler handler = {NULL, function, NULL, argument};
    return raddle_register(raddle_at_exit, &raddle_at_exit_count, handler);
}

int at_quick_exit(void (*function)(void)) {
    (void)quick_exit;
    if (__raddle_fails("at_quick_exit", ENOMEM))
        return -1;
    struct raddle_handler handler = {function, NULL, NULL, NULL};
    return raddle_register(raddle_at_quick_exit, &raddle_at_quick_exit_count, handler);
}
