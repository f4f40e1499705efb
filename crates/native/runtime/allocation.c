/* -- allocation --------------------------------------------------------------------------------------------------- */

static void raddle_release_block(void *pointer) {
    if (!pointer)
        return;
    const char *where = raddle_self ? raddle_here(raddle_self) : "";
    if (!raddle_in_arena(pointer)) {
        raddle_crash("invalid-free", where, "free of something that was not allocated");
    }
    raddle_block *block = raddle_block_of(pointer);
    if (!block || block->start != pointer)
        raddle_crash("invalid-free", where, "free of something that was not allocated");
    if (block->freed)
        raddle_crash("double-free", where, "memory is freed twice");
    block->freed = 1;
    memset(block->start, 0xfe, block->size);
}
/* Whether the recorded run had no memory here. */
static int raddle_refused(size_t size) {
    return size >= (size_t)1 << 40 || (raddle_input("malloc_fails", 1) & 1);
}
static void *raddle_make(size_t size, size_t alignment) {
    return raddle_refused(size) ? 0 : raddle_allocate(size, alignment);
}
void *raddle_w_malloc(size_t size) {
    raddle_enter("malloc", 0, 0);
    void *made = raddle_make(size, 16);
    raddle_drain();
    return made;
}
void *raddle_w_calloc(size_t count, size_t size) {
    raddle_enter("calloc", 0, 0);
    size_t bytes;
    void *made = 0;
    if (!__builtin_mul_overflow(count, size, &bytes))
        made = raddle_make(bytes, 16);
    if (made)
        memset(made, 0, bytes);
    raddle_drain();
    return made;
}
void *raddle_w_aligned_alloc(size_t alignment, size_t size) {
    raddle_enter("aligned_alloc", 0, 0);
    void *made = raddle_make(size, alignment);
    raddle_drain();
    return made;
}
void *raddle_w_memalign(size_t alignment, size_t size) {
    raddle_enter("memalign", 0, 0);
    void *made = raddle_make(size, alignment);
    raddle_drain();
    return made;
}
void *raddle_w_valloc(size_t size) {
    raddle_enter("valloc", 0, 0);
    void *made = raddle_make(size, 4096);
    raddle_drain();
    return made;
}
int raddle_w_posix_memalign(void **place, size_t alignment, size_t size) {
    int taken = raddle_enter("posix_memalign", 0, 0);
    int code = EINVAL;
    if (alignment >= sizeof(void *) && (alignment & (alignment - 1)) == 0) {
        void *made = raddle_make(size, alignment);
        code = made ? 0 : ENOMEM;
        if (made) {
            raddle_touch(place, sizeof *place, 1, taken);
            *place = made;
        }
    }
    raddle_drain();
    return code;
}
size_t raddle_w_malloc_usable_size(void *pointer) {
    raddle_enter("malloc_usable_size", 0, 0);
    raddle_block *block = raddle_in_arena(pointer) ? raddle_block_of(pointer) : 0;
    raddle_drain();
    return block && block->start == pointer ? block->size : 0;
}
static void raddle_note_free(void *pointer, int taken) {
    raddle_block *block = pointer && raddle_in_arena(pointer) ? raddle_block_of(pointer) : 0;
    if (taken && block && !block->freed)
        raddle_note_access(raddle_self, (uintptr_t)block->start, block->size, 1, 0, raddle_where(raddle_turn - 1));
}
void raddle_w_free(void *pointer) {
    int taken = raddle_enter("free", 0, 0);
    raddle_note_free(pointer, taken);
    raddle_release_block(pointer);
    raddle_drain();
}
void raddle_w_cfree(void *pointer) {
    int taken = raddle_enter("cfree", 0, 0);
    raddle_note_free(pointer, taken);
    raddle_release_block(pointer);
    raddle_drain();
}
static void *raddle_resize(void *pointer, size_t size, int taken) {
    raddle_block *block = pointer && raddle_in_arena(pointer) ? raddle_block_of(pointer) : 0;
    size_t old = block && block->start == pointer ? block->size : 0;
    if (block && block->freed)
        raddle_release_block(pointer);
    if (pointer && size == 0) {
        raddle_note_free(pointer, taken);
        raddle_release_block(pointer);
        return 0;
    }
    void *made = raddle_make(size, 16);
    if (made && pointer) {
        raddle_note_free(pointer, taken);
        memcpy(made, pointer, old < size ? old : size);
        raddle_release_block(pointer);
    }
    return made;
}
void *raddle_w_realloc(void *pointer, size_t size) {
    int taken = raddle_enter("realloc", 0, 0);
    void *made = raddle_resize(pointer, size, taken);
    raddle_drain();
    return made;
}
void *raddle_w_reallocarray(void *pointer, size_t count, size_t size) {
    int taken = raddle_enter("reallocarray", 0, 0);
    size_t bytes;
    void *made = 0;
    if (__builtin_mul_overflow(count, size, &bytes))
        errno = ENOMEM;
    else
        made = raddle_resize(pointer, bytes, taken);
    raddle_drain();
    return made;
}
static char *raddle_copy_text(const char *text, size_t length, size_t read, int taken) {
    raddle_touch(text, read, 0, taken);
    char *made = raddle_make(length + 1, 16);
    if (made) {
        memcpy(made, text, length);
        made[length] = 0;
    }
    return made;
}
char *raddle_w_strdup(const char *text) {
    int taken = raddle_enter("strdup", 0, 0);
    size_t length = strlen(text);
    char *made = raddle_copy_text(text, length, length + 1, taken);
    raddle_drain();
    return made;
}
char *raddle_w_strndup(const char *text, size_t most) {
    int taken = raddle_enter("strndup", 0, 0);
    size_t length = strnlen(text, most);
    char *made = raddle_copy_text(text, length, length < most ? length + 1 : most, taken);
    raddle_drain();
    return made;
}
static ssize_t raddle_read_line(char **line, size_t *size, int last, FILE *stream, int taken) {
    size_t length = 0;
    if (!line || !size) {
        errno = EINVAL;
        return -1;
    }
    if (!*line)
        *size = 0;
    for (int c; (c = getc(stream)) != EOF;) {
        if (length + 2 > *size) {
            size_t larger = *size < 120 ? 120 : 2 * *size;
            char *moved = raddle_resize(*line, larger, taken);
            if (!moved)
                return -1;
            *line = moved;
            *size = larger;
        }
        raddle_touch(*line + length, 2, 1, taken);
        (*line)[length++] = (char)c;
        if (c == last)
            break;
    }
    if (length == 0)
        return -1;
    (*line)[length] = 0;
    return (ssize_t)length;
}
ssize_t raddle_w_getdelim(char **line, size_t *size, int last, FILE *stream) {
    int taken = raddle_enter("getdelim", 0, 0);
    ssize_t length = raddle_read_line(line, size, last, stream, taken);
    raddle_drain();
    return length;
}
ssize_t raddle_w_getline(char **line, size_t *size, FILE *stream) {
    int taken = raddle_enter("getline", 0, 0);
    ssize_t length = raddle_read_line(line, size, '\n', stream, taken);
    raddle_drain();
    return length;
}
static int raddle_overlap(const void *a, const void *b, size_t size) {
    return (const char *)a < (const char *)b + size && (const char *)b < (const char *)a + size;
}
void *raddle_w_memcpy(void *destination, const void *source, size_t size) {
    int taken = raddle_enter("memcpy", 0, 0);
    raddle_touch(source, size, 0, taken);
    raddle_touch(destination, size, 1, taken);
    if (size && raddle_overlap(destination, source, size))
        raddle_crash("overlapping-copy", raddle_self ? raddle_here(raddle_self) : "", "source and destination overlap");
    memmove(destination, source, size);
    raddle_drain();
    return destination;
}
void *raddle_w_memmove(void *destination, const void *source, size_t size) {
    int taken = raddle_enter("memmove", 0, 0);
    raddle_touch(source, size, 0, taken);
    raddle_touch(destination, size, 1, taken);
    memmove(destination, source, size);
    raddle_drain();
    return destination;
}
void *raddle_w_memset(void *destination, int byte, size_t size) {
    int taken = raddle_enter("memset", 0, 0);
    raddle_touch(destination, size, 1, taken);
    memset(destination, byte, size);
    raddle_drain();
    return destination;
}
size_t raddle_w_strlen(const char *text) {
    int taken = raddle_enter("strlen", 0, 0);
    raddle_check_memory(text, 1, raddle_self ? raddle_here(raddle_self) : "");
    size_t length = strlen(text);
    raddle_touch(text, length + 1, 0, taken);
    raddle_drain();
    return length;
}
char *raddle_w_strcpy(char *destination, const char *source) {
    int taken = raddle_enter("strcpy", 0, 0);
    size_t size = strlen(source) + 1;
    raddle_touch(source, size, 0, taken);
    raddle_touch(destination, size, 1, taken);
    memmove(destination, source, size);
    raddle_drain();
    return destination;
}
char *raddle_w_strcat(char *destination, const char *source) {
    int taken = raddle_enter("strcat", 0, 0);
    size_t size = strlen(source) + 1, length = strlen(destination);
    raddle_touch(source, size, 0, taken);
    raddle_touch(destination, length + size, 1, taken);
    memmove(destination + length, source, size);
    raddle_drain();
    return destination;
}

