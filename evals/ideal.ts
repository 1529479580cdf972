import { eventually } from '@parcelyard/testing/eventually';
import type { Task } from './solver';

/**
 * Calls a tool for the ideal assistant and returns the tool's data. Throws when the tool refuses, because a call of the
 * ideal assistant is never refused.
 */
export async function expectData(task: Task, tool: string, args: Record<string, unknown> = {}) {
  const { isError, text, data } = await task.call(tool, args);
  if (isError) throw new Error(`${tool} refused: ${text}`);
  return data;
}

/**
 * Waits until the background work is done. The calls of the wait are not counted, because the ideal assistant would
 * read the result only once, after the work.
 */
export const waitUntil = (isDone: () => Promise<boolean>): Promise<void> =>
  eventually(
    async () => {
      if (!(await isDone())) throw new Error('The background work does not end.');
    },
    40_000,
    // With this pause, the token stays below its limit of requests in a minute.
    700,
  );

export const dollars = (amount: number): string => `$${amount.toFixed(2)}`;
