/*
 * Small things about the process and its locale.
 */
char *setlocale(int category, const char *locale) {
    (void)category;
    (void)locale;
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
