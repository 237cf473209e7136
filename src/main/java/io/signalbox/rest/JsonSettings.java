package io.signalbox.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.quarkus.jackson.ObjectMapperCustomizer;
import io.signalbox.dataplane.CacheMode;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import io.signalbox.net.Prefix;
import io.signalbox.net.Shown;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.util.function.Function;

/** JSON as openapi.yaml has it: strict in what is read, nothing without a value in what is written. */
@Singleton
public class JsonSettings implements ObjectMapperCustomizer {
	@Override
	public void customize(ObjectMapper mapper) {
		mapper.setDefaultPropertyInclusion(JsonInclude.Include.NON_ABSENT);
		mapper.setDefaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL));
		mapper.enable(
				DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
				DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
				DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
				DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
				DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS,
				DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);
		mapper.disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);
		mapper.getFactory().configure(StreamReadFeature.STRICT_DUPLICATE_DETECTION.mappedFeature(), true);
		mapper.setConfig(mapper.getDeserializationConfig().without(MapperFeature.ALLOW_COERCION_OF_SCALARS));
		mapper.coercionConfigFor(LogicalType.Textual)
				.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
				.setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
				.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
		mapper.registerModule(values());
	}

	private static SimpleModule values() {
		return new SimpleModule("signalbox")
				.addSerializer(IpAddress.class, new AsText<>(IpAddress::toString))
				.addSerializer(Prefix.class, new AsText<>(Prefix::toString))
				.addSerializer(InterfaceAddress.class, new AsText<>(InterfaceAddress::toString))
				.addSerializer(MacAddress.class, new AsText<>(MacAddress::toString))
				.addSerializer(RpFilter.class, new AsText<>(Words::of))
				.addSerializer(CacheMode.class, new AsText<>(Words::of))
				.addDeserializer(IpAddress.class, new FromText<>(IpAddress.class, IpAddress::parse))
				.addDeserializer(Prefix.class, new FromText<>(Prefix.class, Prefix::parse))
				.addDeserializer(
						InterfaceAddress.class, new FromText<>(InterfaceAddress.class, InterfaceAddress::parse))
				.addDeserializer(MacAddress.class, new FromText<>(MacAddress.class, MacAddress::parse))
				.addDeserializer(RpFilter.class, word(RpFilter.class))
				.addDeserializer(CacheMode.class, word(CacheMode.class))
				.setDeserializerModifier(new AbsentIsNotNull());
	}

	private static <E extends Enum<E>> FromText<E> word(Class<E> type) {
		return new FromText<>(type, text -> Words.find(type, text)
				.orElseThrow(() -> new IllegalArgumentException(Shown.quoted(text) + " is not one of " + Words.of(type))));
	}

	private static final class AsText<T> extends JsonSerializer<T> {
		private final Function<T, String> text;

		private AsText(Function<T, String> text) {
			this.text = text;
		}

		@Override
		public void serialize(T value, JsonGenerator out, SerializerProvider context) throws IOException {
			out.writeString(text.apply(value));
		}
	}

	private static final class FromText<T> extends JsonDeserializer<T> {
		private final Class<T> type;
		private final Function<String, T> parse;

		private FromText(Class<T> type, Function<String, T> parse) {
			this.type = type;
			this.parse = parse;
		}

		@Override
		public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
			if (!in.hasToken(JsonToken.VALUE_STRING)) {
				return type.cast(context.handleUnexpectedToken(type, in));
			}
			try {
				return parse.apply(in.getText());
			} catch (IllegalArgumentException wrong) {
				throw JsonMappingException.from(in, wrong.getMessage(), wrong);
			}
		}
	}
}
