#include "header.h"

static int helper(int x) { return seven() + x; }

int main(int argc, char **argv) { return helper(argc) - helper(1); }
