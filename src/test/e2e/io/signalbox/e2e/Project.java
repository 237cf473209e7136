package io.signalbox.e2e;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the project's things are. */
final class Project {
	static final Path ROOT = Path.of("").toAbsolutePath();
	static final Path LAUNCHER = ROOT.resolve("signalbox");
	static final Path APPLICATION = ROOT.resolve("target/quarkus-app/quarkus-run.jar");
	/** The JVM's archive, where one was made. */
	static final Path ARCHIVE = ROOT.resolve("target/launcher/signalbox.aot");
	static final Path JVM_OPTIONS = ROOT.resolve("src/main/launcher/jvm.options");
	static final Path LIBRARY = ROOT.resolve("target/native/libsignalbox.so");

	private Project() {
	}

	/** The end-to-end tests run what is packaged, so it must be there. */
	static void requireBuilt() {
		for (Path built : new Path[] {APPLICATION, LIBRARY}) {
			if (!Files.exists(built)) {
				throw new IllegalStateException(built + " is missing: run the tests by ./signalbox test");
			}
		}
	}
}
