package io.signalbox.store;

import java.util.Optional;

/** What the API made of an object: its value in JSON, or that it was deleted though the configuration file has it. */
public record StoredObject(ObjectKey object, Optional<String> json) {}
