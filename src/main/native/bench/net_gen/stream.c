// The addresses of the packets to come, made before anything is measured.
// Owns: the streams of this process; devices with the same words share one. They live as long as the
// process, like the devices of a measuring run.
// Threads: control, one at a time. Must not: run while something is measured.
// Next: burst.c reads them.
#include "net_gen.h"

#include <bench/random.h>

#include <rte_log.h>

#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define STREAMS_MAX 32

struct made {
	struct gen_arguments arguments; // one mix, and what does not matter to a stream cleared
	struct gen_stream stream;
};
static struct made *made[STREAMS_MAX];

static void *
allocate(size_t bytes)
{
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		return NULL;
	// Streaming through 4 KiB pages would add a TLB miss every few hundred packets.
	madvise(memory, bytes, MADV_HUGEPAGE);
	return memory;
}

static int
fill(const struct pattern_spec *spec, void *keys, uint64_t count)
{
	if (spec->family == SBX_IPV4)
		return pattern_fill4(spec, keys, count);
	return pattern_fill6(spec, keys, count);
}

static struct pattern_spec
spec_of(const struct gen_arguments *arguments, uint8_t family, const struct gen_part *part,
	const struct table *table, uint64_t seed)
{
	return (struct pattern_spec){
		.pattern = part->pattern,
		.family = family,
		.unicast = true,
		.destinations = part->flows != 0 ? part->flows : arguments->destinations,
		.flows = part->flows != 0 ? part->flows : arguments->flows,
		.flow_length = part->flow_length != 0 ? part->flow_length : arguments->flow_length,
		.first = arguments->first,
		.last = arguments->last,
		.table = table->count > 0 ? table : NULL,
		.seed = arguments->seed * 1000 + seed,
	};
}

// A packet's destination is the next of one of the parts, chosen at random by their shares.
static int
fill_mix(const struct gen_arguments *arguments, uint8_t family, const struct table *table, void *out)
{
	size_t width = family == SBX_IPV4 ? 4 : 16;
	const struct gen_mix *mix = &arguments->mixes[0];
	struct random random = {arguments->seed};
	void *part[GEN_PARTS_MAX] = {NULL};
	uint32_t shares = 0;
	int result = 0;

	for (uint32_t i = 0; i < mix->count && result == 0; i++) {
		struct pattern_spec spec = spec_of(arguments, family, &mix->parts[i], table, i);

		shares += mix->parts[i].share;
		part[i] = malloc(arguments->keys * width);
		result = part[i] == NULL ? -ENOMEM : fill(&spec, part[i], arguments->keys);
	}
	for (uint64_t k = 0; k < arguments->keys && result == 0; k++) {
		uint32_t at = random_below(&random, shares), i = 0;

		while (at >= mix->parts[i].share)
			at -= mix->parts[i++].share;
		memcpy((char *)out + k * width, (char *)part[i] + k * width, width);
	}
	for (uint32_t i = 0; i < mix->count; i++)
		free(part[i]);
	return result;
}

// One fixed source, 198.18.0.1 or 2001:db8::1, unless a pattern was asked for.
static int
fill_sources(const struct gen_arguments *arguments, uint8_t family, const struct table *table, void *out)
{
	static const struct sbx_address fixed = {{0x20, 0x01, 0x0d, 0xb8, [15] = 1}};
	const struct gen_part source = {.pattern = arguments->mixes[0].source};
	struct pattern_spec spec = spec_of(arguments, family, &source, table, 100);

	if (source.pattern != PATTERN_SINGLE)
		return fill(&spec, out, arguments->keys);
	for (uint64_t k = 0; k < arguments->keys; k++) {
		if (family == SBX_IPV4)
			((uint32_t *)out)[k] = 0xC6120001;
		else
			((struct sbx_address *)out)[k] = fixed;
	}
	return 0;
}

// Good flows come from 198.18.1.0/24 and 2001:db8:1::/64 and go to covered addresses.
static int
make_good(const struct gen_arguments *arguments, const struct table *table, struct gen_stream *stream,
	uint8_t family)
{
	const struct gen_part covered = {.pattern = PATTERN_COVERED};
	struct pattern_spec spec = spec_of(arguments, family, &covered, table, 200);
	struct sbx_address addresses[GEN_GOOD_FLOWS];
	int result = pattern_fill6(&spec, addresses, GEN_GOOD_FLOWS);

	for (uint32_t i = 0; i < GEN_GOOD_FLOWS && result == 0; i++) {
		if (family == SBX_IPV4) {
			stream->good4[i].source = htonl(0xC6120101 + i);
			memcpy(&stream->good4[i].destination, addresses[i].bytes, 4);
		} else {
			stream->good6[i] = (struct gen_key6){{{0x20, 0x01, 0x0d, 0xb8, 0, 1, [15] = i + 1}},
				addresses[i]};
		}
	}
	return result;
}

static int
make_keys(const struct gen_arguments *arguments, const struct table *table, struct gen_stream *stream,
	uint8_t family)
{
	bool ipv4 = family == SBX_IPV4;
	size_t width = ipv4 ? 4 : 16;
	char *source = malloc(arguments->keys * width), *destination = malloc(arguments->keys * width);
	char *keys = allocate(arguments->keys * width * 2);
	int result = source == NULL || destination == NULL || keys == NULL ? -ENOMEM : 0;

	if (result == 0)
		result = fill_mix(arguments, family, table, destination);
	if (result == 0)
		result = fill_sources(arguments, family, table, source);
	if (result == 0)
		result = make_good(arguments, table, stream, family);
	for (uint64_t k = 0; k < arguments->keys && result == 0; k++) {
		if (ipv4) {
			struct gen_key4 *key = (struct gen_key4 *)keys + k;

			key->source = htonl(((uint32_t *)source)[k]);
			key->destination = htonl(((uint32_t *)destination)[k]);
		} else {
			memcpy(keys + k * 32, source + k * 16, 16);
			memcpy(keys + k * 32 + 16, destination + k * 16, 16);
		}
	}
	free(source);
	free(destination);
	if (ipv4)
		stream->keys4 = (struct gen_key4 *)keys;
	else
		stream->keys6 = (struct gen_key6 *)keys;
	return result;
}

static int
make_family(const struct gen_arguments *arguments, struct gen_stream *stream, uint8_t family)
{
	struct table table = {0};
	int result = 0;

	if (arguments->table[0] != '\0')
		result = table_make(&table, family, 0, 1, arguments->table);
	if (result == 0 && arguments->table[0] != '\0' && table.count == 0)
		result = -ENOENT;
	if (result != 0)
		GEN_LOG(ERR, "table=%s: no list of prefixes of this family: %s\n", arguments->table,
			strerror(-result));
	else
		result = make_keys(arguments, &table, stream, family);
	table_free(&table);
	return result;
}

int
gen_stream_get(const struct gen_arguments *arguments, uint32_t mix, struct gen_stream **stream)
{
	enum gen_family family = arguments->mixes[mix].family;
	struct gen_arguments like;
	struct made *new;
	int result = 0, at = 0;

	memcpy(&like, arguments, sizeof(like));
	like.size = like.burst = like.hop_limit = like.good = like.ring = like.rate = 0;
	like.mac = like.peer = like.next = (struct rte_ether_addr){0};
	like.verify = like.mac_set = false;
	memset(like.figures, 0, sizeof(like.figures));
	memset(like.mixes, 0, sizeof(like.mixes));
	memcpy(&like.mixes[0], &arguments->mixes[mix], sizeof(like.mixes[0]));
	like.mixes_count = 1;
	like.family = GEN_ANY;
	if (like.keys == 0)
		like.keys = family == GEN_IPV4 ? 1 << 24 : 1 << 22; // 128 MiB of either
	for (; at < STREAMS_MAX && made[at] != NULL; at++) {
		if (memcmp(&made[at]->arguments, &like, sizeof(like)) == 0) {
			*stream = &made[at]->stream;
			return 0;
		}
	}
	new = at < STREAMS_MAX ? calloc(1, sizeof(*new)) : NULL;
	if (new == NULL)
		return -ENOMEM;
	memcpy(&new->arguments, &like, sizeof(like));
	new->stream.family = family;
	new->stream.mask = like.keys - 1;
	if (family != GEN_IPV6)
		result = make_family(&like, &new->stream, SBX_IPV4);
	if (family != GEN_IPV4 && result == 0)
		result = make_family(&like, &new->stream, SBX_IPV6);
	if (result != 0) {
		free(new);
		return result;
	}
	made[at] = new;
	*stream = &new->stream;
	return 0;
}
