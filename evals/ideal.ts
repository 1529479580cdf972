import { eventually } from '@parcelyard/testing/eventually';
import type { Task } from './solver';

/** A call of the ideal assistant. Such a call is never refused. */
export async function expectData(task: Task, tool: string, args: Record<string, unknown> = {}) {
  const { isError, text, data } = await task.call(tool, args);
  if (isError) throw new Error(`${tool} refused: ${text}`);
  return data;
}

/**
 * The ideal assistant returns when the background work is done, and then reads once. The calls of the wait are not
 * counted.
 */
export const backWhen = (isDone: () => Promise<boolean>): Promise<void> =>
  eventually(
    async () => {
      if (!(await isDone())) throw new Error('The work in the background does not end.');
    },
    40_000,
    // A token has a limit of requests in a minute.
    700,
  );

export const dollars = (amount: number): string => `$${amount.toFixed(2)}`;
