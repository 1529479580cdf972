import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** How long to wait for a trace's first spans. Programs that could not reach a collector try again within this time. */
const PATIENCE_MS = 20_000;
/** Programs export spans once a second. When no span has come for this time, no more will come. */
const QUIET_MS = 2_500;

/**
 * Starts a collector for the duration of the tour. It receives OTLP over HTTP as JSON and keeps the spans. If another
 * collector already listens at the endpoint, the spans go to that collector.
 */
export async function collectSpans(endpoint) {
  const spans = [];
  let lastAt = Date.now();
  const server = createServer(async (request, response) => {
    const { resourceSpans = [] } = JSON.parse(await textOf(request));
    spans.push(...resourceSpans.flatMap(readSpans));
    lastAt = Date.now();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const { hostname, port } = new URL(endpoint);
  const listens = await new Promise((resolve, reject) => {
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen(Number(port || 80), hostname, () => resolve(true));
  });
  const of = (traceId) => spans.filter((span) => span.traceId === traceId);
  return {
    /** Returns the spans of a trace. Waits until the span of its HTTP request has arrived and no more spans come. */
    spansOf: async (traceId) => {
      const begun = Date.now();
      const isWhole = () => of(traceId).some(({ name }) => name.startsWith('HTTP ')) && isQuiet();
      const isQuiet = () => Date.now() - lastAt > QUIET_MS;
      while (listens && !isWhole() && Date.now() - begun < PATIENCE_MS) await pause(200);
      return of(traceId);
    },
    whyNone: (traceId) =>
      listens
        ? `The stack sent none: start it with OTEL_EXPORTER_OTLP_ENDPOINT=${endpoint}`
        : `Another collector listens at ${endpoint}: look there for trace ${traceId}`,
    close: async () => {
      server.closeAllConnections();
      if (listens) await new Promise((done) => server.close(done));
    },
  };
}

function readSpans({ resource, scopeSpans }) {
  const service = valuesOf(resource.attributes)['service.name'];
  return scopeSpans
    .flatMap(({ spans }) => spans)
    .map((span) => ({
      service,
      traceId: span.traceId,
      spanId: span.spanId,
      parentSpanId: span.parentSpanId,
      name: span.name,
      beganAt: Number(span.startTimeUnixNano) / 1e6,
      endedAt: Number(span.endTimeUnixNano) / 1e6,
      attributes: valuesOf(span.attributes),
    }));
}

const valuesOf = (attributes = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

async function textOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
