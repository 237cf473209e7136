// See advertisement.h.
#include "control/advertisement.h"

#include "control/neighbors.h"

#include <errno.h>

#define FINALS 3                  // RFC 4861 10, MAX_FINAL_RTR_ADVERTISEMENTS

static void
change(struct interface_record *record, const struct sbx_router_advertisement *advertisement)
{
	if (advertisement->send != 0)
		record->advertiser.finals = 0;
	else if (record->advertisement.send != 0)
		record->advertiser.finals = FINALS;
	record->advertisement = *advertisement;
	record->advertiser.initial = 0;
	record->advertiser.due = 0;
}

int
interface_set_advertisement(struct state *state, uint16_t id,
	const struct sbx_router_advertisement *advertisement)
{
	struct interface_record *record;
	int rc = 0;

	pthread_mutex_lock(&state->state_lock);
	record = interface_find(state, id);
	if (record == NULL)
		rc = -ENOENT;
	else if (advertisement->mtu > record->mtu)
		rc = -EINVAL;
	else
		change(record, advertisement);
	if (rc == 0)
		state->neighbors->look_at = 0;
	pthread_mutex_unlock(&state->state_lock);
	return rc;
}

int
interface_get_advertisement(struct state *state, uint16_t id, struct sbx_router_advertisement *out)
{
	const struct interface_record *record;

	pthread_mutex_lock(&state->state_lock);
	record = interface_find(state, id);
	if (record != NULL)
		*out = record->advertisement;
	pthread_mutex_unlock(&state->state_lock);
	return record != NULL ? 0 : -ENOENT;
}
