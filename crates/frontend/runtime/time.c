/*
 * <time.h>, <sys/time.h>: clocks show any time, but never run backwards as long as one thread looks.
 */
struct raddle_timespec {
    long seconds, nanoseconds;
};

/* A reading of a clock in units from 0 to what a `long` of 32 bits (or 40, where there are more) holds. */
static long raddle_reading(const char *name, long *last) {
    long long limit = sizeof(long) > 4 ? 1ll << 40 : 0x7fffffff;
    long long now = __raddle_input(name);
    raddle_assume((now >= *last) & (now <= limit));
    *last = (long)now;
    return (long)now;
}

static _Thread_local struct raddle_timespec raddle_last_time;

/* Seconds and a fraction of `parts` per second. */
static struct raddle_timespec raddle_now(long parts) {
    long earlier = raddle_last_time.seconds;
    long seconds = raddle_reading("time", &raddle_last_time.seconds);
    long long fraction = __raddle_input("time_fraction");
    raddle_assume((fraction >= 0) & (fraction < parts));
    long nanoseconds = (long)fraction * (1000000000 / parts);
    raddle_assume((seconds > earlier) | (nanoseconds >= raddle_last_time.nanoseconds));
    raddle_last_time.nanoseconds = nanoseconds;
    struct raddle_timespec now = {seconds, (long)fraction};
    return now;
}

long time(long *result) {
    long earlier = raddle_last_time.seconds;
    long now = raddle_reading("time", &raddle_last_time.seconds);
    if (now != earlier)
        raddle_last_time.nanoseconds = 0;
    if (result)
        *result = now;
    return now;
}

long clock(void) {
    static _Thread_local long last;
    return raddle_reading("clock", &last);
}

int gettimeofday(struct raddle_timespec *result, void *zone) {
    (void)zone;
    *result = raddle_now(1000000);
    return 0;
}

int clock_gettime(int clock, struct raddle_timespec *result) {
    (void)clock;
    *result = raddle_now(1000000000);
    return 0;
}

int timespec_get(struct raddle_timespec *result, int base) {
    *result = raddle_now(1000000000);
    return base;
}

double difftime(long later, long earlier) {
    return (double)later - (double)earlier;
}
