package io.signalbox.snapshot;

import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The nexthops of a file by their numbers in it, and their numbers in the batch that is being filled. */
final class FileNexthops {
	private static final int UNKNOWN = -1;

	private final List<Nexthop> nexthops = new ArrayList<>();
	private int[] numbers = new int[256];
	private RouteChanges batch = new RouteChanges();

	/** The file's next nexthop. */
	void add(Nexthop nexthop) {
		if (nexthops.size() == numbers.length) {
			int from = numbers.length;
			numbers = Arrays.copyOf(numbers, from * 2);
			Arrays.fill(numbers, from, numbers.length, UNKNOWN);
		}
		nexthops.add(nexthop);
	}

	/** Another batch is being filled: it knows none yet. */
	void fill(RouteChanges into) {
		batch = into;
		Arrays.fill(numbers, UNKNOWN);
	}

	int count() {
		return nexthops.size();
	}

	/** The batch's number of the file's nexthop. */
	int number(int inFile) {
		if (numbers[inFile] == UNKNOWN) {
			numbers[inFile] = batch.number(nexthops.get(inFile));
		}
		return numbers[inFile];
	}
}
