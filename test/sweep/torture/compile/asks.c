/* { dg-options "-fgnu89-inline" } */
/* Compiles only with the flag above: there are two bodies otherwise. */
extern inline int twice(int value) { return 2 * value; }
int twice(int value) { return value + value; }
