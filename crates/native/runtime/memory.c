/* -- memory ------------------------------------------------------------------------------------------------------- */

/* Blocks lie in one arena in the order they were made, with room between them, and are never used again: an access beside a
   block or to a freed one is noticed at its hook. */
enum { RADDLE_GAP = 64 };
static const size_t raddle_arena_size = (size_t)1 << 32;
typedef struct {
    char *start;
    size_t size;
    int freed;
} raddle_block;
static char *raddle_arena, *raddle_arena_end, *raddle_arena_next;
static raddle_block *raddle_blocks;
static size_t raddle_block_count, raddle_block_room;

void *mmap(void *, size_t, int, int, int, long);

static void *raddle_allocate(size_t size, size_t alignment) {
    if (!raddle_arena) {
        /* PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE */
        raddle_arena = mmap(0, raddle_arena_size, 3, 0x02 | 0x20 | 0x4000, -1, 0);
        raddle_arena_end = raddle_arena + raddle_arena_size;
        raddle_arena_next = raddle_arena + RADDLE_GAP;
    }
    if (alignment < 16)
        alignment = 16;
    uintptr_t start = ((uintptr_t)raddle_arena_next + alignment - 1) / alignment * alignment;
    if (size > (uintptr_t)raddle_arena_end - start || (uintptr_t)raddle_arena_end - start - size < RADDLE_GAP) {
        errno = ENOMEM;
        return 0;
    }
    raddle_arena_next = (char *)start + size + RADDLE_GAP;
    if (raddle_block_count == raddle_block_room) {
        raddle_block_room = raddle_block_room ? 2 * raddle_block_room : 256;
        raddle_blocks = realloc(raddle_blocks, raddle_block_room * sizeof *raddle_blocks);
    }
    raddle_blocks[raddle_block_count++] = (raddle_block){(char *)start, size, 0};
    memset((void *)start, 0xbe, size);
    return (void *)start;
}

static int raddle_in_arena(const void *address) {
    return raddle_arena && (const char *)address >= raddle_arena && (const char *)address < raddle_arena_end;
}

/* The last block that starts at or before an address. */
static raddle_block *raddle_block_of(const void *address) {
    size_t low = 0, high = raddle_block_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (raddle_blocks[middle].start <= (const char *)address)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &raddle_blocks[low - 1] : 0;
}

static void raddle_crash(const char *kind, const char *where, const char *text) {
    fprintf(stderr, "raddle: %s at %s\n", text, where);
    raddle_fail(kind, raddle_line_of(where), where, text);
    raddle_ending = 1;
    abort();
}

static void raddle_check_memory(const void *address, size_t size, const char *where) {
    if (!raddle_in_arena(address) || size == 0)
        return;
    raddle_block *block = raddle_block_of(address);
    char text[160];
    if (block && block->freed && (const char *)address < block->start + block->size + RADDLE_GAP / 2) {
        snprintf(text, sizeof text, "access of %zu bytes to a block of %zu bytes that was freed", size, block->size);
        raddle_crash("use-after-free", where, text);
    }
    if (!block || (const char *)address + size > block->start + block->size) {
        snprintf(text, sizeof text, "access of %zu bytes outside of any allocated block", size);
        raddle_crash("out-of-bounds", where, text);
    }
}

static const char *raddle_here(const raddle_thread *self) {
#ifdef RADDLE_STANDALONE
    /* Without edited IR nobody knows. This is where the recorded run failed. */
    (void)self;
    return raddle_recorded_place;
#else
    return raddle_sites[self->site];
#endif
}

static void raddle_access(const void *address, size_t size, int write) {
    raddle_thread *self = raddle_self;
    if (!self || raddle_judging)
        return;
    self->at = (uintptr_t)address;
    self->write = write;
    self->size = size;
    self->atomic = self->sections > 0;
    int taken = raddle_hook(self, write ? RADDLE_WRITE : RADDLE_READ);
    if (!taken)
        raddle_come_to_access(self);
    self->size = 0;
    if (taken)
        raddle_note_access(self, (uintptr_t)address, size, write, 0, raddle_where(raddle_turn - 1));
    else if (self->sections > 0)
        raddle_note_access(self, (uintptr_t)address, size, write, 1, raddle_here(self));
    raddle_check_memory(address, size, raddle_here(self));
}

/* A library function reads or writes memory of the program. */
static void raddle_touch(const void *address, size_t size, int write, int taken) {
    if (!raddle_self || size == 0)
        return;
    if (taken)
        raddle_note_access(raddle_self, (uintptr_t)address, size, write, 0, raddle_where(raddle_turn - 1));
    raddle_check_memory(address, size, raddle_here(raddle_self));
}

#define RADDLE_SIZES(USE) USE(1) USE(2) USE(4) USE(8) USE(16)
#define RADDLE_ACCESS(SIZE)                                                                  \
    void __tsan_read##SIZE(void *address) { raddle_access(address, SIZE, 0); }               \
    void __tsan_write##SIZE(void *address) { raddle_access(address, SIZE, 1); }              \
    void __tsan_unaligned_read##SIZE(void *address) { raddle_access(address, SIZE, 0); }     \
    void __tsan_unaligned_write##SIZE(void *address) { raddle_access(address, SIZE, 1); }
RADDLE_SIZES(RADDLE_ACCESS)

void __tsan_init(void) {}
void __tsan_func_entry(void *caller) { (void)caller; }
void __tsan_func_exit(void) {}
void __tsan_vptr_read(void **address) { (void)address; }
void __tsan_vptr_update(void **address, void *value) { (void)address, (void)value; }
void __tsan_ignore_thread_begin(void) {}
void __tsan_ignore_thread_end(void) {}

#ifndef RADDLE_STANDALONE
/* Inserted before each hook and each call of a function below. */
void raddle_site(unsigned site) {
    if (raddle_self)
        raddle_self->site = site;
}

/* Inserted before every other call. */
void raddle_call(unsigned site) {
    raddle_thread *self = raddle_self;
    if (!self)
        return;
    self->site = site;
    self->kind = RADDLE_CALL;
    self->occurrence = self->counts[site * 5 + RADDLE_CALL]++;
    while (raddle_take_turn(self))
        ;
}
#endif

static void raddle_block_operation(void *destination, const void *source, size_t size) {
    if (!raddle_self)
        return;
    int taken = raddle_hook(raddle_self, RADDLE_BLOCK);
    if (source)
        raddle_touch(source, size, 0, taken);
    raddle_touch(destination, size, 1, taken);
    raddle_drain();
}

void *__tsan_memcpy(void *destination, const void *source, uintptr_t size) {
    raddle_block_operation(destination, source, size);
    return memmove(destination, source, size);
}
void *__tsan_memmove(void *destination, const void *source, uintptr_t size) {
    raddle_block_operation(destination, source, size);
    return memmove(destination, source, size);
}
void *__tsan_memset(void *destination, int byte, uintptr_t size) {
    raddle_block_operation(destination, 0, size);
    return memset(destination, byte, size);
}

