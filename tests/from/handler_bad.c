// from: --at T1=16
// verdict: unsafe
// finding: R0101 16
// from: --at T1=16,24
// verdict: unsafe
// finding: R0101 16
// A function whose address lies in a frame that nobody names: a pointer to it says nothing of its type.
#include <assert.h>

struct task {
  int rounds;
  int (*handler)(int);
};

static int fail(int value) {
  assert(value != 0);
  return value;
}

static void work(const struct task *task, int round) {
  if (round > 0)
    work(task, round - 1);
  else if (task->handler)
    task->handler(round);
}

int main(void) {
  struct task task = {3, fail};
  work(&task, task.rounds);
  return 0;
}
