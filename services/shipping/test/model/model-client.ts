import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Process, Schedule } from '@parcelyard/testing/schedule';

type Handle = (request: object, context: object) => Promise<unknown>;

interface Options {
  readonly schedule: Schedule;
  readonly caller: Process;
  /** Returns the process that answers the next call. */
  server(): { handlers: object; process: Process };
  /** Methods for which the caller wrongly takes a lost answer as success. */
  readonly believes: readonly string[];
}

/** Creates a client over a simulated network, which is slow, loses answers and delivers requests late. */
export function modelClient<Client>({ schedule, caller, server, believes }: Options): Client {
  const call = (method: string) => (request: object) => {
    const { handlers, process } = server();
    const handle = (handlers as Record<string, Handle>)[method];
    const answer = schedule.call<unknown>({
      name: method,
      caller,
      server: process,
      silence: () =>
        new DomainError('unavailable', 'unavailable', {}, { detail: `${method} got no answer.` }),
      serve: async () => {
        try {
          return await handle?.(request, { signal: new AbortController().signal });
        } catch (error) {
          throw error instanceof DomainError
            ? error
            : new DomainError('internal', 'internal', {}, { detail: `${error}` });
        }
      },
    });
    return believes.includes(method) ? answer.catch(() => ({})) : answer;
  };
  return new Proxy({}, { get: (_, method: string) => call(method) }) as Client;
}
