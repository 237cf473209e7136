package io.signalbox.snapshot;

import io.signalbox.rib.SourceRoutes;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.snapshot.Format.Block;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/** Writes the blocks of one snapshot, slice by slice, to where they are to stand. One thread. */
final class SnapshotOut {
	private final WritableByteChannel to;
	private final long begun;
	private final BlockOut block = new BlockOut();
	private final Map<String, Integer> sources = new HashMap<>();
	private final Map<String, Integer> vrfs = new HashMap<>();
	private final Map<Nexthop, Integer> nexthops = new HashMap<>();
	private long routes;
	private long bytes;

	/** Begins one. */
	SnapshotOut(WritableByteChannel to, long begunMillis) throws IOException {
		this.to = to;
		this.begun = begunMillis;
		ByteBuffer head = ByteBuffer.allocate(Format.HEAD).putLong(Format.MAGIC).putInt(Format.VERSION);
		CRC32C checksum = new CRC32C();
		checksum.update(head.array(), 0, head.position());
		write(head.putInt((int) checksum.getValue()).flip());
		block.fixed(begun);
		write(block.finish(Block.BEGIN));
	}

	void add(SourceRoutes slice) throws IOException {
		RouteChanges changes = slice.routes();
		int source = source(slice);
		int vrf = vrf(changes.vrf());
		int[] numbers = numbers(changes.nexthops());
		add(changes, false, source, vrf, numbers);
		add(changes, true, source, vrf, numbers);
	}

	private int source(SourceRoutes slice) throws IOException {
		Integer known = sources.get(slice.source().name());
		if (known != null) {
			return known;
		}
		block.text(slice.source().name());
		block.number(slice.source().distance());
		write(block.finish(Block.SOURCE));
		sources.put(slice.source().name(), sources.size());
		return sources.size() - 1;
	}

	private int vrf(String name) throws IOException {
		Integer known = vrfs.get(name);
		if (known != null) {
			return known;
		}
		block.text(name);
		write(block.finish(Block.VRF));
		vrfs.put(name, vrfs.size());
		return vrfs.size() - 1;
	}

	/** The file's numbers of a slice's nexthops; those that are new to the file are written. */
	private int[] numbers(List<Nexthop> said) throws IOException {
		int[] numbers = new int[said.size()];
		for (int at = 0; at < numbers.length; at++) {
			Integer known = nexthops.putIfAbsent(said.get(at), nexthops.size());
			numbers[at] = known == null ? nexthops.size() - 1 : known;
			if (known == null) {
				NexthopCodec.write(said.get(at), block);
			}
		}
		if (block.size() > 0) {
			write(block.finish(Block.NEXTHOPS));
		}
		return numbers;
	}

	private void add(RouteChanges changes, boolean ipv6, int source, int vrf, int[] numbers) throws IOException {
		int count = 0;
		for (int at = 0; at < changes.size(); at++) {
			count += changes.isIpv6(at) == ipv6 ? 1 : 0;
		}
		if (count == 0) {
			return;
		}
		block.number(source);
		block.number(vrf);
		block.oneByte(ipv6 ? 1 : 0);
		block.number(count);
		RouteCodec codec = new RouteCodec(ipv6, begun);
		for (int at = 0; at < changes.size(); at++) {
			if (changes.isIpv6(at) == ipv6) {
				codec.write(changes, at, changes.isWithdraw(at) ? 0 : numbers[changes.nexthop(at)], block);
			}
		}
		write(block.finish(Block.ROUTES));
		routes += count;
	}

	/** Ends it; how many routes it has. */
	long end() throws IOException {
		block.number(routes);
		write(block.finish(Block.END));
		return routes;
	}

	long bytes() {
		return bytes;
	}

	private void write(ByteBuffer buffer) throws IOException {
		bytes += buffer.remaining();
		while (buffer.hasRemaining()) {
			to.write(buffer);
		}
	}
}
