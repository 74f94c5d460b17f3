#include "InlineAdvisor.h"
