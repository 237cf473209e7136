package io.signalbox.feed.fpm;

import io.signalbox.feed.netlink.MalformedMessageException;
import io.signalbox.feed.netlink.MessageWalk;
import io.signalbox.feed.netlink.NetlinkMessage;
import io.signalbox.feed.netlink.RouteMessage;
import io.signalbox.net.Ipv4Prefix;
import io.signalbox.net.Ipv6Prefix;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Finds the terms of route messages by their bytes, so that a route costs a hash and no object. {@link #read} leaves the
 * prefix in the fields. One thread.
 */
final class TermsTable {
	/** More different terms than this at once, or longer ones, are no real table's: then it begins anew. */
	private static final int MOST = 1 << 16;
	private static final int MOST_WORDS = 1 << 22;
	private static final int SLOTS = 1 << 18;
	/** Of the header and of {@code struct rtmsg}; attributes begin behind. */
	private static final int HEADER_WORDS = 4;
	private static final int FIXED_WORDS = 7;
	/** What of an attribute's type is no flag (NLA_TYPE_MASK). */
	private static final int TYPE = 0x3fff;
	private static final int RTA_DST = 1;
	private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
	/** Family and prefix length are the first two bytes behind the header. */
	private static final int FAMILY_SHIFT = LITTLE ? 0 : 24;
	private static final int LENGTH_SHIFT = LITTLE ? 8 : 16;

	private final LongFunction<Optional<String>> vrfs;
	private RouteTerms[] slots = new RouteTerms[SLOTS];
	private int size;
	private int wordsHeld;
	private int[] words = new int[64];
	private int count;
	private int prefixWord;

	/** The prefix of the message read last, as packed for the RIB, host bits cleared. */
	boolean ipv6;
	long high;
	long low;
	int length;

	/** Asks {@code vrfs} for the VRF of a table. */
	TermsTable(LongFunction<Optional<String>> vrfs) {
		this.vrfs = vrfs;
	}

	/** The terms of the route message that the walk is at; null for one of another family than IPv4 and IPv6. */
	RouteTerms read(MessageWalk walk) {
		takeWords(walk);
		if (!takeFamily()) {
			return null;
		}
		takePrefix(walk.size());
		int hash = hash();
		int slot = hash & SLOTS - 1;
		while (slots[slot] != null) {
			if (slots[slot].hash == hash && isSame(slots[slot])) {
				return slots[slot];
			}
			slot = (slot + 1) & (SLOTS - 1);
		}
		return add(hash, slot, (RouteMessage) walk.message());
	}

	private RouteTerms add(int hash, int slot, RouteMessage message) {
		int free = slot;
		if (size == MOST || wordsHeld + count > MOST_WORDS) {
			slots = new RouteTerms[SLOTS];
			size = 0;
			wordsHeld = 0;
			free = hash & SLOTS - 1;
		}
		size++;
		wordsHeld += count;
		slots[free] = new RouteTerms(hash, Arrays.copyOf(words, count), prefixWord, message, vrfs.apply(message.table()));
		return slots[free];
	}

	private void takeWords(MessageWalk walk) {
		if (walk.size() < FIXED_WORDS * 4) {
			throw new MalformedMessageException("a route message has " + walk.size() + " bytes");
		}
		count = walk.size() / 4;
		if (words.length < count) {
			words = new int[count * 2];
		}
		for (int at = 0; at < count; at++) {
			words[at] = walk.word(at * 4);
		}
		words[2] = 0;
		words[3] = 0;
	}

	private boolean takeFamily() {
		int family = words[HEADER_WORDS] >>> FAMILY_SHIFT & 0xff;
		ipv6 = family == NetlinkMessage.AF_INET6;
		length = words[HEADER_WORDS] >>> LENGTH_SHIFT & 0xff;
		words[HEADER_WORDS] &= ~(0xff << LENGTH_SHIFT);
		boolean known = ipv6 || family == NetlinkMessage.AF_INET;
		if (known && length > (ipv6 ? 128 : 32)) {
			throw new MalformedMessageException("a route's prefix length is " + length);
		}
		return known;
	}

	/** Takes the destination out of the words. An attribute's length and type are the halves of its first word. */
	private void takePrefix(int bytes) {
		prefixWord = 0;
		high = 0;
		low = 0;
		int at = FIXED_WORDS * 4;
		while (bytes - at >= 4) {
			int word = words[at / 4];
			int attribute = LITTLE ? word & 0xffff : word >>> 16;
			int type = (LITTLE ? word >>> 16 : word) & TYPE;
			if (attribute < 4 || attribute > bytes - at) {
				throw new MalformedMessageException("an attribute of a route says that it has " + attribute + " bytes");
			}
			if (type == RTA_DST && prefixWord == 0 && attribute >= (ipv6 ? 20 : 8)) {
				take(at / 4 + 1);
			}
			at += (attribute + 3) & ~3;
		}
		high &= ipv6 ? Ipv6Prefix.highMask(length) : (long) Ipv4Prefix.mask(length) << 32;
		low &= Ipv6Prefix.lowMask(length);
	}

	private void take(int from) {
		prefixWord = from;
		high = (long) big(from) << 32;
		if (ipv6) {
			high |= Integer.toUnsignedLong(big(from + 1));
			low = (long) big(from + 2) << 32 | Integer.toUnsignedLong(big(from + 3));
		}
		Arrays.fill(words, from, from + (ipv6 ? 4 : 1), 0);
	}

	private int big(int at) {
		return LITTLE ? Integer.reverseBytes(words[at]) : words[at];
	}

	private int hash() {
		int hash = count;
		for (int at = 0; at < count; at++) {
			hash = (hash ^ words[at]) * 0x9E3779B1;
			hash ^= hash >>> 15;
		}
		return hash;
	}

	private boolean isSame(RouteTerms terms) {
		return terms.prefixWord == prefixWord && Arrays.equals(terms.words, 0, terms.words.length, words, 0, count);
	}
}
