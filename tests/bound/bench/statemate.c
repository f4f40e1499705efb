// A state chart of a window lift: decisions over flags that are set and tested along the way.
//@ run: --no-witness => bound>=50 certified=true
extern int __VERIFIER_nondet_int(void);
int state[16], flag[12];
int main(void) {
  for (int i = 0; i < 12; i++)
    flag[i] = 0;
  flag[0] = __VERIFIER_nondet_int() & 1;
  flag[1] = __VERIFIER_nondet_int() & 1;
  flag[2] = __VERIFIER_nondet_int() & 1;
  flag[3] = __VERIFIER_nondet_int() & 1;
  flag[4] = __VERIFIER_nondet_int() & 1;
  flag[5] = __VERIFIER_nondet_int() & 1;
  switch (state[0]) {
  case 0:
    if (flag[5])
      state[0] = 1;
    break;
  case 1:
    if (flag[11] && state[7] == 1)
      state[0] = 2;
    else
      flag[5] = 0;
    break;
  default:
    state[0] = 0;
    flag[11] = 1;
  }
  switch (state[1]) {
  case 0:
    if (flag[10])
      state[1] = 1;
    break;
  case 1:
    if (flag[0] && state[15] == 1)
      state[1] = 2;
    else
      flag[10] = 0;
    break;
  default:
    state[1] = 0;
    flag[0] = 1;
  }
  switch (state[2]) {
  case 0:
    if (flag[6])
      state[2] = 1;
    break;
  case 1:
    if (flag[5] && state[4] == 1)
      state[2] = 2;
    else
      flag[6] = 0;
    break;
  default:
    state[2] = 0;
    flag[5] = 1;
  }
  switch (state[3]) {
  case 0:
    if (flag[2])
      state[3] = 1;
    break;
  case 1:
    if (flag[3] && state[15] == 1)
      state[3] = 2;
    else
      flag[2] = 0;
    break;
  default:
    state[3] = 0;
    flag[3] = 1;
  }
  switch (state[4]) {
  case 0:
    if (flag[6])
      state[4] = 1;
    break;
  case 1:
    if (flag[0] && state[3] == 1)
      state[4] = 2;
    else
      flag[6] = 0;
    break;
  default:
    state[4] = 0;
    flag[0] = 1;
  }
  switch (state[5]) {
  case 0:
    if (flag[2])
      state[5] = 1;
    break;
  case 1:
    if (flag[6] && state[3] == 1)
      state[5] = 2;
    else
      flag[2] = 0;
    break;
  default:
    state[5] = 0;
    flag[6] = 1;
  }
  switch (state[6]) {
  case 0:
    if (flag[11])
      state[6] = 1;
    break;
  case 1:
    if (flag[4] && state[6] == 1)
      state[6] = 2;
    else
      flag[11] = 0;
    break;
  default:
    state[6] = 0;
    flag[4] = 1;
  }
  switch (state[7]) {
  case 0:
    if (flag[5])
      state[7] = 1;
    break;
  case 1:
    if (flag[7] && state[15] == 1)
      state[7] = 2;
    else
      flag[5] = 0;
    break;
  default:
    state[7] = 0;
    flag[7] = 1;
  }
  switch (state[8]) {
  case 0:
    if (flag[8])
      state[8] = 1;
    break;
  case 1:
    if (flag[9] && state[2] == 1)
      state[8] = 2;
    else
      flag[8] = 0;
    break;
  default:
    state[8] = 0;
    flag[9] = 1;
  }
  switch (state[9]) {
  case 0:
    if (flag[3])
      state[9] = 1;
    break;
  case 1:
    if (flag[6] && state[0] == 1)
      state[9] = 2;
    else
      flag[3] = 0;
    break;
  default:
    state[9] = 0;
    flag[6] = 1;
  }
  switch (state[10]) {
  case 0:
    if (flag[1])
      state[10] = 1;
    break;
  case 1:
    if (flag[8] && state[5] == 1)
      state[10] = 2;
    else
      flag[1] = 0;
    break;
  default:
    state[10] = 0;
    flag[8] = 1;
  }
  switch (state[11]) {
  case 0:
    if (flag[6])
      state[11] = 1;
    break;
  case 1:
    if (flag[0] && state[10] == 1)
      state[11] = 2;
    else
      flag[6] = 0;
    break;
  default:
    state[11] = 0;
    flag[0] = 1;
  }
  switch (state[12]) {
  case 0:
    if (flag[10])
      state[12] = 1;
    break;
  case 1:
    if (flag[0] && state[9] == 1)
      state[12] = 2;
    else
      flag[10] = 0;
    break;
  default:
    state[12] = 0;
    flag[0] = 1;
  }
  switch (state[13]) {
  case 0:
    if (flag[8])
      state[13] = 1;
    break;
  case 1:
    if (flag[6] && state[15] == 1)
      state[13] = 2;
    else
      flag[8] = 0;
    break;
  default:
    state[13] = 0;
    flag[6] = 1;
  }
  switch (state[14]) {
  case 0:
    if (flag[8])
      state[14] = 1;
    break;
  case 1:
    if (flag[6] && state[14] == 1)
      state[14] = 2;
    else
      flag[8] = 0;
    break;
  default:
    state[14] = 0;
    flag[6] = 1;
  }
  switch (state[15]) {
  case 0:
    if (flag[9])
      state[15] = 1;
    break;
  case 1:
    if (flag[8] && state[1] == 1)
      state[15] = 2;
    else
      flag[9] = 0;
    break;
  default:
    state[15] = 0;
    flag[8] = 1;
  }
  return 0;
}
