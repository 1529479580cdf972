import type { JoinedAnswer, JoinedAnswers, JoinedCalls } from '@parcelyard/contracts/joined';
import { DomainError } from '../domain-error';
import { toFailure } from '../failure';
import type { CallContext, ServiceDefinition } from './definition';
import type { GrpcMethod } from './grpc-definition';
import { isRead } from './joined-calls';

/** Serves one call of one method, however it came. */
type Serve = (key: string, request: unknown, context: CallContext) => Promise<unknown>;

/** `Joined.Call` of a service: each call aboard is served as if it had come alone, and all at once. */
export function serveJoined(
  definition: ServiceDefinition,
  methods: Readonly<Record<string, GrpcMethod>>,
  serve: Serve,
): (joined: JoinedCalls, context: CallContext) => Promise<JoinedAnswers> {
  const keys = new Map(
    Object.entries(definition.methods).flatMap(([key, method]) =>
      isRead(method) ? [[method.name, key]] : [],
    ),
  );
  return async ({ method, calls }, { signal }) => {
    const key = keys.get(method);
    if (key === undefined)
      throw new DomainError(
        'invalid_argument',
        'internal',
        {},
        { detail: `${method} does not travel with others` },
      );
    const { requestDeserialize, responseSerialize } = methods[key] as GrpcMethod;
    const answers = calls.map(async ({ request, requestId, traceparent }): Promise<JoinedAnswer> => {
      try {
        const decoded = requestDeserialize(request);
        const response = responseSerialize(await serve(key, decoded, { requestId, signal, traceparent }));
        return { outcome: { $case: 'response', response } };
      } catch (error) {
        return { outcome: { $case: 'failure', failure: toFailure(error) } };
      }
    });
    return { answers: await Promise.all(answers) };
  };
}
