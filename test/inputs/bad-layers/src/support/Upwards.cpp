#include "mlgo/model/Model.h"
