import type { Tool } from '../../tools/tool';
import type { Message } from './message';

/**
 * Returns a function that tells whether a message calls a tool that reads only our own services. A tool that asks a
 * carrier does not count: nothing may be sent out for a request that auth then refuses.
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
