/* SPDX-License-Identifier: MIT */
/* Lengths against objdump's, over all code of the C library; what matters of the rest by hand. */
#define _GNU_SOURCE /* popen, getline, dladdr */
#include "test.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "insn.h"

enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI };

static struct csa_insn decode(const char *bytes, size_t count)
{
	struct csa_insn insn;

	if (!csa_machine_x86_64.decode((const uint8_t *)bytes, count, 0x1000, &insn))
		fail_msg("not decoded");
	assert_int_equal(insn.length, count);
	return insn;
}

#define DECODE(bytes) decode(bytes, sizeof(bytes) - 1)

/* "  401000:\t48 89 e5 \tmov ..." */
static size_t parse_bytes(const char *line, uint8_t *bytes, size_t room, const char **text)
{
	const char *at = strchr(line, '\t');
	size_t count = 0;

	if (!at || !strchr(line, ':') || strchr(line, ':') > at)
		return 0;
	at++;
	while (count < room && isxdigit((unsigned char)at[0]) && isxdigit((unsigned char)at[1]) &&
	       at[2] == ' ') {
		bytes[count++] = (uint8_t)strtoul(at, NULL, 16);
		at += 3;
	}
	*text = strchr(at, '\t');
	return *text ? count : 0;
}

/*
 * Words that objdump prints for bytes that are no instruction, for a prefix that it takes apart, and
 * for what has no meaning in 64-bit mode or was never built.
 */
static bool is_instruction(const char *text)
{
	static const char *const words[] = { "(bad)",   "rex",    "data16\n", "cs\n", "ds\n",
					     "es\n",    "ss\n",   "fs\n",     "gs\n", "repz\n",
					     "repnz\n", "lock\n", "addr32\n", ".byte" };
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (strstr(text, words[i]))
			return false;
	}
	return true;
}

/* Return: how many instructions were compared. */
static unsigned compare_file(const char *path)
{
	char command[1024];
	char *line = NULL;
	size_t room = 0;
	unsigned compared = 0;
	FILE *pipe;

	snprintf(command, sizeof(command), "%s -d --insn-width=16 '%s'", OBJDUMP, path);
	pipe = popen(command, "r");
	assert_non_null(pipe);
	while (getline(&line, &room, pipe) > 0) {
		uint8_t bytes[16];
		struct csa_insn insn = { 0 };
		const char *text;
		size_t count = parse_bytes(line, bytes, sizeof(bytes), &text);

		if (count == 0 || !is_instruction(text))
			continue;
		if (!csa_machine_x86_64.decode(bytes, count, 0, &insn) || insn.length != count)
			fail_msg("%s: length %u: %s", path, insn.length, line);
		/* One byte less is never enough. */
		assert_false(csa_machine_x86_64.decode(bytes, count - 1, 0, &insn));
		compared++;
	}
	free(line);
	assert_int_equal(pclose(pipe), 0);
	return compared;
}

TEST(lengths_are_objdumps)
{
	Dl_info info;

	T_UNUSED;
	assert_int_not_equal(dladdr(stdout, &info), 0);
	assert_true(compare_file(info.dli_fname) > 100000);
}

TEST(jumps_and_calls_say_where_to)
{
	struct csa_insn insn = DECODE("\xe8\x10\x00\x00\x00");

	T_UNUSED;
	assert_int_equal(insn.flow, CSA_FLOW_CALL);
	assert_int_equal(insn.goal, CSA_GOAL_ADDR);
	assert_int_equal(insn.target, 0x1015);
	insn = DECODE("\xe9\xfb\xff\xff\xff");
	assert_int_equal(insn.flow, CSA_FLOW_JUMP);
	assert_int_equal(insn.target, 0x1000);
	insn = DECODE("\x74\xfe");
	assert_int_equal(insn.flow, CSA_FLOW_BRANCH);
	assert_int_equal(insn.target, 0x1000);
	insn = DECODE("\x0f\x85\x00\x01\x00\x00");
	assert_int_equal(insn.flow, CSA_FLOW_BRANCH);
	assert_int_equal(insn.target, 0x1106);
	insn = DECODE("\xff\x15\x00\x01\x00\x00"); /* call *0x100(%rip) */
	assert_int_equal(insn.flow, CSA_FLOW_CALL);
	assert_int_equal(insn.goal, CSA_GOAL_SLOT);
	assert_int_equal(insn.target, 0x1106);
	insn = DECODE("\x41\xff\xe4"); /* jmp *%r12 */
	assert_int_equal(insn.flow, CSA_FLOW_JUMP);
	assert_int_equal(insn.goal, CSA_GOAL_REGISTER);
	assert_int_equal(insn.target, 12);
	insn = DECODE("\xff\x24\xc5\x00\x00\x00\x00"); /* jmp *table(,%rax,8) */
	assert_int_equal(insn.goal, CSA_GOAL_UNKNOWN);
	assert_int_equal(DECODE("\xc3").flow, CSA_FLOW_END);
	assert_int_equal(DECODE("\x0f\x0b").flow, CSA_FLOW_END);
}

TEST(addresses_reach_registers)
{
	struct csa_insn insn = DECODE("\x48\x8d\x3d\x10\x00\x00\x00"); /* lea 0x10(%rip),%rdi */

	T_UNUSED;
	assert_int_equal(insn.effect, CSA_EFFECT_SET);
	assert_int_equal(insn.to, RDI);
	assert_int_equal(insn.value, 0x1017);
	insn = DECODE("\xbf\x00\x10\x40\x00"); /* mov $0x401000,%edi */
	assert_int_equal(insn.effect, CSA_EFFECT_SET);
	assert_int_equal(insn.value, 0x401000);
	insn = DECODE("\x48\xc7\xc7\x00\x10\x40\x00"); /* mov $0x401000,%rdi */
	assert_int_equal(insn.effect, CSA_EFFECT_SET);
	assert_int_equal(insn.to, RDI);
	assert_int_equal(insn.value, 0x401000);
	insn = DECODE("\x49\xbc\x01\x02\x03\x04\x05\x06\x07\x08"); /* movabs $...,%r12 */
	assert_int_equal(insn.to, 12);
	assert_true(insn.value == UINT64_C(0x0807060504030201));
	insn = DECODE("\x48\x8b\x3d\x10\x00\x00\x00"); /* mov 0x10(%rip),%rdi */
	assert_int_equal(insn.effect, CSA_EFFECT_LOAD);
	assert_int_equal(insn.value, 0x1017);
	insn = DECODE("\x4c\x89\xe7"); /* mov %r12,%rdi */
	assert_int_equal(insn.effect, CSA_EFFECT_COPY);
	assert_int_equal(insn.to, RDI);
	assert_int_equal(insn.from, 12);
	insn = DECODE("\x48\x89\x45\xf8"); /* mov %rax,-8(%rbp) */
	assert_int_equal(insn.effect, CSA_EFFECT_SPILL);
	assert_int_equal(insn.from, RAX);
	assert_true(DECODE("\x48\x8b\x5d\xf8").target == insn.target); /* mov -8(%rbp),%rbx */
	assert_int_equal(DECODE("\x48\x8b\x5d\xf8").effect, CSA_EFFECT_RELOAD);
	insn = DECODE("\x48\x39\xc3"); /* cmp %rax,%rbx */
	assert_int_equal(insn.effect, CSA_EFFECT_EQUAL);
	assert_int_equal(insn.clobbers, 0);
	insn = DECODE("\x48\x0f\x44\xc3"); /* cmove %rbx,%rax */
	assert_int_equal(insn.effect, CSA_EFFECT_CHOOSE);
}

TEST(what_is_written_is_no_longer_known)
{
	T_UNUSED;
	assert_int_equal(DECODE("\x48\x01\xd8").clobbers, 1u << RAX); /* add %rbx,%rax */
	assert_int_equal(DECODE("\x48\x03\x18").clobbers, 1u << RBX); /* add (%rax),%rbx */
	assert_int_equal(DECODE("\x5f").clobbers, 1u << RDI);         /* pop %rdi */
	assert_int_equal(DECODE("\x48\xf7\xe3").clobbers & ~(1u << RBX),
			 1u << RAX | 1u << RDX);                              /* mul %rbx */
	assert_int_equal(DECODE("\x84\xc0").clobbers, 0);                     /* test %al,%al */
	assert_int_equal(DECODE("\x48\x89\x18").clobbers, 0);                 /* mov %rbx,(%rax) */
	assert_int_equal(DECODE("\x0f\x28\xd8").clobbers, 0);                 /* movaps xmm */
	assert_int_equal(DECODE("\xf2\x48\x0f\x2c\xd8").clobbers, 1u << RBX); /* cvttsd2si */
	assert_int_equal(DECODE("\x0f\x94\xc3").clobbers, 1u << RBX);         /* sete %bl */
	assert_int_equal(DECODE("\xc4\xe2\xe0\xf2\xf8").clobbers & (1u << RDI),
			 1u << RDI); /* andn %rax,%rbx,%rdi */
}

static void expect_silenced(const char *bytes, size_t count, const char *wanted)
{
	struct csa_insn insn = decode(bytes, count);
	uint8_t code[16];

	memcpy(code, bytes, count);
	assert_true(csa_machine_x86_64.silence(code, &insn));
	assert_memory_equal(code, wanted, count);
	if (insn.flow == CSA_FLOW_CALL) {
		assert_true(csa_machine_x86_64.decode(code, count, 0, &insn));
		assert_int_equal(insn.length, count);
		assert_true(insn.is_nop);
	}
}

TEST(calls_become_one_nop_of_their_length)
{
	struct csa_insn branch = DECODE("\x0f\x85\x00\x01\x00\x00");
	uint8_t code[6] = { 0 };

	T_UNUSED;
	expect_silenced("\xe8\x10\x00\x00\x00", 5, "\x0f\x1f\x44\x00\x00");
	expect_silenced("\x67\xe8\x10\x00\x00\x00", 6, "\x66\x0f\x1f\x44\x00\x00");
	expect_silenced("\xff\x15\x10\x00\x00\x00", 6, "\x66\x0f\x1f\x44\x00\x00");
	expect_silenced("\xff\xd0", 2, "\x66\x90");
	expect_silenced("\x41\xff\xd4", 3, "\x0f\x1f\x00");
	expect_silenced("\xe9\x10\x00\x00\x00", 5, "\xc3\xcc\xcc\xcc\xcc");
	expect_silenced("\xff\x25\x10\x00\x00\x00", 6, "\xc3\xcc\xcc\xcc\xcc\xcc");
	assert_false(csa_machine_x86_64.silence(code, &branch));
}

TEST(linkage_stubs_name_their_word)
{
	static const uint8_t plain[] = { 0xff, 0x25, 0x00, 0x10, 0, 0 };
	static const uint8_t tracked[] = { 0xf3, 0x0f, 0x1e, 0xfa, 0xf2, 0xff,
					   0x25, 0x00, 0x10, 0,    0 };
	uint64_t slot;

	T_UNUSED;
	assert_true(csa_machine_x86_64.slot_of_stub(plain, sizeof(plain), 0x1000, &slot));
	assert_int_equal(slot, 0x2006);
	assert_true(csa_machine_x86_64.slot_of_stub(tracked, sizeof(tracked), 0x1000, &slot));
	assert_int_equal(slot, 0x200b);
	assert_false(csa_machine_x86_64.slot_of_stub(plain, 5, 0x1000, &slot));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(lengths_are_objdumps),
		CASE(jumps_and_calls_say_where_to),
		CASE(addresses_reach_registers),
		CASE(what_is_written_is_no_longer_known),
		CASE(calls_become_one_nop_of_their_length),
		CASE(linkage_stubs_name_their_word),
	};

	return T_RUN(cases, argc, argv);
}
