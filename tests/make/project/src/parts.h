#ifndef PARTS_H
#define PARTS_H
#ifdef __cplusplus
extern "C" {
#endif
int part_one(int i);
int part_two(int i);
int leaf(int i);
int count_words(const char *text);
#ifdef __cplusplus
}
#endif
#endif
