package io.signalbox.feed.kernel;

/** Numbers of rows in the order in which they came. One thread. */
final class DueRows {
	private int[] rows = new int[1 << 8];
	private int first;
	private int end;

	int size() {
		return end - first;
	}

	void add(int row) {
		if (end == rows.length) {
			int waiting = size();
			int[] larger = waiting * 2 > rows.length ? new int[rows.length * 2] : rows;
			System.arraycopy(rows, first, larger, 0, waiting);
			rows = larger;
			first = 0;
			end = waiting;
		}
		rows[end++] = row;
	}

	/** Only where there is one. */
	int next() {
		return rows[first++];
	}
}
