import { AsyncLocalStorage } from 'node:async_hooks';
import { formatTraceparent, parseTraceparent, type TraceContext } from './trace-context';

export type SpanKind = 'server' | 'consumer' | 'internal';
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface OpenSpan {
  readonly context: TraceContext;
  set(attributes: SpanAttributes): void;
  /** @param failed whether the work ended with an error */
  end(failed: boolean): void;
}

/** Records spans. It exists only while traces are exported. */
export interface SpanRecorder {
  open(name: string, kind: SpanKind, parent: TraceContext | undefined): OpenSpan;
}

interface Current {
  readonly context: TraceContext;
  readonly span?: OpenSpan;
  failed?: boolean;
}

/**
 * From Node 24 on, an asynchronous context costs nothing. Before that, it slows every promise of the process: a loop of
 * only promises takes three times as long. So with an older Node, the context is used only while traces are recorded.
 */
const CONTEXT_IS_FREE = Number(process.versions.node.split('.')[0]) >= 24;

const storage = new AsyncLocalStorage<Current>();
let recorder: SpanRecorder | undefined;

/** Starts recording traces. With undefined, stops the recording. */
export function recordSpans(next: SpanRecorder | undefined): void {
  recorder = next;
}

/** Returns the `traceparent` that calls and events of the current work must carry; undefined outside a trace. */
export function currentTraceparent(): string | undefined {
  const current = storage.getStore();
  return current && formatTraceparent(current.context);
}

/** Returns the trace id for log lines; undefined outside a trace. */
export const currentTraceId = (): string | undefined => storage.getStore()?.context.traceId;

/** Adds attributes to the recorded work, if there is any. Never add a name, an address or a secret. */
export function annotateSpan(attributes: SpanAttributes): void {
  storage.getStore()?.span?.set(attributes);
}

/** Marks the recorded work as failed by our fault, although nothing is thrown. */
export function failSpan(): void {
  const current = storage.getStore();
  if (current) current.failed = true;
}

/**
 * Runs work as part of a trace: the trace of `traceparent`, otherwise the current trace, otherwise a new trace. Without
 * a recorder, records nothing and starts no trace, but passes on the trace of a caller.
 */
export function traced<T>(
  name: string,
  kind: SpanKind,
  traceparent: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!recorder && (!CONTEXT_IS_FREE || traceparent === undefined)) return work();
  const parent = parseTraceparent(traceparent) ?? storage.getStore()?.context;
  if (!recorder) return parent ? storage.run({ context: parent }, work) : work();
  const span = recorder.open(name, kind, parent);
  const current: Current = { context: span.context, span };
  return storage.run(current, work).then(
    (result) => {
      span.end(current.failed === true);
      return result;
    },
    (error: unknown) => {
      span.end(true);
      throw error;
    },
  );
}
