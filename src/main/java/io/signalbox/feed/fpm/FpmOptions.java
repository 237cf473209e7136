package io.signalbox.feed.fpm;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;

/**
 * How an FPM feed is configured.
 *
 * @param tables the VRFs of the peer's routing tables
 * @param interfaces the box's interfaces by the peer's interface numbers
 * @param quiet how long nothing new may come before a replay counts as ended
 * @param stale the same while much of what was there before is still missing; zero = until an end marker comes
 * @param timeout after which the box is ready without the feed
 * @param acknowledge whether routes are answered with the offload flag
 * @param capacity changes that are kept while the RIB does not take them
 */
public record FpmOptions(
		InetSocketAddress listen,
		Map<Long, String> tables,
		Map<Integer, String> interfaces,
		Duration quiet,
		Duration stale,
		Duration timeout,
		boolean acknowledge,
		int capacity) {
	public static final int DEFAULT_PORT = 2620;
	/** Two full tables of today's Internet. */
	public static final int DEFAULT_CAPACITY = 2_000_000;

	public FpmOptions {
		tables = Map.copyOf(tables);
		interfaces = Map.copyOf(interfaces);
	}
}
