/* SPDX-License-Identifier: MIT */
/*
 * What runs although only its class is named: constructors, destructor, operators, and the node of
 * the class, which leads to the classes of its members.
 */
#ifndef CSA_CLASS_MEMBERS_H
#define CSA_CLASS_MEMBERS_H

#include <stdbool.h>
#include <stdint.h>

#include "project.h"

enum csa_class_mark { CSA_CLASS_QUALIFIED = 1, CSA_CLASS_BASE = 2 };

struct csa_class_members {
	uint32_t *first; /* by name id of a class's last component; one more at the end */
	uint32_t *nodes; /* definitions */
};

/** csa_class_members_find() - Return: false when memory ran out. Release in every case. */
bool csa_class_members_find(struct csa_class_members *members, const struct csa_project *project,
			    const uint8_t *is_class);
void csa_class_members_release(struct csa_class_members *members);

#endif
