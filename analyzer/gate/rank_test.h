/* SPDX-License-Identifier: MIT */
/* The test of Mann and Whitney (Wilcoxon's rank sum): are the numbers of one sample larger than those of another,
 * or is it chance? It asks nothing of their distribution but that runs do not depend on each other. */
#ifndef CSA_RANK_TEST_H
#define CSA_RANK_TEST_H

#define CSA_RANK_RUNS_MAX 100u /* numbers of a sample */
/* Numbers of both samples: more are judged by the normal distribution, which then fits. */
#define CSA_RANK_EXACT_MAX 100u

/**
 * csa_rank_test() - the chance that @b has ranks as high as it has, or higher, when nothing differs.
 * @a, @b: 1 to CSA_RANK_RUNS_MAX numbers each
 *
 * Equal numbers share the mean of their ranks, and the distribution is that of these ranks: exact with ties, too.
 *
 * Return: from 1 / (ways to choose @b_count of all) to 1: nothing says that @b is larger.
 */
double csa_rank_test(const double *a, unsigned a_count, const double *b, unsigned b_count);

/** csa_rank_smallest() - the smallest chance that samples of these sizes can have. */
double csa_rank_smallest(unsigned a_count, unsigned b_count);

#endif
