#ifndef UTIL_H
#define UTIL_H
void tick(void);
#endif
