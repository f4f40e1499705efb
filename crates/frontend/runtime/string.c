/*
 * <string.h>: functions that walk through a string and decide at each step. Those that need no such
 * decisions (strlen, strcmp, strcpy, ...) are models of the machine.
 */

static int raddle_in_set(char c, const char *set) {
    int found = 0;
    for (; *set; set++)
        found |= *set == c;
    return found;
}

static int raddle_lower(char c) {
    unsigned char byte = (unsigned char)c;
    return byte + (((unsigned)byte - 'A' < 26u) << 5);
}

char *strcasestr(const char *text, const char *word) {
    for (;; text++) {
        size_t length = 0;
        while (word[length] && raddle_lower(text[length]) == raddle_lower(word[length]))
            length++;
        if (!word[length])
            return (char *)text;
        if (!*text)
            return NULL;
    }
}

static char *raddle_token(char *text, const char *separators, char **rest) {
    if (!text)
        text = *rest;
    if (!text)
        return NULL;
    while (*text && raddle_in_set(*text, separators))
        text++;
    if (!*text) {
        *rest = text;
        return NULL;
    }
    char *token = text;
    while (*text && !raddle_in_set(*text, separators))
        text++;
    if (*text)
        *text++ = 0;
    *rest = text;
    return token;
}

/* The rest of the text is one variable for all threads, as in C. */
char *strtok(char *text, const char *separators) {
    static char *rest;
    __raddle_not_thread_safe("strtok");
    return raddle_token(text, separators, &rest);
}

char *strtok_r(char *text, const char *separators, char **rest) {
    return raddle_token(text, separators, rest);
}

char *__strtok_r(char *text, const char *separators, char **rest) {
    return raddle_token(text, separators, rest);
}

char *strsep(char **text, const char *separators) {
    char *token = *text;
    if (!token)
        return NULL;
    char *end = token;
    while (*end && !raddle_in_set(*end, separators))
        end++;
    if (*end) {
        *end = 0;
        *text = end + 1;
    } else {
        *text = NULL;
    }
    return token;
}

size_t strlcpy(char *to, const char *from, size_t size) {
    size_t length = 0;
    for (; from[length]; length++)
        if (length + 1 < size)
            to[length] = from[length];
    if (size)
        to[length < size ? length : size - 1] = 0;
    return length;
}

size_t strlcat(char *to, const char *from, size_t size) {
    size_t start = 0, length = 0;
    while (start < size && to[start])
        start++;
    for (; from[length]; length++)
        if (start + length + 1 < size)
            to[start + length] = from[length];
    if (start < size)
        to[start + length < size ? start + length : size - 1] = 0;
    return start + length;
}

char *stpncpy(char *to, const char *from, size_t size) {
    size_t length = 0;
    for (; length < size && from[length]; length++)
        to[length] = from[length];
    for (size_t index = length; index < size; index++)
        to[index] = 0;
    return to + length;
}

size_t strxfrm(char *to, const char *from, size_t size) {
    size_t length = 0;
    for (; from[length]; length++)
        if (length < size)
            to[length] = from[length];
    if (length < size)
        to[length] = 0;
    return length;
}

void *memrchr(const void *memory, int wanted, size_t size) {
    const unsigned char *bytes = memory;
    while (size--)
        if (bytes[size] == (unsigned char)wanted)
            return (void *)(bytes + size);
    return NULL;
}

void *memccpy(void *to, const void *from, int last, size_t size) {
    unsigned char *target = to;
    const unsigned char *source = from;
    for (size_t index = 0; index < size; index++) {
        target[index] = source[index];
        if (source[index] == (unsigned char)last)
            return target + index + 1;
    }
    return NULL;
}

void *memmem(const void *memory, size_t size, const void *wanted, size_t length) {
    const unsigned char *bytes = memory, *word = wanted;
    if (!length)
        return (void *)bytes;
    for (size_t start = 0; start + length <= size; start++) {
        size_t equal = 0;
        while (equal < length && bytes[start + equal] == word[equal])
            equal++;
        if (equal == length)
            return (void *)(bytes + start);
    }
    return NULL;
}

static char *raddle_error_text(int code) {
    switch (code) {
    case 0:
        return "Success";
    case 1:
        return "Operation not permitted";
    case 2:
        return "No such file or directory";
    case 4:
        return "Interrupted system call";
    case 5:
        return "Input/output error";
    case 9:
        return "Bad file descriptor";
    case 11:
        return "Resource temporarily unavailable";
    case 12:
        return "Cannot allocate memory";
    case 13:
        return "Permission denied";
    case 14:
        return "Bad address";
    case 16:
        return "Device or resource busy";
    case 17:
        return "File exists";
    case EINVAL:
        return "Invalid argument";
    case 33:
        return "Numerical argument out of domain";
    case ERANGE:
        return "Numerical result out of range";
    case 35:
        return "Resource deadlock avoided";
    case 110:
        return "Connection timed out";
    default:
        __raddle_unsupported("the text of an unusual error number");
        return NULL;
    }
}

char *strerror(int code) {
    __raddle_not_thread_safe("strerror");
    return raddle_error_text(code);
}

/* The version of GNU returns a text that need not be the buffer. */
char *strerror_r(int code, char *buffer, size_t size) {
    (void)buffer, (void)size;
    return raddle_error_text(code);
}

/* That of POSIX fills the buffer. */
int __xpg_strerror_r(int code, char *buffer, size_t size) {
    const char *text = raddle_error_text(code);
    size_t length = 0;
    for (; text[length] && length + 1 < size; length++)
        buffer[length] = text[length];
    if (size > 0)
        buffer[length] = 0;
    return text[length] ? ERANGE : 0;
}

int ffs(int word) {
    for (int bit = 0; bit < 32; bit++)
        if ((unsigned)word >> bit & 1)
            return bit + 1;
    return 0;
}
