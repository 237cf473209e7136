package io.signalbox.feed.fpm;

import io.signalbox.feed.fpm.RouteTerms.Said;
import io.signalbox.feed.netlink.NetlinkMessage;
import io.signalbox.feed.netlink.RouteMessage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Tells the peer which of its routes forward: each RTM_NEWROUTE comes back as it was, with NLM_F_REQUEST (FRR reads no
 * other) and RTM_F_OFFLOAD. What the peer does not read waits here; nobody waits for it.
 */
final class OffloadAnswers {
	private static final int FRAME = 4;
	private static final int FLAGS_WORD = 1;
	private static final int ROUTE_WORD = 4;
	private static final int ROUTE_FLAGS_WORD = 6;
	private static final int VERSION_AND_TYPE = 0x0101_0000;
	private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
	private static final int BLOCK = 1_024;

	private final ChangeQueue waiting;
	private ChangeBlock block = new ChangeBlock();
	private int next;

	OffloadAnswers(int capacity) {
		waiting = new ChangeQueue(capacity);
	}

	/** They are in the FIB. Any thread. */
	void add(ChangeBlock written) {
		waiting.addAll(written);
	}

	/** Of another connection. */
	void clear() {
		waiting.clear();
		block = new ChangeBlock();
		next = 0;
	}

	boolean isEmpty() {
		return next == block.size() && waiting.size() == 0;
	}

	/** Puts answers into a buffer, as long as each has room. One thread. */
	void fill(ByteBuffer bytes) {
		while (true) {
			if (next == block.size()) {
				block = waiting.take(BLOCK);
				next = 0;
			}
			if (block.isEmpty() || !put(bytes)) {
				return;
			}
			next++;
		}
	}

	private boolean put(ByteBuffer bytes) {
		Said said = block.said(next);
		if (said.isWithdraw()) {
			return true;
		}
		int[] words = said.terms().words;
		int size = FRAME + words.length * 4;
		if (bytes.remaining() < size) {
			return false;
		}
		bytes.order(ByteOrder.BIG_ENDIAN).putInt(VERSION_AND_TYPE | size).order(ByteOrder.nativeOrder());
		int from = bytes.position();
		for (int word : words) {
			bytes.putInt(word);
		}
		bytes.putInt(from, words.length * 4);
		// The length is the second byte of the route's structure; the type and the flags are the halves of a word.
		int flags = NetlinkMessage.NLM_F_REQUEST;
		bytes.putInt(from + FLAGS_WORD * 4, words[FLAGS_WORD] | (LITTLE ? flags << 16 : flags));
		bytes.put(from + ROUTE_WORD * 4 + 1, (byte) block.length(next));
		bytes.putInt(from + ROUTE_FLAGS_WORD * 4, words[ROUTE_FLAGS_WORD] | RouteMessage.RTM_F_OFFLOAD);
		prefix(bytes.order(ByteOrder.BIG_ENDIAN), from + said.terms().prefixWord * 4, said.terms().prefixWord == 0);
		return true;
	}

	private void prefix(ByteBuffer bytes, int at, boolean none) {
		if (none) {
			return;
		}
		bytes.putInt(at, (int) (block.high(next) >>> 32));
		if (block.isIpv6(next)) {
			bytes.putInt(at + 4, (int) block.high(next)).putLong(at + 8, block.low(next));
		}
	}
}
