/* SPDX-License-Identifier: MIT */
/* Encodings as an assembler writes them; whole programs run under an emulator in tests/e2e. */
#include "test.h"

#include "insn.h"

static struct csa_insn decode(uint32_t word)
{
	const uint8_t bytes[4] = { (uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16),
				   (uint8_t)(word >> 24) };
	struct csa_insn insn;

	assert_true(csa_machine_aarch64.decode(bytes, sizeof(bytes), 0x401000, &insn));
	assert_int_equal(insn.length, 4);
	assert_false(csa_machine_aarch64.decode(bytes, 3, 0x401000, &insn));
	csa_machine_aarch64.decode(bytes, sizeof(bytes), 0x401000, &insn);
	return insn;
}

TEST(jumps_and_calls_say_where_to)
{
	struct csa_insn insn = decode(0x94000004); /* bl .+16 */

	T_UNUSED;
	assert_int_equal(insn.flow, CSA_FLOW_CALL);
	assert_int_equal(insn.target, 0x401010);
	insn = decode(0x17ffffff); /* b .-4 */
	assert_int_equal(insn.flow, CSA_FLOW_JUMP);
	assert_int_equal(insn.target, 0x400ffc);
	insn = decode(0x54000040); /* b.eq .+8 */
	assert_int_equal(insn.flow, CSA_FLOW_BRANCH);
	assert_int_equal(insn.target, 0x401008);
	insn = decode(0xb4000040); /* cbz x0, .+8 */
	assert_int_equal(insn.flow, CSA_FLOW_BRANCH);
	assert_int_equal(insn.target, 0x401008);
	insn = decode(0x36000040); /* tbz w0, #0, .+8 */
	assert_int_equal(insn.target, 0x401008);
	insn = decode(0xd63f0220); /* blr x17 */
	assert_int_equal(insn.flow, CSA_FLOW_CALL);
	assert_int_equal(insn.target, 17);
	assert_int_equal(decode(0xd65f03c0).flow, CSA_FLOW_END); /* ret */
	assert_int_equal(decode(0xd65f0bff).flow, CSA_FLOW_END); /* retaa */
	assert_int_equal(decode(0xd4200000).flow, CSA_FLOW_END); /* brk #0 */
}

TEST(addresses_reach_registers_in_steps)
{
	struct csa_insn insn = decode(0xb0000000); /* adrp x0, 0x402000 */

	T_UNUSED;
	assert_int_equal(insn.effect, CSA_EFFECT_SET);
	assert_int_equal(insn.value, 0x402000);
	insn = decode(0x91004000); /* add x0, x0, #16 */
	assert_int_equal(insn.effect, CSA_EFFECT_ADD);
	assert_int_equal(insn.value, 16);
	insn = decode(0x10000080); /* adr x0, .+16 */
	assert_int_equal(insn.effect, CSA_EFFECT_SET);
	assert_int_equal(insn.value, 0x401010);
	insn = decode(0xf9400820); /* ldr x0, [x1, #16] */
	assert_int_equal(insn.effect, CSA_EFFECT_LOAD_BASED);
	assert_int_equal(insn.from, 1);
	assert_int_equal(insn.value, 16);
	insn = decode(0xaa1303e0); /* mov x0, x19 */
	assert_int_equal(insn.effect, CSA_EFFECT_COPY);
	assert_int_equal(insn.from, 19);
	insn = decode(0xf9000be0); /* str x0, [sp, #16] */
	assert_int_equal(insn.effect, CSA_EFFECT_SPILL);
	assert_true(insn.target == decode(0xf9400bf3).target); /* ldr x19, [sp, #16] */
	assert_int_equal(decode(0xf9400bf3).effect, CSA_EFFECT_RELOAD);
	insn = decode(0xa90153f3); /* stp x19, x20, [sp, #16] */
	assert_int_equal(insn.effect, CSA_EFFECT_SPILL_PAIR);
	assert_int_equal(insn.from, 19);
	assert_int_equal(insn.value, 20);
	assert_int_equal(decode(0x9a940260).effect, CSA_EFFECT_CHOOSE); /* csel x0, x19, x20, eq */
	assert_int_equal(decode(0xeb01001f).effect, CSA_EFFECT_EQUAL);  /* cmp x0, x1 */
}

TEST(what_is_written_is_no_longer_known)
{
	T_UNUSED;
	assert_int_equal(decode(0x8b010000).clobbers, 1u << 0);  /* add x0, x0, x1 */
	assert_int_equal(decode(0xf9400033).clobbers, 1u << 19); /* ldr x19, [x1] */
	assert_int_equal(decode(0xf9000033).clobbers, 0);        /* str x19, [x1] */
	assert_int_equal(decode(0xa9c15033).clobbers,
			 0x180000u | 1u << 1);            /* ldp x19, x20, [x1, #16]! */
	assert_int_equal(decode(0xd503201f).clobbers, 0); /* nop */
}

TEST(calls_become_nops_and_jumps_returns)
{
	struct csa_insn call = decode(0x94000004);
	struct csa_insn jump = decode(0x14000004);
	uint8_t code[4] = { 0 };

	T_UNUSED;
	assert_true(csa_machine_aarch64.silence(code, &call));
	assert_memory_equal(code, "\x1f\x20\x03\xd5", 4);
	assert_true(csa_machine_aarch64.silence(code, &jump));
	assert_memory_equal(code, "\xc0\x03\x5f\xd6", 4);
}

TEST(linkage_stubs_name_their_word)
{
	static const uint8_t stub[] = { 0xb0, 0,    0, 0xb0, 0x11, 0x0a, 0x40, 0xf9,
					0x10, 0x42, 0, 0x91, 0x20, 0x02, 0x1f, 0xd6 };
	uint64_t slot;

	T_UNUSED;
	/* adrp x16, page + 0x15000; ldr x17, [x16, #16] */
	assert_true(csa_machine_aarch64.slot_of_stub(stub, sizeof(stub), 0x401000, &slot));
	assert_int_equal(slot, 0x416010);
	assert_false(csa_machine_aarch64.slot_of_stub(stub, 8, 0x401000, &slot));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(jumps_and_calls_say_where_to),       CASE(addresses_reach_registers_in_steps),
		CASE(what_is_written_is_no_longer_known), CASE(calls_become_nops_and_jumps_returns),
		CASE(linkage_stubs_name_their_word),
	};

	return T_RUN(cases, argc, argv);
}
