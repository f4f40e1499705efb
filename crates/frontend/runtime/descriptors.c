/*
 * <unistd.h>, <fcntl.h>, <poll.h>, <sys/stat.h>: files, pipes and counters of events behind descriptors.
 *
 * A file that a program opens by name may be there or not, and holds any bytes; how many at most is what --input says of standard
 * input, or few. Its name stands for the same file everywhere. Each call is one step, except that it reads and writes
 * the memory of the program like any other function. Descriptors 0 to 2 are not in the table: the machine knows them.
 *
 * on demand: write
 */
enum { RADDLE_DESCRIPTORS = 16, RADDLE_STANDARD = 3, RADDLE_FILES = 8, RADDLE_PIPES = 8, RADDLE_WATCHERS = 4 };
enum { RADDLE_LONGEST_NAME = 64, RADDLE_LARGEST_FILE = 4096, RADDLE_FILE_INPUT = 4, RADDLE_PIPE_SIZE = 4096 };

enum { RADDLE_FILE, RADDLE_PIPE_OUT, RADDLE_PIPE_IN, RADDLE_EVENTS, RADDLE_WATCHER };

struct raddle_file {
    int is_known;
    /* Removed while it was open: no name leads to it. */
    int is_nameless;
    int exists;
    size_t size;
    char name[RADDLE_LONGEST_NAME];
    char bytes[RADDLE_LARGEST_FILE];
};

/* A pipe, or a counter of events. */
struct raddle_pipe {
    int readers, writers;
    size_t first, count;
    unsigned long long events;
    char bytes[RADDLE_PIPE_SIZE];
};

/* As in Linux: without a gap on x86 with 64 bits. */
#ifdef __x86_64__
#define RADDLE_PACKED __attribute__((packed))
#else
#define RADDLE_PACKED
#endif
struct raddle_watch {
    unsigned events;
    unsigned long long data;
} RADDLE_PACKED;

/* What `epoll_create` makes: for each number what is asked of it, or nothing. */
struct raddle_watcher {
    int is_open;
    struct raddle_watch watched[RADDLE_DESCRIPTORS];
    int is_watched[RADDLE_DESCRIPTORS];
};

/* What was opened; descriptors that were made of each other share it. */
struct raddle_descriptor {
    int kind;
    int flags;
    size_t at;
    /* The index of a file or a pipe. */
    int which;
    int numbers;
};

static struct raddle_file raddle_files[RADDLE_FILES];
static struct raddle_pipe raddle_pipes[RADDLE_PIPES];
static struct raddle_watcher raddle_watchers[RADDLE_WATCHERS];
static struct raddle_descriptor raddle_descriptors[RADDLE_DESCRIPTORS];
/* What each number stands for: an index plus one. */
static int raddle_numbers[RADDLE_DESCRIPTORS];

#define ENOENT 2
#define EAGAIN 11
#define EEXIST 17
#define ESPIPE 29
#define EPIPE 32

enum { RADDLE_WRITE_ONLY = 1, RADDLE_READ_WRITE = 2, RADDLE_ACCESS = 3, RADDLE_CREATE = 0100, RADDLE_EXCLUSIVE = 0200 };
enum { RADDLE_TRUNCATE = 01000, RADDLE_APPEND = 02000, RADDLE_NO_WAIT = 04000 };

int __raddle_choose(const char *name, int count);
int __raddle_input_limit(void);
void raddle_atomic_begin(void);
void raddle_atomic_end(void);
void raddle_await(int condition);
ptrdiff_t __raddle_standard_write(int descriptor, const void *memory, size_t size);

/* An error ends the step. */
static int raddle_refuse(int code) {
    raddle_atomic_end();
    errno = code;
    return -1;
}

static struct raddle_descriptor *raddle_descriptor_of(int number) {
    if (number < RADDLE_STANDARD || number >= RADDLE_DESCRIPTORS || !raddle_numbers[number])
        return NULL;
    return &raddle_descriptors[raddle_numbers[number] - 1];
}

/* The lowest number that is free, and not below another. */
static int raddle_free_number(int lowest) {
    for (int number = lowest < RADDLE_STANDARD ? RADDLE_STANDARD : lowest; number < RADDLE_DESCRIPTORS; number++)
        if (!raddle_numbers[number])
            return number;
    __raddle_unsupported("more than 13 open descriptors");
    return -1;
}

static int raddle_new_descriptor(int kind, int which, int flags) {
    int number = raddle_free_number(RADDLE_STANDARD), index = 0;
    while (raddle_descriptors[index].numbers)
        index++;
    struct raddle_descriptor made = {kind, flags, 0, which, 1};
    raddle_descriptors[index] = made;
    raddle_numbers[number] = index + 1;
    return number;
}

static int raddle_same_name(const char *a, const char *b) {
    size_t index = 0;
    while (a[index] && a[index] == b[index])
        index++;
    return a[index] == b[index];
}

static struct raddle_file *raddle_new_file(const char *name) {
    struct raddle_file *file = raddle_files;
    while (file < raddle_files + RADDLE_FILES && file->is_known)
        file++;
    if (file == raddle_files + RADDLE_FILES)
        __raddle_unsupported("more than 8 files");
    file->is_known = 1;
    for (size_t index = 0; (file->name[index] = name[index]); index++)
        if (index + 2 == RADDLE_LONGEST_NAME)
            __raddle_unsupported("the name of a file with more than 62 characters");
    return file;
}

/* What an input of a file is called: `file NAME WHAT`. Whoever lays out files for a native run reads it, too. */
static const char *raddle_label(char label[RADDLE_LONGEST_NAME + 16], const struct raddle_file *file, const char *what) {
    const char *parts[] = {"file ", file->name, what};
    size_t length = 0;
    for (int part = 0; part < 3; part++)
        for (const char *from = parts[part]; *from; from++)
            label[length++] = *from;
    label[length] = 0;
    return label;
}

/* The file of a name; one that is new may be there or not. */
static struct raddle_file *raddle_file_named(const char *name) {
    for (int index = 0; index < RADDLE_FILES && raddle_files[index].is_known; index++)
        if (!raddle_files[index].is_nameless && raddle_same_name(raddle_files[index].name, name))
            return &raddle_files[index];
    struct raddle_file *file = raddle_new_file(name);
    char label[RADDLE_LONGEST_NAME + 16];
    file->exists = __raddle_choose(raddle_label(label, file, " exists"), 2);
    if (file->exists) {
        int limit = __raddle_input_limit();
        if (limit >= RADDLE_LARGEST_FILE)
            limit = RADDLE_FILE_INPUT;
        file->size = (size_t)__raddle_choose(raddle_label(label, file, " size"), limit + 1);
        raddle_make_symbolic(file->bytes, (size_t)limit, raddle_label(label, file, ""));
    }
    return file;
}

static int raddle_open(const char *name, int flags) {
    if (__raddle_fails("open", EMFILE))
        return -1;
    raddle_atomic_begin();
    struct raddle_file *file = raddle_file_named(name);
    if (!file->exists && !(flags & RADDLE_CREATE))
        return raddle_refuse(ENOENT);
    if (file->exists && flags & RADDLE_CREATE && flags & RADDLE_EXCLUSIVE)
        return raddle_refuse(EEXIST);
    if (!file->exists || flags & RADDLE_TRUNCATE)
        file->size = 0;
    file->exists = 1;
    int number = raddle_new_descriptor(RADDLE_FILE, (int)(file - raddle_files), flags);
    raddle_atomic_end();
    return number;
}

/* A name without a file. Who has the file open keeps it. */
static struct raddle_file *raddle_without_file(struct raddle_file *file) {
    int is_open = 0;
    for (int index = 0; index < RADDLE_DESCRIPTORS; index++) {
        const struct raddle_descriptor *descriptor = &raddle_descriptors[index];
        is_open |= descriptor->numbers && descriptor->kind == RADDLE_FILE && descriptor->which == file - raddle_files;
    }
    struct raddle_file *left = file;
    if (is_open) {
        file->is_nameless = 1;
        left = raddle_new_file(file->name);
    }
    left->exists = 0;
    return left;
}

int unlink(const char *name) {
    if (__raddle_fails("unlink", EACCES))
        return -1;
    raddle_atomic_begin();
    struct raddle_file *file = raddle_file_named(name);
    if (!file->exists)
        return raddle_refuse(ENOENT);
    raddle_without_file(file);
    raddle_atomic_end();
    return 0;
}

int rename(const char *from, const char *to) {
    if (__raddle_fails("rename", EACCES))
        return -1;
    raddle_atomic_begin();
    struct raddle_file *file = raddle_file_named(from);
    if (!file->exists)
        return raddle_refuse(ENOENT);
    struct raddle_file *target = raddle_file_named(to);
    if (target != file) {
        target = raddle_without_file(target);
        for (size_t index = 0; index < RADDLE_LONGEST_NAME; index++) {
            char letter = file->name[index];
            file->name[index] = target->name[index];
            target->name[index] = letter;
        }
    }
    raddle_atomic_end();
    return 0;
}

int access(const char *name, int mode) {
    (void)mode;
    raddle_atomic_begin();
    if (!raddle_file_named(name)->exists)
        return raddle_refuse(ENOENT);
    raddle_atomic_end();
    return 0;
}

int remove(const char *name) {
    return unlink(name);
}

static int raddle_new_pipe(void) {
    for (int index = 0; index < RADDLE_PIPES; index++)
        if (!raddle_pipes[index].readers && !raddle_pipes[index].writers) {
            raddle_pipes[index].count = raddle_pipes[index].first = 0;
            return index;
        }
    __raddle_unsupported("more than 8 pipes");
    return -1;
}

static int raddle_make_pipe(int ends[2], int flags) {
    if (__raddle_fails("pipe", EMFILE))
        return -1;
    raddle_atomic_begin();
    int which = raddle_new_pipe();
    raddle_pipes[which].readers = raddle_pipes[which].writers = 1;
    int out = raddle_new_descriptor(RADDLE_PIPE_OUT, which, flags);
    int in = raddle_new_descriptor(RADDLE_PIPE_IN, which, flags);
    raddle_atomic_end();
    ends[0] = out;
    ends[1] = in;
    return 0;
}

/* The number is free again. Its last one ends what was opened. */
static void raddle_forget(int number, struct raddle_descriptor *descriptor) {
    raddle_numbers[number] = 0;
    if (--descriptor->numbers > 0)
        return;
    if (descriptor->kind == RADDLE_PIPE_OUT || descriptor->kind == RADDLE_EVENTS)
        raddle_pipes[descriptor->which].readers--;
    if (descriptor->kind == RADDLE_PIPE_IN)
        raddle_pipes[descriptor->which].writers--;
    if (descriptor->kind == RADDLE_WATCHER)
        raddle_watchers[descriptor->which].is_open = 0;
    for (int index = 0; index < RADDLE_WATCHERS; index++)
        raddle_watchers[index].is_watched[number] = 0;
}

static int raddle_close(int number) {
    if (number >= 0 && number < RADDLE_STANDARD)
        __raddle_unsupported("closing a standard descriptor");
    raddle_atomic_begin();
    struct raddle_descriptor *descriptor = raddle_descriptor_of(number);
    if (!descriptor)
        return raddle_refuse(EBADF);
    raddle_forget(number, descriptor);
    raddle_atomic_end();
    return 0;
}

int close(int number) {
    return raddle_close(number);
}

/* A second number for what is open, the lowest that is free from `lowest` on. */
static int raddle_duplicate(int number, int lowest) {
    if (__raddle_fails("dup", EMFILE))
        return -1;
    if (number >= 0 && number < RADDLE_STANDARD)
        __raddle_unsupported("another number of a standard descriptor");
    raddle_atomic_begin();
    struct raddle_descriptor *descriptor = raddle_descriptor_of(number);
    if (!descriptor)
        return raddle_refuse(EBADF);
    int made = raddle_free_number(lowest);
    descriptor->numbers++;
    raddle_numbers[made] = raddle_numbers[number];
    raddle_atomic_end();
    return made;
}

int dup(int number) {
    return raddle_duplicate(number, RADDLE_STANDARD);
}

static int raddle_duplicate_as(int number, int wanted) {
    if ((number >= 0 && number < RADDLE_STANDARD) || (wanted >= 0 && wanted < RADDLE_STANDARD))
        __raddle_unsupported("another number of a standard descriptor");
    raddle_atomic_begin();
    struct raddle_descriptor *descriptor = raddle_descriptor_of(number);
    if (!descriptor || wanted < 0)
        return raddle_refuse(EBADF);
    if (wanted >= RADDLE_DESCRIPTORS)
        __raddle_unsupported("a descriptor with a number above 15");
    if (wanted != number) {
        struct raddle_descriptor *before = raddle_descriptor_of(wanted);
        descriptor->numbers++;
        if (before)
            raddle_forget(wanted, before);
        raddle_numbers[wanted] = raddle_numbers[number];
    }
    raddle_atomic_end();
    return wanted;
}

int dup2(int number, int wanted) {
    return raddle_duplicate_as(number, wanted);
}

int dup3(int number, int wanted, int flags) {
    (void)flags;
    if (number != wanted)
        return raddle_duplicate_as(number, wanted);
    errno = EINVAL;
    return -1;
}

/* Takes what is there, up to a size. */
static ptrdiff_t raddle_take_bytes(struct raddle_descriptor *from, char *to, size_t size) {
    size_t count = 0;
    if (from->kind == RADDLE_FILE) {
        struct raddle_file *file = &raddle_files[from->which];
        while (count < size && from->at < file->size)
            to[count++] = file->bytes[from->at++];
        return (ptrdiff_t)count;
    }
    struct raddle_pipe *channel = &raddle_pipes[from->which];
    while (count < size && channel->count > 0) {
        to[count++] = channel->bytes[channel->first];
        channel->first = (channel->first + 1) % RADDLE_PIPE_SIZE;
        channel->count--;
    }
    return (ptrdiff_t)count;
}

static ptrdiff_t raddle_take_events(struct raddle_descriptor *from, char *to) {
    struct raddle_pipe *counter = &raddle_pipes[from->which];
    unsigned long long events = from->flags & 1 ? 1 : counter->events;
    counter->events -= events;
    __raddle_copy(to, &events, sizeof events);
    return sizeof events;
}

static int raddle_can_read(const struct raddle_descriptor *from) {
    const struct raddle_pipe *channel = &raddle_pipes[from->which];
    if (from->kind == RADDLE_PIPE_OUT)
        return (channel->count > 0) | (channel->writers == 0);
    return from->kind == RADDLE_FILE || channel->events > 0;
}

static ptrdiff_t raddle_read(int number, char *to, size_t size) {
    raddle_atomic_begin();
    struct raddle_descriptor *from = raddle_descriptor_of(number);
    if (!from || from->kind == RADDLE_PIPE_IN || (from->kind == RADDLE_FILE && (from->flags & RADDLE_ACCESS) == RADDLE_WRITE_ONLY))
        return raddle_refuse(EBADF);
    if ((from->kind == RADDLE_EVENTS && size < 8) || from->kind == RADDLE_WATCHER)
        return raddle_refuse(EINVAL);
    if (from->flags & RADDLE_NO_WAIT && !raddle_can_read(from))
        return raddle_refuse(EAGAIN);
    raddle_await(raddle_can_read(from) | __raddle_is_cancelled());
    if (!raddle_can_read(from)) {
        raddle_atomic_end();
        __raddle_cancel_here();
        return -1;
    }
    ptrdiff_t count = from->kind == RADDLE_EVENTS ? raddle_take_events(from, to) : raddle_take_bytes(from, to, size);
    raddle_atomic_end();
    return count;
}

ptrdiff_t read(int number, void *memory, size_t size) {
    enum { LARGEST_PIECE = 4096 };
    if (__raddle_fails("read", EINTR))
        return -1;
    if (number == 0)
        return raddle_read_standard(memory, size);
    if (number > 0 && number < RADDLE_STANDARD)
        __raddle_unsupported("reading from an output");
    size_t piece = size < LARGEST_PIECE ? size : LARGEST_PIECE;
    char bytes[piece + 1];
    ptrdiff_t count = raddle_read(number, bytes, piece);
    if (count > 0)
        __raddle_copy(memory, bytes, (size_t)count);
    return count;
}

/* Zeros up to a size. */
static void raddle_fill(struct raddle_file *file, size_t size) {
    while (file->size < size)
        file->bytes[file->size++] = 0;
}

/* The same number; if it depends on inputs, each value in a run of its own. */
static size_t raddle_one_of(size_t number) {
    size_t known = 0;
    if (__raddle_is_known((long long)number))
        return number;
    while (known < number)
        known++;
    return known;
}

static ptrdiff_t raddle_put_bytes(struct raddle_descriptor *to, const char *from, size_t size) {
    if (to->kind == RADDLE_FILE) {
        struct raddle_file *file = &raddle_files[to->which];
        if (to->flags & RADDLE_APPEND)
            to->at = file->size;
        to->at = raddle_one_of(to->at);
        if (to->at + size > RADDLE_LARGEST_FILE)
            __raddle_unsupported("a file of more than 4096 bytes");
        if (size > 0)
            raddle_fill(file, to->at);
        for (size_t index = 0; index < size; index++)
            file->bytes[to->at++] = from[index];
        if (to->at > file->size)
            file->size = to->at;
        return (ptrdiff_t)size;
    }
    struct raddle_pipe *channel = &raddle_pipes[to->which];
    if (to->kind == RADDLE_EVENTS) {
        unsigned long long events;
        __raddle_copy(&events, from, sizeof events);
        if (channel->events + events < events || channel->events + events == ~0ull)
            __raddle_unsupported("a counter of events at its end");
        channel->events += events;
        return sizeof events;
    }
    if (channel->count + size > RADDLE_PIPE_SIZE)
        __raddle_unsupported("more than 4096 bytes in a pipe");
    for (size_t index = 0; index < size; index++)
        channel->bytes[(channel->first + channel->count++) % RADDLE_PIPE_SIZE] = from[index];
    return (ptrdiff_t)size;
}

static ptrdiff_t raddle_write(int number, const char *from, size_t size) {
    raddle_atomic_begin();
    struct raddle_descriptor *to = raddle_descriptor_of(number);
    if (!to || to->kind == RADDLE_PIPE_OUT || (to->kind == RADDLE_FILE && (to->flags & RADDLE_ACCESS) == 0))
        return raddle_refuse(EBADF);
    if ((to->kind == RADDLE_EVENTS && size < 8) || to->kind == RADDLE_WATCHER)
        return raddle_refuse(EINVAL);
    /* The signal that comes with it is not delivered. */
    if (to->kind == RADDLE_PIPE_IN && raddle_pipes[to->which].readers == 0)
        return raddle_refuse(EPIPE);
    ptrdiff_t count = raddle_put_bytes(to, from, size);
    raddle_atomic_end();
    return count;
}

ptrdiff_t write(int number, const void *memory, size_t size) {
    if (number >= 0 && number < RADDLE_STANDARD)
        return __raddle_standard_write(number, memory, size);
    char bytes[size + 1];
    if (size > 0)
        __raddle_copy(bytes, memory, size);
    return raddle_write(number, bytes, size);
}

/* Reads at a position of a file, which the descriptor does not take over. */
ptrdiff_t pread(int number, void *memory, size_t size, long at) {
    enum { LARGEST_PIECE = 4096 };
    size_t piece = size < LARGEST_PIECE ? size : LARGEST_PIECE;
    char bytes[piece + 1];
    raddle_atomic_begin();
    struct raddle_descriptor *descriptor = raddle_descriptor_of(number);
    if (!descriptor || (descriptor->flags & RADDLE_ACCESS) == RADDLE_WRITE_ONLY)
        return raddle_refuse(EBADF);
    if (descriptor->kind != RADDLE_FILE)
        return raddle_refuse(ESPIPE);
    if (at < 0)
        return raddle_refuse(EINVAL);
    struct raddle_descriptor there = *descriptor;
    there.at = (size_t)at;
    ptrdiff_t count = raddle_take_bytes(&there, bytes, piece);
    raddle_atomic_end();
    if (count > 0)
        __raddle_copy(memory, bytes, (size_t)count);
    return count;
}

ptrdiff_t pread64(int number, void *memory, size_t size, long at) {
    return pread(number, memory, size, at);
}

/* As in Linux, what was opened for appending appends here, too. */
ptrdiff_t pwrite(int number, const void *memory, size_t size, long at) {
    char bytes[size + 1];
    if (size > 0)
        __raddle_copy(bytes, memory, size);
    raddle_atomic_begin();
    struct raddle_descriptor *descriptor = raddle_descriptor_of(number);
    if (!descriptor || (descriptor->kind == RADDLE_FILE && (descriptor->flags & RADDLE_ACCESS) == 0))
        return raddle_refuse(EBADF);
    if (descriptor->kind != RADDLE_FILE)
        return raddle_refuse(ESPIPE);
    if (at < 0)
        return raddle_refuse(EINVAL);
    struct raddle_descriptor there = *descriptor;
    there.at = (size_t)at;
    ptrdiff_t count = raddle_put_bytes(&there, bytes, size);
    raddle_atomic_end();
    return count;
}

ptrdiff_t pwrite64(int number, const void *memory, size_t size, long at) {
    return pwrite(number, memory, size, at);
}

struct raddle_piece {
    void *memory;
    size_t size;
};

/* All pieces in one step. */
ptrdiff_t writev(int number, const struct raddle_piece *pieces, int count) {
    size_t size = 0, done = 0;
    (void)write;
    for (int index = 0; index < count; index++)
        size += pieces[index].size;
    char bytes[size + 1];
    for (int index = 0; index < count; done += pieces[index++].size)
        if (pieces[index].size > 0)
            __raddle_copy(bytes + done, pieces[index].memory, pieces[index].size);
    return write(number, bytes, size);
}

ptrdiff_t readv(int number, const struct raddle_piece *pieces, int count) {
    size_t size = 0, done = 0;
    for (int index = 0; index < count; index++)
        size += pieces[index].size;
    char bytes[size + 1];
    ptrdiff_t result = read(number, bytes, size);
    for (int index = 0; index < count && result > 0 && done < (size_t)result; index++) {
        size_t left = (size_t)result - done, part = left < pieces[index].size ? left : pieces[index].size;
        if (part > 0)
            __raddle_copy(pieces[index].memory, bytes + done, part);
        done += part;
    }
    return result;
}

static int raddle_resize(struct raddle_file *file, long size) {
    if (size < 0)
        return raddle_refuse(EINVAL);
    if (size > RADDLE_LARGEST_FILE)
        __raddle_unsupported("a file of more than 4096 bytes");
    if (file->size > (size_t)size)
        file->size = (size_t)size;
    raddle_fill(file, (size_t)size);
    raddle_atomic_end();
    return 0;
}

int ftruncate(int number, long size) {
    raddle_atomic_begin();
    struct raddle_descriptor *descriptor = raddle_descriptor_of(number);
    if (!descriptor)
        return raddle_refuse(EBADF);
    if (descriptor->kind != RADDLE_FILE || (descriptor->flags & RADDLE_ACCESS) == 0)
        return raddle_refuse(EINVAL);
    return raddle_resize(&raddle_files[descriptor->which], size);
}

int ftruncate64(int number, long size) {
    return ftruncate(number, size);
}

int truncate(const char *name, long size) {
    if (__raddle_fails("truncate", EACCES))
        return -1;
    raddle_atomic_begin();
    struct raddle_file *file = raddle_file_named(name);
    if (!file->exists)
        return raddle_refuse(ENOENT);
    return raddle_resize(file, size);
}

/* Nothing is lost that was written. */
int fsync(int number) {
    if (__raddle_fails("fsync", EIO))
        return -1;
    if (number >= 0 && number < RADDLE_STANDARD)
        __raddle_unsupported("synchronising a standard descriptor");
    raddle_atomic_begin();
    struct raddle_descriptor *descriptor = raddle_descriptor_of(number);
    if (!descriptor)
        return raddle_refuse(EBADF);
    if (descriptor->kind != RADDLE_FILE)
        return raddle_refuse(EINVAL);
    raddle_atomic_end();
    return 0;
}

int fdatasync(int number) {
    return fsync(number);
}

/* As in Linux on x86 with 64 bits. */
struct raddle_status {
    unsigned long device, node, links;
    unsigned mode, user, group, unused;
    unsigned long special_device;
    long size, block_size, blocks;
    struct {
        long seconds, nanoseconds;
    } accessed, modified, changed;
    long reserved[3];
};

/* Numbers of a file that nobody knows: any. */
static long raddle_any_number(const char *name, long long limit) {
    long long number = __raddle_input(name);
    raddle_assume((number >= 0) & (number <= limit));
    return (long)number;
}

static void raddle_describe(struct raddle_status *status, int kind, int which, size_t size) {
    enum { REGULAR = 0100000, PIPE = 0010000, ALLOWED = 0777, BLOCK = 4096, SECTOR = 512 };
    struct raddle_status made = {0};
    if (sizeof(struct raddle_status) != 144)
        __raddle_unsupported("the status of files of this machine");
    made.device = 1;
    made.node = (unsigned long)which + 2 + (kind == RADDLE_FILE ? 0 : RADDLE_FILES);
    made.links = 1;
    made.mode = (unsigned)raddle_any_number("file_mode", ALLOWED) | (kind == RADDLE_FILE ? REGULAR : PIPE);
    made.user = (unsigned)raddle_any_number("file_user", 0x7fffffff);
    made.group = (unsigned)raddle_any_number("file_group", 0x7fffffff);
    made.size = (long)size;
    made.block_size = BLOCK;
    made.blocks = ((long)size + BLOCK - 1) / BLOCK * (BLOCK / SECTOR);
    made.accessed.seconds = raddle_any_number("file_time", RADDLE_END_OF_TIME - 1);
    made.modified.seconds = raddle_any_number("file_time", RADDLE_END_OF_TIME - 1);
    made.changed.seconds = raddle_any_number("file_time", RADDLE_END_OF_TIME - 1);
    *status = made;
}

int stat(const char *name, struct raddle_status *status) {
    raddle_atomic_begin();
    struct raddle_file *file = raddle_file_named(name);
    if (!file->exists)
        return raddle_refuse(ENOENT);
    size_t size = file->size;
    raddle_atomic_end();
    raddle_describe(status, RADDLE_FILE, (int)(file - raddle_files), size);
    return 0;
}

int lstat(const char *name, struct raddle_status *status) {
    return stat(name, status);
}

int fstat(int number, struct raddle_status *status) {
    if (number >= 0 && number < RADDLE_STANDARD)
        __raddle_unsupported("the status of a standard descriptor");
    raddle_atomic_begin();
    struct raddle_descriptor *descriptor = raddle_descriptor_of(number);
    if (!descriptor)
        return raddle_refuse(EBADF);
    int kind = descriptor->kind, which = descriptor->which;
    size_t size = kind == RADDLE_FILE ? raddle_files[which].size : 0;
    raddle_atomic_end();
    raddle_describe(status, kind, which, size);
    return 0;
}

long lseek(int number, long offset, int whence) {
    raddle_atomic_begin();
    struct raddle_descriptor *descriptor = raddle_descriptor_of(number);
    if (!descriptor)
        return raddle_refuse(EBADF);
    if (descriptor->kind != RADDLE_FILE)
        return raddle_refuse(ESPIPE);
    if (whence < 0 || whence > 2)
        return raddle_refuse(EINVAL);
    long base = whence == 0 ? 0 : whence == 1 ? (long)descriptor->at : (long)raddle_files[descriptor->which].size;
    if (base + offset < 0)
        return raddle_refuse(EINVAL);
    descriptor->at = (size_t)(base + offset);
    raddle_atomic_end();
    return base + offset;
}

int fcntl(int number, int command, ...) {
    enum { DUPLICATE, GET_DESCRIPTOR_FLAGS, SET_DESCRIPTOR_FLAGS, GET_FLAGS, SET_FLAGS, DUPLICATE_AND_CLOSE = 1030 };
    int duplicates = command == DUPLICATE || command == DUPLICATE_AND_CLOSE;
    va_list arguments;
    __builtin_va_start(arguments, command);
    int flags = command == SET_FLAGS || duplicates ? __builtin_va_arg(arguments, int) : 0;
    __builtin_va_end(arguments);
    if (duplicates)
        return raddle_duplicate(number, flags);
    if (command < GET_DESCRIPTOR_FLAGS || command > SET_FLAGS || (number >= 0 && number < RADDLE_STANDARD))
        __raddle_unsupported("this use of fcntl");
    raddle_atomic_begin();
    struct raddle_descriptor *descriptor = raddle_descriptor_of(number);
    if (!descriptor)
        return raddle_refuse(EBADF);
    int answer = command == GET_FLAGS ? descriptor->flags : 0;
    int changeable = RADDLE_NO_WAIT | RADDLE_APPEND;
    if (command == SET_FLAGS)
        descriptor->flags = (descriptor->flags & ~changeable) | (flags & changeable);
    raddle_atomic_end();
    return answer;
}

struct raddle_polled {
    int number;
    short wanted, happened;
};

/* What happened at a descriptor; standard output can always be written, and nobody knows about standard input. */
static short raddle_happened(const struct raddle_polled *asked) {
    enum { IN = 1, OUT = 4, ERROR = 8, HANG_UP = 16, INVALID = 32 };
    int number = asked->number, happened = 0;
    if (number < 0)
        return 0;
    if (number < RADDLE_STANDARD)
        return number == 0 ? (short)(asked->wanted & IN) : (short)(asked->wanted & OUT);
    const struct raddle_descriptor *descriptor = raddle_descriptor_of(number);
    if (!descriptor)
        return INVALID;
    if (descriptor->kind == RADDLE_WATCHER)
        __raddle_unsupported("waiting for an epoll instance");
    const struct raddle_pipe *channel = &raddle_pipes[descriptor->which];
    if (descriptor->kind != RADDLE_PIPE_IN) {
        int is_over = descriptor->kind == RADDLE_PIPE_OUT && channel->writers == 0;
        int is_empty = descriptor->kind == RADDLE_PIPE_OUT && channel->count == 0;
        happened |= raddle_can_read(descriptor) && !is_empty ? IN : 0;
        happened |= is_over ? HANG_UP : 0;
    }
    if (descriptor->kind != RADDLE_PIPE_OUT)
        happened |= OUT;
    if (descriptor->kind == RADDLE_PIPE_IN && channel->readers == 0)
        happened |= ERROR;
    return (short)(happened & (asked->wanted | ERROR | HANG_UP));
}

/*
 * A wait with a time-out looks once and never waits, here as in `select` and `epoll_wait`: a thread that looks later is one that waited until
 * then, and one that finds nothing is one whose time was up. So it cannot be part of a deadlock either.
 */
int poll(struct raddle_polled *asked, unsigned long count, int timeout) {
    enum { MOST = 16 };
    struct raddle_polled copy[MOST];
    int ready = 0;
    if (__raddle_fails("poll", EINTR))
        return -1;
    if (count > MOST)
        __raddle_unsupported("more than 16 descriptors in poll");
    for (unsigned long index = 0; index < count; index++)
        copy[index] = asked[index];
    raddle_atomic_begin();
    for (unsigned long index = 0; index < count; index++) {
        copy[index].happened = raddle_happened(&copy[index]);
        ready += copy[index].happened != 0;
    }
    if (timeout < 0)
        raddle_await((ready > 0) | __raddle_is_cancelled());
    raddle_atomic_end();
    __raddle_cancel_here();
    for (unsigned long index = 0; index < count; index++)
        asked[index].happened = copy[index].happened;
    return ready;
}

enum { RADDLE_SET_BITS = 8 * sizeof(long) };

/* A `fd_set`, as far as there are descriptors. */
struct raddle_set {
    unsigned long words[1024 / 8 / sizeof(long)];
};

struct raddle_interval {
    long seconds, microseconds;
};

static int raddle_asks(const struct raddle_set *set, int number) {
    return set && set->words[number / RADDLE_SET_BITS] >> number % RADDLE_SET_BITS & 1;
}

/* Leaves the descriptors in a set at which something happened, and counts them. */
static int raddle_keep(struct raddle_set *set, int count, const int *happened, int which) {
    int kept = 0;
    for (int number = 0; number < count; number++) {
        if (!raddle_asks(set, number))
            continue;
        if (happened[number] & which)
            kept++;
        else
            set->words[number / RADDLE_SET_BITS] &= ~(1ul << number % RADDLE_SET_BITS);
    }
    return kept;
}

int select(int count, struct raddle_set *readable, struct raddle_set *writable, struct raddle_set *special, struct raddle_interval *time) {
    enum { IN = 1, OUT = 4, ERROR = 8, HANG_UP = 16, INVALID = 32 };
    int happened[RADDLE_DESCRIPTORS] = {0}, ready = 0, is_wrong = 0;
    struct raddle_polled asked[RADDLE_DESCRIPTORS];
    if (__raddle_fails("select", EINTR))
        return -1;
    if (count > RADDLE_DESCRIPTORS)
        __raddle_unsupported("more than 16 descriptors in select");
    for (int number = 0; number < count; number++) {
        int wanted = (raddle_asks(readable, number) ? IN : 0) | (raddle_asks(writable, number) ? OUT : 0);
        struct raddle_polled made = {wanted || raddle_asks(special, number) ? number : -1, (short)wanted, 0};
        asked[number] = made;
    }
    int is_timed = time != NULL;
    if (is_timed && (time->seconds < 0 || time->microseconds < 0)) {
        errno = EINVAL;
        return -1;
    }
    raddle_atomic_begin();
    for (int number = 0; number < count; number++) {
        int found = raddle_happened(&asked[number]);
        is_wrong |= found & INVALID;
        if (found & (HANG_UP | ERROR))
            found |= asked[number].wanted;
        happened[number] = found & asked[number].wanted;
        ready += happened[number] != 0;
    }
    if (is_wrong)
        return raddle_refuse(EBADF);
    if (!is_timed)
        raddle_await((ready > 0) | __raddle_is_cancelled());
    raddle_atomic_end();
    __raddle_cancel_here();
    return raddle_keep(readable, count, happened, IN) + raddle_keep(writable, count, happened, OUT) + raddle_keep(special, count, happened, 0);
}

int epoll_create1(int flags) {
    (void)write;
    if (__raddle_fails("epoll_create1", EMFILE))
        return -1;
    raddle_atomic_begin();
    int which = 0;
    while (which < RADDLE_WATCHERS && raddle_watchers[which].is_open)
        which++;
    if (which == RADDLE_WATCHERS)
        __raddle_unsupported("more than 4 epoll instances");
    struct raddle_watcher made = {1};
    raddle_watchers[which] = made;
    int number = raddle_new_descriptor(RADDLE_WATCHER, which, flags);
    raddle_atomic_end();
    return number;
}

int epoll_create(int size) {
    if (size > 0)
        return epoll_create1(0);
    errno = EINVAL;
    return -1;
}

int epoll_ctl(int watcher, int operation, int number, struct raddle_watch *asked) {
    enum { ADD = 1, REMOVE = 2, CHANGE = 3, NOT_ALLOWED = 1 };
    struct raddle_watch wanted = {0};
    if (operation != REMOVE)
        wanted = *asked;
    if (number >= 0 && number < RADDLE_STANDARD)
        __raddle_unsupported("a standard descriptor in epoll");
    if (wanted.events >> 31)
        __raddle_unsupported("edge-triggered epoll");
    raddle_atomic_begin();
    struct raddle_descriptor *descriptor = raddle_descriptor_of(watcher), *other = raddle_descriptor_of(number);
    if (!descriptor || !other)
        return raddle_refuse(EBADF);
    if (descriptor->kind != RADDLE_WATCHER || watcher == number || operation < ADD || operation > CHANGE)
        return raddle_refuse(EINVAL);
    if (other->kind == RADDLE_FILE)
        return raddle_refuse(NOT_ALLOWED);
    struct raddle_watcher *set = &raddle_watchers[descriptor->which];
    if (operation == ADD && set->is_watched[number])
        return raddle_refuse(EEXIST);
    if (operation != ADD && !set->is_watched[number])
        return raddle_refuse(ENOENT);
    set->is_watched[number] = operation != REMOVE;
    set->watched[number] = wanted;
    raddle_atomic_end();
    return 0;
}

/* Which events come first is not said if there is no room for all: those of the lowest numbers. */
int epoll_wait(int watcher, struct raddle_watch *events, int room, int timeout) {
    enum { ONCE = 1 << 30 };
    struct raddle_watch found[RADDLE_DESCRIPTORS];
    int count = 0, happened[RADDLE_DESCRIPTORS] = {0};
    if (__raddle_fails("epoll_wait", EINTR))
        return -1;
    raddle_atomic_begin();
    struct raddle_descriptor *descriptor = raddle_descriptor_of(watcher);
    if (!descriptor)
        return raddle_refuse(EBADF);
    if (descriptor->kind != RADDLE_WATCHER || room <= 0)
        return raddle_refuse(EINVAL);
    struct raddle_watcher *set = &raddle_watchers[descriptor->which];
    for (int number = RADDLE_STANDARD; number < RADDLE_DESCRIPTORS; number++) {
        struct raddle_polled asked = {number, (short)set->watched[number].events, 0};
        if (set->is_watched[number] && set->watched[number].events & ~(unsigned)ONCE)
            happened[number] = raddle_happened(&asked);
        count += happened[number] != 0;
    }
    if (timeout < 0)
        raddle_await((count > 0) | __raddle_is_cancelled());
    count = 0;
    for (int number = RADDLE_STANDARD; number < RADDLE_DESCRIPTORS && count < room; number++)
        if (happened[number]) {
            found[count] = set->watched[number];
            found[count++].events = (unsigned)happened[number];
            if (set->watched[number].events & ONCE)
                set->watched[number].events = 0;
        }
    raddle_atomic_end();
    __raddle_cancel_here();
    for (int index = 0; index < count; index++)
        events[index] = found[index];
    return count;
}

int open(const char *name, int flags, ...) {
    (void)write;
    return raddle_open(name, flags);
}

int open64(const char *name, int flags, ...) {
    (void)write;
    return raddle_open(name, flags);
}

int creat(const char *name, unsigned mode) {
    (void)write;
    (void)mode;
    return raddle_open(name, RADDLE_WRITE_ONLY | RADDLE_CREATE | RADDLE_TRUNCATE);
}

int pipe(int ends[2]) {
    (void)write;
    return raddle_make_pipe(ends, 0);
}

int pipe2(int ends[2], int flags) {
    (void)write;
    return raddle_make_pipe(ends, flags);
}

/* In the flags of a counter of events, 1 says that it is a semaphore. */
int eventfd(unsigned first, int flags) {
    (void)write;
    if (__raddle_fails("eventfd", EMFILE))
        return -1;
    raddle_atomic_begin();
    int which = raddle_new_pipe();
    raddle_pipes[which].readers = 1;
    raddle_pipes[which].events = first;
    int number = raddle_new_descriptor(RADDLE_EVENTS, which, flags);
    raddle_atomic_end();
    return number;
}
