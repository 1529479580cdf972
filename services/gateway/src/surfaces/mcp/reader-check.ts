import type { Tool } from '../../tools/tool';
import type { Message } from './message';

/**
 * Returns a check that tells whether a message calls a tool that reads only the data of the services. A tool that also
 * asks a carrier waits for auth, because nothing may be sent outside for a request that is then refused.
 */
export function createReaderCheck(catalogue: readonly Tool[]): (message: Message) => boolean {
  const readers = new Set<unknown>(
    catalogue.filter(({ saves, hints }) => saves === 'nothing' && !hints.openWorld).map(({ name }) => name),
  );
  return (message) =>
    message.kind === 'request' &&
    message.method === 'tools/call' &&
    readers.has((message.params as { name?: unknown } | null | undefined)?.name);
}
