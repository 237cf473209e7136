// See fragment.h.
#include "slowpath/fragment.h"

#include "datapath/options4.h"
#include "slowpath/output.h"

#define FLAGS 0xE000              // of the word that holds flags and offset
#define DONT_FRAGMENT 0x4000
#define MORE_FRAGMENTS 0x2000
#define OFFSET_MAX 0x1FFF         // in units of 8 bytes

// A header of the fragments after the first.
struct header {
	uint8_t bytes[60];
	uint16_t length;
};

bool
fragment_may(const struct view *view)
{
	return view->family == SBX_IPV4 && (view->ip4->fragment & RTE_BE16(DONT_FRAGMENT)) == 0;
}

// The options that go along, padded to a whole word.
static void
make_header(struct header *header, const struct view *view)
{
	uint16_t at = sizeof(struct wire_ip4);

	*header = (struct header){ .length = at };
	memcpy(header->bytes, view->ip, at);
	for (uint16_t bytes; at < view->upper && view->ip[at] != OPTION4_END; at = (uint16_t)(at + bytes)) {
		bytes = (uint16_t)option4_length(view->ip, at, view->upper);
		if (bytes == 0)           // the road lets no such header pass
			break;
		if ((view->ip[at] & OPTION4_COPIED) != 0) {
			memcpy(header->bytes + header->length, view->ip + at, bytes);
			header->length = (uint16_t)(header->length + bytes);
		}
	}
	header->length = RTE_ALIGN_CEIL(header->length, 4);
	header->bytes[0] = (uint8_t)(0x40 | header->length / 4);
}

// One part: `bytes` of data from `at` on, behind that header.
static struct rte_mbuf *
make_part(const struct slowpath *slow, uint16_t interface, const struct view *view,
	const struct header *header, uint16_t at, uint16_t bytes)
{
	struct rte_mbuf *part = output_new(slow, interface, (uint16_t)(header->length + bytes));
	uint16_t fragment = rte_be_to_cpu_16(view->ip4->fragment);
	bool last = at + bytes == view_upper_length(view);
	struct wire_ip4 *ip;

	if (part == NULL)
		return NULL;
	ip = rte_pktmbuf_mtod_offset(part, struct wire_ip4 *, WIRE_ETHERNET);
	memcpy(ip, header->bytes, header->length);
	memcpy((uint8_t *)ip + header->length, view_upper(view) + at, bytes);
	fragment = (uint16_t)((fragment & FLAGS) | ((fragment & OFFSET_MAX) + at / 8));
	ip->fragment = rte_cpu_to_be_16((uint16_t)(fragment | (last ? 0 : MORE_FRAGMENTS)));
	ip->length = rte_cpu_to_be_16((uint16_t)(header->length + bytes));
	ip->checksum = 0;
	ip->checksum = wire_checksum(ip, header->length);
	return part;
}

static void
free_parts(struct rte_mbuf *part)
{
	for (struct rte_mbuf *next; part != NULL; part = next) {
		next = punt_of(part)->next;
		rte_pktmbuf_free(part);
	}
}

// All parts or none: a part alone is of no use to anybody.
static struct rte_mbuf *
make_parts(struct slowpath *slow, uint16_t interface, const struct view *view, uint16_t mtu)
{
	struct rte_mbuf *first = NULL, **end = &first;
	uint16_t left = view_upper_length(view), at = 0;
	struct header header = { .length = view->upper };
	uint64_t parts = 0;

	memcpy(header.bytes, view->ip, view->upper);
	for (uint16_t bytes; left > 0; at = (uint16_t)(at + bytes), left = (uint16_t)(left - bytes)) {
		bytes = (uint16_t)(mtu - header.length);
		bytes = left <= bytes ? left : RTE_ALIGN_FLOOR(bytes, 8);
		*end = make_part(slow, interface, view, &header, at, bytes);
		if (*end == NULL) {
			free_parts(first);
			return NULL;
		}
		end = &punt_of(*end)->next;
		if (parts++ == 0)
			make_header(&header, view);
	}
	slow->counters->core[CORE_fragmented]++;
	slow->counters->core[CORE_fragments_sent] += parts;
	return first;
}

// The offsets of its parts would not fit their field.
static bool
ends_too_far(const struct view *view)
{
	uint32_t at = (rte_be_to_cpu_16(view->ip4->fragment) & OFFSET_MAX) * 8u;

	return at + view_upper_length(view) > UINT16_MAX;
}

struct rte_mbuf *
fragment_packet(struct slowpath *slow, struct rte_mbuf *packet, uint16_t mtu)
{
	struct rte_mbuf *parts;
	struct view view;

	if (view_open(packet, &view) != 0) {
		output_drop(slow, packet, DROP_local_bad);
		return NULL;
	}
	if (view.length <= mtu)
		return packet;
	if (!fragment_may(&view)) { // it waited while the MTU was lowered: the next one is told
		output_drop(slow, packet, DROP_too_big);
		return NULL;
	}
	parts = ends_too_far(&view) ? NULL :
		make_parts(slow, punt_of(packet)->interface, &view, mtu);
	if (parts == NULL)
		output_drop(slow, packet, DROP_not_fragmented);
	else
		rte_pktmbuf_free(packet);
	return parts;
}
