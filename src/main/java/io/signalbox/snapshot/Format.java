package io.signalbox.snapshot;

/**
 * The file of a snapshot: a head, then blocks. All numbers in heads are big-endian.
 *
 * <pre>
 * head    magic (8 bytes), version (4), CRC32C of both (4)
 * block   type (4), length of the content (4), CRC32C of type, length and content (4), content
 * BEGIN   when it was begun (milliseconds since 1970, 8 bytes)
 * SOURCE  name, distance                   the first one has number 0, and so on through the file
 * VRF     name                             numbered likewise
 * NEXTHOPS nexthops ({@link NexthopCodec}) numbered likewise
 * ROUTES  source, VRF, family, count, then the routes ({@link RouteCodec}); a later one of a prefix holds
 * END     how many routes the file has
 * </pre>
 */
final class Format {
	static final long MAGIC = 0x5342_5852_4f55_5445L; // "SBXROUTE"
	static final int VERSION = 1;
	static final int HEAD = 16;
	static final int BLOCK_HEAD = 12;

	private Format() {}

	/** What a block holds. */
	enum Block {
		BEGIN(1),
		SOURCE(2),
		VRF(3),
		NEXTHOPS(4),
		ROUTES(5),
		END(6);

		private static final Block[] ALL = values();

		private final int number;

		Block(int number) {
			this.number = number;
		}

		int number() {
			return number;
		}

		static Block of(int number) {
			if (number < 1 || number > ALL.length) {
				throw new SnapshotException(Reason.DAMAGED, "there is no block of type " + number);
			}
			return ALL[number - 1];
		}
	}
}
