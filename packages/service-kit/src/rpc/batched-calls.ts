import type { JoinedAnswer, JoinedAnswers, JoinedCalls } from '@parcelyard/contracts/joined';
import { createBatchLoader } from '../batch-loader';
import { DomainError } from '../domain-error';
import { fromFailure, toFailure } from '../failure';
import { APART_MS, SLOW_MS } from '../join-accounts';
import { currentRequestId, remainingMs } from '../tracing/request-id';
import { currentTraceparent } from '../tracing/traced';
import { within } from '../within';
import type { CallContext, CallOptions, ServiceDefinition } from './definition';
import type { GrpcMethod } from './grpc-definition';
import { deadlineExceeded } from './status-map';

interface Call {
  request: unknown;
  options: CallOptions;
}

interface Method {
  name: string;
  encode(request: unknown): Buffer;
  decode(bytes: Uint8Array): unknown;
  /** Sends one call alone. */
  alone(request: unknown, options: CallOptions): Promise<unknown>;
  /** Sends several calls as one message `Joined.Call`. */
  together(calls: JoinedCalls, timeoutMs: number): Promise<JoinedAnswers>;
}

/** Maximum calls in one message, to limit its size. */
const MAX_CALLS = 64;

/** Whether the contract says that a method only reads; such calls may share a message (docs/adr/0052). */
export const isRead = (method: ServiceDefinition['methods'][string]): boolean =>
  method.options?.idempotencyLevel === 'NO_SIDE_EFFECTS';

/**
 * Calls of one method that start within one turn of the event loop are sent as one message, because a unary call costs
 * both ends more than most reads. A lone call is sent as an ordinary unary call. Calls with another timeout are sent
 * separately.
 */
export function batchCalls(
  method: Method,
  defaultTimeoutMs: number,
): (request: unknown, options?: CallOptions) => Promise<unknown> {
  const queues = new Map<number, (call: Call) => Promise<() => unknown>>();
  let aloneUntil = 0;
  const onSlow = () => {
    aloneUntil = performance.now() + APART_MS;
  };
  const queueOf = (timeoutMs: number) => {
    const queue = createBatchLoader<Call, () => unknown>({
      send: (calls) => send(method, calls, timeoutMs, onSlow),
      maxBatch: MAX_CALLS,
      maxInFlight: Number.POSITIVE_INFINITY,
    });
    queues.set(timeoutMs, queue);
    return queue;
  };
  return async (request, options = {}) => {
    const timeoutMs = timeLeft(options.timeoutMs ?? defaultTimeoutMs);
    if (timeoutMs <= 0) throw deadlineExceeded(method.name);
    const queue = queues.get(timeoutMs) ?? queueOf(timeoutMs);
    // Read here, because the message is sent in the context of the first caller.
    const { requestId = currentRequestId() ?? '' } = options;
    const traceparent = currentTraceparent();
    const own = { ...options, timeoutMs, requestId, traceparent };
    return performance.now() < aloneUntil
      ? method.alone(request, own)
      : (await queue({ request, options: own }))();
  };
}

/**
 * Requests near their deadline share a message only when their deadlines are in the same half second. The message times
 * out at the start of that half second.
 */
const STEP_MS = 500;

function timeLeft(timeoutMs: number): number {
  const left = remainingMs();
  if (left >= timeoutMs) return timeoutMs;
  return left > STEP_MS ? Math.floor(left / STEP_MS) * STEP_MS : Math.ceil(left);
}

/** Each outcome is a function that returns or throws, so that one failure does not fail the other calls. */
async function send(
  method: Method,
  calls: Call[],
  timeoutMs: number,
  onSlow: () => void,
): Promise<(() => unknown)[]> {
  const [first] = calls;
  if (first && calls.length === 1) {
    const response = await method.alone(first.request, first.options);
    return [() => response];
  }
  const { answers } = await method.together(
    {
      method: method.name,
      calls: calls.map(({ request, options }) => ({
        request: method.encode(request),
        requestId: options.requestId ?? '',
        traceparent: options.traceparent ?? '',
      })),
    },
    timeoutMs,
  );
  if (answers.some(({ outcome }) => !outcome)) onSlow();
  return answers.map(({ outcome }, at) => () => {
    const { request, options } = calls[at] as Call;
    return outcome ? outcomeOf(outcome, method) : method.alone(request, options);
  });
}

function outcomeOf(outcome: NonNullable<JoinedAnswer['outcome']>, { name, decode }: Method): unknown {
  if (outcome.$case === 'response') return decode(outcome.response);
  throw fromFailure(outcome.failure, { detail: `${name} answered ${outcome.failure.code}` });
}

/** Serves one call of one method, alone or batched. */
type Serve = (key: string, request: unknown, context: CallContext) => Promise<unknown>;

/**
 * Serves `Joined.Call`: runs all calls in the message at once, each as if it had come alone. A call without an outcome
 * was slower than the others; its caller must send it again alone.
 */
export function serveBatchedCalls(
  definition: ServiceDefinition,
  methods: Readonly<Record<string, GrpcMethod>>,
  serve: Serve,
  slowMs = SLOW_MS,
): (batch: JoinedCalls, context: CallContext) => Promise<JoinedAnswers> {
  const keys = new Map(
    Object.entries(definition.methods).flatMap(([key, method]) =>
      isRead(method) ? [[method.name, key]] : [],
    ),
  );
  return async ({ method, calls }, batch) => {
    const key = keys.get(method);
    if (key === undefined)
      throw new DomainError(
        'invalid_argument',
        'internal',
        {},
        { detail: `${method} is not sent in batches` },
      );
    const { requestDeserialize, responseSerialize } = methods[key] as GrpcMethod;
    const answers = calls.map(async ({ request, requestId, traceparent }): Promise<JoinedAnswer> => {
      try {
        const decoded = requestDeserialize(request);
        const context = new AboardContext(batch, requestId, traceparent);
        return {
          outcome: { $case: 'response', response: responseSerialize(await serve(key, decoded, context)) },
        };
      } catch (error) {
        return { outcome: { $case: 'failure', failure: toFailure(error) } };
      }
    });
    return { answers: await withoutSlow(answers, slowMs) };
  };
}

/**
 * All answers. When that takes too long, the answers that exist, at least one, and an empty answer for each other call.
 * A shard that does not answer must not block accounts of other shards.
 */
async function withoutSlow(calls: readonly Promise<JoinedAnswer>[], slowMs: number): Promise<JoinedAnswer[]> {
  const answers = calls.map((): JoinedAnswer => ({ outcome: undefined }));
  const answered = calls.map(async (call, at) => {
    answers[at] = await call;
  });
  await within(slowMs, Promise.all(answered), () => Promise.race(answered));
  return answers;
}

/** The context of one call in a message. All calls end with the message. */
class AboardContext implements CallContext {
  constructor(
    private readonly message: CallContext,
    readonly requestId: string,
    readonly traceparent: string,
  ) {}

  get signal(): AbortSignal {
    return this.message.signal;
  }

  get timeLeftMs(): number | undefined {
    return this.message.timeLeftMs;
  }
}
