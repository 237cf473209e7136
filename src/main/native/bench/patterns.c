// Traffic patterns: streams of destinations, the same for the same seed.
// Owns: drawing one address, and the order in which addresses come.
// Threads: any, one at a time. Must not: be called while something is measured.
// Next: net_gen/stream.c.
#include "patterns.h"

#include "random.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const pattern_names[PATTERNS] = {"uniform", "covered", "zipf", "pktgen", "single"};

int
pattern_by_name(const char *name, enum pattern *pattern)
{
	if (strcmp(name, "juno") == 0)
		name = pattern_names[PATTERN_UNIFORM];
	if (strcmp(name, "perprefix") == 0)
		name = pattern_names[PATTERN_COVERED];
	for (int i = 0; i < PATTERNS; i++) {
		if (strcmp(name, pattern_names[i]) == 0) {
			*pattern = i;
			return 0;
		}
	}
	return -EINVAL;
}

static bool
is_special4(uint8_t first_byte)
{
	return first_byte == 0 || first_byte == 10 || first_byte == 127 || first_byte >= 224;
}

static void
draw_uniform(const struct pattern_spec *spec, struct random *random, struct sbx_address *out)
{
	bool ipv6 = spec->family == SBX_IPV6;

	do
		table_fill_host(out, 0, ipv6 ? 128 : 32, random_next(random), random_next(random));
	while (!ipv6 && spec->unicast && is_special4(out->bytes[0]));
	if (ipv6)
		out->bytes[0] = 0x20 | (out->bytes[0] & 0x1F);
}

// A new address of the pattern: from its range, from the table, or from anywhere.
static void
draw(const struct pattern_spec *spec, struct random *random, struct sbx_address *out)
{
	const struct sbx_route *route;

	if (spec->pattern == PATTERN_PKTGEN && spec->family == SBX_IPV4 && spec->first < spec->last) {
		uint32_t address = spec->first +
			random_below(random, (uint64_t)spec->last - spec->first + 1);

		for (int byte = 0; byte < 4; byte++)
			out->bytes[byte] = (uint8_t)(address >> (24 - 8 * byte));
		return;
	}
	if (spec->table == NULL || spec->pattern == PATTERN_UNIFORM) {
		draw_uniform(spec, random, out);
		return;
	}
	route = &spec->table->routes[random_below(random, spec->table->count)];
	*out = route->address;
	table_fill_host(out, route->length, spec->family == SBX_IPV6 ? 128 : 32, random_next(random),
		random_next(random));
}

// Rank 0..n-1 with probability proportional to 1 / (rank + 1): inversion of log(1 + 1/k), which is
// close to 1/k, corrected by rejection (its ratio to 1/k is at most 1 / ln 2, at the first rank).
static uint32_t
draw_zipf(struct random *random, uint32_t n)
{
	double span = log(n + 1.0);

	for (;;) {
		double k = floor(exp(random_unit(random) * span));

		if (k >= 1 && k <= n && random_unit(random) * k * log1p(1 / k) < M_LN2)
			return (uint32_t)k - 1;
	}
}

struct flow {
	struct sbx_address address;
	uint32_t left;                 // packets until it becomes another
};

struct stream {
	const struct pattern_spec *spec;
	struct random random;
	struct flow *flows;            // SINGLE: 1, ZIPF: the destinations, PKTGEN: the flows
	uint32_t count;
	uint32_t flow_length;
};

static int
open_stream(struct stream *stream, const struct pattern_spec *spec)
{
	*stream = (struct stream){
		.spec = spec,
		.random = {spec->seed},
		.flow_length = spec->flow_length != 0 ? spec->flow_length : 8,
	};
	if (spec->pattern == PATTERN_ZIPF)
		stream->count = spec->destinations != 0 ? spec->destinations : 1000000;
	else if (spec->pattern == PATTERN_PKTGEN)
		stream->count = spec->flows != 0 ? spec->flows : 256;
	else
		stream->count = 1;
	stream->flows = calloc(stream->count, sizeof(*stream->flows));
	if (stream->flows == NULL)
		return -ENOMEM;
	for (uint32_t i = 0; i < stream->count; i++) {
		draw(spec, &stream->random, &stream->flows[i].address);
		stream->flows[i].left = stream->flow_length;
	}
	return 0;
}

static struct sbx_address
next(struct stream *stream)
{
	struct sbx_address address = {0};
	struct flow *flow;

	switch (stream->spec->pattern) {
	case PATTERN_SINGLE:
		return stream->flows[0].address;
	case PATTERN_ZIPF:
		return stream->flows[draw_zipf(&stream->random, stream->count)].address;
	case PATTERN_PKTGEN:
		flow = &stream->flows[random_below(&stream->random, stream->count)];
		if (flow->left-- == 0) {
			draw(stream->spec, &stream->random, &flow->address);
			flow->left = stream->flow_length - 1;
		}
		return flow->address;
	default:
		draw(stream->spec, &stream->random, &address);
		return address;
	}
}

int
pattern_fill4(const struct pattern_spec *spec, uint32_t *keys, size_t count)
{
	struct stream stream;
	int result = open_stream(&stream, spec);

	for (size_t i = 0; result == 0 && i < count; i++) {
		struct sbx_address address = next(&stream);

		keys[i] = table_address4(&address);
	}
	free(stream.flows);
	return result;
}

int
pattern_fill6(const struct pattern_spec *spec, struct sbx_address *keys, size_t count)
{
	struct stream stream;
	int result = open_stream(&stream, spec);

	for (size_t i = 0; result == 0 && i < count; i++)
		keys[i] = next(&stream);
	free(stream.flows);
	return result;
}
