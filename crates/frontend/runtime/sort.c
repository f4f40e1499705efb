/*
 * <stdlib.h>: sorting and searching with the program's own comparison.
 *
 * Sorting merges, as glibc does: it is stable, and never asks about a pair whose order is already known, so
 * that symbolic elements give one path per order. C leaves the order of equal elements open; only this one
 * is explored.
 */
typedef int raddle_compare(const void *, const void *);
typedef int raddle_compare_with(const void *, const void *, void *);

struct raddle_sorting {
    size_t size;
    raddle_compare *compare;
    raddle_compare_with *compare_with;
    void *context;
};

static int raddle_ordered(const struct raddle_sorting *how, const char *a, const char *b) {
    if (how->compare)
        return how->compare(a, b) <= 0;
    return how->compare_with(a, b, how->context) <= 0;
}

static void raddle_merge_sort(const struct raddle_sorting *how, char *base, size_t count, char *scratch) {
    if (count < 2)
        return;
    size_t size = how->size, half = count / 2;
    raddle_merge_sort(how, base, half, scratch);
    raddle_merge_sort(how, base + half * size, count - half, scratch);
    __raddle_copy(scratch, base, half * size);
    char *left = scratch, *left_end = scratch + half * size;
    char *right = base + half * size, *right_end = base + count * size, *out = base;
    while (left < left_end && right < right_end) {
        if (raddle_ordered(how, left, right)) {
            __raddle_copy(out, left, size);
            left += size;
        } else {
            __raddle_copy(out, right, size);
            right += size;
        }
        out += size;
    }
    if (left < left_end)
        __raddle_copy(out, left, (size_t)(left_end - left));
}

static void raddle_swap(char *a, char *b, size_t size) {
    for (size_t index = 0; index < size; index++) {
        char byte = a[index];
        a[index] = b[index];
        b[index] = byte;
    }
}

static void raddle_sift(const struct raddle_sorting *how, char *base, size_t at, size_t count) {
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && raddle_ordered(how, base + child * how->size, base + (child + 1) * how->size))
            child++;
        if (raddle_ordered(how, base + child * how->size, base + at * how->size))
            return;
        raddle_swap(base + child * how->size, base + at * how->size, how->size);
    }
}

/* In place, for arrays too large for a copy of half of them on the stack. */
static void raddle_heap_sort(const struct raddle_sorting *how, char *base, size_t count) {
    for (size_t at = count / 2; at-- > 0;)
        raddle_sift(how, base, at, count);
    while (count > 1) {
        count--;
        raddle_swap(base, base + count * how->size, how->size);
        raddle_sift(how, base, 0, count);
    }
}

static void raddle_sort(const struct raddle_sorting *how, char *base, size_t count) {
    enum { LARGEST_COPY = 1 << 20 };
    if (count < 2 || how->size == 0)
        return;
    size_t half = count / 2 * how->size;
    if (half <= LARGEST_COPY) {
        char scratch[half];
        raddle_merge_sort(how, base, count, scratch);
    } else {
        raddle_heap_sort(how, base, count);
    }
}

void qsort(void *base, size_t count, size_t size, raddle_compare *compare) {
    struct raddle_sorting how = {size, compare, NULL, NULL};
    raddle_sort(&how, base, count);
}

void qsort_r(void *base, size_t count, size_t size, raddle_compare_with *compare, void *context) {
    struct raddle_sorting how = {size, NULL, compare, context};
    raddle_sort(&how, base, count);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, raddle_compare *compare) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *element = (const char *)base + middle * size;
        int order = compare(key, element);
        if (order == 0)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

void *lfind(const void *key, const void *base, size_t *count, size_t size, raddle_compare *compare) {
    for (size_t index = 0; index < *count; index++) {
        const char *element = (const char *)base + index * size;
        if (compare(key, element) == 0)
            return (void *)element;
    }
    return NULL;
}
