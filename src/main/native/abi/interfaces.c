// Interfaces from the control plane: checks of what is asked, then control does it.
// Owns: nothing. Threads: any.
// Next: control/interfaces.h.
#include "control/own_addresses.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MTU_LEAST 68      // RFC 791: every link carries 68 bytes
#define MTU_MOST 9216
#define CHECKS_MOST 16    // solicitations for one address

__attribute__((format(printf, 4, 5))) static int
refuse(int rc, char *error, size_t error_size, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	if (error != NULL)
		vsnprintf(error, error_size, format, arguments);
	va_end(arguments);
	return rc;
}

static bool
is_text(const char *text, size_t size)
{
	return text[0] != '\0' && memchr(text, '\0', size) != NULL;
}

static int
check_config(const struct sbx_interface_config *config, char *error, size_t size)
{
	if (!is_text(config->name, sizeof(config->name)))
		return refuse(-EINVAL, error, size, "the name is empty or longer than %zu bytes",
			sizeof(config->name) - 1);
	if (!is_text(config->device, sizeof(config->device)))
		return refuse(-EINVAL, error, size, "the device is empty or longer than %zu bytes",
			sizeof(config->device) - 1);
	if (config->mtu < MTU_LEAST || config->mtu > MTU_MOST)
		return refuse(-EINVAL, error, size, "MTU %u is not in %u to %u", config->mtu, MTU_LEAST,
			MTU_MOST);
	if (config->admin_up > 1)
		return refuse(-EINVAL, error, size, "admin_up is %u, not 0 or 1", config->admin_up);
	if (config->rp_filter > SBX_RP_LOOSE)
		return refuse(-EINVAL, error, size, "rp_filter is %u, not 0, 1 or 2", config->rp_filter);
	return 0;
}

int
sbx_interface_add(const struct sbx_interface_config *config, uint16_t *id, char *error, size_t error_size)
{
	struct state *state;
	int rc;

	if (config == NULL || id == NULL || (error == NULL && error_size != 0))
		return -EINVAL;
	rc = check_config(config, error, error_size);
	if (rc != 0)
		return rc;
	state = state_hold();
	if (state == NULL)
		return refuse(-ENOTCONN, error, error_size, "the data plane does not run");
	rc = interface_add(state, config, id, error, error_size);
	state_release(state);
	return rc;
}

int
sbx_interface_remove(uint16_t id)
{
	struct state *state = state_hold();
	int rc = state == NULL ? -ENOTCONN : interface_remove(state, id);

	state_release(state);
	return rc;
}

int
sbx_interface_set_mtu(uint16_t id, uint16_t mtu)
{
	struct state *state;
	char error[256];
	int rc;

	if (mtu < MTU_LEAST || mtu > MTU_MOST)
		return -EINVAL;
	state = state_hold();
	rc = state == NULL ? -ENOTCONN : interface_set_mtu(state, id, mtu, error, sizeof(error));
	state_release(state);
	return rc;
}

int
sbx_interface_set_admin(uint16_t id, int up)
{
	struct state *state;
	int rc;

	if (up != 0 && up != 1)
		return -EINVAL;
	state = state_hold();
	rc = state == NULL ? -ENOTCONN : interface_set_admin(state, id, up != 0);
	state_release(state);
	return rc;
}

static bool
address_valid(const struct sbx_interface_address *address)
{
	static const uint8_t zero[12];

	if (address->family == SBX_IPV4)
		return address->length <= 32 && memcmp(address->address.bytes + 4, zero, 12) == 0;
	return address->family == SBX_IPV6 && address->length <= 128;
}

int
sbx_interface_set_addresses(uint16_t id, const struct sbx_interface_address *addresses, uint32_t count)
{
	struct state *state;
	int rc;

	if (addresses == NULL && count != 0)
		return -EINVAL;
	if (count > SBX_ADDRESSES_MAX)
		return -ENOSPC;
	for (uint32_t i = 0; i < count; i++)
		if (!address_valid(&addresses[i]))
			return -EINVAL;
	state = state_hold();
	rc = state == NULL ? -ENOTCONN : interface_set_addresses(state, id, addresses, count);
	state_release(state);
	return rc;
}

int64_t
sbx_interface_addresses(uint16_t id, struct sbx_interface_address_state *out, uint32_t max)
{
	struct state *state;
	int64_t rc;

	if (out == NULL && max != 0)
		return -EINVAL;
	state = state_hold();
	rc = state == NULL ? -ENOTCONN : interface_addresses(state, id, out, max);
	state_release(state);
	return rc;
}

int
sbx_interface_set_duplicate_detection(uint16_t id, uint8_t solicitations)
{
	struct state *state;
	int rc;

	if (solicitations > CHECKS_MOST)
		return -EINVAL;
	state = state_hold();
	rc = state == NULL ? -ENOTCONN : interface_set_checks(state, id, solicitations);
	state_release(state);
	return rc;
}

int
sbx_interface_describe(uint16_t id, struct sbx_interface_state *out)
{
	struct state *state;
	int rc;

	if (out == NULL)
		return -EINVAL;
	state = state_hold();
	rc = state == NULL ? -ENOTCONN : interface_describe(state, id, out);
	state_release(state);
	return rc;
}
