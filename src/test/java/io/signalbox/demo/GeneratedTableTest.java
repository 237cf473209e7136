package io.signalbox.demo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.net.Family;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class GeneratedTableTest {
	private static final int PREFIXES = 100_000;

	@ParameterizedTest
	@EnumSource
	void prefixesAreDistinctAndAsManyAsAsked(Family family) {
		Prefix[] table = GeneratedTable.of(family, PREFIXES);
		assertEquals(PREFIXES, Set.of(table).size());
		assertTrue(Arrays.stream(table).allMatch(prefix -> prefix.family() == family));
	}

	@ParameterizedTest
	@EnumSource
	void everyRunMakesTheSameTable(Family family) {
		assertArrayEquals(GeneratedTable.of(family, PREFIXES), GeneratedTable.of(family, PREFIXES));
	}

	@ParameterizedTest
	@CsvSource({"IPV4, 24, 0.60, 0.64", "IPV4, 22, 0.10, 0.12", "IPV6, 48, 0.50, 0.54", "IPV6, 32, 0.09, 0.12"})
	void lengthsAreMixedAsInARealTable(Family family, int length, double least, double most) {
		Prefix[] table = GeneratedTable.of(family, PREFIXES);
		double share = (double) Arrays.stream(table).filter(prefix -> prefix.length() == length).count() / PREFIXES;
		assertTrue(share > least && share < most, () -> "share of /" + length + " is " + share);
	}

	@ParameterizedTest
	@EnumSource
	void aThirdOrMoreLieInsideAnotherAndSomeFourDeep(Family family) {
		int nested = 0;
		int deepest = 0;
		Deque<Prefix> covers = new ArrayDeque<>();
		for (Prefix prefix : GeneratedTable.of(family, PREFIXES)) {
			while (!covers.isEmpty() && !covers.peek().contains(prefix.address())) {
				covers.pop();
			}
			nested += covers.isEmpty() ? 0 : 1;
			covers.push(prefix);
			deepest = Math.max(deepest, covers.size());
		}
		assertTrue(nested > PREFIXES / 3, "nested: " + nested);
		assertTrue(deepest >= 4, "deepest: " + deepest);
	}

	@ParameterizedTest
	@CsvSource({
		"192.0.2.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.10", "127.0.0.1", "10.9.8.7", "0.0.0.1",
		"224.0.0.1", "255.255.255.255", "2001:db8::1", "2002::1"})
	void noPrefixHidesASpecialPurposeAddress(String text) {
		IpAddress address = IpAddress.parse(text);
		assertFalse(Arrays.stream(GeneratedTable.of(address.family(), PREFIXES))
				.anyMatch(prefix -> prefix.contains(address)));
	}

	@Test
	void nexthopsInterleaveTheirRowsAndStayInTheFamily() {
		IpAddress[] nexthops = WriteTable.nexthops(Family.IPV4, IpAddress.parse("198.18.4.0"),
				IpAddress.parse("2001:db8:1::1:0"), IpAddress.parse("198.19.4.0"));
		assertEquals(2_048, new HashSet<>(Arrays.asList(nexthops)).size());
		assertEquals("198.18.4.0", nexthops[0].toString());
		assertEquals("198.19.4.0", nexthops[1].toString());
		assertEquals("198.19.7.255", nexthops[2_047].toString());
		assertEquals("2001:db8:1::1:3ff",
				WriteTable.nexthops(Family.IPV6, IpAddress.parse("2001:db8:1::1:0"))[1_023].toString());
	}
}
