/* SPDX-License-Identifier: MIT */
/* Machine code of both architectures: what the decoder says fits the bytes, and so does a patch. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "code/insn.h"
#include "fuzz_input.h"

#define ADDR UINT64_C(0x401000)

static void check(int condition)
{
	if (!condition)
		abort();
}

static void silence(const struct csa_machine *machine, const uint8_t *code,
		    const struct csa_insn *insn)
{
	uint8_t *patched = malloc(insn->length);
	struct csa_insn after;

	check(patched != NULL);
	memcpy(patched, code, insn->length);
	if (!machine->silence(patched, insn)) {
		check(memcmp(patched, code, insn->length) == 0);
	} else {
		/* Nothing, or a return, and nothing that is not known. */
		check(machine->decode(patched, insn->length, ADDR, &after));
		check(after.flow == CSA_FLOW_NEXT || after.flow == CSA_FLOW_END);
	}
	free(patched);
}

static void decode_all(const struct csa_machine *machine, const uint8_t *code, size_t size)
{
	struct csa_insn insn;
	uint64_t slot;
	size_t at = 0;

	while (at < size) {
		(void)machine->slot_of_stub(code + at, size - at, ADDR + at, &slot);
		memset(&insn, 0, sizeof(insn));
		if (!machine->decode(code + at, size - at, ADDR + at, &insn)) {
			at++;
			continue;
		}
		check(insn.length > 0 && insn.length <= size - at);
		check(insn.to < CSA_INSN_REGISTERS && insn.from < CSA_INSN_REGISTERS);
		check(insn.goal != CSA_GOAL_REGISTER || insn.flow == CSA_FLOW_NEXT ||
		      insn.target < CSA_INSN_REGISTERS);
		if (insn.flow == CSA_FLOW_CALL || insn.flow == CSA_FLOW_JUMP)
			silence(machine, code + at, &insn);
		at += insn.length;
	}
}

static void find_calls(const struct csa_machine *machine, const uint8_t *code, size_t size)
{
	struct csa_insn insn;
	size_t at = 0;

	while (at < size) {
		size_t found = machine->find_call(code, size, at, ADDR, &insn);

		check(found >= at && found <= size);
		at = found + 1;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct csa_machine *const machines[] = { &csa_machine_x86_64,
							      &csa_machine_aarch64 };

	for (size_t i = 0; i < 2; i++) {
		decode_all(machines[i], data, size);
		find_calls(machines[i], data, size);
	}
	return 0;
}
