package io.signalbox.imports;

import io.signalbox.route.RouteChanges;

/** A body read to its end. */
public record Gathered(RouteChanges routes, ReadingNotes notes) {}
