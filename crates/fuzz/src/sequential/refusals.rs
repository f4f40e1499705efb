//! Library calls with arguments that are refused, or nearly: the C text that makes one and tells what it returned.

/// `refused_call(which, a, b)` makes one call of the library with arguments taken from `a` and `b`, which may be anything. What it
/// does is defined, does not wait, and depends on nothing but earlier calls.
pub(super) const REFUSALS: &str = r#"
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t refused_plain = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t refused_checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t refused_recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_rwlock_t refused_rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t refused_condition = PTHREAD_COND_INITIALIZER;
static int refused_plain_held, refused_rwlock_held;
static pthread_key_t refused_key;
static int refused_have_key;

static struct timespec refused_time(unsigned long a) {
    static const long parts[] = {-1, 0, 1, 999999999, 1000000000, LONG_MAX, LONG_MIN, 7};
    struct timespec time = {(long)(a / 8 % 3) - 2, parts[a % 8]};
    return time;
}

static unsigned long refused_failure(int result) {
    return result == 0 ? 0 : (unsigned long)(errno * 4 + 1);
}

static unsigned long refused_mutex(unsigned long a, unsigned long b) {
    struct timespec time = refused_time(b);
    pthread_mutex_t *mutex = a % 2 ? &refused_checked : &refused_recursive;
    switch (a / 2 % 6) {
    case 0:
        return (unsigned long)pthread_mutex_lock(mutex);
    case 1:
        return (unsigned long)pthread_mutex_trylock(mutex);
    case 2:
        return (unsigned long)pthread_mutex_timedlock(mutex, &time);
    case 3:
        return (unsigned long)pthread_mutex_clocklock(mutex, (int)(b / 32 % 4), &time);
    case 4:
        return (unsigned long)pthread_mutex_consistent(mutex);
    default:
        return (unsigned long)pthread_mutex_unlock(mutex);
    }
}

static unsigned long refused_plain_mutex(unsigned long a, unsigned long b) {
    struct timespec time = refused_time(b);
    int code = 0;
    if (a % 3 == 0 && refused_plain_held) {
        code = pthread_mutex_unlock(&refused_plain);
        refused_plain_held = 0;
    } else if (a % 3 == 1 && refused_plain_held) {
        code = pthread_cond_timedwait(&refused_condition, &refused_plain, &time);
    } else {
        code = pthread_mutex_timedlock(&refused_plain, &time);
        refused_plain_held |= code == 0;
    }
    return (unsigned long)code;
}

static unsigned long refused_lock(unsigned long a, unsigned long b) {
    struct timespec time = refused_time(b);
    int code = 0;
    switch (a % 5) {
    case 0:
        code = pthread_rwlock_tryrdlock(&refused_rwlock);
        break;
    case 1:
        code = pthread_rwlock_trywrlock(&refused_rwlock);
        break;
    case 2:
        code = pthread_rwlock_timedrdlock(&refused_rwlock, &time);
        break;
    case 3:
        code = pthread_rwlock_timedwrlock(&refused_rwlock, &time);
        break;
    default:
        if (refused_rwlock_held) {
            refused_rwlock_held--;
            return (unsigned long)pthread_rwlock_unlock(&refused_rwlock);
        }
        return 0;
    }
    refused_rwlock_held += code == 0;
    return (unsigned long)code;
}

static unsigned long refused_semaphore(unsigned long a, unsigned long b) {
    static const unsigned values[] = {0, 1, INT_MAX, (unsigned)INT_MAX + 1};
    struct timespec time = refused_time(b);
    sem_t semaphore;
    int result = sem_init(&semaphore, 0, values[a % 4]);
    if (result != 0)
        return refused_failure(result);
    switch (a / 4 % 4) {
    case 0:
        return refused_failure(sem_trywait(&semaphore));
    case 1:
        return refused_failure(sem_timedwait(&semaphore, &time));
    case 2:
        return refused_failure(sem_clockwait(&semaphore, (int)(b / 32 % 4), &time));
    default:
        return refused_failure(sem_post(&semaphore));
    }
}

static unsigned long refused_sleep(unsigned long a, unsigned long b) {
    static const int clocks[] = {0, 1, 3, 4, 10, 12, 77, INT_MAX};
    struct timespec time = refused_time(b);
    if (time.tv_nsec > 999 && time.tv_nsec < 1000000000)
        time.tv_nsec = 999;
    switch (a % 4) {
    case 0:
        return refused_failure(nanosleep(&time, 0));
    case 1:
        return (unsigned long)thrd_sleep(&time, 0);
    case 2:
        return (unsigned long)clock_nanosleep(clocks[a / 4 % 8], 0, &time, 0);
    default:
        return refused_failure(clock_gettime(clocks[a / 4 % 8], &time));
    }
}

static unsigned long refused_attribute(unsigned long a, unsigned long b) {
    pthread_attr_t attributes;
    pthread_mutexattr_t kinds;
    pthread_condattr_t conditions;
    pthread_rwlockattr_t locks;
    struct sched_param priority = {(int)(b % 7) * 33 - 33};
    int setting = (int)(b % 6) - 1;
    pthread_attr_init(&attributes);
    pthread_mutexattr_init(&kinds);
    pthread_condattr_init(&conditions);
    pthread_rwlockattr_init(&locks);
    switch (a % 12) {
    case 0:
        return (unsigned long)pthread_attr_setstacksize(&attributes, 16382 + b % 4);
    case 1:
        return (unsigned long)pthread_attr_setdetachstate(&attributes, setting);
    case 2:
        return (unsigned long)pthread_attr_setschedpolicy(&attributes, setting);
    case 3:
        return (unsigned long)pthread_attr_setinheritsched(&attributes, setting);
    case 4:
        return (unsigned long)pthread_attr_setscope(&attributes, setting);
    case 5:
        pthread_attr_setschedpolicy(&attributes, (int)(b / 7 % 3));
        return (unsigned long)pthread_attr_setschedparam(&attributes, &priority);
    case 6:
        return (unsigned long)pthread_mutexattr_settype(&kinds, setting);
    case 7:
        return (unsigned long)pthread_mutexattr_setrobust(&kinds, setting);
    case 8:
        return (unsigned long)pthread_mutexattr_setpshared(&kinds, setting);
    case 9:
        return (unsigned long)pthread_mutexattr_setprioceiling(&kinds, priority.sched_priority);
    case 10:
        return (unsigned long)pthread_condattr_setclock(&conditions, setting);
    default:
        return (unsigned long)pthread_rwlockattr_setpshared(&locks, setting);
    }
}

static unsigned long refused_memory(unsigned long a, unsigned long b) {
    void *memory = 0;
    char bytes[300];
    switch (a % 4) {
    case 0: {
        int code = posix_memalign(&memory, b % 40, 8);
        free(memory);
        return (unsigned long)code;
    }
    case 1:
        errno = 0;
        memory = calloc(b | SIZE_MAX / 2, 2 + b % 3);
        return memory ? 0 : (unsigned long)errno;
    case 2:
        return refused_failure(getentropy(bytes, 250 + b % 10));
    default:
        return refused_failure(getrandom(bytes, 4, (b % 16) * 8) < 0 ? -1 : 0);
    }
}

static unsigned long refused_thread(unsigned long a, unsigned long b) {
    char name[24] = "aaaaaaaaaaaaaaaaaaaaaaa";
    pthread_barrier_t barrier;
    name[b % 23] = 0;
    switch (a % 6) {
    case 0:
        return (unsigned long)pthread_setname_np(pthread_self(), name);
    case 1:
        return (unsigned long)pthread_setconcurrency((int)(b % 5) - 2) * 8 + (unsigned long)pthread_getconcurrency();
    case 2:
        return (unsigned long)pthread_setcancelstate((int)(b % 4) - 1, 0);
    case 3:
        return (unsigned long)pthread_barrier_init(&barrier, 0, 0x7ffffffdu + (unsigned)(b % 4));
    case 4:
        if (!refused_have_key)
            refused_have_key = pthread_key_create(&refused_key, 0) == 0;
        else
            refused_have_key = pthread_key_delete(refused_key) != 0;
        return (unsigned long)refused_have_key;
    default:
        return (unsigned long)pthread_setspecific(refused_have_key ? refused_key : 77, &refused_key);
    }
}

static unsigned long refused_call(int which, unsigned long a, unsigned long b) {
    switch (which) {
    case 0:
        return refused_mutex(a, b);
    case 1:
        return refused_plain_mutex(a, b);
    case 2:
        return refused_lock(a, b);
    case 3:
        return refused_semaphore(a, b);
    case 4:
        return refused_sleep(a, b);
    case 5:
        return refused_attribute(a, b);
    case 6:
        return refused_memory(a, b);
    default:
        return refused_thread(a, b);
    }
}
"#;
