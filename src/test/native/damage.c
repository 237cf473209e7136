// Damages the running FIB of a process for tests, as a fault of memory would. A library of its own, that no product
// links or ships: it finds what it needs by the symbol table of the loaded libsignalbox.so, whose exports stay
// what signalbox.h declares.
// Owns: nothing. Threads: the test's own, while packets go on. Must not: be built by default.
// Next: src/test/java/io/signalbox/vdev/Damage.java.
#include <control/fib_vrf.h>
#include <control/state.h>

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// The value of a symbol, also of a hidden one, in an ELF file mapped at `file`. 0 = it has none.
static uintptr_t
symbol_in(const uint8_t *file, const char *name)
{
	const Elf64_Ehdr *header = (const void *)file;
	const Elf64_Shdr *sections = (const void *)(file + header->e_shoff);

	for (uint32_t i = 0; i < header->e_shnum; i++) {
		const Elf64_Sym *symbols = (const void *)(file + sections[i].sh_offset);
		const char *names = (const char *)file + sections[sections[i].sh_link].sh_offset;

		if (sections[i].sh_type != SHT_SYMTAB)
			continue;
		for (uint64_t at = 0; at < sections[i].sh_size / sizeof(*symbols); at++)
			if (strcmp(names + symbols[at].st_name, name) == 0)
				return symbols[at].st_value;
	}
	return 0;
}

static void *
symbol_of(const char *library, const char *name)
{
	void *handle = dlopen(library, RTLD_NOW | RTLD_NOLOAD);
	struct link_map *map = NULL;
	uintptr_t value = 0;
	struct stat status;
	int file;

	if (handle == NULL || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0)
		return NULL;
	file = open(map->l_name, O_RDONLY | O_CLOEXEC);
	if (file >= 0 && fstat(file, &status) == 0) {
		void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);

		if (bytes != MAP_FAILED) {
			value = symbol_in(bytes, name);
			munmap(bytes, (size_t)status.st_size);
		}
	}
	close(file);
	return value == 0 ? NULL : (void *)(map->l_addr + value);
}

static struct fib_vrf *
fib_of(const char *library, uint16_t vrf)
{
	struct state *(*hold)(void) = (struct state *(*)(void))(uintptr_t)symbol_of(library, "state_hold");
	void (*release)(struct state *) =
		(void (*)(struct state *))(uintptr_t)symbol_of(library, "state_release");
	struct state *state = hold == NULL || release == NULL ? NULL : hold();
	struct fib_vrf *fib = state == NULL ? NULL : state->fibs[vrf];

	if (state != NULL)
		release(state);
	return fib;
}

// Turns bits over of the root's slot for an address. Returns whether there was one.
SBX_API int
damage_root(const char *library, uint16_t vrf, uint8_t family, const uint8_t *address, uint32_t bits)
{
	struct fib_vrf *fib = fib_of(library, vrf);
	uint32_t index = (uint32_t)address[0] << 16 | (uint32_t)address[1] << 8 | address[2];

	if (fib == NULL)
		return 0;
	(family == SBX_IPV4 ? &fib->trie4 : &fib->trie6)->root[index] ^= bits;
	return 1;
}

// Turns bits over of what the store of prefixes has for one. Returns whether it had that.
SBX_API int
damage_record(const char *library, uint16_t vrf, uint8_t family, const uint8_t *address, uint8_t length,
	uint32_t bits)
{
	struct fib_vrf *fib = fib_of(library, vrf);
	struct prefix_store *store;

	if (fib == NULL)
		return 0;
	store = family == SBX_IPV4 ? &fib->trie4.prefixes : &fib->trie6.prefixes;
	for (size_t at = 0; at < (size_t)1 << store->bits; at++) {
		uint32_t *slot = store->slots + at * (store->key_words + 1);

		if (FIB_LENGTH(slot[store->key_words]) == length && slot[store->key_words] != 0
				&& memcmp(slot, address, store->key_words * sizeof(*slot)) == 0) {
			slot[store->key_words] ^= bits;
			return 1;
		}
	}
	return 0;
}
