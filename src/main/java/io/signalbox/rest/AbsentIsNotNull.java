package io.signalbox.rest;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.type.ReferenceType;
import java.util.Optional;

/**
 * An {@link Optional} member of a request may be left out, but JSON's {@code null} is no value for it; unless it is an
 * Optional of an Optional: there {@code null} empties the inner one (RFC 7396).
 */
final class AbsentIsNotNull extends BeanDeserializerModifier {
	private static final long serialVersionUID = 1L;

	@Override
	public JsonDeserializer<?> modifyReferenceDeserializer(
			DeserializationConfig config,
			ReferenceType type,
			BeanDescription description,
			JsonDeserializer<?> deserializer) {
		if (!type.hasRawClass(Optional.class)) {
			return deserializer;
		}
		return type.getContentType().hasRawClass(Optional.class) ? new NullEmpties(deserializer) : new NoNull(deserializer);
	}

	private static final class NullEmpties extends DelegatingDeserializer {
		private static final long serialVersionUID = 1L;

		private NullEmpties(JsonDeserializer<?> delegate) {
			super(delegate);
		}

		@Override
		protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> delegate) {
			return new NullEmpties(delegate);
		}

		@Override
		public Object getNullValue(DeserializationContext context) {
			return Optional.of(Optional.empty());
		}

		@Override
		public Object getAbsentValue(DeserializationContext context) {
			return Optional.empty();
		}
	}

	private static final class NoNull extends DelegatingDeserializer {
		private static final long serialVersionUID = 1L;

		private NoNull(JsonDeserializer<?> delegate) {
			super(delegate);
		}

		@Override
		protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> delegate) {
			return new NoNull(delegate);
		}

		@Override
		public Object getNullValue(DeserializationContext context) throws JsonMappingException {
			return context.reportInputMismatch(this, JsonProblems.NULL);
		}

		@Override
		public Object getAbsentValue(DeserializationContext context) {
			return Optional.empty();
		}
	}
}
