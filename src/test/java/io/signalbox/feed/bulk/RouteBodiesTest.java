package io.signalbox.feed.bulk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteBodiesTest {
	private static final String GOOD = "{\"destinationPrefix\":\"10.0.0.0/8\",\"nextHops\":[{\"address\":\"192.0.2.1\"}]}";

	private final RouteChanges changes = new RouteChanges();

	private static InputStream body(String text) {
		return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
	}

	private void ndjson(String text) throws IOException {
		RouteBodies.readNdjson(
				body(text), RouteForm.SOURCE_ROUTE, Rejections.strict(), (index, route) -> route.addTo(changes));
	}

	private void text(String text) throws IOException {
		RouteBodies.readText(body(text), Rejections.strict(), (index, route) -> route.addTo(changes));
	}

	private Nexthop nexthop(int at) {
		return changes.nexthops().get(changes.nexthop(at));
	}

	@Test
	void ndjsonHasEveryMember() throws IOException {
		ndjson("{\"destinationPrefix\":\"10.0.0.0/8\",\"type\":\"unicast\",\"nextHops\":[{\"address\":\"192.0.2.1\","
				+ "\"interface\":\"wan0\",\"weight\":1}],\"metric\":4294967295,\"preference\":255}\n\n"
				+ "{\"destinationPrefix\":\"2001:db8::/32\",\"type\":\"prohibit\"}\r\n"
				+ "{\"nextHops\":[{\"interface\":\"lan0\"}],\"destinationPrefix\":\"::/0\"}");
		assertEquals(3, changes.size());
		assertEquals(Prefix.parse("10.0.0.0/8"), changes.prefix(0));
		assertEquals(new Nexthop.Via(IpAddress.parse("192.0.2.1"), "wan0"), nexthop(0));
		assertEquals(4_294_967_295L, changes.metric(0));
		assertEquals(255, changes.distance(0));
		assertEquals(new Nexthop.Prohibit(), nexthop(1));
		assertEquals(RouteChanges.SOURCE_DISTANCE, changes.distance(1));
		assertEquals(new Nexthop.Connected("lan0"), nexthop(2));
	}

	@Test
	void textHasCommentsBlankLinesAndBothLineEnds() throws IOException {
		text("# a table\r\n\r\n10.0.0.0/8 192.0.2.1\r\n \t\n2001:db8::/32\t 2001:db8:1::1  \n0.0.0.0/0 blackhole");
		assertEquals(3, changes.size());
		assertEquals(new Nexthop.Via(IpAddress.parse("2001:db8:1::1"), Optional.empty()), nexthop(1));
		assertEquals(new Nexthop.Blackhole(), nexthop(2));
	}

	@Test
	@DisplayName("A2 two spellings of a prefix are the same route")
	void spellingsAreTheSameRoute() throws IOException {
		text("::/0 blackhole\n0:0:0:0:0:0:0:0/0 blackhole\n");
		assertEquals(changes.prefix(0), changes.prefix(1));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', value = {
		"10.0.0.1/8 192.0.2.1 | 10.0.0.1/8 has host bits set: the prefix is 10.0.0.0/8",
		"10.0.0.0/8 | the next hop is missing: write prefix, a space, and an address, blackhole, unreachable or prohibit",
		"10.0.0.0/8 192.0.2.1 x | '192.0.2.1 x' is not an IPv4 address: four numbers 0 to 255 with dots between, no leading zeros",
		"10.0.0.0 192.0.2.1 | '10.0.0.0' has no prefix length: write address/length",
		"10.0.0.0/33 192.0.2.1 | prefix length 33 of 10.0.0.0 is not within 0 to 32",
		"10.0.0.0/8 fe80::1 | fe80::1 is a link-local address: name the interface that it is on as well",
	})
	@DisplayName("A1 bad text line")
	void badTextLineIsNamed(String line, String reason) {
		RejectedException bad = assertThrows(
				RejectedException.class, () -> text("10.0.0.0/8 192.0.2.1\n\n" + line + "\n11.0.0.0/8 192.0.2.1\n"));
		assertEquals("line 3: " + reason, bad.getMessage());
		assertEquals(2, bad.rejection().index());
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', value = {
		"{\"destinationPrefix\":\"10.0.0.0/8\"} | a unicast route has at least one next hop: nextHops is missing or empty",
		"{\"nextHops\":[{\"address\":\"192.0.2.1\"}]} | destinationPrefix is missing",
		"{\"destinationPrefix\":\"10.0.0.0/8\",\"type\":\"blackhole\",\"nextHops\":[]} | a route of type blackhole has no nextHops",
		"{\"destinationPrefix\":\"10.0.0.0/8\",\"type\":\"local\"} | type 'local' is none of unicast, blackhole, unreachable, prohibit",
		"{\"destinationPrefix\":7} | destinationPrefix must be a string",
		"{\"destinationPrefix\":null} | destinationPrefix must be a string",
		"{\"destinationPrefix\":\"10.0.0.0/8\",\"metric\":-1} | metric must be an integer from 0 to 4294967295",
		"{\"destinationPrefix\":\"10.0.0.0/8\",\"metric\":99999999999999999999} | metric must be an integer from 0 to 4294967295",
		"{\"destinationPrefix\":\"10.0.0.0/8\",\"preference\":0} | preference must be an integer from 1 to 255",
		"{\"destinationPrefix\":\"10.0.0.0/8\",\"preference\":1.5} | preference must be an integer from 1 to 255",
		"{\"destinationPrefix\":\"10.0.0.0/8\",\"destinationPrefix\":\"10.0.0.0/8\"} | destinationPrefix is there twice",
		"{\"op\":\"put\"} | there is no member 'op'. There are: destinationPrefix, type, nextHops, metric, preference",
		"{\"nextHops\":{}} | nextHops must be an array",
		"{\"nextHops\":[\"192.0.2.1\"]} | a next hop must be an object",
		"{\"nextHops\":[{\"address\":\"192.0.2.1\",\"address\":\"192.0.2.2\"}]} | nextHops/0/address is there twice",
		"{\"nextHops\":[{\"interface\":\"a b\"}]} | 'a b' is no interface's name",
		"{\"nextHops\":[{}]} | a next hop has an address, an interface, or both",
		"{\"nextHops\":[{\"via\":1}]} | a next hop has no member 'via'. There are: address, interface, vrf, onLink, weight",
		"{\"nextHops\":[{\"interface\":\"wan0\",\"onLink\":true}]} | vrf and onLink say more of an address: the address is missing",
		"{\"nextHops\":[{\"address\":\"192.0.2.1\",\"onLink\":1}]} | nextHops/0/onLink must be true or false",
		"{\"destinationPrefix\":\"10.0.0.0/8\",\"nextHops\":[{\"address\":\"192.0.2.1\",\"onLink\":true}]} | 192.0.2.1 is said to be on-link: name the interface as well",
		"{\"destinationPrefix\":\"10.0.0.0/8\",\"nextHops\":[{\"address\":\"192.0.2.1\",\"interface\":\"a\",\"vrf\":\"b\"}]} | 192.0.2.1 is on an interface, which has its VRF: name one of the two, not both",
		"{\"destinationPrefix\":\"10.0.0.0/8\",\"nextHops\":[{\"address\":\"192.0.2.1\"},{\"address\":\"192.0.2.1\"}]} | two next hops are the same: say it once, with a weight",
		"[] | it must be an object",
	})
	void badJsonLineIsNamed(String line, String reason) {
		RejectedException bad = assertThrows(RejectedException.class, () -> ndjson(GOOD + "\n" + line + "\n" + GOOD));
		assertEquals("line 2: " + reason, bad.getMessage());
		assertEquals(1, bad.rejection().index());
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', value = {"{\"destinationPrefix\":", "{x}", "nothing", "`{} {}`"})
	void lineThatIsNoJsonIsNamed(String line) {
		RejectedException bad = assertThrows(RejectedException.class, () -> ndjson(GOOD + "\n" + line + "\n" + GOOD));
		assertTrue(bad.getMessage().startsWith("line 2: "), bad.getMessage());
	}

	@Test
	void severalNextHopsAreOneNexthopInAnyOrder() throws IOException {
		String one = "{\"address\":\"192.0.2.1\",\"weight\":3}";
		String two = "{\"address\":\"fe80::2\",\"interface\":\"wan0\"}";
		ndjson(line("10.0.0.0/8", one, two) + line("11.0.0.0/8", two, one) + line("12.0.0.0/8", one));
		assertEquals(changes.nexthop(0), changes.nexthop(1));
		assertEquals(
				List.of(new Nexthop.Member(new Nexthop.Via(IpAddress.parse("192.0.2.1")), 3),
						new Nexthop.Member(new Nexthop.Via(IpAddress.parse("fe80::2"), "wan0"), 1)),
				((Nexthop.Multipath) changes.nexthops().getFirst()).members());
		assertEquals(new Nexthop.Via(IpAddress.parse("192.0.2.1")), changes.nexthops().get(changes.nexthop(2)));
	}

	@Test
	void aNextHopMayLieInAnotherVrfOrOnTheLinkUnsaid() throws IOException {
		ndjson(line("10.0.0.0/8", "{\"address\":\"192.0.2.1\",\"vrf\":\"red\"}")
				+ line("11.0.0.0/8", "{\"address\":\"192.0.2.1\",\"interface\":\"wan0\",\"onLink\":true}"));
		IpAddress address = IpAddress.parse("192.0.2.1");
		assertEquals(
				List.of(new Nexthop.Via(address, Optional.empty(), Optional.of("red"), false),
						new Nexthop.Via(address, Optional.of("wan0"), Optional.empty(), true)),
				changes.nexthops());
	}

	@Test
	void tooManyNextHopsAreRefused() {
		String[] hops = IntStream.rangeClosed(1, 129)
				.mapToObj(at -> "{\"address\":\"192.0.2." + at + "\"}")
				.toArray(String[]::new);
		RejectedException bad = assertThrows(RejectedException.class, () -> ndjson(line("10.0.0.0/8", hops)));
		assertEquals("line 1: a route has at most 128 next hops", bad.getMessage());
		assertEquals("/nextHops/128", bad.rejection().problem().pointer());
	}

	private static String line(String prefix, String... hops) {
		return "{\"destinationPrefix\":\"" + prefix + "\",\"nextHops\":[" + String.join(",", hops) + "]}\n";
	}

	@Test
	void badLinesAreCountedAndTheFirstKept() throws IOException {
		Rejections rejections = Rejections.keeping(2);
		RouteBodies.readNdjson(
				body("{x}\n" + GOOD + "\n[\n{\"destinationPrefix\":\"10.0.0.1/8\"}\n" + GOOD),
				RouteForm.SOURCE_ROUTE,
				rejections,
				(index, route) -> route.addTo(changes));
		assertEquals(2, changes.size());
		assertEquals(3, rejections.count());
		assertEquals(List.of(0L, 2L), rejections.kept().stream().map(Rejections.Rejection::index).toList());
	}

	@Test
	void lineThatIsTooLongEndsTheReading() throws IOException {
		Rejections rejections = Rejections.keeping(10);
		RouteBodies.readText(
				body("10.0.0.0/8 blackhole\n" + "x".repeat(300_000) + "\n10.0.0.0/8 blackhole\n"),
				rejections,
				(index, route) -> route.addTo(changes));
		assertEquals(1, changes.size());
		assertEquals("line 2: the line is longer than 65536 bytes", rejections.kept().getFirst().problem().getMessage());
	}

	@Test
	void linesAcrossBufferEndsAreWhole() throws IOException {
		StringBuilder many = new StringBuilder();
		for (int at = 0; at < 40_000; at++) {
			many.append("10.").append(at >> 8).append('.').append(at & 255).append(".0/24 192.0.2.").append(at & 127).append('\n');
		}
		text(many.toString());
		assertEquals(40_000, changes.size());
		assertEquals(Prefix.parse("10.156.63.0/24"), changes.prefix(39_999));
	}

	@Test
	void arrayHasPutsAndDeletes() throws IOException {
		RouteBodies.readArray(
				body("[{\"op\":\"delete\",\"destinationPrefix\":\"10.0.0.0/8\"},"
						+ "{\"op\":\"put\",\"destinationPrefix\":\"11.0.0.0/8\",\"type\":\"unreachable\"}]"),
				RouteForm.ROUTE_OPERATION,
				Rejections.strict(),
				(index, route) -> route.addTo(changes));
		assertTrue(changes.isWithdraw(0));
		assertEquals(new Nexthop.Unreachable(), nexthop(1));
	}

	@Test
	void badElementsOfAnArrayAreNamedAndPassedOver() throws IOException {
		Rejections rejections = Rejections.keeping(10);
		RouteBodies.readArray(
				body("[7,{\"op\":\"put\",\"destinationPrefix\":\"11.0.0.0/8\",\"nextHops\":[{\"x\":[{}]}]},[[]],"
						+ "{\"op\":\"delete\",\"destinationPrefix\":\"10.0.0.0/8\",\"metric\":1},"
						+ "{\"op\":\"delete\",\"destinationPrefix\":\"10.0.0.0/8\"}]"),
				RouteForm.ROUTE_OPERATION,
				rejections,
				(index, route) -> route.addTo(changes));
		assertEquals(1, changes.size());
		assertEquals(List.of(0L, 1L, 2L, 3L), rejections.kept().stream().map(Rejections.Rejection::index).toList());
		assertEquals(
				"element 3: metric belongs to op put, not to delete", rejections.kept().getLast().problem().getMessage());
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', value = {"{}", "[", "[] []", "``", "[{]"})
	void bodyThatIsNoArrayIsRefused(String body) {
		assertThrows(
				RejectedException.class,
				() -> RouteBodies.readArray(
						body(body), RouteForm.ROUTE_OPERATION, Rejections.strict(), (index, route) -> {}));
	}
}
