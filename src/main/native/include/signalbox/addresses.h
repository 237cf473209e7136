// Own addresses of interfaces: what became of each, and how IPv6 ones are checked.
// A part of signalbox.h, which says who may call and what comes back.
#pragma once

#include "values.h"

enum sbx_address_status {
	SBX_ADDRESS_USED = 0,
	SBX_ADDRESS_TENTATIVE = 1,     // IPv6, being checked (RFC 4862 5.4); starts when there is a link
	SBX_ADDRESS_DUPLICATE = 2,     // IPv6, another station has it; checked again when the link comes back
};

struct sbx_interface_address_state {
	struct sbx_address address;
	uint8_t family;
	uint8_t length;
	uint8_t status;                // enum sbx_address_status; only a used one is answered for and sent from
	uint8_t reserved;
	uint8_t conflict_mac[6];       // of the station that was last seen to use it as well, zero = none was
	uint8_t reserved2[2];
	uint32_t conflicts;            // times that one was seen (RFC 5227 2.4; IPv6: RFC 4862 5.4)
	uint32_t conflict_age_ms;      // since the last time
};
// Own addresses as they were set, then the link-local one. Fills at most `max`, returns how many there are. -ENOENT.
SBX_API int64_t sbx_interface_addresses(uint16_t id, struct sbx_interface_address_state *out, uint32_t max);
// Solicitations that check an IPv6 address that is new from now on (RFC 4862 DupAddrDetectTransmits), each
// neighbor_retransmit_ms; 0: none is checked. 1 at first. -EINVAL: above 16. -ENOENT.
SBX_API int sbx_interface_set_duplicate_detection(uint16_t id, uint8_t solicitations);
