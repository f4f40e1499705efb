/*
 * <stdio.h>: streams of files and of memory, on top of descriptors. A program that opens one gets these versions of the functions that
 * take a stream; for the standard streams they ask the machine. Nothing is buffered.
 *
 * on demand: fgetc getc _IO_getc getc_unlocked fgetc_unlocked __raddle_getc ungetc feof ferror clearerr fileno fflush fclose setvbuf
 * on demand: __raddle_scan_other setbuf fputc putc _IO_putc putc_unlocked fputs fwrite vfprintf fprintf
 */
enum { RADDLE_STREAMS = 8, RADDLE_END_OF_FILE = -1, RADDLE_NO_DESCRIPTOR = -1, RADDLE_LONGEST_TEXT = 512 };

/* The standard streams are the machine's. */
struct raddle_stream;

struct raddle_opened {
    int is_open;
    int is_readable, is_writable;
    /* Or memory. */
    int descriptor;
    char *memory;
    size_t size, at;
    int at_end, failed;
    /* A character plus one. */
    int given_back;
    int owns_memory;
};

static struct raddle_opened raddle_streams[RADDLE_STREAMS];

int __raddle_standard_fgetc(struct raddle_stream *stream);
int __raddle_standard_ungetc(int c, struct raddle_stream *stream);
int __raddle_standard_feof(struct raddle_stream *stream);
int __raddle_standard_ferror(struct raddle_stream *stream);
void __raddle_standard_clearerr(struct raddle_stream *stream);
int __raddle_standard_fileno(struct raddle_stream *stream);
int __raddle_standard_fflush(struct raddle_stream *stream);
int __raddle_standard_fclose(struct raddle_stream *stream);
int __raddle_standard_fputc(int c, struct raddle_stream *stream);
int __raddle_standard_fputs(const char *text, struct raddle_stream *stream);
size_t __raddle_standard_fwrite(const void *memory, size_t size, size_t count, struct raddle_stream *stream);
int __raddle_standard_vfprintf(struct raddle_stream *stream, const char *format, va_list arguments);
int __raddle_standard_setvbuf(struct raddle_stream *stream, char *buffer, int mode, size_t size);
int vsnprintf(char *text, size_t size, const char *format, va_list arguments);

/* A stream that the program opened; `NULL` for a standard one. */
static struct raddle_opened *raddle_opened_stream(struct raddle_stream *stream) {
    char *address = (char *)stream, *first = (char *)raddle_streams;
    for (int index = 0; index < RADDLE_STREAMS; index++)
        if (address == first + (size_t)index * sizeof(struct raddle_opened)) {
            if (!__atomic_load_n(&raddle_streams[index].is_open, __ATOMIC_SEQ_CST))
                __raddle_misuse("a stream is used that is closed");
            return &raddle_streams[index];
        }
    return NULL;
}

static struct raddle_stream *raddle_new_stream(struct raddle_opened made) {
    raddle_atomic_begin();
    struct raddle_opened *found = NULL;
    for (int index = 0; index < RADDLE_STREAMS && !found; index++)
        if (!raddle_streams[index].is_open)
            found = &raddle_streams[index];
    if (!found)
        __raddle_unsupported("more than 8 open streams");
    *found = made;
    raddle_atomic_end();
    return (struct raddle_stream *)found;
}

/* "r", "w" or "a", with a "+" for both directions; -1 for anything else. */
static int raddle_flags_of_mode(const char *mode) {
    int both = 0;
    for (size_t index = 1; mode[index]; index++)
        both |= mode[index] == '+';
    switch (mode[0]) {
    case 'r':
        return both ? RADDLE_READ_WRITE : 0;
    case 'w':
        return (both ? RADDLE_READ_WRITE : RADDLE_WRITE_ONLY) | RADDLE_CREATE | RADDLE_TRUNCATE;
    case 'a':
        return (both ? RADDLE_READ_WRITE : RADDLE_WRITE_ONLY) | RADDLE_CREATE | RADDLE_APPEND;
    }
    return -1;
}

static int raddle_next_byte(struct raddle_opened *stream) {
    if (stream->given_back) {
        int c = stream->given_back - 1;
        stream->given_back = 0;
        return c;
    }
    if (stream->memory) {
        if (stream->at == stream->size)
            return RADDLE_END_OF_FILE;
        return (unsigned char)stream->memory[stream->at++];
    }
    unsigned char c;
    ptrdiff_t count = raddle_read(stream->descriptor, (char *)&c, 1);
    if (count < 0)
        stream->failed = 1;
    return count == 1 ? c : RADDLE_END_OF_FILE;
}

static int raddle_get(struct raddle_opened *stream) {
    raddle_atomic_begin();
    int c = RADDLE_END_OF_FILE;
    if (stream->is_readable) {
        c = raddle_next_byte(stream);
        stream->at_end |= c == RADDLE_END_OF_FILE;
    } else {
        stream->failed = 1;
        errno = EBADF;
    }
    raddle_atomic_end();
    return c;
}

int fgetc(struct raddle_stream *stream) {
    struct raddle_opened *opened = raddle_opened_stream(stream);
    return opened ? raddle_get(opened) : __raddle_standard_fgetc(stream);
}

int getc(struct raddle_stream *stream) {
    return fgetc(stream);
}

int _IO_getc(struct raddle_stream *stream) {
    return fgetc(stream);
}

int getc_unlocked(struct raddle_stream *stream) {
    return fgetc(stream);
}

int fgetc_unlocked(struct raddle_stream *stream) {
    return fgetc(stream);
}

int __raddle_getc(struct raddle_stream *stream) {
    return fgetc(stream);
}

int ungetc(int c, struct raddle_stream *stream) {
    struct raddle_opened *opened = raddle_opened_stream(stream);
    if (!opened)
        return __raddle_standard_ungetc(c, stream);
    raddle_atomic_begin();
    int is_refused = c == RADDLE_END_OF_FILE || opened->given_back;
    if (!is_refused) {
        opened->given_back = (unsigned char)c + 1;
        opened->at_end = 0;
    }
    raddle_atomic_end();
    return is_refused ? RADDLE_END_OF_FILE : (unsigned char)c;
}

int feof(struct raddle_stream *stream) {
    struct raddle_opened *opened = raddle_opened_stream(stream);
    return opened ? __atomic_load_n(&opened->at_end, __ATOMIC_SEQ_CST) : __raddle_standard_feof(stream);
}

int ferror(struct raddle_stream *stream) {
    struct raddle_opened *opened = raddle_opened_stream(stream);
    return opened ? __atomic_load_n(&opened->failed, __ATOMIC_SEQ_CST) : __raddle_standard_ferror(stream);
}

void clearerr(struct raddle_stream *stream) {
    struct raddle_opened *opened = raddle_opened_stream(stream);
    if (!opened) {
        __raddle_standard_clearerr(stream);
        return;
    }
    raddle_atomic_begin();
    opened->at_end = opened->failed = 0;
    raddle_atomic_end();
}

int fileno(struct raddle_stream *stream) {
    struct raddle_opened *opened = raddle_opened_stream(stream);
    if (!opened)
        return __raddle_standard_fileno(stream);
    if (opened->memory)
        errno = EBADF;
    return opened->descriptor;
}

int fflush(struct raddle_stream *stream) {
    if (!stream || raddle_opened_stream(stream))
        return 0;
    return __raddle_standard_fflush(stream);
}

int fclose(struct raddle_stream *stream) {
    struct raddle_opened *opened = raddle_opened_stream(stream);
    if (!opened)
        return __raddle_standard_fclose(stream);
    if (opened->owns_memory)
        free(opened->memory);
    raddle_atomic_begin();
    if (!opened->memory)
        raddle_close(opened->descriptor);
    opened->is_open = 0;
    raddle_atomic_end();
    return 0;
}

int setvbuf(struct raddle_stream *stream, char *buffer, int mode, size_t size) {
    if (raddle_opened_stream(stream))
        return mode < 0 || mode > 2 ? RADDLE_END_OF_FILE : 0;
    return __raddle_standard_setvbuf(stream, buffer, mode, size);
}

void setbuf(struct raddle_stream *stream, char *buffer) {
    setvbuf(stream, buffer, 0, 0);
}

/* How many bytes were taken. */
static size_t raddle_put(struct raddle_opened *stream, const char *bytes, size_t size) {
    raddle_atomic_begin();
    size_t done = 0;
    if (!stream->is_writable) {
        stream->failed = 1;
        errno = EBADF;
    } else if (stream->memory) {
        while (done < size && stream->at < stream->size)
            stream->memory[stream->at++] = bytes[done++];
        if (stream->at < stream->size)
            stream->memory[stream->at] = 0;
    } else {
        ptrdiff_t count = raddle_write(stream->descriptor, bytes, size);
        done = count < 0 ? 0 : (size_t)count;
        stream->failed |= count < 0;
    }
    raddle_atomic_end();
    return done;
}

int fputc(int c, struct raddle_stream *stream) {
    struct raddle_opened *opened = raddle_opened_stream(stream);
    if (!opened)
        return __raddle_standard_fputc(c, stream);
    char byte = (char)c;
    return raddle_put(opened, &byte, 1) == 1 ? (unsigned char)c : RADDLE_END_OF_FILE;
}

int putc(int c, struct raddle_stream *stream) {
    return fputc(c, stream);
}

int _IO_putc(int c, struct raddle_stream *stream) {
    return fputc(c, stream);
}

int putc_unlocked(int c, struct raddle_stream *stream) {
    return fputc(c, stream);
}

int fputs(const char *text, struct raddle_stream *stream) {
    struct raddle_opened *opened = raddle_opened_stream(stream);
    if (!opened)
        return __raddle_standard_fputs(text, stream);
    size_t length = 0;
    while (text[length])
        length++;
    return raddle_put(opened, text, length) == length ? 1 : RADDLE_END_OF_FILE;
}

size_t fwrite(const void *memory, size_t size, size_t count, struct raddle_stream *stream) {
    struct raddle_opened *opened = raddle_opened_stream(stream);
    if (!opened)
        return __raddle_standard_fwrite(memory, size, count, stream);
    if (size == 0 || count == 0)
        return 0;
    return raddle_put(opened, memory, size * count) / size;
}

int vfprintf(struct raddle_stream *stream, const char *format, va_list arguments) {
    struct raddle_opened *opened = raddle_opened_stream(stream);
    if (!opened)
        return __raddle_standard_vfprintf(stream, format, arguments);
    char text[RADDLE_LONGEST_TEXT];
    int length = vsnprintf(text, RADDLE_LONGEST_TEXT, format, arguments);
    if (length >= RADDLE_LONGEST_TEXT)
        __raddle_unsupported("more than 511 characters printed to a file at once");
    return raddle_put(opened, text, (size_t)length) == (size_t)length ? length : RADDLE_END_OF_FILE;
}

int fprintf(struct raddle_stream *stream, const char *format, ...) {
    va_list arguments;
    __builtin_va_start(arguments, format);
    int length = vfprintf(stream, format, arguments);
    __builtin_va_end(arguments);
    return length;
}

int fseek(struct raddle_stream *stream, long offset, int whence) {
    struct raddle_opened *opened = raddle_opened_stream(stream);
    if (!opened)
        __raddle_unsupported("a position in a standard stream");
    raddle_atomic_begin();
    opened->given_back = opened->at_end = 0;
    raddle_atomic_end();
    if (!opened->memory)
        return lseek(opened->descriptor, offset, whence) < 0 ? -1 : 0;
    long base = whence == 0 ? 0 : whence == 1 ? (long)opened->at : (long)opened->size;
    if (whence < 0 || whence > 2 || base + offset < 0 || base + offset > (long)opened->size) {
        errno = EINVAL;
        return -1;
    }
    opened->at = (size_t)(base + offset);
    return 0;
}

long ftell(struct raddle_stream *stream) {
    struct raddle_opened *opened = raddle_opened_stream(stream);
    if (!opened)
        __raddle_unsupported("a position in a standard stream");
    long at = opened->memory ? (long)opened->at : lseek(opened->descriptor, 0, 1);
    return at - (opened->given_back != 0);
}

int fseeko(struct raddle_stream *stream, long offset, int whence) {
    return fseek(stream, offset, whence);
}

long ftello(struct raddle_stream *stream) {
    return ftell(stream);
}

void rewind(struct raddle_stream *stream) {
    fseek(stream, 0, 0);
    clearerr(stream);
}

/* What is left of a file is read as a text, and the position set behind what was used of it. */
int __raddle_scan_other(struct raddle_stream *stream, const char *format, va_list arguments) {
    struct raddle_opened *opened = raddle_opened_stream(stream);
    char text[RADDLE_LONGEST_TEXT];
    size_t length = 0;
    if (!opened || !opened->is_readable) {
        errno = EBADF;
        return RADDLE_END_OF_FILE;
    }
    long begin = ftell(stream);
    if (begin < 0)
        __raddle_unsupported("formatted input from a pipe");
    for (int c; (c = raddle_get(opened)) != RADDLE_END_OF_FILE; length++) {
        if (length + 1 == RADDLE_LONGEST_TEXT)
            __raddle_unsupported("formatted input from a file with more than 511 characters");
        text[length] = (char)c;
    }
    text[length] = 0;
    struct raddle_source from = {NULL, text, 0};
    int stored = raddle_scan(&from, format, arguments);
    fseek(stream, begin + (long)from.at, 0);
    if (from.at == length)
        __atomic_store_n(&opened->at_end, 1, __ATOMIC_SEQ_CST);
    return stored;
}

static struct raddle_stream *raddle_stream_of(int descriptor, int flags) {
    (void)fgetc, (void)getc, (void)_IO_getc, (void)getc_unlocked, (void)fgetc_unlocked, (void)__raddle_getc, (void)ungetc;
    (void)feof, (void)ferror, (void)clearerr, (void)fileno, (void)fflush, (void)fclose, (void)setvbuf, (void)setbuf, (void)__raddle_scan_other;
    (void)fputc, (void)putc, (void)_IO_putc, (void)putc_unlocked, (void)fputs, (void)fwrite, (void)vfprintf, (void)fprintf;
    struct raddle_opened made = {1, (flags & RADDLE_ACCESS) != RADDLE_WRITE_ONLY, (flags & RADDLE_ACCESS) != 0, descriptor};
    return raddle_new_stream(made);
}

struct raddle_stream *fopen(const char *name, const char *mode) {
    int flags = raddle_flags_of_mode(mode);
    if (flags < 0) {
        errno = EINVAL;
        return NULL;
    }
    int descriptor = raddle_open(name, flags);
    return descriptor < 0 ? NULL : raddle_stream_of(descriptor, flags);
}

struct raddle_stream *fopen64(const char *name, const char *mode) {
    return fopen(name, mode);
}

struct raddle_stream *fdopen(int descriptor, const char *mode) {
    if (__raddle_fails("fdopen", ENOMEM))
        return NULL;
    int flags = raddle_flags_of_mode(mode);
    if (flags < 0) {
        errno = EINVAL;
        return NULL;
    }
    if (descriptor >= 0 && descriptor < RADDLE_STANDARD)
        __raddle_unsupported("a new stream of a standard descriptor");
    if (!raddle_descriptor_of(descriptor)) {
        errno = EBADF;
        return NULL;
    }
    return raddle_stream_of(descriptor, flags);
}

/* What is written is followed by a zero where there is room. */
struct raddle_stream *fmemopen(void *memory, size_t size, const char *mode) {
    if (__raddle_fails("fmemopen", ENOMEM))
        return NULL;
    int flags = raddle_flags_of_mode(mode);
    if (flags < 0) {
        errno = EINVAL;
        return NULL;
    }
    char *bytes = memory ? memory : malloc(size);
    if (!bytes)
        return NULL;
    size_t at = 0;
    if (flags & RADDLE_TRUNCATE)
        bytes[0] = 0;
    else if (flags & RADDLE_APPEND)
        while (at < size && bytes[at])
            at++;
    struct raddle_stream *stream = raddle_stream_of(RADDLE_NO_DESCRIPTOR, flags);
    struct raddle_opened *opened = raddle_opened_stream(stream);
    opened->memory = bytes;
    opened->size = size;
    opened->at = at;
    opened->owns_memory = !memory;
    return stream;
}
