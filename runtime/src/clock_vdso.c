/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "clock_vdso.h"

#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/auxv.h>

#include "text.h"

#if defined(__x86_64__) || defined(__i386__) || defined(__arm__) || defined(__riscv)
#define VDSO_NAME "__vdso_clock_gettime"
#else
#define VDSO_NAME "__kernel_clock_gettime"
#endif

/* System V gABI: words of 32 bits; s390x has 64. */
#if defined(__s390x__)
typedef uint64_t hash_word;
#else
typedef uint32_t hash_word;
#endif

struct vdso {
	uintptr_t bias;
	const ElfW(Sym) * symbols;
	const char *strings;
	const hash_word *hash; /* DT_HASH: nbucket, nchain, ...; the kernel still writes it */
	const uint32_t *gnu_hash;
};

CSR_FN static void read_dynamic(struct vdso *vdso, const ElfW(Dyn) * dynamic)
{
	for (; dynamic->d_tag != DT_NULL; dynamic++) {
		const void *at = (const void *)(vdso->bias + dynamic->d_un.d_ptr);

		if (dynamic->d_tag == DT_SYMTAB)
			vdso->symbols = at;
		else if (dynamic->d_tag == DT_STRTAB)
			vdso->strings = at;
		else if (dynamic->d_tag == DT_HASH)
			vdso->hash = at;
		else if (dynamic->d_tag == DT_GNU_HASH)
			vdso->gnu_hash = at;
	}
}

/* The number of dynamic symbols from a GNU hash table: the end of its longest chain. */
CSR_FN static uint32_t count_by_gnu_hash(const uint32_t *table)
{
	uint32_t bucket_count = table[0];
	uint32_t first = table[1];
	const uint32_t *buckets = table + 4 + table[2] * (sizeof(ElfW(Addr)) / sizeof(uint32_t));
	const uint32_t *chains = buckets + bucket_count;
	uint32_t last = 0;

	for (uint32_t i = 0; i < bucket_count; i++) {
		if (buckets[i] > last)
			last = buckets[i];
	}
	if (last < first)
		return first;
	while (!(chains[last - first] & 1))
		last++;
	return last + 1;
}

CSR_FN csr_vdso_gettime_fn *csr_vdso_gettime(void)
{
	const ElfW(Ehdr) *ehdr = (const ElfW(Ehdr) *)getauxval(AT_SYSINFO_EHDR);
	const ElfW(Phdr) * phdr;
	const ElfW(Dyn) *dynamic = NULL;
	struct vdso vdso = { 0 };
	uint32_t count;

	if (!ehdr)
		return NULL;
	phdr = (const ElfW(Phdr) *)((uintptr_t)ehdr + ehdr->e_phoff);
	for (unsigned i = 0; i < ehdr->e_phnum; i++) {
		if (phdr[i].p_type == PT_LOAD && !vdso.bias)
			vdso.bias = (uintptr_t)ehdr + phdr[i].p_offset - phdr[i].p_vaddr;
		else if (phdr[i].p_type == PT_DYNAMIC)
			dynamic = (const ElfW(Dyn) *)((uintptr_t)ehdr + phdr[i].p_offset);
	}
	if (!dynamic)
		return NULL;
	read_dynamic(&vdso, dynamic);
	if (!vdso.symbols || !vdso.strings || (!vdso.hash && !vdso.gnu_hash))
		return NULL;
	count = vdso.hash ? (uint32_t)vdso.hash[1] : count_by_gnu_hash(vdso.gnu_hash);
	for (uint32_t i = 0; i < count; i++) {
		const ElfW(Sym) *symbol = &vdso.symbols[i];

		if (symbol->st_shndx != SHN_UNDEF &&
		    csr_equal(vdso.strings + symbol->st_name, VDSO_NAME))
			return (csr_vdso_gettime_fn *)(vdso.bias + symbol->st_value);
	}
	return NULL;
}
