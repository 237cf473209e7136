// The full table that the bench fills FIBs and peers with.
// Owns: reading, growing, sorting; a set of (address, length) so that no prefix comes twice.
// Threads: one, before anything is measured. Must not: need any file to be there.
// Next: patterns.c.
#include "table.h"

#include "random.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Prefixes of each length in a Tier-1 feed of 2026: what generated prefixes are drawn like.
static const uint32_t lengths4[33] = {
	[8] = 16, [9] = 13, [10] = 38, [11] = 103, [12] = 299, [13] = 581, [14] = 1203, [15] = 2100,
	[16] = 13490, [17] = 8235, [18] = 13798, [19] = 24870, [20] = 42611, [21] = 50750,
	[22] = 108623, [23] = 96510, [24] = 537698, [25] = 20, [26] = 3, [27] = 11, [28] = 18,
	[29] = 17, [30] = 3, [31] = 3, [32] = 886,
};
static const uint32_t lengths6[129] = {
	[20] = 16, [28] = 193, [29] = 4371, [30] = 650, [31] = 284, [32] = 22548, [33] = 2926,
	[34] = 2603, [35] = 1043, [36] = 5996, [37] = 880, [38] = 1617, [39] = 1377, [40] = 13418,
	[41] = 903, [42] = 2301, [43] = 1001, [44] = 14365, [45] = 1553, [46] = 3039, [47] = 3153,
	[48] = 75488, [56] = 24, [64] = 184, [126] = 19, [127] = 42, [128] = 6,
};

struct grower {
	struct table *table;
	struct random random;
	const uint32_t *lengths;
	uint64_t lengths_total;
	uint32_t *set;                 // open addressed: index of a route + 1, 0 = free
	uint32_t set_mask;
	uint32_t capacity;
	uint8_t family;
	uint8_t bits;
};

void
table_fill_host(struct sbx_address *address, uint8_t length, uint8_t bits, uint64_t high, uint64_t low)
{
	for (int byte = length / 8; byte < bits / 8; byte++) {
		uint8_t keep = byte == length / 8 ? (uint8_t)~(0xFFu >> (length % 8)) : 0;
		uint64_t fill = byte < 8 ? high >> (byte * 8) : low >> ((byte - 8) * 8);

		address->bytes[byte] = (address->bytes[byte] & keep) | ((uint8_t)fill & ~keep);
	}
}

static uint32_t
hash(const struct sbx_address *address, uint8_t length)
{
	uint64_t high, low;

	memcpy(&high, address->bytes, 8);
	memcpy(&low, address->bytes + 8, 8);
	high = (high + length) * 0x9E3779B97F4A7C15ull;
	low = (low ^ (high >> 31)) * 0xBF58476D1CE4E5B9ull;
	return (uint32_t)((low ^ high) >> 32);
}

// Adds a prefix unless it is there or the table is full.
static bool
add(struct grower *grower, const struct sbx_address *address, uint8_t length)
{
	struct table *table = grower->table;
	uint32_t at = hash(address, length) & grower->set_mask;

	if (table->count == grower->capacity)
		return false;
	for (; grower->set[at] != 0; at = (at + 1) & grower->set_mask) {
		const struct sbx_route *there = &table->routes[grower->set[at] - 1];

		if (there->length == length && memcmp(&there->address, address, sizeof(*address)) == 0)
			return false;
	}
	table->routes[table->count] = (struct sbx_route){
		.address = *address,
		.family = grower->family,
		.length = length,
		.op = SBX_ROUTE_PUT,
	};
	grower->set[at] = ++table->count;
	return true;
}

static int
read_line(struct grower *grower, char *line)
{
	char *slash = strchr(line, '/');
	bool ipv6 = strchr(line, ':') != NULL;
	struct sbx_address address = {0};

	if (line[0] == '\0')
		return 0;
	if (slash == NULL)
		return -EINVAL;
	if (ipv6 != (grower->family == SBX_IPV6))
		return 0;
	*slash = '\0';
	if (inet_pton(ipv6 ? AF_INET6 : AF_INET, line, address.bytes) != 1 ||
		atoi(slash + 1) > grower->bits)
		return -EINVAL;
	add(grower, &address, (uint8_t)atoi(slash + 1));
	return 0;
}

static int
read_file(struct grower *grower, const char *file)
{
	char command[512], line[128];
	FILE *in;
	int result = 0;

	if (file == NULL || access(file, R_OK) != 0)
		return -ENOENT;
	// gzip -f passes plain text through.
	if (snprintf(command, sizeof(command), "gzip -dcf '%s'", file) >= (int)sizeof(command))
		return -ENAMETOOLONG;
	in = popen(command, "r");
	if (in == NULL)
		return -errno;
	while (result == 0 && fgets(line, sizeof(line), in) != NULL) {
		line[strcspn(line, "\r\n")] = '\0';
		result = read_line(grower, line);
	}
	pclose(in);
	grower->table->real = grower->table->count;
	return result;
}

static uint8_t
draw_length(struct grower *grower)
{
	uint64_t at = random_below(&grower->random, grower->lengths_total);
	uint8_t length = 0;

	while (at >= grower->lengths[length])
		at -= grower->lengths[length++];
	return length;
}

// Where no real table is: anywhere in the unicast space (IPv6: 2000::/3), no martians.
static void
draw_address(struct grower *grower, struct sbx_address *address)
{
	table_fill_host(address, 0, grower->bits, random_next(&grower->random),
		random_next(&grower->random));
	if (grower->family == SBX_IPV6)
		address->bytes[0] = 0x20 | (address->bytes[0] & 0x0F);
	else while (address->bytes[0] == 0 || address->bytes[0] == 10 || address->bytes[0] == 127 ||
		address->bytes[0] >= 224)
		address->bytes[0] = (uint8_t)random_next(&grower->random);
}

// Most new prefixes lie inside one that is there or beside it, as real ones do.
static void
grow(struct grower *grower)
{
	struct table *table = grower->table;

	while (table->count < grower->capacity) {
		struct sbx_address address = {0};
		uint8_t length = draw_length(grower);
		uint32_t kind = random_below(&grower->random, 100);

		if (table->count == 0 || (table->real == 0 && kind < 30)) {
			draw_address(grower, &address);
		} else {
			uint32_t parent = random_below(&grower->random, table->count);
			uint8_t keep = table->routes[parent].length;

			if (table->real > 0 && length <= keep)
				continue;
			if (length <= keep || table->real == 0)
				keep = length > 14 ? length - 6 : 8;
			address = table->routes[parent].address;
			table_fill_host(&address, keep, grower->bits, random_next(&grower->random),
				random_next(&grower->random));
		}
		table_fill_host(&address, length, grower->bits, 0, 0);
		add(grower, &address, length);
	}
}

static int
compare(const void *left, const void *right)
{
	const struct sbx_route *a = left, *b = right;
	int order = memcmp(&a->address, &b->address, sizeof(a->address));

	return order != 0 ? order : a->length - b->length;
}

// Nexthops follow the first 16 (IPv6: 32) bits, as routes of one origin share theirs, with one in ten
// that differs; the square makes low ids frequent.
static void
give_nexthops(struct grower *grower, uint32_t nexthops)
{
	for (uint32_t i = 0; i < grower->table->count; i++) {
		struct sbx_route *route = &grower->table->routes[i];
		struct sbx_address origin = route->address;
		struct random of_origin;
		double at;

		table_fill_host(&origin, grower->family == SBX_IPV6 ? 32 : 16, grower->bits, 0, 0);
		of_origin.state = hash(&origin, 0);
		at = random_below(&grower->random, 10) == 0 ? random_unit(&grower->random)
			: random_unit(&of_origin);
		route->nexthop = 1 + (uint32_t)(at * at * nexthops);
	}
}

int
table_make(struct table *table, uint8_t family, uint32_t count, uint32_t nexthops, const char *file)
{
	struct table made = {0};
	struct grower grower = {
		.table = &made,
		.random = {family},
		.lengths = family == SBX_IPV6 ? lengths6 : lengths4,
		.capacity = count > 0 ? count : 2000000,
		.family = family,
		.bits = family == SBX_IPV6 ? 128 : 32,
	};
	int result;

	for (int length = 0; length <= grower.bits; length++)
		grower.lengths_total += grower.lengths[length];
	for (grower.set_mask = 1; grower.set_mask < 2 * grower.capacity; grower.set_mask *= 2)
		;
	made.routes = calloc(grower.capacity, sizeof(*made.routes));
	grower.set = calloc(grower.set_mask--, sizeof(*grower.set));
	result = made.routes == NULL || grower.set == NULL ? -ENOMEM : read_file(&grower, file);
	if (result == -ENOENT && count > 0)
		result = 0;
	if (result == 0 && count > 0)
		grow(&grower);
	free(grower.set);
	if (result != 0) {
		free(made.routes);
		return result;
	}
	give_nexthops(&grower, nexthops);
	qsort(made.routes, made.count, sizeof(*made.routes), compare);
	*table = made;
	return 0;
}

static void
write_all(const struct table *table, FILE *out)
{
	for (uint32_t i = 0; i < table->count; i++) {
		const struct sbx_route *route = &table->routes[i];
		char text[INET6_ADDRSTRLEN];

		inet_ntop(route->family == SBX_IPV6 ? AF_INET6 : AF_INET, route->address.bytes, text,
			sizeof(text));
		fprintf(out, "%s/%u\n", text, route->length);
	}
}

int
table_write(const struct table *table4, const struct table *table6, const char *file)
{
	FILE *out = fopen(file, "w");

	if (out == NULL)
		return -errno;
	write_all(table4, out);
	write_all(table6, out);
	return fclose(out) == 0 ? 0 : -errno;
}

uint32_t *
table_order(const struct table *table, uint64_t seed)
{
	struct random random = {seed};
	uint32_t *order = malloc(table->count * sizeof(*order));

	for (uint32_t i = 0; order != NULL && i < table->count; i++) {
		uint32_t other = random_below(&random, i + UINT64_C(1));

		order[i] = order[other];
		order[other] = i;
	}
	return order;
}

void
table_free(struct table *table)
{
	free(table->routes);
	*table = (struct table){0};
}
