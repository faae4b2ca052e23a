/* SPDX-License-Identifier: MIT */
#include "file_systems.h"

#include <inttypes.h>
#include <stdio.h>

static const struct {
	uint32_t type;
	enum csa_fs_kind kind;
	const char *name;
} systems[] = {
	{ 0xef53, CSA_FS_DISK, "ext4" },
	{ 0x58465342, CSA_FS_DISK, "xfs" },
	{ 0x9123683e, CSA_FS_DISK, "btrfs" },
	{ 0xf2f52010, CSA_FS_DISK, "f2fs" },
	{ 0x2fc12fc1, CSA_FS_DISK, "zfs" },
	{ 0x794c7630, CSA_FS_DISK, "overlayfs, the layer of a container" },
	{ 0x01021994, CSA_FS_MEMORY, "tmpfs" },
	{ 0x858458f6, CSA_FS_MEMORY, "ramfs" },
	{ 0x6969, CSA_FS_NETWORK, "nfs" },
	{ 0x517b, CSA_FS_NETWORK, "smb" },
	{ 0xff534d42, CSA_FS_NETWORK, "cifs" },
	{ 0xfe534d42, CSA_FS_NETWORK, "smb" },
	{ 0x01021997, CSA_FS_NETWORK, "9p, a folder of the host" },
	{ 0x65735546, CSA_FS_NETWORK, "fuse, a program's" },
	{ 0x00c36400, CSA_FS_NETWORK, "ceph" },
	{ 0x5346414f, CSA_FS_NETWORK, "afs" },
	{ 0x0bd00bd0, CSA_FS_NETWORK, "lustre" },
	{ 0x47504653, CSA_FS_NETWORK, "gpfs" },
	{ 0x786f4256, CSA_FS_NETWORK, "vboxsf, a folder of the host" },
};

enum csa_fs_kind csa_file_system(uint64_t type, char *name, size_t size)
{
	for (size_t i = 0; i < sizeof(systems) / sizeof(systems[0]); i++) {
		if (systems[i].type == type) {
			snprintf(name, size, "%s", systems[i].name);
			return systems[i].kind;
		}
	}
	snprintf(name, size, "a file system of type 0x%" PRIx64, type);
	return CSA_FS_DISK;
}
