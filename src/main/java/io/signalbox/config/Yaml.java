package io.signalbox.config;

import java.util.Arrays;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** YAML text as maps, lists and scalars; a key given twice is an error. */
final class Yaml {
	private Yaml() {}

	/** Throws {@link IllegalArgumentException}; the message has line and column. */
	static Object parse(String text) {
		LoaderOptions options = new LoaderOptions();
		options.setAllowDuplicateKeys(false);
		try {
			return new org.yaml.snakeyaml.Yaml(new SafeConstructor(options)).load(text);
		} catch (MarkedYAMLException wrong) {
			int line = wrong.getProblemMark().getLine() + 1;
			int column = wrong.getProblemMark().getColumn() + 1;
			throw new IllegalArgumentException(
					"line " + line + ", column " + column + ": " + wrong.getProblem().strip(), wrong);
		} catch (YAMLException wrong) {
			throw new IllegalArgumentException(wrong.getMessage(), wrong);
		}
	}

	/** A variable of the environment: YAML where it is that, else the text as it is. */
	static Object parseVariable(String text) {
		try {
			return parse(text);
		} catch (IllegalArgumentException plainText) {
			return text;
		}
	}

	/** A list with commas, as one writes it in a variable: {@code 1,2}. */
	static List<Object> parseList(Object scalar) {
		return Arrays.stream(scalar.toString().split(",")).map(String::strip).map(Yaml::parseVariable).toList();
	}
}
