// Costs of instructions from a file: by opcode, function and line.
//@ run: --cost {dir}/costs.toml => bound=28 exact=true
//@ run: --cost {dir}/costs.toml --at-most 28 => bound=28
//@ run: --cost {dir}/costs.toml --at-most 27 => exit=1 bound=28 verdict=exceeded
int twice(int x) {
  return 2 * x;
}
int main(void) {
  int y = 1;
  y = twice(y);
  return y;
}
