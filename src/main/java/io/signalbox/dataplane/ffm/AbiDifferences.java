package io.signalbox.dataplane.ffm;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the library says of its structs against {@link Layouts}: version, and each field's name, offset and size. */
final class AbiDifferences {
	private AbiDifferences() {}

	/** One sentence a difference; {@code description} as {@code sbx_abi_describe} writes it. */
	static List<String> find(int version, String description, List<StructLayout> layouts) {
		if (version != Layouts.ABI_VERSION) {
			return List.of("its ABI version is " + version + ", expected " + Layouts.ABI_VERSION);
		}
		Map<String, String> there = parse(description);
		Set<String> structs = new HashSet<>();
		List<String> differences = new ArrayList<>();
		for (StructLayout layout : layouts) {
			String struct = layout.name().orElseThrow();
			structs.add(struct);
			compare(struct + " -", "0 " + layout.byteSize(), there, differences);
			for (MemoryLayout field : layout.memberLayouts()) {
				String name = field.name().orElseThrow();
				long offset = layout.byteOffset(PathElement.groupElement(name));
				compare(struct + " " + name, offset + " " + field.byteSize(), there, differences);
			}
		}
		there.forEach((field, place) -> {
			if (structs.contains(field.substring(0, field.indexOf(' ')))) {
				differences.add(field + " is at (offset, size) " + place + " there, unknown here");
			}
		});
		return differences;
	}

	private static void compare(String field, String expected, Map<String, String> there, List<String> differences) {
		String actual = there.remove(field);
		if (actual == null) {
			differences.add(field + " is unknown there, at (offset, size) " + expected + " here");
		} else if (!actual.equals(expected)) {
			differences.add(field + " is at (offset, size) " + actual + " there, " + expected + " here");
		}
	}

	/** "struct field" to "offset size". */
	private static Map<String, String> parse(String description) {
		Map<String, String> fields = new HashMap<>();
		description.lines().filter(line -> !line.isBlank()).forEach(line -> {
			String[] words = line.strip().split(" ", 3);
			if (words.length != 3) {
				throw new DataplaneException(Reason.FAILED, "the library describes its structs by '" + line
						+ "', expected 'struct field offset size'");
			}
			fields.put(words[0] + " " + words[1], words[2]);
		});
		return fields;
	}
}
