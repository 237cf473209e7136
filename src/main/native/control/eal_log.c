// See eal_log.h.
#include "control/eal_log.h"

#include <rte_log.h>

#include <errno.h>
#include <pthread.h>
#include <stdio.h>

#define KEPT 8192 // bytes; a failed probe logs well under 2 KiB

static struct {
	pthread_mutex_t lock;
	uint64_t written;  // bytes in all; byte b is at text[b % KEPT]
	char text[KEPT];
} kept = { .lock = PTHREAD_MUTEX_INITIALIZER };

static ssize_t
keep(void *cookie, const char *text, size_t size)
{
	(void)cookie;
	pthread_mutex_lock(&kept.lock);
	for (size_t i = 0; i < size; i++)
		kept.text[kept.written++ % KEPT] = text[i];
	pthread_mutex_unlock(&kept.lock);
	return (ssize_t)size;
}

int
eal_log_open(void)
{
	FILE *stream = fopencookie(NULL, "w", (cookie_io_functions_t){ .write = keep });

	if (stream == NULL)
		return -ENOMEM;
	setvbuf(stream, NULL, _IOLBF, BUFSIZ);
	rte_openlog_stream(stream);
	return 0;
}

uint64_t
eal_log_mark(void)
{
	uint64_t mark;

	pthread_mutex_lock(&kept.lock);
	mark = kept.written;
	pthread_mutex_unlock(&kept.lock);
	return mark;
}

void
eal_log_since(uint64_t mark, char *text, size_t size)
{
	size_t used = 0;
	uint64_t at;

	if (size == 0)
		return;
	pthread_mutex_lock(&kept.lock);
	at = mark;
	if (kept.written - at > KEPT)
		at = kept.written - KEPT;
	// A line end is written as two bytes.
	if (kept.written - at > (size - 1) / 2)
		at = kept.written - (size - 1) / 2;
	for (; at < kept.written; at++) {
		char c = kept.text[at % KEPT];

		if (c == '\n' && at + 1 == kept.written)
			break;
		if (c == '\n')
			text[used++] = ';';
		text[used++] = c == '\n' || c == '\t' ? ' ' : c;
	}
	pthread_mutex_unlock(&kept.lock);
	text[used] = '\0';
}
