import type { Bridge, ToolResult } from './bridge';

/** What a tool answers: its data, or the text of its refusal. */
export type Answer<T> = { readonly data: T } | { readonly refusal: string };

export function readAnswer<T>({ structuredContent, content, isError }: ToolResult): Answer<T> {
  if (!isError && structuredContent) return { data: structuredContent as T };
  const words = content?.find(({ type }) => type === 'text')?.text;
  return { refusal: words ?? 'The answer has no content.' };
}

/** @throws NoAnswer | RequestRefused */
export const ask = async <T>(
  bridge: Bridge,
  tool: string,
  args: object,
  waitMs?: number,
): Promise<Answer<T>> => readAnswer<T>(await bridge.callTool(tool, args, waitMs));

/**
 * Returns the data of a tool's answer. Use this function only for tools that read. Such a tool refuses a call only when
 * something is wrong, so the refusal is thrown as an error.
 */
export async function askData<T>(bridge: Bridge, tool: string, args: object): Promise<T> {
  const answer = await ask<T>(bridge, tool, args);
  if ('refusal' in answer) throw new Error(answer.refusal);
  return answer.data;
}

/** Returns what to tell the person about a failure. */
export const failureWords = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
