import type { Case } from './cases';
import type { Fixture } from './fixture';
import { encodeRequest } from './load';
import type { Entrant } from './measure-in-turn';

/** A server, and the account for which it is called. */
export interface Asked {
  server: string;
  url: string;
  /** The processes of the server. */
  roots: readonly number[];
  fixture: Fixture;
}

/**
 * Returns a server that is called over MCP, with every token of the fixture in turn. Throws when the server refuses a
 * call.
 */
export async function mcpEntrant(asked: Asked & { test: Case }): Promise<Entrant> {
  const { server, url, roots, test, fixture } = asked;
  // A refusal also has HTTP status 200. So one call checks that the tool does not refuse, because figures of refusals
  // would be useless.
  await askMcp(url, fixture.tokens[0] as string, test.body(fixture, 0));
  const requests = fixture.tokens.map((token, number) =>
    encodeRequest('POST', url, headersOf(token), test.body(fixture, number)),
  );
  return { server, title: test.title, url, roots, requests: () => requests };
}

/**
 * Sends a request and returns its result.
 * @throws Error when the answer is not a result
 */
export async function askMcp(url: string, token: string, body: string): Promise<object> {
  const response = await fetch(url, { method: 'POST', headers: headersOf(token), body });
  const text = await response.text();
  const { result } = JSON.parse(text) as { result?: { isError?: boolean } };
  if (!result || result.isError) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 300)}`);
  return result;
}

/** Returns the headers that the official client sends with each message when it uses Node's fetch. */
export const headersOf = (token: string) => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'accept-encoding': 'gzip, deflate',
  authorization: `Bearer ${token}`,
});
