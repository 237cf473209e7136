package io.signalbox.snapshot;

import io.signalbox.rib.SourceRoutes;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import io.signalbox.snapshot.Format.Block;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A snapshot that was read whole.
 *
 * @param routes in batches that are applied in this order
 * @param count of all of them
 */
record Snapshot(Instant begun, List<SourceRoutes> routes, long count) {
	/** Routes of a batch, more or less: enough that a commit costs little beside them. */
	private static final int BATCH = 65_536;

	Snapshot {
		routes = List.copyOf(routes);
	}

	/** Reads a file's bytes; all checksums are looked at before anything is taken from it. */
	static Snapshot read(byte[] file) {
		return new Reading(blocks(file)).read();
	}

	private record BlockContent(Block type, ByteBuffer content) {}

	private static List<BlockContent> blocks(byte[] file) {
		ByteBuffer rest = ByteBuffer.wrap(file);
		checkHead(file, rest);
		rest.position(Format.HEAD);
		List<BlockContent> blocks = new ArrayList<>();
		while (rest.hasRemaining()) {
			if (rest.remaining() < Format.BLOCK_HEAD) {
				throw cut();
			}
			int begin = rest.position();
			Block type = Block.of(rest.getInt());
			int length = rest.getInt();
			int checksum = rest.getInt();
			if (length < 0 || length > rest.remaining()) {
				throw cut();
			}
			CRC32C actual = new CRC32C();
			actual.update(file, begin, 8);
			actual.update(file, rest.position(), length);
			if ((int) actual.getValue() != checksum) {
				throw BlockIn.damaged("the checksum of the block at byte " + begin + " is wrong");
			}
			blocks.add(new BlockContent(type, rest.slice(rest.position(), length)));
			rest.position(rest.position() + length);
		}
		if (blocks.isEmpty() || blocks.getLast().type() != Block.END) {
			throw cut();
		}
		return blocks;
	}

	private static void checkHead(byte[] file, ByteBuffer head) {
		if (file.length < Format.HEAD) {
			throw cut();
		}
		if (head.getLong() != Format.MAGIC) {
			throw new SnapshotException(Reason.NO_SNAPSHOT, "it does not begin as a snapshot does");
		}
		int version = head.getInt();
		CRC32C actual = new CRC32C();
		actual.update(file, 0, Format.HEAD - 4);
		if ((int) actual.getValue() != head.getInt()) {
			throw BlockIn.damaged("the checksum of its head is wrong");
		}
		if (version != Format.VERSION) {
			throw new SnapshotException(
					Reason.VERSION, "it is of version " + version + ", and this program reads " + Format.VERSION);
		}
	}

	private static SnapshotException cut() {
		return new SnapshotException(Reason.CUT, "it ends before its end");
	}

	/** The blocks' contents, one after the other. */
	private static final class Reading {
		private final List<BlockContent> blocks;
		private final List<RouteSource> sources = new ArrayList<>();
		private final List<String> vrfs = new ArrayList<>();
		private final FileNexthops nexthops = new FileNexthops();
		private final List<SourceRoutes> batches = new ArrayList<>();
		private Instant begun = Instant.EPOCH;
		private long count;

		private Reading(List<BlockContent> blocks) {
			this.blocks = blocks;
		}

		private Snapshot read() {
			for (BlockContent block : blocks) {
				BlockIn in = new BlockIn(block.content());
				switch (block.type()) {
					case BEGIN -> begun = Instant.ofEpochMilli(in.fixed());
					case SOURCE -> sources.add(source(in));
					case VRF -> vrfs.add(in.text());
					case NEXTHOPS -> nexthops(in);
					case ROUTES -> routes(in);
					case END -> end(in);
				}
				in.finish();
			}
			return new Snapshot(begun, batches, count);
		}

		private void nexthops(BlockIn in) {
			while (in.hasMore()) {
				nexthops.add(NexthopCodec.read(in));
			}
		}

		private static RouteSource source(BlockIn in) {
			try {
				return new RouteSource(in.text(), in.number(RouteSource.MAX_DISTANCE + 1));
			} catch (IllegalArgumentException impossible) {
				throw BlockIn.damaged(impossible.getMessage());
			}
		}

		private void routes(BlockIn in) {
			RouteSource source = sources.get(in.number(sources.size()));
			RouteChanges into = batch(source, vrfs.get(in.number(vrfs.size())));
			RouteCodec codec = new RouteCodec(in.number(2) == 1, begun.toEpochMilli());
			int routes = in.number(Integer.MAX_VALUE);
			for (int route = 0; route < routes; route++) {
				codec.read(in, nexthops, into);
			}
			count += routes;
		}

		/** The last batch, where it is of the same source and VRF and has room, else a new one. */
		private RouteChanges batch(RouteSource source, String vrf) {
			if (!batches.isEmpty()) {
				SourceRoutes last = batches.getLast();
				if (last.source().equals(source) && last.routes().vrf().equals(vrf) && last.routes().size() < BATCH) {
					return last.routes();
				}
			}
			RouteChanges next = new RouteChanges(vrf);
			batches.add(new SourceRoutes(source, next));
			nexthops.fill(next);
			return next;
		}

		private void end(BlockIn in) {
			if (in.number() != count) {
				throw BlockIn.damaged("it has " + count + " routes, and says another number of them");
			}
		}
	}
}
