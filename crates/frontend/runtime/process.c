/*
 * Small things about the process and its locale.
 */
void raddle_atomic_begin(void);
void raddle_atomic_end(void);

char *setlocale(int category, const char *locale) {
    enum { LAST_CATEGORY = 12 };
    if (locale)
        __raddle_not_thread_safe("setlocale");
    else
        __raddle_reads_hidden("setlocale");
    if (category < 0 || category > LAST_CATEGORY) {
        errno = EINVAL;
        return NULL;
    }
    /* The environment is taken to ask for no other locale. */
    if (locale && *locale && !(locale[0] == 'C' && !locale[1]))
        __raddle_unsupported("a locale other than C");
    return "C";
}

int getpid(void) {
    static int pid;
    raddle_atomic_begin();
    if (!pid) {
        long long any = __raddle_input("getpid");
        raddle_assume((any > 1) & (any < 1 << 22));
        pid = (int)any;
    }
    int known = pid;
    raddle_atomic_end();
    return known;
}

/* A number that is the same whenever somebody asks. */
static int raddle_fixed(int *number, const char *name) {
    raddle_atomic_begin();
    if (!*number) {
        long long any = __raddle_input(name);
        raddle_assume((any >= 0) & (any < 0x7fffffff));
        *number = (int)any + 1;
    }
    int known = *number - 1;
    raddle_atomic_end();
    return known;
}

int getppid(void) {
    static int parent;
    return raddle_fixed(&parent, "getppid");
}

unsigned getuid(void) {
    static int user;
    return (unsigned)raddle_fixed(&user, "getuid");
}

unsigned geteuid(void) {
    static int user;
    return (unsigned)raddle_fixed(&user, "geteuid");
}

unsigned getgid(void) {
    static int group;
    return (unsigned)raddle_fixed(&group, "getgid");
}

unsigned getegid(void) {
    static int group;
    return (unsigned)raddle_fixed(&group, "getegid");
}

unsigned umask(unsigned mask) {
    static unsigned now = 022;
    raddle_atomic_begin();
    unsigned before = now;
    now = mask & 0777;
    raddle_atomic_end();
    return before;
}

static int raddle_is_small_endian(void) {
    int one = 1;
    return *(char *)&one;
}

unsigned htonl(unsigned number) {
    return raddle_is_small_endian() ? __builtin_bswap32(number) : number;
}

unsigned ntohl(unsigned number) {
    return htonl(number);
}

unsigned short htons(unsigned short number) {
    return raddle_is_small_endian() ? __builtin_bswap16(number) : number;
}

unsigned short ntohs(unsigned short number) {
    return htons(number);
}

int getpagesize(void) {
    return 4096;
}

/* Any number; the report says that there are few. */
static int raddle_processors(void) {
    enum { MOST = 4 };
    long long any = __raddle_input("processors");
    raddle_assume((any >= 1) & (any <= MOST));
    return (int)any;
}

int get_nprocs(void) {
    return raddle_processors();
}

int get_nprocs_conf(void) {
    return raddle_processors();
}

/* As on Linux. */
long sysconf(int name) {
    enum { LAST_NAME = 248 };
    long long any;
    switch (name) {
    case 0: /* ARG_MAX */
        return 2097152;
    case 2: /* CLK_TCK */
        return 100;
    case 4: /* OPEN_MAX */
    case 60: /* IOV_MAX */
    case 69: /* GETGR_R_SIZE_MAX */
    case 70: /* GETPW_R_SIZE_MAX */
        return 1024;
    case 30: /* PAGESIZE */
        return 4096;
    case 73: /* THREAD_DESTRUCTOR_ITERATIONS */
        return 4;
    case 75: /* THREAD_STACK_MIN */
        return 16384;
    case 83: /* NPROCESSORS_CONF */
    case 84: /* NPROCESSORS_ONLN */
        return raddle_processors();
    case 85: /* PHYS_PAGES */
    case 86: /* AVPHYS_PAGES */
        any = __raddle_input("pages");
        raddle_assume((any > 0) & (any < 1ll << 40));
        return (long)any;
    case 180: /* HOST_NAME_MAX */
        return 64;
    }
    if (name < 0 || name > LAST_NAME) {
        errno = EINVAL;
        return -1;
    }
    __raddle_unsupported("this name of a system limit");
    return -1;
}

/* The name of a thread, and settings that make no difference here. */
int prctl(int option, ...) {
    enum { SET_DEATH_SIGNAL = 1, SET_DUMPABLE = 4, SET_NAME = 15, GET_NAME = 16, SET_TIMER_SLACK = 29, LONGEST_NAME = 16 };
    static _Thread_local char current[LONGEST_NAME];
    va_list arguments;
    __builtin_va_start(arguments, option);
    char *name = option == SET_NAME || option == GET_NAME ? __builtin_va_arg(arguments, char *) : NULL;
    __builtin_va_end(arguments);
    switch (option) {
    case SET_NAME:
        for (int index = 0; index < LONGEST_NAME - 1; index++)
            if (!(current[index] = name[index]))
                break;
        return 0;
    case GET_NAME:
        __raddle_copy(name, current, LONGEST_NAME);
        return 0;
    case SET_DEATH_SIGNAL:
    case SET_DUMPABLE:
    case SET_TIMER_SLACK:
        return 0;
    }
    __raddle_unsupported("this option of prctl");
    return -1;
}

/* There are no forks, so nobody calls these. */
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
    (void)prepare;
    (void)parent;
    (void)child;
    return 0;
}

void __raddle_free(void *memory) {
    free(memory);
}
