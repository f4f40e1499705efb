/*
 * Small things about the process and its locale.
 */
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
    static _Thread_local int pid;
    if (!pid) {
        long long any = __raddle_input("getpid");
        raddle_assume((any > 1) & (any < 1 << 22));
        pid = (int)any;
    }
    return pid;
}
