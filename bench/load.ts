import autocannon from 'autocannon';

export interface Load {
  url: string;
  connections: number;
  seconds: number;
  /** Each connection walks this list from a place of its own, so that no two use one token at the same moment. */
  requests: readonly { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string }[];
}

export interface Figures {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/**
 * Drives one endpoint for some seconds and measures.
 * @throws Error when an answer was not 2xx or a connection failed: figures of failures say nothing
 */
export async function measureLoad({ url, connections, seconds, requests }: Load): Promise<Figures> {
  const times: number[] = [];
  let place = 0;
  const begun = performance.now();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        url,
        connections,
        duration: seconds,
        setupClient: (client) => {
          const from = Math.floor((place / connections) * requests.length);
          place += 1;
          client.setRequests([...requests.slice(from), ...requests.slice(0, from)] as autocannon.Request[]);
        },
      },
      (error: unknown, done: autocannon.Result) => (error ? reject(error) : resolve(done)),
    );
    run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  });
  const elapsed = (performance.now() - begun) / 1000;
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} connections failed.`);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99) };
}
