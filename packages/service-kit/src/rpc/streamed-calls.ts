import type { StreamedAnswer, StreamedCall } from '@parcelyard/contracts/call-stream';
import { DomainError } from '../domain-error';
import { toFailure } from '../failure';
import type { Logger } from '../logger';
import type { CallContext, ServiceDefinition } from './definition';
import { type GrpcMethod, MAX_MESSAGE_BYTES } from './grpc-definition';

/** Serves one call of one method, unary or streamed: measures the call, and logs a failure. */
export type Serve = (key: string, request: unknown, context: CallContext) => Promise<unknown>;

/** A larger answer would break its stream. 1,024 bytes are left for the other fields of the message. */
const MAX_ANSWER_BYTES = MAX_MESSAGE_BYTES - 1024;

/**
 * Returns a function that serves one call of a stream like a unary call. The function returns a failure as an outcome
 * and does not throw it.
 */
export function streamedCalls(
  definition: ServiceDefinition,
  methods: Readonly<Record<string, GrpcMethod>>,
  serve: Serve,
  logger: Logger,
): (
  call: StreamedCall,
  context: CallContext,
  mayCall: (method: string) => boolean,
) => Promise<StreamedAnswer['outcome']> {
  const keys = new Map(Object.entries(definition.methods).map(([key, { name }]) => [name, key]));
  return async ({ method, request }, context, mayCall) => {
    try {
      const key = keys.get(method);
      if (key === undefined || !mayCall(method)) throw new DomainError('internal', 'internal', {});
      const { requestDeserialize, responseSerialize } = methods[key] as GrpcMethod;
      const full = `${definition.name}.${method}`;
      // Logs an error that `work` throws, because the caller learns only that the call failed. `serve` logs its own
      // errors.
      const logged = <T>(text: string, work: () => T): T => {
        try {
          return work();
        } catch (error) {
          logger.error({ method: full, err: error }, text);
          throw error;
        }
      };
      const decoded = logged('request not decoded', () => requestDeserialize(request));
      const answer = await serve(key, decoded, context);
      const response = logged('answer not encoded', () => responseSerialize(answer));
      if (response.length > MAX_ANSWER_BYTES) {
        logger.error({ method: full, bytes: response.length }, 'answer too large');
        throw new DomainError('internal', 'internal', {});
      }
      return { $case: 'response', response };
    } catch (error) {
      return { $case: 'failure', failure: toFailure(error) };
    }
  };
}
