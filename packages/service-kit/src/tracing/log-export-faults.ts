import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../logger';

/**
 * Wraps an exporter, so that it logs once when spans begin to be lost, and once when they arrive again. Without this,
 * nobody would notice a wrong address or credential. The collector's answer is not logged, because it may repeat the
 * data that it received.
 */
export function logExportFaults(exporter: SpanExporter, logger: Logger): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const { error } = result;
        if (error && !isFailing) {
          const { code, name } = error as Error & { readonly code?: number | string };
          logger.warn(
            { status: code ?? name },
            'the collector does not accept spans: they are lost until it does',
          );
        }
        if (!error && isFailing) logger.info('the collector accepts spans again');
        isFailing = error !== undefined;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
