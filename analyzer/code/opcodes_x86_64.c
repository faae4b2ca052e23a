/* SPDX-License-Identifier: MIT */
/*
 * By the opcode maps of the Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2,
 * appendix A.
 */
#include "opcodes_x86_64.h"

#define M CSA_X86_M
#define B CSA_X86_B
#define Z CSA_X86_Z
#define V CSA_X86_V
#define G CSA_X86_G
#define E CSA_X86_E
#define A CSA_X86_A
#define D CSA_X86_D

/* One letter an opcode; form_of() has their meaning. Prefixes and what is handled apart: "-". */
static const char one_byte[] = "eeggAJ--eeggAJ--"  /* 00 */
			       "eeggAJ--eeggAJ--"  /* 10 */
			       "eeggAJ--eeggAJ--"  /* 20 */
			       "eeggAJ--mmmmbz--"  /* 30: the last ones are cmp */
			       "----------------"  /* 40 */
			       "................"  /* 50 */
			       "---g----zYbG...."  /* 60 */
			       "bbbbbbbbbbbbbbbb"  /* 70 */
			       "EZ-Emmxxeeggegme"  /* 80 */
			       "aaaaaaaaac-....a"  /* 90 */
			       "........bz..aa.."  /* a0 */
			       "bbbbbbbbzzzzzzzz"  /* b0 */
			       "EE..--EZ.....b-."  /* c0 */
			       "eeee---aqqqqqqqq"  /* d0: the last ones are the x87's */
			       "bbbbAAbbzz-baa.."  /* e0 */
			       "-.--..WW......ee"; /* f0 */

/* The map behind 0f. What writes only vector registers or memory writes none of ours. */
static const char two_byte[] = "WWgg-a....-.-m.M"  /* 00 */
			       "mmmmmmmmmmmmmmmm"  /* 10 */
			       "eemm----mmmmggmm"  /* 20 */
			       ".ddd..-.--------"  /* 30: 38 and 3a lead to maps of their own */
			       "gggggggggggggggg"  /* 40 */
			       "gmmmmmmmmmmmmmmm"  /* 50 */
			       "mmmmmmmmmmmmmmmm"  /* 60 */
			       "MMMMmmm.gg--mmem"  /* 70 */
			       "zzzzzzzzzzzzzzzz"  /* 80 */
			       "eeeeeeeeeeeeeeee"  /* 90 */
			       "..dmEe--...eEeeg"  /* a0 */
			       "kkgegggggmEegggg"  /* b0 */
			       "xxMmMGMW........"  /* c0 */
			       "mmmmmmmgmmmmmmmm"  /* d0 */
			       "mmmmmmmmmmmmmmmm"  /* e0 */
			       "mmmmmmmmmmmmmmmm"; /* f0 */

static uint16_t form_of(char letter)
{
	static const uint16_t forms[] = {
		['.' - '.'] = V,
		['A' - '.'] = B | A,
		['E' - '.'] = M | B | E,
		['G' - '.'] = M | B | G,
		['J' - '.'] = Z | A,
		['M' - '.'] = M | B,
		['W' - '.'] = M | E | A | D,
		['Y' - '.'] = M | Z | G,
		['Z' - '.'] = M | Z | E,
		['a' - '.'] = V | A,
		['b' - '.'] = B,
		['c' - '.'] = V | D,
		['d' - '.'] = V | A | D,
		['e' - '.'] = M | E,
		['g' - '.'] = M | G,
		['k' - '.'] = M | E | A,
		['m' - '.'] = M,
		['q' - '.'] = M | A,
		['x' - '.'] = M | G | E,
		['z' - '.'] = Z,
	};

	return letter == '-' ? CSA_X86_NO : forms[letter - '.'];
}

uint16_t csa_x86_form_one(uint8_t opcode)
{
	return form_of(one_byte[opcode]);
}

uint16_t csa_x86_form_two(uint8_t opcode)
{
	return form_of(two_byte[opcode]);
}
