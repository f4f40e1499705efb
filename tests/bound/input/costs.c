// Cost files that are wrong, and amounts that are negative.
//@ run: --cost {dir}/negative.toml => exit=2 stderr~"line 2" stderr~negative
//@ run: --cost {dir}/twice.toml => exit=2 stderr~"given twice"
//@ run: --cost {dir}/file.toml => exit=2 stderr~nowhere.c
//@ run: --cost {dir}/opcode.toml => exit=2 stderr~"unknown opcode"
//@ run: --cost {dir}/function.toml => exit=2 stderr~missing_function
//@ run: --cost {dir}/none.toml => exit=2 stderr~none.toml
//@ run: -DNEGATIVE => exit=3 unknown.what~negative
//@ run: --function missing => exit=2 stderr~missing
//@ run: -DEXTERNAL => exit=3 unknown.what~elsewhere
//@ run: => bound=3 exact=true
#include <raddle.h>
extern int __VERIFIER_nondet_int(void);
extern int elsewhere(void);
int main(void) {
#ifdef NEGATIVE
  raddle_tick(__VERIFIER_nondet_int());
#endif
#ifdef EXTERNAL
  if (elsewhere())
    raddle_tick(1);
#endif
  raddle_tick(3);
  return 0;
}
