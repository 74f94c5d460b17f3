#include "square.h"

int neverCalled(int Number) { return Number * square(Number) + 17; }

int square(int Number) { return Number * Number; }
