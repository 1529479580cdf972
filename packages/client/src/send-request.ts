import { buildUrl } from './build-url';
import { ParcelyardError } from './parcelyard-error';
import type { ParcelyardOptions } from './parcelyard-options';
import { readAnswer } from './read-answer';
import type { OperationRequest, WriteOptions } from './request';
import { retryDelay } from './retry-delay';
import { sleep } from './sleep';

/** How the client waits. Tests use their own clock. */
export interface Waiting {
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  readonly random: () => number;
}

const WAITING: Waiting = { sleep, random: Math.random };

/** Longer than the slowest requests, a purchase and a batch, can take. */
const TIMEOUT_MS = 90_000;
const MAX_RETRIES = 3;

type Send = (request: OperationRequest, options: WriteOptions) => Promise<Record<string, unknown>>;

/** Sends requests and retries temporary failures. All attempts of a write use the same Idempotency-Key. */
export function createSend(client: ParcelyardOptions, { sleep, random }: Waiting = WAITING): Send {
  return async (request, options) => {
    const { signal, maxRetries = client.maxRetries ?? MAX_RETRIES } = options;
    const key = request.takesKey && (options.idempotencyKey ?? crypto.randomUUID());
    const isRepeatable = request.method === 'GET' || key !== undefined;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await attemptOnce(client, request, key, options);
      } catch (error) {
        if (!(error instanceof ParcelyardError) || attempt >= maxRetries) throw error;
        const delay = retryDelay(error, attempt, isRepeatable, random);
        if (delay === undefined) throw error;
        await sleep(delay, signal);
      }
    }
  };
}

async function attemptOnce(
  client: ParcelyardOptions,
  request: OperationRequest,
  key: string | undefined,
  options: WriteOptions,
): Promise<Record<string, unknown>> {
  const { method, path, query, body } = request;
  const { signal, timeoutMs = client.timeoutMs ?? TIMEOUT_MS } = options;
  const headers = {
    accept: 'application/json',
    ...(await credentials(client, request)),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  const timeout = AbortSignal.timeout(timeoutMs);
  const send = client.fetch ?? fetch;
  try {
    const response = await send(buildUrl(client.baseUrl, path, query), {
      method,
      headers,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      // Redirects are not followed. Otherwise another site could get the token, and a redirected POST could become a
      // GET.
      redirect: 'manual',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return await readAnswer(response);
  } catch (cause) {
    if (cause instanceof ParcelyardError) throw cause;
    signal?.throwIfAborted();
    const what = timeout.aborted ? `No answer within ${timeoutMs / 1000} s` : 'No answer';
    throw new ParcelyardError(`${what} to ${method} ${path}.`, { status: 0, cause });
  }
}

async function credentials(
  { accessToken, partnerKey }: ParcelyardOptions,
  { access }: OperationRequest,
): Promise<Record<string, string>> {
  if (access === 'none') return {};
  if (access === 'partner key') return partnerKey === undefined ? {} : { 'x-partner-key': partnerKey };
  const token = typeof accessToken === 'function' ? await accessToken() : accessToken;
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}
