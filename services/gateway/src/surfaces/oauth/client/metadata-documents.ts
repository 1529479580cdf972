import type { Egress } from '@parcelyard/egress/create-egress';
import { EgressError } from '@parcelyard/egress/egress-error';
import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { networkOf } from '@parcelyard/service-kit/network-of';
import { lasts } from '@parcelyard/service-kit/possible-times';
import type { QuotasClient } from '../../../clients/quotas-client';
import { type OAuthClient, UnknownClient } from './oauth-client';
import { readClientMetadata } from './read-client-metadata';

interface Dependencies {
  readonly egress: Pick<Egress, 'request'>;
  readonly clock: Clock;
  readonly quotas: QuotasClient;
}

interface Kept {
  readonly client: OAuthClient;
  readonly until: number;
}

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 5 * 1_024;
/** How many documents are kept in memory. Most of the allowed hosts have only one document. */
const MAX_KEPT = 100;
/**
 * How many fetches may run at the same time, for all networks together. One network may use only MAX_PER_NETWORK of
 * them, so that other networks can fetch, too.
 */
const MAX_CONCURRENT = 20;
const MAX_PER_NETWORK = 4;
/** After a document could not be read, it is not fetched again for this time. This protects its host. */
const RETRY_AFTER_FAILURE_MS = 30_000;
/** How many failures are kept in memory. */
const MAX_FAILURES = 500;

/** Client metadata is cached for at most 30 minutes ([MCP-A12]). */
const MAX_AGE_MS = 30 * 60_000;

export interface Asker {
  readonly requestId: string;
  readonly ip: string;
  /** The signed-in account; empty without a sign-in. */
  readonly account: number | '';
}

export interface MetadataDocuments {
  /**
   * Returns the client's own description of itself.
   * @throws UnknownClient; DomainError resource_exhausted or unavailable, with retryAfterSeconds
   */
  find(url: URL, asker: Asker): Promise<OAuthClient>;
  /** Returns whether the document is in memory, so that no fetch is needed. */
  isKept(url: URL): boolean;
}

/**
 * Fetches the documents in which clients describe themselves. Valid documents are cached for up to 30 minutes, failures
 * for half a minute. Requests at the same time share one fetch, which counts as a use of the first caller's quota.
 */
export function createMetadataDocuments({ egress, clock, quotas }: Dependencies): MetadataDocuments {
  const kept = new BoundedMap<string, Kept>(MAX_KEPT);
  const failed = new BoundedMap<string, { error: UnknownClient; until: number }>(MAX_FAILURES);
  const underWay = new Map<string, { network: string; document: Promise<OAuthClient> }>();

  const fetchDocument = async (url: URL): Promise<OAuthClient> => {
    const { status, headers, body } = await request(egress, url);
    if (status !== 200)
      throw new UnknownClient(`The app's metadata document answered with status ${status}.`);
    const client = readClientMetadata(body.toString('utf8'), url);
    const fresh = freshForMs(headers['cache-control']);
    kept.delete(url.href);
    if (fresh > 0) kept.set(url.href, { client, until: clock.now().getTime() + fresh });
    return client;
  };

  const known = (url: URL): Kept | undefined => {
    const document = kept.get(url.href);
    return document && lasts(document.until, clock.now(), MAX_AGE_MS) ? document : undefined;
  };

  const fetchFor = async (url: URL, asker: Asker): Promise<OAuthClient> => {
    await quotas.take('metadata_lookups', asker);
    try {
      return await fetchDocument(url);
    } catch (error) {
      if (error instanceof UnknownClient)
        failed.set(url.href, { error, until: clock.now().getTime() + RETRY_AFTER_FAILURE_MS });
      throw error;
    }
  };

  const find = async (url: URL, asker: Asker): Promise<OAuthClient> => {
    const document = known(url);
    if (document) return document.client;
    const failure = failed.get(url.href);
    if (failure && lasts(failure.until, clock.now(), RETRY_AFTER_FAILURE_MS)) throw failure.error;
    const joined = underWay.get(url.href);
    if (joined) {
      return joined.document.catch((error) => {
        // Another caller's quota refused the shared fetch, so the fetch is repeated for this caller.
        if (error instanceof DomainError && error.code === 'resource_exhausted') return find(url, asker);
        throw error;
      });
    }
    const network = networkOf(asker.ip);
    const ofNetwork = [...underWay.values()].filter((other) => other.network === network).length;
    if (underWay.size >= MAX_CONCURRENT || ofNetwork >= MAX_PER_NETWORK) throw tooMany();
    const fetching = fetchFor(url, asker).finally(() => underWay.delete(url.href));
    underWay.set(url.href, { network, document: fetching });
    return fetching;
  };

  return { find, isKept: (url) => known(url) !== undefined };
}

const tooMany = () =>
  new DomainError(
    'unavailable',
    'too_many_app_lookups',
    {},
    { retryAfterSeconds: Math.ceil(TIMEOUT_MS / 1_000) },
  );

async function request(egress: Pick<Egress, 'request'>, url: URL) {
  try {
    return await egress.request({
      url: url.href,
      protocols: ['https:'],
      headers: { accept: 'application/json' },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    throw new UnknownClient(`The app's metadata document could not be read. ${error.message}`, error);
  }
}

/** Returns how long a document may be used again, according to its Cache-Control header. */
function freshForMs(cacheControl: string | undefined): number {
  const directives = (cacheControl ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim());
  if (directives.includes('no-store') || directives.includes('no-cache')) return 0;
  const [, seconds] = directives.map((one) => /^max-age="?(\d{1,9})"?$/.exec(one)).find(Boolean) ?? [];
  return seconds === undefined ? MAX_AGE_MS : Math.min(Number(seconds) * 1_000, MAX_AGE_MS);
}
