package io.signalbox.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateDirectoryTest {
	@TempDir
	Path folder;

	@Test
	void aSecondBoxIsToldWhoHasIt() {
		try (StateDirectory mine = StateDirectory.open(folder)) {
			StateDirectoryException taken =
					assertThrows(StateDirectoryException.class, () -> StateDirectory.open(folder));
			assertEquals(Optional.empty(), mine.problem());
			assertTrue(taken.getMessage().contains("process " + ProcessHandle.current().pid() + " on "), taken::getMessage);
			assertTrue(taken.getMessage().contains(folder.toString()), taken::getMessage);
		}
		StateDirectory.open(folder).close();
	}

	@Test
	void itIsMadeWhereItIsMissing() {
		try (StateDirectory made = StateDirectory.open(folder.resolve("a/b"))) {
			assertEquals(Optional.empty(), made.problem());
			assertTrue(made.path().toFile().isDirectory());
		}
	}

	@Test
	void aReadOnlyOneIsSaid() throws IOException {
		try (SmallDisk disk = SmallDisk.mounted(folder, 256)) {
			disk.makeReadOnly();
			try (StateDirectory directory = StateDirectory.open(disk.path())) {
				assertTrue(directory.problem().orElseThrow().contains("cannot be written"), directory.problem()::get);
			}
		}
	}
}
