//! Arithmetic on floats whose bits are inputs for Raddle: each is one of two known values, so that terms stay symbolic and the
//! results are those of the processor. Natively the same is computed for every combination, and the number is made of all of
//! them; Raddle makes it of one table of results, which the native run fills.

use std::fmt::Write;

use crate::random::Random;

const VALUES: [&str; 16] = [
    "0.0",
    "-0.0",
    "1.0",
    "-1.5",
    "0.1",
    "3.0",
    "1e10",
    "-7e-5",
    "16777217.0",
    "1e-40",
    "-1e38",
    "3.4e38",
    "2147483647.0",
    "-2147483648.0",
    "0.5",
    "1e-310",
];

pub(super) fn generate(random: &mut Random) -> String {
    let ty = if random.chance(70) { "float" } else { "double" };
    let bits = if ty == "float" { "unsigned" } else { "unsigned long long" };
    let nondet = if ty == "float" { "uint" } else { "ulonglong" };
    let mut text = format!(
        "#include <math.h>\n#include <float.h>\ntypedef {ty} real;\ntypedef {bits} bits;\n\
         #ifndef NATIVE\nbits __VERIFIER_nondet_{nondet}(void);\nvoid __VERIFIER_assume(int);\n#endif\n"
    );
    text.push_str(HELPERS);
    let (first, second) = (pair(random), pair(random));
    text.push_str("static unsigned long long compute(real a, real b) {\n");
    text.push_str("    unsigned long long hash = 0;\n    real x[8] = {a, b};\n");
    let steps = 2 + random.below(3);
    for index in 2..2 + steps {
        let _ = writeln!(text, "    x[{index}] = {};", operation(random, index));
    }
    for _ in 0..1 + random.below(2) {
        let index = 2 + random.below(steps);
        let _ = writeln!(text, "    hash = hash * 31 + {};", observed(random, index));
    }
    text.push_str("    return hash;\n}\n");
    let _ = write!(
        text,
        "static void run(void) {{\n    static const real as[] = {{{}, {}}}, bs[] = {{{}, {}}};\n{RUN}}}\n",
        first.0, first.1, second.0, second.1
    );
    text.replace("NONDET", &format!("__VERIFIER_nondet_{nondet}"))
}

fn pair(random: &mut Random) -> (&'static str, &'static str) {
    let [first, second]: [&&str; 2] = [random.pick(&VALUES), random.pick(&VALUES)];
    (first, second)
}

fn operation(random: &mut Random, before: usize) -> String {
    let (a, b) = (random.below(before), random.below(before));
    match random.below(12) {
        0..=2 => format!("x[{a}] + x[{b}]"),
        3 | 4 => format!("x[{a}] - x[{b}]"),
        5 | 6 => format!("x[{a}] * x[{b}]"),
        7 => format!("x[{a}] / x[{b}]"),
        8 => format!("-x[{a}]"),
        9 => format!("(real)to_int(x[{a}])"),
        10 => format!("x[{a}] < x[{b}] ? x[{a}] : x[{b}]"),
        _ => format!("(real)(float)x[{a}]"),
    }
}

fn observed(random: &mut Random, index: usize) -> String {
    let other = random.below(index);
    match random.below(6) {
        0 => format!("(unsigned)(x[{index}] <= x[{other}])"),
        1 => format!("(unsigned)(x[{index}] == x[{other}])"),
        2 => format!("(unsigned)to_int(x[{index}])"),
        _ => format!("shown(x[{index}])"),
    }
}

const HELPERS: &str = r"
static bits bits_of(real value) {
    bits result;
    memcpy(&result, &value, sizeof result);
    return result;
}
/* What a NaN looks like is not said. */
static unsigned long long shown(real value) {
    return value != value ? 12345 : bits_of(value);
}
static int to_int(real value) {
    return value > -1e9 && value < 1e9 ? (int)value : 77;
}
";

/// The results of all four combinations, in an order that Raddle finds again: natively they are computed, and there one of them is.
const RUN: &str = r"    unsigned long long results[4];
    for (int index = 0; index < 4; index++)
        results[index] = compute(as[index / 2], bs[index % 2]);
#ifdef NATIVE
    for (int index = 0; index < 4; index++)
        add(results[index]);
#else
    bits first = NONDET(), second = NONDET();
    __VERIFIER_assume((first == bits_of(as[0])) | (first == bits_of(as[1])));
    __VERIFIER_assume((second == bits_of(bs[0])) | (second == bits_of(bs[1])));
    int chosen = (first == bits_of(as[1])) * 2 + (second == bits_of(bs[1]));
    if (bits_of(as[0]) == bits_of(as[1]))
        chosen &= 1;
    if (bits_of(bs[0]) == bits_of(bs[1]))
        chosen &= 2;
    real a, b;
    memcpy(&a, &first, sizeof a);
    memcpy(&b, &second, sizeof b);
    unsigned long long result = compute(a, b);
    for (int index = 0; index < 4; index++)
        add(index == chosen ? result : results[index]);
#endif
";
