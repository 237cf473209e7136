package io.signalbox.feed.mrt;

/** Gives each record to what reads its type. One that is malformed is refused whole, and the next read. One thread. */
final class Decoder {
	private final Findings findings;
	private final TableDump tableDump;
	private final TableDumpV2 tableDumpV2;
	private final Bgp4mp bgp4mp;

	Decoder(Paths paths) {
		findings = paths.findings();
		tableDump = new TableDump(paths);
		tableDumpV2 = new TableDumpV2(paths);
		bgp4mp = new Bgp4mp(paths);
	}

	void read(Records record) {
		findings.record(record.number());
		try {
			if (!decode(record.type(), record.subtype(), record.body())) {
				findings.skip(RecordNames.of(record.type(), record.subtype()));
			}
		} catch (MalformedException malformed) {
			findings.add(malformed);
		}
	}

	private boolean decode(int type, int subtype, Octets body) {
		return switch (type) {
			case RecordNames.TABLE_DUMP -> tableDump.read(subtype, body);
			case RecordNames.TABLE_DUMP_V2 -> tableDumpV2.read(subtype, body);
			case RecordNames.BGP4MP -> bgp4mp.read(subtype, false, body);
			case RecordNames.BGP4MP_ET -> bgp4mp.read(subtype, true, body);
			default -> false;
		};
	}
}
