/** Returns spans as lines of text: when each began and how long it took, below the span that caused it. */
export function drawTrace(spans) {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const inOrder = [...spans].sort((one, other) => one.beganAt - other.beganAt);
  const start = inOrder[0].beganAt;
  // Names of programs are shown only when there are several, because a single name would be the same in every line.
  const severalPrograms = new Set(spans.map(({ service }) => service)).size > 1;
  const draw = (span, depth) => [
    `${milliseconds(span.beganAt - start)} ${milliseconds(span.endedAt - span.beganAt)}  ${'  '.repeat(depth)}${nameOf(span)}${severalPrograms ? `  (${span.service})` : ''}`,
    ...inOrder
      .filter(({ parentSpanId }) => parentSpanId === span.spanId)
      .flatMap((child) => draw(child, depth + 1)),
  ];
  return [
    '   began   took',
    ...inOrder.filter(({ parentSpanId }) => !ids.has(parentSpanId)).flatMap((span) => draw(span, 0)),
  ];
}

function nameOf({ name, spanId, attributes }) {
  const route = attributes['http.route'];
  const told = route ? ` ${route} → ${attributes['http.response.status_code']}` : '';
  return `${name}${told}  ${spanId}`;
}

const milliseconds = (value) => value.toFixed(1).padStart(7);
