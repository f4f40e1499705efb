/*
 * What every file of the run-time library may use: types, and functions that the machine itself knows.
 * No system header is included, so that the library means the same wherever it is compiled.
 */
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
typedef __builtin_va_list va_list;
#define NULL ((void *)0)
#define EOF (-1)
#define EINTR 4
#define EIO 5
#define EBADF 9
#define ENOMEM 12
#define EACCES 13
#define EINVAL 22
#define EMFILE 24
#define ERANGE 34
#define errno (*__errno_location())

int *__errno_location(void);
void *malloc(size_t size);
void *realloc(void *memory, size_t size);
void free(void *memory);
void raddle_assume(int condition);
void raddle_make_symbolic(void *object, size_t size, const char *name);
/* Copies between places that do not overlap. */
void *__raddle_copy(void *to, const void *from, size_t size);
/* Whether a number does not depend on inputs. */
int __raddle_is_known(long long number);
/* The first second of the year 10000. */
#define RADDLE_END_OF_TIME 253402300800ll
/* Any number; `name` is what reports call it. */
long long __raddle_input(const char *name);
int __raddle_input_int(const char *name);
/* The caller of the library broke a rule of C: a finding. Does not return. */
void __raddle_misuse(const char *message);
/* The library cannot do this: the path ends as unknown. Does not return. */
void __raddle_unsupported(const char *message);
/* Whether the system lets a call of a function fail although nothing is wrong with it (`--calls-may-fail`); then errno is set. */
int __raddle_fails(const char *function, int error);
/* The caller is a function that need not be thread-safe: from two threads at the same time it races. */
void __raddle_not_thread_safe(const char *function);
/* The same for a call that only races with calls that change something. */
void __raddle_reads_hidden(const char *function);
/* Ends the program. Does not return. */
void __raddle_exit(int code);
/* Whether somebody cancelled this thread, and the end of a thread that somebody cancelled. */
int __raddle_is_cancelled(void);
void __raddle_cancel_here(void);
/* Before whatever a thread does that may be cancelled at any moment, and before waits that cannot be left then. */
void __raddle_at_any_moment(void);
void __raddle_waits_at_any_moment(void);
