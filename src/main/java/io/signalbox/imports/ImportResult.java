package io.signalbox.imports;

import io.signalbox.rib.Replacement;

/** What an import came to. */
public record ImportResult(boolean dryRun, Replacement replacement, ReadingNotes notes, double seconds) {}
