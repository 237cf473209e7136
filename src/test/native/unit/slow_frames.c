// Frames for the slow path's tests, and checks of frames. See slow_world.h.
// Owns: an own way to sum, byte by byte, that shares nothing with the code under test.
#include "slow_world.h"

uint16_t
world_sum(const void *data, uint32_t length, uint32_t start)
{
	const uint8_t *bytes = data;
	uint32_t sum = start;

	for (uint32_t i = 0; i < length; i++)
		sum += i % 2 == 0 ? (uint32_t)bytes[i] << 8 : bytes[i];
	while (sum > 0xFFFF)
		sum = (sum & 0xFFFF) + (sum >> 16);
	return (uint16_t)sum;
}

static void
put16(uint8_t *at, uint32_t value)
{
	at[0] = (uint8_t)(value >> 8);
	at[1] = (uint8_t)value;
}

static uint32_t
get16(const uint8_t *at)
{
	return (uint32_t)at[0] << 8 | at[1];
}

static uint32_t
pseudo6(const uint8_t *ip)
{
	return world_sum(ip + 8, 32, get16(ip + 4) + 58);
}

void
world_seal(struct world_packet *packet)
{
	uint8_t *ip = packet->bytes + 14, *upper;

	if (get16(packet->bytes + 12) == 0x0800) {
		uint32_t header = (ip[0] & 15) * 4u;

		put16(ip + 10, 0);
		put16(ip + 10, (uint16_t)~world_sum(ip, header, 0));
		upper = ip + header;
		if (ip[9] != 1)
			return;
		put16(upper + 2, 0);
		put16(upper + 2, (uint16_t)~world_sum(upper, get16(ip + 2) - header, 0));
	} else if (ip[6] == 58) {
		upper = ip + 40;
		put16(upper + 2, 0);
		put16(upper + 2, (uint16_t)~world_sum(upper, get16(ip + 4), pseudo6(ip)));
	}
}

bool
world_checksums_hold(const uint8_t *frame, uint32_t length)
{
	const uint8_t *ip = frame + 14;

	if (get16(frame + 12) == 0x0800)
		return ip[0] == 0x45 && length == 14 + get16(ip + 2) &&
			world_sum(ip, 20, 0) == 0xFFFF &&
			(ip[9] != 1 || world_sum(ip + 20, get16(ip + 2) - 20, 0) == 0xFFFF);
	return ip[0] >> 4 == 6 && length == 54 + get16(ip + 4) &&
		(ip[6] != 58 || world_sum(ip + 40, get16(ip + 4), pseudo6(ip)) == 0xFFFF);
}

void
world_assert_address(const void *bytes, const char *text)
{
	struct sbx_address address = world_address(text);

	assert_memory_equal(bytes, &address, strchr(text, ':') != NULL ? 16 : 4);
}

static struct world_packet
ip_packet(const char *source, const char *destination, uint8_t protocol, uint32_t bytes)
{
	struct sbx_address from = world_address(source), to = world_address(destination);
	struct world_packet packet = { .length = 0 };
	uint8_t *ip = packet.bytes + 14;

	memcpy(packet.bytes, wan_mac, 6);
	memcpy(packet.bytes + 6, peer_mac, 6);
	if (strchr(source, ':') == NULL) {
		put16(packet.bytes + 12, 0x0800);
		ip[0] = 0x45;
		put16(ip + 2, 20 + bytes);
		ip[8] = 17;
		ip[9] = protocol;
		memcpy(ip + 12, &from, 4);
		memcpy(ip + 16, &to, 4);
		packet.length = 34 + bytes;
	} else {
		put16(packet.bytes + 12, 0x86DD);
		ip[0] = 0x60;
		put16(ip + 4, bytes);
		ip[6] = protocol;
		ip[7] = 17;
		memcpy(ip + 8, &from, 16);
		memcpy(ip + 24, &to, 16);
		packet.length = 54 + bytes;
	}
	for (uint32_t i = 0; i < bytes; i++)
		packet.bytes[packet.length - bytes + i] = (uint8_t)(i * 7 + 1);
	return packet;
}

struct world_packet
world_udp(const char *source, const char *destination, uint32_t payload)
{
	struct world_packet packet = ip_packet(source, destination, 17, 8 + payload);

	world_seal(&packet);
	return packet;
}

struct world_packet
world_icmp(const char *source, const char *destination, uint8_t type, uint8_t code,
	const void *rest, uint32_t bytes)
{
	bool six = strchr(source, ':') != NULL;
	struct world_packet packet = ip_packet(source, destination, six ? 58 : 1, 4 + bytes);
	uint8_t *upper = packet.bytes + packet.length - 4 - bytes;

	upper[0] = type;
	upper[1] = code;
	if (rest != NULL)
		memcpy(upper + 4, rest, bytes);
	world_seal(&packet);
	return packet;
}

struct world_packet
world_echo(const char *source, const char *destination, uint32_t payload)
{
	return world_icmp(source, destination, strchr(source, ':') != NULL ? 128 : 8, 0, NULL,
		4 + payload);
}

struct world_packet
world_arp(uint16_t operation, const uint8_t sender_mac[6], const char *sender, const char *target)
{
	static const uint8_t start[] = { 0x08, 0x06, 0, 1, 8, 0, 6, 4 };
	struct sbx_address from = world_address(sender), to = world_address(target);
	struct world_packet packet = { .length = 60 }; // as Ethernet pads it

	memset(packet.bytes, 0xFF, 6);
	memcpy(packet.bytes + 6, sender_mac, 6);
	memcpy(packet.bytes + 12, start, sizeof(start));
	put16(packet.bytes + 20, operation);
	memcpy(packet.bytes + 22, sender_mac, 6);
	memcpy(packet.bytes + 28, &from, 4);
	memcpy(packet.bytes + 38, &to, 4);
	return packet;
}

struct world_packet
world_nd(uint8_t type, const char *source, const char *destination, const char *target,
	uint32_t flags, const uint8_t *mac)
{
	struct sbx_address wanted = world_address(target);
	uint8_t rest[4 + 16 + 8] = { (uint8_t)(flags >> 24) };
	struct world_packet packet;

	memcpy(rest + 4, &wanted, 16);
	if (mac != NULL) {
		rest[20] = type == 135 ? 1 : 2;
		rest[21] = 1;
		memcpy(rest + 22, mac, 6);
	}
	packet = world_icmp(source, destination, type, 0, rest, mac != NULL ? 28 : 20);
	packet.bytes[14 + 7] = 255;
	return packet;
}
