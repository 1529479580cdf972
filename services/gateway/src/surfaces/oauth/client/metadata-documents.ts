import type { Egress } from '@parcelyard/egress/create-egress';
import { EgressError } from '@parcelyard/egress/egress-error';
import { BoundedMap } from '@parcelyard/service-kit/bounded-map';
import type { Clock } from '@parcelyard/service-kit/clock';
import { freshForMs } from './freshness';
import { type OAuthClient, UnknownClient } from './oauth-client';
import { readClientMetadata } from './read-client-metadata';

interface Dependencies {
  readonly egress: Pick<Egress, 'request'>;
  readonly clock: Clock;
}

interface Kept {
  readonly client: OAuthClient;
  readonly until: number;
}

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 5 * 1_024;
/** Documents in memory. Of the hosts that may have any, only a few have more than one. */
const MOST_KEPT = 100;
/** Anybody may name a client, so that there is a limit to how many documents are being fetched for nobodies. */
const MOST_UNDER_WAY = 20;

/**
 * Fetches what clients say of themselves. What holds is kept for up to 30 minutes, failures never; whoever asks for a
 * document that is under way waits for that one.
 * @returns a function that throws UnknownClient
 */
export function createMetadataDocuments({ egress, clock }: Dependencies): (url: URL) => Promise<OAuthClient> {
  const kept = new BoundedMap<string, Kept>(MOST_KEPT);
  const underWay = new Map<string, Promise<OAuthClient>>();

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

  return async (url) => {
    const known = kept.get(url.href);
    if (known && known.until > clock.now().getTime()) return known.client;
    const joined = underWay.get(url.href);
    if (joined) return joined;
    if (underWay.size >= MOST_UNDER_WAY)
      throw new UnknownClient('Too many apps are being looked up. Try again.');
    const fetching = fetchDocument(url).finally(() => underWay.delete(url.href));
    underWay.set(url.href, fetching);
    return fetching;
  };
}

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
