package io.signalbox.imports;

import io.signalbox.rib.Commit;

/** What an import came to. */
public record ImportResult(Commit commit, ReadingNotes notes, double seconds) {}
