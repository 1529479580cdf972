import type { Bridge, ToolResult } from './bridge';

/** The answer of a tool: its data, or the text of its refusal. */
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

/** Returns the data of an answer. This call is refused only because of a fault. */
export async function askData<T>(bridge: Bridge, tool: string, args: object): Promise<T> {
  const answer = await ask<T>(bridge, tool, args);
  if ('refusal' in answer) throw new Error(answer.refusal);
  return answer.data;
}

/** Returns the text about a failure for the person. */
export const failureWords = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
