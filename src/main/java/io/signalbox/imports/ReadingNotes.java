package io.signalbox.imports;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is to be said of a body beside its routes.
 *
 * @param rejected what was not taken; {@code rejections} has the first of it
 * @param records of an MRT file; {@code skipped} and {@code cut} are about those
 * @param skipped what is of a kind that is not read, by kind
 * @param cut where the reading ended before the file did
 */
public record ReadingNotes(
		long rejected,
		List<Rejected> rejections,
		Optional<Long> records,
		SortedMap<String, Long> skipped,
		Optional<Rejected> cut) {

	/** An element, a line or a record, counted from 0, and where an MRT file has it. */
	public record Rejected(long index, Optional<Long> offset, String detail) {}

	/** Of bodies that have no records. */
	public ReadingNotes(long rejected, List<Rejected> rejections) {
		this(rejected, rejections, Optional.empty(), new TreeMap<>(), Optional.empty());
	}
}
