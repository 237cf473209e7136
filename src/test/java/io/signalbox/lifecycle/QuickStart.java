package io.signalbox.lifecycle;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.sqlite.JDBC;
import org.yaml.snakeyaml.Yaml;

/**
 * Starts {@link KilledBox} in a third of the time: with an archive of its classes (class data sharing), which takes
 * jars alone, so ours are made into some.
 */
final class QuickStart {
	private static final List<Class<?>> USED = List.of(KilledBox.class, Box.class, JDBC.class, ObjectMapper.class,
			JsonFactory.class, JsonProperty.class, Logger.class, Yaml.class, Singleton.class, org.slf4j.Logger.class);

	private final List<String> command = new ArrayList<>();

	/** Makes jars and archive in a folder. */
	QuickStart(Path folder) throws IOException, InterruptedException {
		List<String> jars = new ArrayList<>();
		for (Class<?> used : USED) {
			Path place = place(used);
			jars.add((Files.isDirectory(place) ? jar(place, folder.resolve(jars.size() + ".jar")) : place).toString());
		}
		Path archive = folder.resolve("classes.jsa");
		command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx64m",
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", String.join(":", jars)));
		Process training = start(List.of("-XX:ArchiveClassesAtExit=" + archive), folder.resolve("training"));
		training.getInputStream().transferTo(OutputStream.nullOutputStream());
		training.waitFor();
		command.add(1, "-XX:SharedArchiveFile=" + archive);
	}

	private static Path place(Class<?> of) {
		try {
			return Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI());
		} catch (URISyntaxException impossible) {
			throw new IllegalStateException(impossible);
		}
	}

	private static Path jar(Path classes, Path jar) throws IOException {
		try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar)); Stream<Path> files = Files.walk(classes)) {
			for (Path file : files.filter(Files::isRegularFile).toList()) {
				out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
				Files.copy(file, out);
			}
		}
		return jar;
	}

	/** A box that writes until it is killed. */
	Process start(Path state) throws IOException {
		return start(List.of(), state);
	}

	private Process start(List<String> options, Path state) throws IOException {
		List<String> all = new ArrayList<>(command);
		all.addAll(1, options);
		all.addAll(List.of(KilledBox.class.getName(), state.toString()));
		if (!options.isEmpty()) {
			all.add(KilledBox.ENDS);
		}
		return new ProcessBuilder(all).redirectError(ProcessBuilder.Redirect.DISCARD).start();
	}
}
