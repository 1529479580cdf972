import { curlSnippet } from './curl';
import type { Language } from './languages';
import { pythonSnippet } from './python';
import type { SnippetCall } from './snippet-call';
import { typescriptSnippet } from './typescript';

/** The call of an example in every language. */
export const snippetsOf = (call: SnippetCall): Readonly<Record<Language, string>> => ({
  curl: curlSnippet(call),
  typescript: typescriptSnippet(call),
  python: pythonSnippet(call),
});
