import type { Tool } from '../../tools/tool';
import type { Message } from './message';

/**
 * Returns a function that tells whether a message calls a tool that reads only from our own services. For a tool that
 * sends a request to a carrier, it returns false: nothing may be sent to a carrier before auth has accepted the token.
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
