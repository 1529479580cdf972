import type { z } from 'zod';
import type { tracingVariables } from '../config';
import type { Running } from '../run-program';
import { within } from '../within';
import { withoutEndSlashes } from '../without-end-slashes';
import type { TraceContext } from './trace-context';
import { type OpenSpan, recordSpans, type SpanKind } from './traced';

type TracingConfig = Readonly<z.infer<z.ZodObject<typeof tracingVariables>>>;

const EXPORT_INTERVAL_MS = 1_000;
const LAST_EXPORT_MS = 2_000;

/**
 * Exports traces over OTLP when a collector is configured. The libraries for it are loaded only then: a program without
 * one is neither slower nor larger for them.
 */
export async function startTracing(service: string, config: TracingConfig): Promise<Running> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = config;
  if (endpoint === undefined) return { stop: async () => undefined };
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${withoutEndSlashes(endpoint)}/v1/traces` });
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'parcelyard' }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter, { scheduledDelayMillis: EXPORT_INTERVAL_MS })],
  });
  const tracer = provider.getTracer('parcelyard');
  const kinds: Record<SpanKind, number> = {
    server: api.SpanKind.SERVER,
    consumer: api.SpanKind.CONSUMER,
    internal: api.SpanKind.INTERNAL,
  };
  const parentOf = ({ traceId, spanId, sampled }: TraceContext) =>
    api.trace.setSpanContext(api.ROOT_CONTEXT, {
      traceId,
      spanId,
      traceFlags: sampled ? api.TraceFlags.SAMPLED : api.TraceFlags.NONE,
      isRemote: true,
    });
  recordSpans({
    open: (name, kind, parent): OpenSpan => {
      const span = tracer.startSpan(
        name,
        { kind: kinds[kind] },
        parent ? parentOf(parent) : api.ROOT_CONTEXT,
      );
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        context: { traceId, spanId, sampled: (traceFlags & api.TraceFlags.SAMPLED) !== 0 },
        set: (attributes) => void span.setAttributes({ ...attributes }),
        end: (failed) => {
          // What went wrong is in the log, which knows what may not leave.
          if (failed) span.setStatus({ code: api.SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
  });
  return {
    stop: async () => {
      recordSpans(undefined);
      const exported = provider.shutdown().catch(() => undefined);
      await within(LAST_EXPORT_MS, exported, () => undefined);
    },
  };
}
