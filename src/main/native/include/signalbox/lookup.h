// Lookup: what the data plane would do with a packet.
// A part of signalbox.h, which says who may call and what comes back.
#pragma once

#include "values.h"

struct sbx_query {
	struct sbx_address source;
	struct sbx_address destination;
	uint16_t vrf;
	uint16_t interface;            // where the packet would come in, 0 = not said
	uint8_t family;
	uint8_t has_source;
	uint8_t protocol;              // of the packet, with its ports if that has them: a group chooses its member by
	uint8_t reserved;              // these and the addresses
	uint16_t source_port;
	uint16_t destination_port;
};

enum sbx_outcome { SBX_FORWARD = 1, SBX_LOCAL = 2, SBX_RESOLVE = 3, SBX_DROP = 4 };

struct sbx_verdict {
	uint32_t nexthop;              // 0 = no route; the member that a group has chosen
	uint16_t interface;            // where it leaves
	uint16_t mtu;
	uint8_t outcome;               // enum sbx_outcome
	uint8_t drop_reason;           // index of the drop reason in the counters' description, for SBX_DROP
	uint8_t matched;               // 1 when a prefix matched
	uint8_t matched_length;
	uint8_t type;                  // enum sbx_nexthop_type
	uint8_t neighbor;              // enum sbx_neighbor_status
	uint8_t mac[6];                // of the neighbor, where known
	uint8_t family;                // of `address`
	uint8_t reserved[3];
	struct sbx_address address;    // the neighbor's: nexthop address, or the destination if connected
	uint64_t cached;               // bit n: worker n's route cache, as it is in use now, holds the answer
	uint32_t source_nexthop;       // that the source is routed to, 0 = no route; where source_checked
	uint16_t source_interface;     // the one that it is reached by, 0 = none or several; where source_checked
	uint8_t rp_filter;             // enum sbx_rp_filter of the query's interface
	uint8_t source_checked;        // 1 when rp_filter looked the source up; needs a source and an interface
	uint8_t source_matched;        // 1 when a prefix matched the source
	uint8_t source_length;         // of that prefix
	uint8_t reserved2[2];
	uint32_t group;                // that the route names, 0 = it names the nexthop itself
};
// What the data plane would do with such a packet, by the data plane's own code; sends nothing, counts nothing.
// -ENOENT no such VRF.
SBX_API int sbx_lookup(const struct sbx_query *query, struct sbx_verdict *out);
