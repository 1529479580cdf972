/** A position in a trace, as in W3C's `traceparent`. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly sampled: boolean;
}

/** Version 00 has exactly these fields. Later versions may have more. */
const TRACEPARENT = /^(?!ff|00.{53}-)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;
const NOTHING = /^0+$/;

/** Parses a `traceparent`; undefined when it is absent or invalid, as the standard requires. */
export function parseTraceparent(text: string | undefined): TraceContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (NOTHING.test(traceId) || NOTHING.test(spanId)) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export const formatTraceparent = ({ traceId, spanId, sampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
