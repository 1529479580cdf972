import type { Lookup } from './addresses/resolve-public-name';
import { requirePublic, resolveTarget } from './addresses/resolve-target';
import { parseAllowList } from './allow-list';
import { EgressError } from './egress-error';
import { exchange } from './exchange';
import { openSocket } from './open-socket';
import type { OutgoingRequest, OutgoingResponse } from './outgoing-request';
import { type Protocol, readTarget } from './target';

/** Sends requests to addresses that users entered. No other code sends such requests. */
export interface Egress {
  /**
   * Sends one request to a public address. Follows no redirects, and closes the connection.
   * @throws EgressError
   */
  request(request: OutgoingRequest): Promise<OutgoingResponse>;
  /**
   * Checks an address for later requests. A name that cannot be resolved at the moment is accepted, because `request`
   * checks again.
   * @returns the URL in the form in which a parser writes every URL
   * @throws EgressError `refused`, with a sentence for the person who gave the address
   */
  checkPublicUrl(url: string, protocols?: readonly Protocol[]): Promise<URL>;
}

interface Options {
  /** `host:port` pairs whose host, address and port are not checked. */
  readonly allow: readonly string[];
  /** Replaces the configured name servers. */
  readonly lookup?: Lookup;
  /** Certificate authorities in PEM that replace the public authorities. */
  readonly ca?: string;
}

const LOOKUP_MS = 3_000;

/** @throws TypeError for an exception that is not `host:port` */
export function createEgress({ allow, lookup, ca }: Options): Egress {
  const exceptions = parseAllowList(allow);

  const request: Egress['request'] = async (outgoing) => {
    const target = readTarget(outgoing.url, outgoing.protocols, exceptions);
    const end = new AbortController();
    const late = new EgressError('timeout', `No whole answer within ${outgoing.timeoutMs / 1_000} s.`);
    const timer = setTimeout(() => end.abort(late), outgoing.timeoutMs);
    const giveUp = () => end.abort(outgoing.signal?.reason);
    if (outgoing.signal?.aborted) giveUp();
    outgoing.signal?.addEventListener('abort', giveUp);
    try {
      const socket = await openSocket(target, { lookup, ca, signal: end.signal });
      return await exchange(socket, target, outgoing);
    } catch (error) {
      throw end.signal.aborted ? end.signal.reason : error;
    } finally {
      clearTimeout(timer);
      // The listener is removed, because the caller may use one signal for thousands of requests.
      outgoing.signal?.removeEventListener('abort', giveUp);
    }
  };

  const checkPublicUrl: Egress['checkPublicUrl'] = async (text, protocols = ['http:', 'https:']) => {
    const target = readTarget(text, protocols, exceptions);
    if (target.exempt) return target.url;
    const known = await resolveTarget(target, lookup, AbortSignal.timeout(LOOKUP_MS)).catch(() => []);
    requirePublic(known);
    return target.url;
  };

  return { request, checkPublicUrl };
}
