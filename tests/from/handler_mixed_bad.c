// from: --at T1=14
// verdict: unsafe
// finding: R0101 14
// What a pointer holds may be a function or data, as far as anybody knows, and functions are called through it.
#include <assert.h>

struct task {
  void *words[2];
};

static int number = 3;

static void fail(int *value) {
  assert(*value != 3);
}

static void work(const struct task *task, int round, int which) {
  if (round > 0) {
    work(task, round - 1, which);
    return;
  }
  void *handler = task->words[which];
  if (handler)
    ((void (*)(int *))handler)(task->words[1 - which]);
}

int main(void) {
  struct task task = {{(void *)fail, &number}};
  work(&task, 2, 0);
  return 0;
}
