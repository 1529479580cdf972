import { filledPath, type SnippetCall } from './snippet-call';
import { JSON_DIALECT, writeLiteral } from './write-literal';

/** A call for a POSIX shell. */
export function curlSnippet(call: SnippetCall): string {
  const { method, access, example } = call;
  const body = example?.body;
  const implied = body === undefined ? 'GET' : 'POST';
  return [
    `curl ${method === implied ? '' : `-X ${method} `}"$BASE_URL${shellSafe(filledPath(call))}"`,
    ...(access === 'bearer' ? ['-H "Authorization: Bearer $ACCESS_TOKEN"'] : []),
    ...(access === 'partner key' ? ['-H "X-Partner-Key: $PARTNER_KEY"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${shellQuoted(writeLiteral(body, JSON_DIALECT))}`]),
  ].join(' \\\n  ');
}

/** Quotes a text as one word of a shell. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** `!` is valid in a URL, but an interactive shell expands it within double quotes. */
const shellSafe = (url: string): string => url.replaceAll('!', '%21');
