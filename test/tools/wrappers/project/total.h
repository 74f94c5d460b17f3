#ifndef TOTAL_H
#define TOTAL_H

#ifdef __cplusplus
#include <string>
#include <vector>
std::string describe(const std::vector<int> &Numbers);
extern "C" {
#endif
int seven(void);
int total(const int *numbers, int count);
void report(const int *numbers, int count);
#ifdef __cplusplus
}
#endif

#endif
