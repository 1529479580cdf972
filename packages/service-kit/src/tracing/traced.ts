import { AsyncLocalStorage } from 'node:async_hooks';
import { formatTraceparent, parseTraceparent, type TraceContext } from './trace-context';

export type SpanKind = 'server' | 'consumer' | 'internal';
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** One piece of work that is being recorded. */
export interface OpenSpan {
  readonly context: TraceContext;
  set(attributes: SpanAttributes): void;
  /** @param failed it ended with an error */
  end(failed: boolean): void;
}

/** Records spans; there is one when traces are exported. */
export interface SpanRecorder {
  open(name: string, kind: SpanKind, parent: TraceContext | undefined): OpenSpan;
}

interface Current {
  readonly context: TraceContext;
  readonly span?: OpenSpan;
  failed?: boolean;
}

/**
 * Keeping a context costs nothing from Node 24 on. Before, it makes every promise of the process dearer (three times, in
 * a loop of nothing but promises), so there it is kept only when somebody wants to see traces.
 */
const KEPT_FOR_FREE = Number(process.versions.node.split('.')[0]) >= 24;

const storage = new AsyncLocalStorage<Current>();
let recorder: SpanRecorder | undefined;

/** Traces are recorded from now on; undefined ends it. */
export function recordSpans(next: SpanRecorder | undefined): void {
  recorder = next;
}

/** The `traceparent` that a call or an event made here carries on; undefined outside of any trace. */
export function currentTraceparent(): string | undefined {
  const current = storage.getStore();
  return current && formatTraceparent(current.context);
}

/** The trace that log lines name; undefined outside of any. */
export const currentTraceId = (): string | undefined => storage.getStore()?.context.traceId;

/** Says more about the work that is being recorded; nothing when none is. Never a name, an address or a secret. */
export function annotateSpan(attributes: SpanAttributes): void {
  storage.getStore()?.span?.set(attributes);
}

/** The work that is being recorded ends with an error of ours, although nothing is thrown. */
export function failSpan(): void {
  const current = storage.getStore();
  if (current) current.failed = true;
}

/**
 * Does a piece of work as part of a trace: the one of `traceparent`, else the present one, else a new one. Without a
 * recorder it only hands a trace on that came from outside.
 */
export function traced<T>(
  name: string,
  kind: SpanKind,
  traceparent: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!recorder && (!KEPT_FOR_FREE || traceparent === undefined)) return work();
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
