package io.signalbox.feed.kernel;

import java.util.BitSet;

/** Numbers of rows in the order in which they came, each once. One thread. */
final class DueRows {
	private final BitSet waiting = new BitSet();
	private int[] rows = new int[1 << 8];
	private int first;
	private int end;

	int size() {
		return end - first;
	}

	/** Nothing where it waits already. */
	void add(int row) {
		if (waiting.get(row)) {
			return;
		}
		waiting.set(row);
		if (end == rows.length) {
			int size = size();
			int[] larger = size * 2 > rows.length ? new int[rows.length * 2] : rows;
			System.arraycopy(rows, first, larger, 0, size);
			rows = larger;
			first = 0;
			end = size;
		}
		rows[end++] = row;
	}

	/** Only where there is one. */
	int next() {
		waiting.clear(rows[first]);
		return rows[first++];
	}
}
