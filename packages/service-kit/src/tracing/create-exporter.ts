import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { z } from 'zod';
import type { tracingVariables } from '../config';
import { withoutEndSlashes } from '../without-end-slashes';

type TracingConfig = Readonly<z.infer<z.ZodObject<typeof tracingVariables>>>;

/**
 * Creates the exporter for the configured collector; undefined when none is configured. Loads only the libraries of its
 * protocol.
 */
export async function createExporter(config: TracingConfig): Promise<SpanExporter | undefined> {
  const url = addressOf(config);
  if (url === undefined) return undefined;
  const headers = { ...config.OTEL_EXPORTER_OTLP_HEADERS };
  const options = { url, timeoutMillis: config.OTEL_EXPORTER_OTLP_TIMEOUT };
  switch (protocolOf(config)) {
    case 'grpc': {
      const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-grpc');
      const { credentials, Metadata } = await import('@grpc/grpc-js');
      const isPlain = url.startsWith('http:');
      const metadata = new Metadata();
      for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
      return new OTLPTraceExporter({
        ...options,
        metadata,
        credentials: isPlain ? credentials.createInsecure() : credentials.createSsl(),
      });
    }
    case 'http/protobuf': {
      const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
      return new OTLPTraceExporter({ ...options, headers });
    }
    case 'http/json': {
      const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
      return new OTLPTraceExporter({ ...options, headers });
    }
  }
}

const protocolOf = (config: TracingConfig) =>
  config.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? config.OTEL_EXPORTER_OTLP_PROTOCOL;

/**
 * Returns the collector's address for spans. Over gRPC, an address has no path. Over HTTP, the path for spans is added
 * to the address that all signals share.
 */
function addressOf(config: TracingConfig): string | undefined {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: shared } = config;
  if (protocolOf(config) === 'grpc') return own ?? shared;
  return own ?? (shared && `${withoutEndSlashes(shared)}/v1/traces`);
}
