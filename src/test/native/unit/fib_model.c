// The naive twin of the FIB, as plain as can be.
// Owns: its nodes. Threads: one at a time. Must not: be clever.
// Next: fib_twin.c.
#include "fib_model.h"

#include <stdlib.h>
#include <string.h>

void
model_init(struct model *model, uint32_t routes_max)
{
	*model = (struct model) {
		.heads_count = routes_max * 2 + 1,
		.nodes_made = 1,
		.nodes_max = routes_max + 2,
	};
	model->heads = calloc(model->heads_count, sizeof(*model->heads));
	model->nodes = calloc(model->nodes_max, sizeof(*model->nodes));
	if (model->heads == NULL || model->nodes == NULL)
		abort();
}

void
model_free(struct model *model)
{
	free(model->heads);
	free(model->nodes);
}

struct sbx_address
model_mask(const struct sbx_address *address, uint32_t length)
{
	struct sbx_address masked = {0};

	for (uint32_t bit = 0; bit < length; bit++)
		masked.bytes[bit / 8] |= address->bytes[bit / 8] & (0x80 >> bit % 8);
	return masked;
}

// A lookup masks one bit more at each step.
static void
clear_bit(struct sbx_address *address, uint32_t bit)
{
	if (bit < 128)
		address->bytes[bit / 8] &= (uint8_t)~(0x80 >> bit % 8);
}

// The link (head or node's next) that points to the prefix, or the zero that ends its chain.
static uint32_t *
link_of(const struct model *model, uint8_t family, const struct sbx_address *address,
	uint32_t length)
{
	uint64_t words[2], hash = family ^ (uint64_t)length << 8;
	uint32_t *link;

	memcpy(words, address, sizeof(words));
	for (uint32_t i = 0; i < 2; i++)
		hash = (hash ^ words[i] ^ hash >> 29) * 1099511628211u;
	hash ^= hash >> 32;
	for (link = &model->heads[hash % model->heads_count]; *link != 0;
			link = &model->nodes[*link].next) {
		const struct sbx_route *route = &model->nodes[*link].route;

		if (route->family == family && route->length == length
				&& memcmp(&route->address, address, sizeof(*address)) == 0)
			break;
	}
	return link;
}

static uint32_t
take_node(struct model *model)
{
	uint32_t node = model->free_node;

	if (node != 0) {
		model->free_node = model->nodes[node].next;
		return node;
	}
	if (model->nodes_made == model->nodes_max)
		abort();
	return model->nodes_made++;
}

char
model_apply(struct model *model, const struct sbx_route *route)
{
	uint32_t *link = link_of(model, route->family, &route->address, route->length);
	uint32_t node = *link;
	uint32_t *count = &model->count[route->family == SBX_IPV6][route->length];

	if (route->op == SBX_ROUTE_DELETE) {
		if (node == 0)
			return '=';
		*link = model->nodes[node].next;
		model->nodes[node] = (struct model_node) {.next = model->free_node};
		model->free_node = node;
		--*count;
		return 'r';
	}
	if (node != 0) {
		bool same = model->nodes[node].route.nexthop == route->nexthop;

		model->nodes[node].route.nexthop = route->nexthop;
		return same ? '=' : 'c';
	}
	node = take_node(model);
	model->nodes[node] = (struct model_node) {.route = *route};
	*link = node;
	++*count;
	return 'a';
}

uint32_t
model_lookup(const struct model *model, uint8_t family, const struct sbx_address *address)
{
	struct sbx_address masked = *address;
	uint32_t bits = family == SBX_IPV6 ? 128 : 32;

	for (uint32_t length = bits + 1; length-- > 0; ) {
		uint32_t node;

		if (length < bits)
			clear_bit(&masked, length);
		if (model->count[family == SBX_IPV6][length] == 0)
			continue;
		node = *link_of(model, family, &masked, length);
		if (node != 0)
			return length << 24 | model->nodes[node].route.nexthop;
	}
	return 0;
}

uint32_t
model_list(const struct model *model, uint8_t family, struct sbx_route *out)
{
	uint32_t count = 0;

	for (uint32_t i = 1; i < model->nodes_made; i++)
		if (model->nodes[i].route.family == family)
			out[count++] = model->nodes[i].route;
	return count;
}

uint32_t
model_routes(const struct model *model, uint8_t family)
{
	uint32_t routes = 0;

	for (uint32_t length = 0; length <= 128; length++)
		routes += model->count[family == SBX_IPV6][length];
	return routes;
}
