/* -- beginning and end -------------------------------------------------------------------------------------------- */

/* Directories on the way to a file. */
static void raddle_make_directories(const char *name) {
    char path[256];
    for (size_t index = 0; name[index] && index + 1 < sizeof path; index++) {
        path[index] = name[index];
        path[index + 1] = 0;
        if (name[index + 1] == '/')
            mkdir(path, 0700);
    }
}

/* A directory that a test of its own makes for files. Others are run in one. */
static char raddle_scratch[] = "/tmp/raddle-files-XXXXXX";
static int raddle_has_scratch;

static void raddle_remove_files(void) {
    if (!raddle_has_scratch)
        return;
    for (size_t index = 0; index < raddle_file_count; index++)
        unlink(raddle_files[index].name);
    rmdir(raddle_scratch);
}

/* Files that were asked for, in a directory that has no others. */
static void raddle_lay_out_files(void) {
    if (!raddle_file_count)
        return;
#ifdef RADDLE_STANDALONE
    raddle_has_scratch = mkdtemp(raddle_scratch) && chdir(raddle_scratch) == 0;
    if (!raddle_has_scratch)
        raddle_diverge("there is no place for the recorded files");
#endif
    for (size_t index = 0; index < raddle_file_count; index++) {
        const struct raddle_given_file *file = &raddle_files[index];
        if (file->name[0] == '/' || strstr(file->name, ".."))
            raddle_diverge("a recorded file has a name that leads elsewhere, where nothing is laid out");
        if (file->size < 0)
            continue;
        raddle_make_directories(file->name);
        FILE *made = fopen(file->name, "w");
        if (!made || fwrite(file->bytes, 1, (size_t)file->size, made) != (size_t)file->size || fclose(made) != 0)
            raddle_diverge("a recorded file cannot be written");
    }
}

static void raddle_on_signal(int number, siginfo_t *info, void *context) {
    (void)context;
    if (number == SIGALRM) {
        unsigned id = raddle_holder ? raddle_holder->id : 0;
        raddle_say("late\t%zu\t%u\t%s\n", raddle_turn, id, raddle_holder ? raddle_here(raddle_holder) : "");
        fprintf(stderr, "raddle: thread %u does not come to an end after transition %zu\n", id, raddle_turn);
        raddle_leave(RADDLE_LATE);
    }
    const char *name = number == SIGILL || number == SIGTRAP ? "a check of the compiler"
                       : number == SIGFPE                  ? "a division"
                       : number == SIGABRT                 ? "abort"
                                                           : "an access to memory";
    if (!raddle_ending)
        fprintf(stderr, "raddle: thread %u fails: %s (signal %d)\n", raddle_self ? raddle_self->id : 0, name, number);
    raddle_say("signal\t%d\t%zu\t%u\t%zu\n", number, (size_t)info->si_addr, raddle_self ? raddle_self->id : 0, raddle_turn);
    raddle_remove_files();
    signal(number, SIG_DFL);
    raise(number);
}

static void raddle_prepare_signals(void) {
    size_t size = 1 << 16;
    stack_t stack = {.ss_sp = malloc(size), .ss_size = size, .ss_flags = 0};
    sigaltstack(&stack, 0);
}

static void raddle_at_exit(void) {
    raddle_remove_files();
    if (raddle_ending)
        return;
    size_t left = 0;
    for (size_t index = 0; index < raddle_block_count; index++)
        left += !raddle_blocks[index].freed;
    if (left) {
        raddle_say("leak\t%zu\n", left);
        if (raddle_tells_leaks) {
            fprintf(stderr, "raddle: %zu %s never freed\n", left, left == 1 ? "block of memory was" : "blocks of memory were");
            raddle_failures++;
        }
    }
    raddle_say("end\t%zu\n", raddle_turn);
    if (raddle_failures)
        raddle_leave(RADDLE_FAILED);
}

/* What a process gets from outside: standard input, an environment of what was asked for, and files. */
static void raddle_surround(void) {
    int ends[2];
    if (pipe(ends) != 0 || raddle_stdin_size > 60000 || write(ends[1], raddle_stdin, raddle_stdin_size) != raddle_stdin_size)
        raddle_diverge("the recorded input does not fit into a pipe");
    dup2(ends[0], 0);
    close(ends[0]);
    close(ends[1]);
    clearenv();
    for (size_t index = 0; index < raddle_variable_count; index++)
        setenv(raddle_variables[index].name, raddle_variables[index].value, 1);
    raddle_lay_out_files();
}

static void raddle_start(void) {
    const char *report = getenv("RADDLE_NATIVE_REPORT");
    if (report)
        raddle_report = fopen(report, "w");
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGALRM};
    struct sigaction action = {.sa_sigaction = raddle_on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index++)
        sigaction(signals[index], &action, 0);
    raddle_prepare_signals();
    alarm(raddle_keeps_surroundings ? 0 : RADDLE_TIME_LIMIT);
    atexit(raddle_at_exit);
    raddle_thread *main_thread = raddle_begin(0);
    main_thread->handle = pthread_self();
    main_thread->status = RADDLE_RUNNING;
    raddle_holder = main_thread;
    raddle_self = main_thread;
}

int main(void) {
    static char *arguments[raddle_argument_count + 1], *environment[1];
    raddle_start();
    if (!raddle_keeps_surroundings)
        raddle_surround();
    /* A program may write to its arguments. */
    for (size_t index = 0; index < raddle_argument_count; index++)
        arguments[index] = strdup(raddle_arguments[index]);
    int code;
    pthread_cleanup_push(raddle_end_thread, raddle_self);
    code = raddle_program_main(raddle_argument_count, arguments, environment);
    pthread_cleanup_pop(0);
    raddle_leave_main();
    return code;
}
