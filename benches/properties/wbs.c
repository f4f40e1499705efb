// A controller of wheel brakes: pedal, anti-skid and pressure decide which valves are open, ROUNDS times in a row.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

#ifndef ROUNDS
#define ROUNDS 3
#endif

enum { NORMAL = 0, ALTERNATE = 1 };

static int was_pressure = 100, system_mode = NORMAL, accumulator = 10;

static void update(int pedal, int auto_brake, int skid) {
    int level, pressure, command, valve;

    if (pedal == 0)
        level = 0;
    else if (pedal == 1)
        level = 1;
    else if (pedal == 2)
        level = 2;
    else if (pedal == 3)
        level = 3;
    else
        level = 4;
    assert(level >= 0 && level <= 4);
    assert(pedal != 3 || level == 3);

    if (skid && level >= 2)
        command = level - 1;
    else if (auto_brake && level == 0)
        command = 1;
    else
        command = level;
    assert(command <= level + 1);
    assert(!skid || command < 4);
    assert(command != 1 || level != 0 || auto_brake);

    if (was_pressure == 0)
        system_mode = ALTERNATE;
    if (system_mode == NORMAL) {
        valve = command * 5;
        pressure = was_pressure - command;
        assert(pressure <= was_pressure);
        if (pressure < 90)
            pressure = 0;
    } else {
        valve = command * 4;
        pressure = 0;
        accumulator -= command > 2;
        assert(accumulator <= 10);
        assert(accumulator > 9); // wrong, but only after the pressure is lost
    }
    assert(valve >= 0 && valve <= 20);
    assert(pressure >= 0);
    assert(valve != 20 || !skid || system_mode == ALTERNATE);
    assert(command != 3 || system_mode == NORMAL); // wrong
    was_pressure = pressure;
}

int main(void) {
    for (int round = 0; round < ROUNDS; round++) {
        int pedal = __VERIFIER_nondet_int();
        if (pedal < 0 || pedal > 5)
            return 0;
        if (round == 1 && pedal == 5)
            was_pressure = 0;
        update(pedal, __VERIFIER_nondet_bool(), __VERIFIER_nondet_bool());
    }
    assert(system_mode == NORMAL || accumulator <= 10);
    return 0;
}
