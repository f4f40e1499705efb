// Found through -I by define_and_include_ok.c.
#define EXPECTED_TOTAL 7
