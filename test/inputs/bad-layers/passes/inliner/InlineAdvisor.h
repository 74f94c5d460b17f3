#include "compare/Bare.h"
