import type { z } from 'zod';
import type { tracingVariables } from '../config';
import type { Logger } from '../logger';
import type { Running } from '../run-program';
import { within } from '../within';
import { createExporter } from './create-exporter';
import { logExportFaults } from './log-export-faults';
import { samplingOf } from './sampling';
import type { TraceContext } from './trace-context';
import { type OpenSpan, recordSpans, type SpanKind } from './traced';

type TracingConfig = Readonly<z.infer<z.ZodObject<typeof tracingVariables>>>;

const EXPORT_INTERVAL_MS = 1_000;
const LAST_EXPORT_MS = 2_000;

/**
 * Exports traces over OTLP when a collector is configured. The libraries are loaded only then, so a program without a
 * collector pays nothing.
 */
export async function startTracing(service: string, config: TracingConfig, logger: Logger): Promise<Running> {
  const exporter = await createExporter(config);
  if (!exporter) return { stop: async () => undefined };
  const [api, sdk, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/resources'),
  ]);
  const { share, followsParent } = samplingOf(config);
  const root = new sdk.TraceIdRatioBasedSampler(share);
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes(attributesOf(service, config)),
    sampler: followsParent ? new sdk.ParentBasedSampler({ root }) : root,
    spanProcessors: [
      new sdk.BatchSpanProcessor(logExportFaults(exporter, logger), {
        scheduledDelayMillis: EXPORT_INTERVAL_MS,
      }),
    ],
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
          // Only the status is set, because the error itself is in the log, which removes private data.
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

/** Attributes that the operator sets have precedence over the program's own attributes. */
const attributesOf = (service: string, config: TracingConfig): Record<string, string> => ({
  'service.name': service,
  'service.namespace': 'parcelyard',
  ...config.OTEL_RESOURCE_ATTRIBUTES,
  ...(config.OTEL_SERVICE_NAME ? { 'service.name': config.OTEL_SERVICE_NAME } : {}),
});
