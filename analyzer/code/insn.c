/* SPDX-License-Identifier: MIT */
#include "insn.h"

const struct csa_machine *csa_machine_find(int elf_machine)
{
	static const struct csa_machine *const machines[] = { &csa_machine_x86_64,
							      &csa_machine_aarch64 };

	for (size_t i = 0; i < sizeof(machines) / sizeof(*machines); i++) {
		if (machines[i]->elf_machine == elf_machine)
			return machines[i];
	}
	return NULL;
}
