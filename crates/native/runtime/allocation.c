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
void *raddle_w_malloc(size_t size) {
    raddle_enter("malloc", 0, 0);
    void *made = raddle_refused(size) ? 0 : raddle_allocate(size, 16);
    raddle_drain();
    return made;
}
void *raddle_w_calloc(size_t count, size_t size) {
    raddle_enter("calloc", 0, 0);
    size_t bytes;
    void *made = 0;
    if (!__builtin_mul_overflow(count, size, &bytes) && !raddle_refused(bytes))
        made = raddle_allocate(bytes, 16);
    if (made)
        memset(made, 0, bytes);
    raddle_drain();
    return made;
}
void *raddle_w_aligned_alloc(size_t alignment, size_t size) {
    raddle_enter("aligned_alloc", 0, 0);
    void *made = raddle_allocate(size, alignment);
    raddle_drain();
    return made;
}
void raddle_w_free(void *pointer) {
    int taken = raddle_enter("free", 0, 0);
    if (taken && pointer && raddle_in_arena(pointer)) {
        raddle_block *block = raddle_block_of(pointer);
        if (block && !block->freed)
            raddle_note_access(raddle_self, (uintptr_t)block->start, block->size, 1, 0, raddle_where(raddle_turn - 1));
    }
    raddle_release_block(pointer);
    raddle_drain();
}
void *raddle_w_realloc(void *pointer, size_t size) {
    raddle_enter("realloc", 0, 0);
    if (pointer && size == 0) {
        raddle_release_block(pointer);
        raddle_drain();
        return 0;
    }
    void *made = raddle_refused(size) ? 0 : raddle_allocate(size, 16);
    if (made && pointer) {
        raddle_block *block = raddle_in_arena(pointer) ? raddle_block_of(pointer) : 0;
        size_t old = block && block->start == pointer ? block->size : 0;
        memcpy(made, pointer, old < size ? old : size);
        raddle_release_block(pointer);
    }
    raddle_drain();
    return made;
}
char *raddle_w_strdup(const char *text) {
    int taken = raddle_enter("strdup", 0, 0);
    size_t size = strlen(text) + 1;
    raddle_touch(text, size, 0, taken);
    char *made = raddle_allocate(size, 16);
    if (made)
        memcpy(made, text, size);
    raddle_drain();
    return made;
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

