/* SPDX-License-Identifier: MIT */
/* What of an instruction the linker decides, by hand. */
#include "test.h"

#include <string.h>

#include "code_place.h"

static struct csa_link_section sections[] = {
	{ .addr = 0x400000, .size = 0x10000, .has_bytes = true }
};
static struct csa_link_image image;
static struct csa_code_pages pages;

/* The bytes without what says a place. Return: how many places. */
static unsigned erase(const struct csa_machine *machine, bool is_fixed, const uint8_t *from,
		      size_t length, uint8_t *code, uint64_t *places)
{
	struct csa_insn insn;

	image.machine = machine;
	image.is_fixed = is_fixed;
	image.sections.items = sections;
	image.sections.count = 1;
	memcpy(code, from, length);
	assert_true(machine->decode(from, length, 0x400100, &insn));
	assert_int_equal(insn.length, length);
	return csa_code_place_erase(&image, code, &insn, 0x400100, &pages, places);
}

#define BYTES(...) (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ })

/* x86-64: one place and the bytes that are left, or none and all bytes. */
static void x86(bool is_fixed, uint64_t place, const uint8_t *from, size_t length,
		const uint8_t *left, size_t left_length)
{
	uint64_t places[CSA_CODE_PLACES] = { 0 };
	uint8_t code[16];

	assert_int_equal(length, left_length);
	assert_int_equal(erase(&csa_machine_x86_64, is_fixed, from, length, code, places),
			 place != 0);
	assert_int_equal(places[0], place);
	assert_memory_equal(code, left, length);
}

TEST(x86_distances_are_places)
{
	T_UNUSED;
	/* call, jne, jmp of a byte */
	x86(false, 0x400115, BYTES(0xe8, 0x10, 0, 0, 0), BYTES(0xe8, 0, 0, 0, 0));
	x86(false, 0x400116, BYTES(0x0f, 0x85, 0x10, 0, 0, 0), BYTES(0x0f, 0x85, 0, 0, 0, 0));
	x86(false, 0x400100, BYTES(0xeb, 0xfe), BYTES(0xeb, 0));
	/* lea 0x10(%rip),%rdi; cmpl $7,0x10(%rip), whose immediate stays */
	x86(false, 0x400117, BYTES(0x48, 0x8d, 0x3d, 0x10, 0, 0, 0),
	    BYTES(0x48, 0x8d, 0x3d, 0, 0, 0, 0));
	x86(false, 0x400117, BYTES(0x83, 0x3d, 0x10, 0, 0, 0, 7), BYTES(0x83, 0x3d, 0, 0, 0, 0, 7));
	/* movsd 0x10(%rip),%xmm0; vmovsd */
	x86(false, 0x400118, BYTES(0xf2, 0x0f, 0x10, 0x05, 0x10, 0, 0, 0),
	    BYTES(0xf2, 0x0f, 0x10, 0x05, 0, 0, 0, 0));
	x86(false, 0x400118, BYTES(0xc5, 0xfb, 0x10, 0x05, 0x10, 0, 0, 0),
	    BYTES(0xc5, 0xfb, 0x10, 0x05, 0, 0, 0, 0));
}

TEST(x86_numbers_are_none)
{
	T_UNUSED;
	/* mov $0x400200,%edi where nothing lies at a fixed place; mov 0x18(%rax),%rax; add $0x10,%rsp */
	x86(false, 0, BYTES(0xbf, 0, 2, 0x40, 0), BYTES(0xbf, 0, 2, 0x40, 0));
	x86(false, 0, BYTES(0x48, 0x8b, 0x40, 0x18), BYTES(0x48, 0x8b, 0x40, 0x18));
	x86(true, 0, BYTES(0x48, 0x83, 0xc4, 0x10), BYTES(0x48, 0x83, 0xc4, 0x10));
	/* mov $1000,%ecx: a number also where addresses are fixed */
	x86(true, 0, BYTES(0xb9, 0xe8, 3, 0, 0), BYTES(0xb9, 0xe8, 3, 0, 0));
}

TEST(x86_addresses_of_a_fixed_program_are_places)
{
	uint64_t places[CSA_CODE_PLACES] = { 0 };
	uint8_t code[16];

	T_UNUSED;
	/* mov $0x400200,%edi; mov 0x400200(,%rax,8),%rax; movabs */
	x86(true, 0x400200, BYTES(0xbf, 0, 2, 0x40, 0), BYTES(0xbf, 0, 0, 0, 0));
	x86(true, 0x400200, BYTES(0x48, 0x8b, 0x04, 0xc5, 0, 2, 0x40, 0),
	    BYTES(0x48, 0x8b, 0x04, 0xc5, 0, 0, 0, 0));
	x86(true, 0x400200, BYTES(0x48, 0xbf, 0, 2, 0x40, 0, 0, 0, 0, 0),
	    BYTES(0x48, 0xbf, 0, 0, 0, 0, 0, 0, 0, 0));
	/* movq $0x400200,0x10(%rip): both */
	assert_int_equal(erase(&csa_machine_x86_64, true,
			       BYTES(0x48, 0xc7, 0x05, 0x10, 0, 0, 0, 0, 2, 0x40, 0), code, places),
			 2);
	assert_int_equal(places[0], 0x40011b);
	assert_int_equal(places[1], 0x400200);
	assert_memory_equal(code, ((const uint8_t[]){ 0x48, 0xc7, 0x05, 0, 0, 0, 0, 0, 0, 0, 0 }),
			    11);
}

/* @place: 0: none */
static void a64(uint32_t word, uint32_t left, uint64_t place)
{
	uint8_t from[4];
	uint8_t code[4];
	uint64_t places[CSA_CODE_PLACES] = { 0 };
	unsigned count;
	uint32_t found = 0;

	for (unsigned i = 0; i < 4; i++)
		from[i] = (uint8_t)(word >> (8 * i));
	count = erase(&csa_machine_aarch64, false, from, 4, code, places);
	for (unsigned i = 0; i < 4; i++)
		found |= (uint32_t)code[i] << (8 * i);
	assert_int_equal(found, left);
	assert_int_equal(count, place != 0);
	if (place)
		assert_int_equal(places[0], place);
}

TEST(a64_targets_are_places)
{
	T_UNUSED;
	memset(&pages, 0, sizeof(pages));
	a64(0x94000004, 0x94000000, 0x400110); /* bl */
	a64(0x17ffffff, 0x14000000, 0x4000fc); /* b */
	a64(0x54000081, 0x54000001, 0x400110); /* b.ne */
	a64(0xb4000080, 0xb4000000, 0x400110); /* cbz x0 */
	a64(0x37080080, 0x37080000, 0x400110); /* tbnz w0, #1 */
	a64(0x10000080, 0x10000000, 0x400110); /* adr x0 */
	a64(0x58ffffe1, 0x58000001, 0x4000fc); /* ldr x1, literal */
}

TEST(a64_pages_are_places_with_the_bits_that_follow)
{
	T_UNUSED;
	memset(&pages, 0, sizeof(pages));
	a64(0x91040000, 0x91040000, 0);        /* add x0, x0, #0x100: of no page */
	a64(0xb0000020, 0x90000000, 0);        /* adrp x0, 0x405000 */
	a64(0xf9408001, 0xf9400001, 0x405100); /* ldr x1, [x0, #0x100] */
	a64(0x3d800402, 0x3d800002, 0x405010); /* str q2, [x0, #0x10] */
	a64(0x39400403, 0x39400003, 0x405001); /* ldrb w3, [x0, #1] */
	a64(0x91040000, 0x91000000, 0x405100); /* add x0, x0, #0x100; now it is no page */
	a64(0xf9408001, 0xf9408001, 0);        /* ldr x1, [x0, #0x100] */
	a64(0xd280c800, 0xd280c800, 0);        /* mov x0, #0x640 */
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(x86_distances_are_places),
		CASE(x86_numbers_are_none),
		CASE(x86_addresses_of_a_fixed_program_are_places),
		CASE(a64_targets_are_places),
		CASE(a64_pages_are_places_with_the_bits_that_follow),
	};

	return T_RUN(cases, argc, argv);
}
