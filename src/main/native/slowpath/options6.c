// See options6.h.
#include "slowpath/options6.h"

enum { // what an unknown option's two upper bits ask for (RFC 8200 4.2)
	ACTION_SKIP = 0,
	ACTION_DISCARD = 1,
	ACTION_TELL_ALL = 2,
	ACTION_TELL = 3,
};

enum { // codes of a parameter problem (RFC 4443 3.4)
	CODE_HEADER = 0,
	CODE_NEXT_HEADER = 1,
	CODE_OPTION = 2,
};

#define OPTION_PAD1 0
#define OPTION_PADN 1

static enum options6_verdict
tell(struct options6_problem *problem, uint8_t code, uint32_t pointer)
{
	*problem = (struct options6_problem){ code, (uint16_t)pointer };
	return OPTIONS6_TELL;
}

static enum options6_verdict
unknown_option(uint8_t type, uint32_t at, struct options6_problem *problem)
{
	switch (type >> 6) {
	case ACTION_SKIP:
		return OPTIONS6_GOOD;
	case ACTION_DISCARD:
		return OPTIONS6_SILENT;
	case ACTION_TELL_ALL:
		tell(problem, CODE_OPTION, at);
		return OPTIONS6_TELL_ALL;
	default:
		return tell(problem, CODE_OPTION, at);
	}
}

// The options in a header from `at` to `end`, behind its first two octets.
static enum options6_verdict
check_options(const uint8_t *ip, uint32_t at, uint32_t end, struct options6_problem *problem)
{
	enum options6_verdict verdict = OPTIONS6_GOOD;

	for (at += 2; at < end && verdict == OPTIONS6_GOOD;) {
		if (ip[at] == OPTION_PAD1) {
			at++;
			continue;
		}
		if (at + 1 >= end || at + 2 + ip[at + 1] > end)
			return tell(problem, CODE_HEADER, RTE_MIN(at + 1, end - 1));
		if (ip[at] != OPTION_PADN)
			verdict = unknown_option(ip[at], at, problem);
		at += 2u + ip[at + 1];
	}
	return verdict;
}

// No type of routing header is known here; one that is used up is ignored (RFC 8200 4.4, RFC 5095).
static enum options6_verdict
check_routing(const uint8_t *ip, uint32_t at, struct options6_problem *problem)
{
	return ip[at + 3] == 0 ? OPTIONS6_GOOD : tell(problem, CODE_HEADER, at + 2);
}

enum options6_verdict
options6_check(const struct view *view, struct options6_problem *problem)
{
	enum options6_verdict verdict = OPTIONS6_GOOD;
	uint32_t at = sizeof(struct wire_ip6), named_at = offsetof(struct wire_ip6, next);
	uint8_t kind = view->ip6->next;

	while (at < view->upper && verdict == OPTIONS6_GOOD) {
		uint32_t end = at + extension_length(view->ip + at, kind);

		if (kind == EXTENSION_HOP_BY_HOP && at != sizeof(struct wire_ip6))
			return tell(problem, CODE_NEXT_HEADER, named_at); // only right behind the header
		if (kind == EXTENSION_HOP_BY_HOP || kind == EXTENSION_DESTINATION)
			verdict = check_options(view->ip, at, end, problem);
		else if (kind == EXTENSION_ROUTING)
			verdict = check_routing(view->ip, at, problem);
		kind = view->ip[at];
		named_at = at;
		at = end;
	}
	return verdict;
}
