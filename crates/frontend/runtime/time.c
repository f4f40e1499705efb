/*
 * <time.h>, <sys/time.h>: clocks show any time, but none runs backwards as long as one thread looks. What two clocks show has
 * nothing to do with each other.
 */
struct raddle_timespec {
    long seconds, nanoseconds;
};

/* A reading of a clock in units from 0 to what a `long` of 32 bits holds, or where there are more, in seconds, to the year 9999. */
static long raddle_reading(const char *name, long *last) {
    long long limit = sizeof(long) > 4 ? RADDLE_END_OF_TIME - 1 : 0x7fffffff;
    long long now = __raddle_input(name);
    raddle_assume((now >= *last) & (now <= limit));
    *last = (long)now;
    return (long)now;
}

enum { RADDLE_REALTIME = 0, RADDLE_CLOCKS = 12 };

static _Thread_local struct raddle_timespec raddle_last_time[RADDLE_CLOCKS];

/* Seconds and a fraction of `parts` per second. */
static struct raddle_timespec raddle_now(int clock, long parts) {
    struct raddle_timespec *last = &raddle_last_time[clock];
    long earlier = last->seconds;
    long seconds = raddle_reading("time", &last->seconds);
    long long fraction = __raddle_input("time_fraction");
    raddle_assume((fraction >= 0) & (fraction < parts));
    long nanoseconds = (long)fraction * (1000000000 / parts);
    raddle_assume((seconds > earlier) | (nanoseconds >= last->nanoseconds));
    last->nanoseconds = nanoseconds;
    struct raddle_timespec now = {seconds, (long)fraction};
    return now;
}

long time(long *result) {
    struct raddle_timespec *last = &raddle_last_time[RADDLE_REALTIME];
    long earlier = last->seconds;
    long now = raddle_reading("time", &last->seconds);
    if (now != earlier)
        last->nanoseconds = 0;
    if (result)
        *result = now;
    return now;
}

long clock(void) {
    static _Thread_local long last;
    return raddle_reading("clock", &last);
}

int gettimeofday(struct raddle_timespec *result, int zone[2]) {
    if (result)
        *result = raddle_now(RADDLE_REALTIME, 1000000);
    if (zone)
        zone[0] = zone[1] = 0;
    return 0;
}

/* Whether Linux has a clock of this number everywhere. */
static int raddle_has_clock(int clock) {
    if ((clock < -1) | (clock == 8) | (clock == 9))
        __raddle_unsupported("a clock that not every machine has");
    return ((clock >= 0) & (clock < 8)) | (clock == 11);
}

int clock_gettime(int clock, struct raddle_timespec *result) {
    if (!raddle_has_clock(clock)) {
        errno = EINVAL;
        return -1;
    }
    *result = raddle_now(clock, 1000000000);
    return 0;
}

int timespec_get(struct raddle_timespec *result, int base) {
    if (base != 1)
        return 0;
    *result = raddle_now(RADDLE_REALTIME, 1000000000);
    return base;
}

double difftime(long later, long earlier) {
    return (double)later - (double)earlier;
}
