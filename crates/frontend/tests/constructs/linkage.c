// Attributes and linkage: weak, alias, constructor, inline, section, visibility, noreturn.
int strong(void) { return 1; }
int other_name(void) __attribute__((alias("strong")));
int __attribute__((weak)) replaceable(void) { return 2; }
extern int maybe(void) __attribute__((weak));
extern int maybe_variable __attribute__((weak));
static int order;
__attribute__((constructor(200))) static void later(void) { order = order * 10 + 2; }
__attribute__((constructor(101))) static void sooner(void) { order = order * 10 + 1; }
static inline int inlined(int x) { return x + 1; }
int in_section __attribute__((section("special"))) = 4;
__attribute__((noreturn)) void die(void) { for (;;) { } }
__attribute__((visibility("hidden"))) int hidden = 5;
int aligned __attribute__((aligned(64))) = 6;
extern int data_alias __attribute__((alias("in_section")));
int main(void) { if (order < 0) die(); return other_name() + replaceable() + (maybe ? maybe() : 0) + (&maybe_variable != 0) + inlined(order) + hidden + aligned + data_alias; }
