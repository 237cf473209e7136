// The words of --vdev net_gen0,...: what traffic to make.
// Owns: parsing and checking; the log says which word is wrong and what would be right.
// Threads: control. Must not: accept a word that it does not know.
// Next: stream.c.
#include "net_gen.h"

#include <rte_kvargs.h>
#include <rte_log.h>

#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct number {
	const char *name;
	uint64_t least, most;
	size_t offset;
	size_t size;
};
#define NUMBER(name, least, most) {#name, least, most, \
	offsetof(struct gen_arguments, name), sizeof(((struct gen_arguments *)0)->name)}

static const struct number numbers[] = {
	NUMBER(size, 60, 1514),
	NUMBER(burst, 0, FIGURES_BURST_MAX),
	NUMBER(hop_limit, 0, 255),
	NUMBER(good, 0, 1000000),
	NUMBER(ring, 32, 65536),
	NUMBER(rate, 0, 1000000000),
	NUMBER(keys, 1024, 1ull << 28),
	NUMBER(flows, 1, 1 << 24),
	NUMBER(flow_length, 1, UINT32_MAX),
	NUMBER(destinations, 1, 1 << 24),
	NUMBER(seed, 0, UINT64_MAX),
};

static const char *const families[] = {"ipv4", "ipv6", "both"};

static int
set_number(struct gen_arguments *arguments, const struct number *number, const char *text)
{
	char *end;
	uint64_t value = strtoull(text, &end, 10);
	char *field = (char *)arguments + number->offset;

	if (*text == '\0' || *end != '\0' || value < number->least || value > number->most) {
		GEN_LOG(ERR, "%s=%s: give a number from %lu to %lu\n", number->name, text, number->least,
			number->most);
		return -EINVAL;
	}
	if (number->size == sizeof(uint64_t))
		memcpy(field, &value, sizeof(value));
	else
		memcpy(field, &(uint32_t){value}, sizeof(uint32_t));
	return 0;
}

static int
unknown_pattern(const char *word)
{
	GEN_LOG(ERR, "%s: give one of juno, uniform, perprefix, covered, zipf, pktgen, single\n", word);
	return -EINVAL;
}

// A number behind a pattern's name; 0 where there is none.
static int
set_part_number(uint32_t *value, const char *text, uint32_t most)
{
	char *end;
	unsigned long number;

	*value = 0;
	if (text == NULL)
		return 0;
	number = strtoul(text, &end, 10);
	if (*text == '\0' || *end != '\0' || number == 0 || number > most) {
		GEN_LOG(ERR, "pattern: %s: give a number from 1 to %u\n", text, most);
		return -EINVAL;
	}
	*value = (uint32_t)number;
	return 0;
}

// "zipf", "zipf:3" with a share, "zipf.50000" with so many destinations, "pktgen.1024.64" with flows and their
// length.
static int
set_part(struct gen_part *part, char *word)
{
	char *rest = strsep(&word, ":"), *name = strsep(&rest, "."), *flows = strsep(&rest, ".");
	int result;

	result = set_part_number(&part->share, word, 1000);
	if (result == 0)
		result = set_part_number(&part->flows, flows, 1 << 24);
	if (result == 0)
		result = set_part_number(&part->flow_length, rest, UINT32_MAX);
	if (result != 0)
		return result;
	if (part->share == 0)
		part->share = 1;
	return pattern_by_name(name, &part->pattern) == 0 ? 0 : unknown_pattern(name);
}

// A part or several, "zipf:3+juno:1"; of which family, where that is not the device's, "ipv6-zipf"; and where
// the packets come from, "zipf@covered".
static int
set_mix(struct gen_mix *mix, char *rest)
{
	char *source = strchr(rest, '@'), *word;

	*mix = (struct gen_mix){.source = PATTERN_SINGLE, .family = GEN_ANY};
	for (int family = GEN_IPV4; family <= GEN_BOTH; family++) {
		size_t length = strlen(families[family]);

		if (strncmp(rest, families[family], length) == 0 && rest[length] == '-') {
			mix->family = family;
			rest += length + 1;
			break;
		}
	}
	if (source != NULL)
		*source++ = '\0';
	while ((word = strsep(&rest, "+")) != NULL) {
		if (mix->count == GEN_PARTS_MAX) {
			GEN_LOG(ERR, "pattern: a mix has at most %d parts\n", GEN_PARTS_MAX);
			return -EINVAL;
		}
		if (strncmp(word, "juno", 4) == 0)
			mix->source = PATTERN_UNIFORM;
		if (set_part(&mix->parts[mix->count++], word) != 0)
			return -EINVAL;
	}
	if (source != NULL && pattern_by_name(source, &mix->source) != 0)
		return unknown_pattern(source);
	return 0;
}

// One mix, or several to choose from while the device runs: "juno/zipf/single".
static int
set_pattern(struct gen_arguments *arguments, const char *text)
{
	char copy[256], *rest = copy, *word;
	int result = 0;

	snprintf(copy, sizeof(copy), "%s", text);
	arguments->mixes_count = 0;
	while (result == 0 && (word = strsep(&rest, "/")) != NULL) {
		if (arguments->mixes_count == GEN_MIXES_MAX) {
			GEN_LOG(ERR, "pattern=%s: at most %d to choose from\n", text, GEN_MIXES_MAX);
			return -EINVAL;
		}
		result = set_mix(&arguments->mixes[arguments->mixes_count++], word);
	}
	return result;
}

static int
set_range(struct gen_arguments *arguments, const char *text)
{
	char copy[64];
	char *dash;
	struct in_addr first, last;

	snprintf(copy, sizeof(copy), "%s", text);
	dash = strchr(copy, '-');
	if (dash != NULL)
		*dash++ = '\0';
	if (dash == NULL || inet_pton(AF_INET, copy, &first) != 1 || inet_pton(AF_INET, dash, &last) != 1 ||
		ntohl(first.s_addr) >= ntohl(last.s_addr)) {
		GEN_LOG(ERR, "range=%s: give FIRST-LAST, like 10.0.0.0-10.18.255.255\n", text);
		return -EINVAL;
	}
	arguments->first = ntohl(first.s_addr);
	arguments->last = ntohl(last.s_addr);
	return 0;
}

static int
set_mac(const char *name, struct rte_ether_addr *mac, const char *text)
{
	if (rte_ether_unformat_addr(text, mac) == 0)
		return 0;
	GEN_LOG(ERR, "%s=%s: give a MAC address\n", name, text);
	return -EINVAL;
}

static int
set_family(struct gen_arguments *arguments, const char *text)
{
	for (int family = GEN_IPV4; family <= GEN_BOTH; family++) {
		if (strcmp(text, families[family]) == 0) {
			arguments->family = family;
			return 0;
		}
	}
	GEN_LOG(ERR, "family=%s: give ipv4, ipv6 or both\n", text);
	return -EINVAL;
}

static int
set_path(char *path, const char *text)
{
	if (snprintf(path, 256, "%s", text) < 256)
		return 0;
	GEN_LOG(ERR, "%s: a file's name has at most 255 bytes\n", text);
	return -EINVAL;
}

static int
set_word(const char *name, const char *text, void *opaque)
{
	struct gen_arguments *arguments = opaque;

	if (text == NULL)
		text = "";
	for (size_t i = 0; i < RTE_DIM(numbers); i++)
		if (strcmp(name, numbers[i].name) == 0)
			return set_number(arguments, &numbers[i], text);
	if (strcmp(name, "pattern") == 0)
		return set_pattern(arguments, text);
	if (strcmp(name, "family") == 0)
		return set_family(arguments, text);
	if (strcmp(name, "range") == 0)
		return set_range(arguments, text);
	if (strcmp(name, "peer") == 0)
		return set_mac(name, &arguments->peer, text);
	if (strcmp(name, "table") == 0)
		return set_path(arguments->table, text);
	if (strcmp(name, "figures") == 0)
		return set_path(arguments->figures, text);
	if (strcmp(name, "mac") == 0) {
		arguments->mac_set = true;
		return set_mac(name, &arguments->mac, text);
	}
	arguments->verify = true;
	return set_mac(name, &arguments->next, text);
}

int
gen_arguments_parse(struct gen_arguments *arguments, const char *text)
{
	static const char *const words[] = {"size", "burst", "hop_limit", "good", "ring", "rate", "keys",
		"flows", "flow_length", "destinations", "seed", "pattern", "family", "range",
		"peer", "table", "figures", "mac", "verify", NULL};
	struct rte_kvargs *list;
	int result;

	// Arguments are compared as bytes to find a stream: the holes between fields must be zero too.
	memset(arguments, 0, sizeof(*arguments));
	arguments->size = 60;
	arguments->burst = FIGURES_BURST_MAX;
	arguments->hop_limit = GEN_HOP_LIMIT;
	arguments->ring = 1024;
	arguments->seed = 1;
	rte_ether_unformat_addr("02:00:00:00:00:01", &arguments->peer);
	list = rte_kvargs_parse(text != NULL ? text : "", words);
	if (list == NULL) {
		GEN_LOG(ERR, "%s: a word is not known, or has no value\n", text);
		return -EINVAL;
	}
	result = set_pattern(arguments, "juno");
	if (result == 0)
		result = rte_kvargs_process(list, NULL, set_word, arguments);
	rte_kvargs_free(list);
	if (result != 0)
		return -EINVAL;
	for (uint32_t i = 0; i < arguments->mixes_count; i++)
		if (arguments->mixes[i].family == GEN_ANY)
			arguments->mixes[i].family = arguments->family;
	if ((arguments->keys & (arguments->keys - 1)) != 0) {
		GEN_LOG(ERR, "keys=%lu: give a power of two\n", arguments->keys);
		return -EINVAL;
	}
	return 0;
}
