import type { ClientDuplexStream, ServiceError } from '@grpc/grpc-js';
import type {
  StreamedAnswer,
  StreamedAnswers,
  StreamedCall,
  StreamedCalls,
} from '@parcelyard/contracts/call-stream';

export type CallDuplex = ClientDuplexStream<StreamedCalls, StreamedAnswers>;

export interface WaitingCall {
  readonly call: Omit<StreamedCall, 'number'>;
  /** @param outcome undefined when the server has not begun the call */
  resolve(outcome: StreamedAnswer['outcome']): void;
  /** The stream broke, so the outcome of the call is unknown. */
  reject(error: ServiceError): void;
  /** Removes the call from its stream. Set only while the call is in a stream. */
  leave?: () => void;
}

/** The client's end of a stream that transports many calls. */
export interface CallStream {
  send(calls: readonly WaitingCall[]): void;
  /** Takes no more calls. The stream is closed when all its calls are answered or have timed out. */
  end(): void;
}

interface Events {
  /** Called when the server has accepted the stream. */
  onOpen(stream: CallStream): void;
  /** Called when the stream ends or breaks, or when it cannot be opened. */
  onClose(stream: CallStream): void;
}

export function openCallStream(duplex: CallDuplex, { onOpen, onClose }: Events): CallStream {
  const waiting = new Map<number, WaitingCall>();
  let count = 0;
  let isEnded = false;
  let hasTimedOut = false;

  /**
   * Cancels an ended stream in which a call has timed out. A server that hangs in that call would never end the stream.
   */
  const cancelIfHanging = () => {
    if (isEnded && hasTimedOut && waiting.size === 0) duplex.cancel();
  };

  const stream: CallStream = {
    send: (calls) => {
      const numbered = calls.map((each): StreamedCall => {
        count += 1;
        const number = count;
        waiting.set(number, each);
        each.leave = () => {
          waiting.delete(number);
          hasTimedOut = true;
          cancelIfHanging();
        };
        return { ...each.call, number };
      });
      duplex.write({ calls: numbered });
    },
    end: () => {
      isEnded = true;
      duplex.end();
      cancelIfHanging();
    },
  };

  const settleRest = (settle: (call: WaitingCall) => void) => {
    onClose(stream);
    const rest = [...waiting.values()];
    waiting.clear();
    for (const call of rest) settle(call);
  };

  duplex.on('metadata', () => onOpen(stream));
  duplex.on('data', ({ answers }: StreamedAnswers) => {
    for (const { number, outcome } of answers) {
      const call = waiting.get(number);
      waiting.delete(number);
      call?.resolve(outcome);
    }
    cancelIfHanging();
  });
  duplex.on('error', (error: ServiceError) => settleRest((call) => call.reject(error)));
  // The server ends a stream after it has answered all calls that it has begun.
  duplex.on('end', () => settleRest((call) => call.resolve(undefined)));
  return stream;
}
