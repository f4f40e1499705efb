//! Random C programs that compilers accept and C leaves undefined in many ways: functions called through pointers of other types,
//! by the program and by the library, unions read as something else, variable arguments taken as another type, bit-fields, flexible array
//! members, addresses made of numbers, memory that nobody wrote. Nothing is said of the verdict; there must be one.

use std::fmt::Write;

use crate::random::Random;

/// Types of values, as C writes them.
const TYPES: &[&str] = &[
    "char",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "_Bool",
    "enum colour",
    "float",
    "double",
    "long double",
    "__int128",
    "void *",
    "int *",
    "struct small",
    "struct mixed",
    "struct big",
    "union word",
];

/// Library functions that are called through pointers of other types.
const LIBRARY: &[&str] = &[
    "strlen",
    "strcmp",
    "strcpy",
    "memcpy",
    "memset",
    "memcmp",
    "malloc",
    "calloc",
    "realloc",
    "free",
    "abs",
    "labs",
    "atoi",
    "strtol",
    "printf",
    "snprintf",
    "puts",
    "putchar",
    "toupper",
    "isdigit",
    "qsort",
    "bsearch",
    "rand",
    "sqrt",
    "fabs",
    "floor",
    "getenv",
    "exit",
    "pthread_self",
    "pthread_mutex_lock",
    "pthread_mutex_unlock",
    "pthread_mutex_trylock",
    "pthread_join",
    "pthread_cond_signal",
    "pthread_getspecific",
    "__VERIFIER_nondet_int",
    "__VERIFIER_nondet_long",
    "__VERIFIER_nondet_char",
    "__VERIFIER_nondet_double",
    "__VERIFIER_assume",
];

const PRELUDE: &str = r#"#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern char __VERIFIER_nondet_char(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
enum colour { RED, GREEN = 7, BLUE = -1 };
struct small { int a; short b; };
struct mixed { int a; double b; };
struct big { long a[5]; };
union word { int i; float f; long l; char c[8]; void *p; struct small s; };
struct bits { unsigned a : 3; int b : 5; unsigned long c : 33; unsigned : 0; signed d : 1; };
struct tail { int n; short items[]; };
static struct small small; static struct mixed mixed; static struct big big; static union word word; static struct bits bits;
static int number; static long numbers[4]; static char text[8] = "text";
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key; static pthread_t thread;
static long total(int n, ...) {
    va_list list, other; long sum = 0;
    va_start(list, n); va_copy(other, list);
    for (int i = 0; i < n; i++) switch (i % 4) {
        case 0: sum += va_arg(list, int); break;
        case 1: sum += va_arg(list, long); break;
        case 2: sum += (long)va_arg(list, double); break;
        default: sum += va_arg(list, struct small).a; break;
    }
    if (n > 2) sum += va_arg(other, int);
    va_end(other); va_end(list);
    return sum;
}
"#;

/// A function of the program.
struct Signature {
    result: &'static str,
    params: Vec<&'static str>,
}

/// The program of a seed.
pub fn generate(seed: u64) -> String {
    let mut random = Random::new(seed);
    let random = &mut random;
    let mut text = PRELUDE.to_owned();
    let functions: Vec<Signature> = (0..2 + random.below(4)).map(|_| signature(random)).collect();
    for (index, function) in functions.iter().enumerate() {
        define(&mut text, index, function, random);
    }
    text.push_str("int main(void) {\n    long local; struct mixed fresh; int block[3]; char *bytes = malloc(6);\n");
    for _ in 0..3 + random.below(8) {
        let line = statement(functions.len(), random);
        let _ = match random.below(4) {
            0 => writeln!(text, "    if ({} > {}) {{ {line} }}", number(random), random.below(9)),
            1 => {
                writeln!(text, "    for (int i = 0; i < {}; i++) {{ {line} }}", 1 + random.below(3))
            }
            _ => writeln!(text, "    {{ {line} }}"),
        };
    }
    text.push_str("    assert(number != 12345);\n    return 0;\n}\n");
    text
}

fn signature(random: &mut Random) -> Signature {
    let result = if random.chance(20) { "void" } else { random.pick(TYPES) };
    let params = (0..random.below(4)).map(|_| *random.pick(TYPES)).collect();
    Signature { result, params }
}

fn define(text: &mut String, index: usize, function: &Signature, random: &mut Random) {
    let params: Vec<String> =
        function.params.iter().enumerate().map(|(at, ty)| format!("{ty} p{at}")).collect();
    let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
    let _ = writeln!(text, "static {} f{index}({params}) {{", function.result);
    for (at, ty) in function.params.iter().enumerate() {
        let use_of = match *ty {
            "struct small" | "struct mixed" => format!("number += p{at}.a;"),
            "struct big" => format!("number += p{at}.a[{}];", random.below(5)),
            "union word" => format!("number += p{at}.i;"),
            "void *" => format!("if (p{at}) number++;"),
            "int *" => format!("if (p{at}) number += *p{at};"),
            _ => format!("number += (int)p{at};"),
        };
        let _ = writeln!(text, "    {use_of}");
    }
    if function.result != "void" && random.chance(90) {
        let _ = writeln!(text, "    return {};", value(function.result, random));
    }
    text.push_str("}\n");
}

/// An integer.
fn number(random: &mut Random) -> String {
    match random.below(8) {
        0 => "__VERIFIER_nondet_int()".to_owned(),
        1 => "(int)__VERIFIER_nondet_char()".to_owned(),
        2 => "(int)local".to_owned(),
        3 => "number".to_owned(),
        4 => "block[1]".to_owned(),
        5 => "(int)bits.b".to_owned(),
        6 => "fresh.a".to_owned(),
        _ => random.between(-3, 70).to_string(),
    }
}

/// A value of a type; outside of `main` nothing but constants and inputs.
fn value(ty: &str, random: &mut Random) -> String {
    let pointers =
        ["0", "&number", "numbers", "text", "(void *)&word", "(void *)total", "(void *)8"];
    match ty {
        "struct small" => "small".to_owned(),
        "struct mixed" => "mixed".to_owned(),
        "struct big" => "big".to_owned(),
        "union word" => "word".to_owned(),
        "void *" | "int *" => format!("(void *){}", random.pick(&pointers)),
        "float" | "double" | "long double" => match random.below(3) {
            0 => "(float)__VERIFIER_nondet_double()".to_owned(),
            1 => "1e300".to_owned(),
            _ => "0.5".to_owned(),
        },
        _ => match random.below(3) {
            0 => "__VERIFIER_nondet_int()".to_owned(),
            1 => "__VERIFIER_nondet_long()".to_owned(),
            _ => random.between(-200, 200).to_string(),
        },
    }
}

/// A call of something through a pointer of some type.
fn cast_call(callee: &str, random: &mut Random) -> String {
    let Signature { result, params } = signature(random);
    let args: Vec<String> = params.iter().map(|ty| value(ty, random)).collect();
    let types = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
    let types = if random.chance(10) && !params.is_empty() { types + ", ..." } else { types };
    let call = format!("(({result} (*)({types})){callee})({})", args.join(", "));
    match result {
        "void" | "struct small" | "struct mixed" | "struct big" | "union word" => {
            format!("(void){call};")
        }
        "void *" | "int *" => format!("if ({call}) number++;"),
        _ => format!("number += (int){call};"),
    }
}

fn statement(functions: usize, random: &mut Random) -> String {
    let own = format!("f{}", random.below(functions));
    let (n, k) = (number(random), number(random));
    match random.below(24) {
        0..=4 => cast_call(&own, random),
        5 | 6 => {
            let callee = *random.pick(LIBRARY);
            cast_call(callee, random)
        }
        7 => {
            let members = ["i", "f", "l", "c[3]", "s.a", "s.b"];
            let (to, from) = (random.pick(&members), random.pick(&members));
            format!("word.{to} = {n}; number += (int)word.{from};")
        }
        8 => {
            let args: Vec<String> = (0..random.below(5))
                .map(|_| {
                    let ty = *random.pick(TYPES);
                    value(ty, random)
                })
                .collect();
            let all = [vec![n], args].concat();
            format!("number += (int)total({});", all.join(", "))
        }
        9 => {
            let field = *random.pick(&["a", "b", "c", "d"]);
            format!("bits.{field} = {n}; bits.{field} += {k}; if (bits.{field} > 1) number--;")
        }
        10 => format!(
            "struct tail *t = malloc(sizeof *t + {} * sizeof(short)); t->n = {n}; t->items[{k}] = 3; number += t->items[{}]; free(t);",
            random.below(5),
            random.below(5)
        ),
        11 => format!("char *q = (char *)((long)text + {n}); if (q > text) number += *q;"),
        12 => format!("void *q = (void *)(long)(int)(long)numbers; if (q == (void *)numbers) number = {n};"),
        13 => format!("number = {n} << ({k}); number >>= ({n}) & 63;"),
        14 => format!("number = {n} * {k} + {n}; if ({k}) number /= {k};"),
        15 => format!("qsort(numbers, {}, sizeof *numbers, (int (*)(const void *, const void *)){own});", random.below(4)),
        16 => format!("atexit((void (*)(void)){own});"),
        17 => format!("pthread_once(&once, (void (*)(void)){own});"),
        18 => format!("pthread_create(&thread, 0, (void *(*)(void *)){own}, text); pthread_join(thread, 0);"),
        19 => format!("pthread_key_create(&key, (void (*)(void *)){own}); pthread_setspecific(key, text);"),
        20 => "memcpy(&word, &mixed, sizeof word); memcpy(&small, &word, sizeof small); fresh = mixed;".to_owned(),
        21 => format!("bytes = realloc(bytes, {}); bytes[{}] = (char){n}; if (bytes[1]) number++;", 1 + random.below(9), random.below(6)),
        22 => format!("local = (long)(double)({n}) + (long)&local; if (local > {k}) number = (int)local;"),
        _ => format!("void (*go)() = (void (*)()){own}; go({n}, {k});"),
    }
}

#[cfg(test)]
mod tests {
    use super::generate;

    #[test]
    fn a_seed_is_one_program() {
        assert!((0..50).all(|seed| generate(seed) == generate(seed)));
        assert_ne!(generate(1), generate(2));
    }
}
