import type { Egress } from '@parcelyard/egress/create-egress';
import { EgressError } from '@parcelyard/egress/egress-error';
import { remainingMs } from '@parcelyard/service-kit/tracing/request-id';
import { PlatformBusy, PlatformRefused } from '../../ports';

export interface StoreRequest {
  url: string;
  method?: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
}

export interface StoreAnswer {
  status: number;
  bytes: number;
  header(name: string): string | undefined;
  /** Undefined when the body is not JSON. */
  json: unknown;
}

/** Sends HTTP requests to stores, whose addresses merchants have given. */
export interface StoreHttp {
  /**
   * @returns a usable answer; a redirect, a failure of the store and a request to wait are thrown as errors
   * @throws PlatformRefused when the store would refuse the request again · PlatformBusy · Error when no usable answer
   * came
   */
  send(request: StoreRequest): Promise<StoreAnswer>;
  /** True for an address that only tests use. Unencrypted requests to such an address are allowed. */
  isException(url: URL): boolean;
}

/** Returns an HTTP client that also counts the received bytes. */
export function countBytes(http: StoreHttp): StoreHttp & { received(): number } {
  let bytes = 0;
  return {
    ...http,
    received: () => bytes,
    send: async (request) => {
      const answer = await http.send(request);
      bytes += answer.bytes;
      return answer;
    },
  };
}

type OutgoingAnswer = Awaited<ReturnType<Egress['request']>>;

interface Dependencies {
  egress: Egress;
  /** `host:port` pairs to which unencrypted requests are allowed (`EGRESS_ALLOW`). */
  exceptions: readonly string[];
}

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 16 * 1024 * 1024;
const DEFAULT_PAUSE_MS = 5_000;
const TEMPORARILY_ELSEWHERE: ReadonlySet<number> = new Set([302, 303, 307]);

export function createStoreHttp({ egress, exceptions }: Dependencies): StoreHttp {
  const isException = ({ host }: URL) => exceptions.includes(host);
  return {
    isException,
    send: async (request) => {
      const protocols = isException(new URL(request.url))
        ? (['https:', 'http:'] as const)
        : (['https:'] as const);
      const timeoutMs = Math.max(Math.min(TIMEOUT_MS, remainingMs()), 1);
      const limits = { timeoutMs, maxBytes: MAX_BYTES };
      const headers = { accept: 'application/json', 'user-agent': 'Parcelyard', ...request.headers };
      return read(await reach(() => egress.request({ ...request, ...limits, headers, protocols })));
    },
  };
}

async function reach(ask: () => Promise<OutgoingAnswer>): Promise<OutgoingAnswer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof EgressError && error.failure === 'refused') {
      throw new PlatformRefused('its address is not a public https address', { cause: error });
    }
    throw error;
  }
}

function read({ status, headers, body }: OutgoingAnswer): StoreAnswer {
  const header = (name: string) => headers[name]?.toString();
  if (status === 429) throw new PlatformBusy(pauseOf(header('retry-after')));
  if (status >= 500) throw new Error(`The store answered ${status}.`);
  // Temporary redirects lead to a maintenance or sign-in page, so they do not mean that the store has moved.
  if (TEMPORARILY_ELSEWHERE.has(status)) throw new Error(`The store answered ${status}.`);
  if (status >= 300 && status < 400) {
    throw new PlatformRefused(
      'its address redirects to another address; connect the store with that other address',
    );
  }
  return { status, bytes: body.length, header, json: parse(body) };
}

/**
 * Returns the pause in milliseconds. Both platforms write `Retry-After` in seconds. A date or an invalid value counts
 * as absent.
 */
function pauseOf(retryAfter: string | undefined): number {
  const seconds = Number(retryAfter);
  return retryAfter && Number.isFinite(seconds) ? seconds * 1_000 : DEFAULT_PAUSE_MS;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
