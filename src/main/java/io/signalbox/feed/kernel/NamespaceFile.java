package io.signalbox.feed.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/** Which network namespace a file stands for: another one when it was made anew under the same name. One thread. */
final class NamespaceFile {
	private final Optional<Path> file;
	private Optional<Object> entered = Optional.empty();

	NamespaceFile(Optional<Path> file) {
		this.file = file;
	}

	void entered() {
		entered = identity();
	}

	boolean isSame() {
		return Objects.equals(entered, identity());
	}

	/** Empty also where there is no such file any more. */
	private Optional<Object> identity() {
		return file.flatMap(path -> {
			try {
				return Optional.of(Files.getAttribute(path, "unix:ino"));
			} catch (IOException gone) {
				return Optional.empty();
			}
		});
	}
}
