package io.signalbox.dataplane.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.StructLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

class AbiDifferencesTest {
	private static final List<StructLayout> QUERY = List.of(Layouts.QUERY);

	@Test
	void theSameLayoutHasNoDifferences() {
		assertEquals(List.of(), AbiDifferences.find(Layouts.ABI_VERSION, describe(), QUERY));
	}

	@Test
	void anotherVersionIsNamedWithBothNumbers() {
		assertEquals(List.of("its ABI version is 7, expected 2"), AbiDifferences.find(7, describe(), QUERY));
	}

	@Test
	void aMovedFieldIsNamedWithBothPlaces() {
		String moved = describe().replace("sbx_query vrf 32 2", "sbx_query vrf 34 2");
		assertEquals(List.of("sbx_query vrf is at (offset, size) 34 2 there, 32 2 here"),
				AbiDifferences.find(Layouts.ABI_VERSION, moved, QUERY));
	}

	@Test
	void anotherStructSizeIsNamed() {
		String grown = describe().replace("sbx_query - 0 44", "sbx_query - 0 52");
		assertEquals(List.of("sbx_query - is at (offset, size) 0 52 there, 0 44 here"),
				AbiDifferences.find(Layouts.ABI_VERSION, grown, QUERY));
	}

	@Test
	void aFieldThatOnlyOneSideKnowsIsNamed() {
		String without = describe().replace("sbx_query family 36 1\n", "");
		assertEquals(List.of("sbx_query family is unknown there, at (offset, size) 36 1 here"),
				AbiDifferences.find(Layouts.ABI_VERSION, without, QUERY));
		assertEquals(List.of("sbx_query mark is at (offset, size) 44 4 there, unknown here"),
				AbiDifferences.find(Layouts.ABI_VERSION, describe() + "sbx_query mark 44 4\n", QUERY));
	}

	/** As {@code sbx_abi_describe} writes it. */
	private static String describe() {
		StringBuilder text = new StringBuilder("sbx_query - 0 " + Layouts.QUERY.byteSize() + "\n");
		for (MemoryLayout field : Layouts.QUERY.memberLayouts()) {
			String name = field.name().orElseThrow();
			long offset = Layouts.QUERY.byteOffset(PathElement.groupElement(name));
			text.append("sbx_query " + name + " " + offset + " " + field.byteSize() + "\n");
		}
		return text.toString();
	}
}
