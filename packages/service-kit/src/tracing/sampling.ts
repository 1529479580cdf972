import type { z } from 'zod';
import type { tracingVariables } from '../config';

type SamplingSettings = Readonly<
  Pick<z.infer<z.ZodObject<typeof tracingVariables>>, 'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG'>
>;

export interface Sampling {
  /** Of the traces that begin in the product, the share that is recorded, from 0 to 1. */
  readonly share: number;
  /** Whether a program records a trace exactly when its caller records it. */
  readonly followsParent: boolean;
}

/**
 * Reads OpenTelemetry's two variables for sampling. The gateway decides whether a request's trace is recorded, whatever
 * the caller's `traceparent` says.
 */
export function samplingOf({
  OTEL_TRACES_SAMPLER: sampler,
  OTEL_TRACES_SAMPLER_ARG: ratio,
}: SamplingSettings): Sampling {
  switch (sampler) {
    case 'parentbased_traceidratio':
      return { share: ratio, followsParent: true };
    case 'parentbased_always_on':
      return { share: 1, followsParent: true };
    case 'always_on':
      return { share: 1, followsParent: false };
    case 'always_off':
      return { share: 0, followsParent: false };
  }
}
