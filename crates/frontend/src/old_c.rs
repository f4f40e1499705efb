//! C as it was written before 1999: functions that nobody declared, `int` left out, integers and pointers that
//! become each other. Compilers of today refuse it, their flags turn that into warnings.
//!
//! A call without a declaration says that the function returns `int` and takes what it is given. For functions of the C library
//! compilers know better: gcc and clang take the type that the standard gives them. `-fno-builtin` takes that knowledge
//! away, so the prototypes are here, for those whose type is not the one the call implies; and those of the verification community's
//! inputs, whose names tell their types.

use std::fmt::Write;

/// Errors of newer compilers that were fine in older C. Compilers that have not heard of one ignore it.
pub(crate) const FLAGS: &[&str] = &[
    "-Wno-unknown-warning-option",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-mismatch",
    "-Wno-error=return-type",
];

/// The warnings that would be errors without these flags.
const TAGS: &[&str] = &[
    "[-Wimplicit-function-declaration]",
    "[-Wimplicit-int]",
    "[-Wint-conversion]",
    "[-Wincompatible-function-pointer-types]",
    "[-Wreturn-mismatch]",
];

/// Warnings of a file that are passed on one by one.
const MAX_WARNINGS: usize = 5;

const PROTOTYPES: &[(&str, &str)] = &[
    ("malloc", "void *malloc(__SIZE_TYPE__);"),
    ("calloc", "void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);"),
    ("realloc", "void *realloc(void *, __SIZE_TYPE__);"),
    ("free", "void free(void *);"),
    ("alloca", "void *alloca(__SIZE_TYPE__);"),
    ("exit", "void exit(int) __attribute__((noreturn));"),
    ("_exit", "void _exit(int) __attribute__((noreturn));"),
    ("abort", "void abort(void) __attribute__((noreturn));"),
    ("memcpy", "void *memcpy(void *, const void *, __SIZE_TYPE__);"),
    ("memmove", "void *memmove(void *, const void *, __SIZE_TYPE__);"),
    ("memset", "void *memset(void *, int, __SIZE_TYPE__);"),
    ("memchr", "void *memchr(const void *, int, __SIZE_TYPE__);"),
    ("memcmp", "int memcmp(const void *, const void *, __SIZE_TYPE__);"),
    ("strlen", "__SIZE_TYPE__ strlen(const char *);"),
    ("strcpy", "char *strcpy(char *, const char *);"),
    ("strncpy", "char *strncpy(char *, const char *, __SIZE_TYPE__);"),
    ("strcat", "char *strcat(char *, const char *);"),
    ("strncat", "char *strncat(char *, const char *, __SIZE_TYPE__);"),
    ("strncmp", "int strncmp(const char *, const char *, __SIZE_TYPE__);"),
    ("strchr", "char *strchr(const char *, int);"),
    ("strrchr", "char *strrchr(const char *, int);"),
    ("strstr", "char *strstr(const char *, const char *);"),
    ("strpbrk", "char *strpbrk(const char *, const char *);"),
    ("strspn", "__SIZE_TYPE__ strspn(const char *, const char *);"),
    ("strcspn", "__SIZE_TYPE__ strcspn(const char *, const char *);"),
    ("strdup", "char *strdup(const char *);"),
    ("strndup", "char *strndup(const char *, __SIZE_TYPE__);"),
    ("labs", "long labs(long);"),
    ("snprintf", "int snprintf(char *, __SIZE_TYPE__, const char *, ...);"),
    ("sqrt", "double sqrt(double);"),
    ("fabs", "double fabs(double);"),
    ("floor", "double floor(double);"),
    ("ceil", "double ceil(double);"),
    ("pow", "double pow(double, double);"),
    ("__VERIFIER_nondet_char", "char __VERIFIER_nondet_char(void);"),
    ("__VERIFIER_nondet_uchar", "unsigned char __VERIFIER_nondet_uchar(void);"),
    ("__VERIFIER_nondet_short", "short __VERIFIER_nondet_short(void);"),
    ("__VERIFIER_nondet_ushort", "unsigned short __VERIFIER_nondet_ushort(void);"),
    ("__VERIFIER_nondet_uint", "unsigned __VERIFIER_nondet_uint(void);"),
    ("__VERIFIER_nondet_long", "long __VERIFIER_nondet_long(void);"),
    ("__VERIFIER_nondet_ulong", "unsigned long __VERIFIER_nondet_ulong(void);"),
    ("__VERIFIER_nondet_longlong", "long long __VERIFIER_nondet_longlong(void);"),
    ("__VERIFIER_nondet_ulonglong", "unsigned long long __VERIFIER_nondet_ulonglong(void);"),
    ("__VERIFIER_nondet_bool", "_Bool __VERIFIER_nondet_bool(void);"),
    ("__VERIFIER_nondet_size_t", "__SIZE_TYPE__ __VERIFIER_nondet_size_t(void);"),
    ("__VERIFIER_nondet_pointer", "void *__VERIFIER_nondet_pointer(void);"),
    ("__VERIFIER_nondet_float", "float __VERIFIER_nondet_float(void);"),
    ("__VERIFIER_nondet_double", "double __VERIFIER_nondet_double(void);"),
];

/// Declarations for those functions that a compiler complained about and that the C library defines.
pub(crate) fn prototypes(messages: &str) -> Option<String> {
    let mut header = String::new();
    for (name, prototype) in PROTOTYPES {
        if messages.contains(&format!("undeclared function '{name}'")) {
            let _ = writeln!(header, "{prototype}");
        }
    }
    (!header.is_empty()).then_some(header)
}

/// The complaints about functions that `prototypes` declares.
pub(crate) fn undeclared(messages: &str) -> String {
    let is_declared_now = |line: &&str| {
        PROTOTYPES.iter().any(|(name, _)| line.contains(&format!("undeclared function '{name}'")))
    };
    messages.lines().filter(is_declared_now).fold(String::new(), |text, line| text + line + "\n")
}

/// What was wrong with the types of the source, for the user: the first warnings, and how many there are.
pub(crate) fn warnings(messages: &str) -> Vec<String> {
    let is_ours = |line: &&str| TAGS.iter().any(|tag| line.ends_with(tag));
    let lines: Vec<&str> = messages.lines().filter(is_ours).collect();
    let mut shown: Vec<String> =
        lines.iter().take(MAX_WARNINGS).map(|line| (*line).to_owned()).collect();
    if lines.len() > MAX_WARNINGS {
        shown.push(format!("... {} more warnings like these", lines.len() - MAX_WARNINGS));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_the_library_get_their_types() {
        let messages = "a.c:1:1: warning: call to undeclared function 'malloc'; ISO C99 and later do not \
                        support implicit function declarations [-Wimplicit-function-declaration]";
        assert_eq!(prototypes(messages).unwrap(), "void *malloc(__SIZE_TYPE__);\n");
        assert_eq!(prototypes(&messages.replace("malloc", "mine")), None);
        assert_eq!(warnings(messages), [messages]);
    }

    #[test]
    fn many_warnings_are_counted() {
        let messages = "a.c:1:1: warning: x [-Wimplicit-int]\n".repeat(7);
        let shown = warnings(&messages);
        assert_eq!(shown.len(), 6);
        assert_eq!(shown[5], "... 2 more warnings like these");
    }
}
