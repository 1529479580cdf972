import { Metadata, type ServerDuplexStream } from '@grpc/grpc-js';
import type {
  StreamedAnswer,
  StreamedAnswers,
  StreamedCall,
  StreamedCalls,
} from '@parcelyard/contracts/call-stream';
import type { CallContext } from './definition';

export type ServedDuplex = ServerDuplexStream<StreamedCalls, StreamedAnswers>;

interface Options {
  /** Serves one call. Never rejects. */
  serve(call: StreamedCall, context: CallContext): Promise<StreamedAnswer['outcome']>;
  /** Whether the server is stopping. It then begins no more calls, and the client sends them to another replica. */
  isDraining(): boolean;
}

/** Answers of more bytes than this are sent in several messages. */
const MAX_BYTES = 1024 * 1024;

/** Serves the calls of one stream at the same time, and sends the answers of one turn of the event loop together. */
export function serveCallStream(duplex: ServedDuplex, { serve, isDraining }: Options): void {
  const cancelled = new AbortController();
  let running = 0;
  let isEnded = false;
  let answers: StreamedAnswer[] = [];

  const endIfDone = () => {
    if (isEnded && running === 0 && answers.length === 0) duplex.end();
  };
  const flush = () => {
    const ready = answers;
    answers = [];
    if (duplex.cancelled) return;
    for (const part of partsOf(ready)) duplex.write({ answers: part });
    endIfDone();
  };
  const answer = (number: number, outcome: StreamedAnswer['outcome']) => {
    if (answers.push({ number, outcome }) === 1) setImmediate(flush);
  };

  duplex.on('data', ({ calls }: StreamedCalls) => {
    for (const call of calls) {
      if (isDraining()) answer(call.number, undefined);
      else {
        running += 1;
        void serve(call, new StreamedContext(call, cancelled.signal)).then((outcome) => {
          running -= 1;
          answer(call.number, outcome);
        });
      }
    }
  });
  duplex.on('end', () => {
    isEnded = true;
    endIfDone();
  });
  duplex.on('cancelled', () => cancelled.abort());
  // Without a listener, this event would end the process. The client sees the failure in the stream's status.
  duplex.on('error', () => undefined);
  // Tells the client that the stream is accepted. The client sends calls only after that.
  duplex.sendMetadata(new Metadata());
}

/** Divides answers into messages. Each message has at most `MAX_BYTES`, unless a single answer is larger. */
function partsOf(answers: readonly StreamedAnswer[]): StreamedAnswer[][] {
  const parts: StreamedAnswer[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const answer of answers) {
    const size = answer.outcome?.$case === 'response' ? answer.outcome.response.length : 0;
    bytes += size;
    if (bytes <= MAX_BYTES) parts.at(-1)?.push(answer);
    else {
      parts.push([answer]);
      bytes = size;
    }
  }
  return parts;
}

/** The signal aborts at the caller's deadline, or when the stream breaks. Most handlers never read it. */
class StreamedContext implements CallContext {
  readonly requestId: string;
  readonly traceparent: string;
  readonly timeLeftMs: number;
  private readonly deadline: number;
  private own: AbortSignal | undefined;

  constructor(
    { requestId, traceparent, timeoutMs }: StreamedCall,
    private readonly cancelled: AbortSignal,
  ) {
    this.requestId = requestId;
    this.traceparent = traceparent;
    this.timeLeftMs = timeoutMs;
    this.deadline = performance.now() + timeoutMs;
  }

  get signal(): AbortSignal {
    const left = Math.max(0, Math.ceil(this.deadline - performance.now()));
    this.own ??=
      left === 0 ? AbortSignal.abort() : AbortSignal.any([this.cancelled, AbortSignal.timeout(left)]);
    return this.own;
  }
}
