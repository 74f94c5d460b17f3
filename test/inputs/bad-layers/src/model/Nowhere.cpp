#include "Nowhere.h"
