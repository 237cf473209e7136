// What the counters are called and mean, and where the segment is.
// Owns: nothing; the names are shared/counters.def's. Threads: any.
// Next: control/counters.h.
#include "control/counters.h"

#include <errno.h>

const struct sbx_counters *
sbx_counters(void)
{
	return counters_segment();
}

#define COUNTER(counter, counter_scope, is_gauge, text, at) \
	{ .name = #counter, .help = text, .scope = counter_scope, .gauge = is_gauge, .index = at },

static const struct sbx_counter_description descriptions[] = {
#define CORE(name, gauge, help) COUNTER(name, SBX_SCOPE_CORE, gauge, help, CORE_##name)
#define INTERFACE(name, gauge, help) COUNTER(name, SBX_SCOPE_INTERFACE, gauge, help, INTERFACE_##name)
#define DROP(name, help) COUNTER(name, SBX_SCOPE_DROP, 0, help, DROP_##name)
#include "shared/counters.def"
#undef CORE
#undef INTERFACE
#undef DROP
};

int
sbx_counters_list(struct sbx_counter_description *out, uint32_t max)
{
	uint32_t count = sizeof(descriptions) / sizeof(descriptions[0]);

	if (out == NULL && max != 0)
		return -EINVAL;
	for (uint32_t i = 0; i < count && i < max; i++)
		out[i] = descriptions[i];
	return (int)count;
}
