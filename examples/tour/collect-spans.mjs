import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Until the programs have tried again to reach a collector that was not there before. */
const PATIENCE_MS = 20_000;
/** Programs export once a second: after that long without a span there is none to come. */
const QUIET_MS = 2_500;

/**
 * A collector for as long as the tour lasts: takes OTLP over HTTP as JSON and keeps the spans. Where another one listens
 * already, the spans are left to it.
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
    /** The spans of a trace, once its first one has ended and no more come. */
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
