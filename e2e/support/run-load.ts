import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

interface Load {
  url: string;
  tokens: readonly string[];
  callers: number;
  call(number: number): { name: string; args: object };
  /** Milliseconds before a caller's next request; no pause when absent. */
  pauseMs?: number;
  /** Called before each request. The load ends when this function returns true. */
  isOver(sent: number): boolean;
}

export interface LoadResult {
  readonly sent: number;
  /** The requests that got no result, each with the reason: HTTP status, `isError` sentence or socket error. */
  readonly failures: readonly Failure[];
  /** The `structuredContent` of all successful answers, by tool. */
  readonly answers: ReadonlyMap<string, Record<string, unknown>[]>;
}

export interface Failure {
  readonly tool: string;
  readonly reason: string;
  /** Milliseconds since the load began. */
  readonly at: number;
}

/**
 * Each caller sends its next request when its last request was answered, over one open connection. A failed request is
 * not repeated.
 */
export async function runLoad({ url, tokens, callers, call, pauseMs, isOver }: Load): Promise<LoadResult> {
  const failures: Failure[] = [];
  const answers = new Map<string, Record<string, unknown>[]>();
  const answersOf = (tool: string) => {
    const present = answers.get(tool) ?? [];
    answers.set(tool, present);
    return present;
  };
  const begun = performance.now();
  let sent = 0;
  const caller = async () => {
    // Each caller uses its own connection all the time. A connection of a shared pool could be idle for seconds, and
    // the server could close it just when it is used again.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver(sent)) {
      const number = sent++;
      const { name, args } = call(number);
      const token = tokens[number % tokens.length] as string;
      try {
        const { status, text } = await post(agent, url, token, { name, arguments: args });
        if (status !== 200) throw new Error(`HTTP ${status} ${text.slice(0, 200)}`);
        const { result, error } = JSON.parse(text) as Answer;
        if (!result || result.isError)
          throw new Error(result?.content[0]?.text ?? error?.message ?? text.slice(0, 200));
        answersOf(name).push(result.structuredContent);
      } catch (failure) {
        const { message, code } = failure as NodeJS.ErrnoException;
        failures.push({ tool: name, reason: code ?? message, at: Math.round(performance.now() - begun) });
      }
      if (pauseMs !== undefined) await pause(pauseMs);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { sent, failures, answers };
}

interface Answer {
  result?: { isError: boolean; content: { text: string }[]; structuredContent: Record<string, unknown> };
  error?: { message: string };
}

function post(agent: Agent, url: string, token: string, params: object) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    })
      .on('error', reject)
      .end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  });
}
