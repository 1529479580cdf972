import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import { type ChannelOptions, experimental, status } from '@grpc/grpc-js';

/** Resolves a host to its addresses; throws when it cannot. */
export type NameLookup = (host: string) => Promise<readonly string[]>;

export interface NameWatch {
  /** Whether the channel has a replica now. */
  isReachable(): boolean;
  /** When absent, the system's resolver. */
  lookup?: NameLookup | undefined;
}

const SCHEME = 'watched-name';
const DNS = 'dns:///';
const OTHER_SCHEMES = ['ipv4:', 'ipv6:', 'unix:'];
/** grpc-js does not pass options with this prefix to the channel's connections. */
const OPTION = 'grpc.internal.no_subchannel.name_watch';

/**
 * After this time, a connection attempt counts as failed. An attempt at an address that drops packets can take minutes;
 * within a cluster, an attempt takes a millisecond.
 */
const CONNECT_TIMEOUT_MS = 1_000;
const REACHABLE_PAUSE_MS = 5_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 1_000;

/**
 * The target and options with which a channel uses the resolver below. Addresses with their own scheme, such as
 * `ipv4:`, are unchanged.
 */
export function watchName(address: string, watch: NameWatch): { target: string; options: ChannelOptions } {
  if (OTHER_SCHEMES.some((scheme) => address.startsWith(scheme))) return { target: address, options: {} };
  const name = address.startsWith(DNS) ? address.slice(DNS.length) : address;
  return { target: `${SCHEME}:${name}`, options: { [OPTION]: watch } };
}

/**
 * Resolves a host name while its channel is in use. While a replica is connected, resolves the name every five seconds,
 * so that new replicas get calls. While no replica is connected, pauses at most a second between look-ups, because
 * grpc-js alone would wait for the lost address and not resolve the name again. An address is reported to the channel
 * after the address has accepted a connection. When no replica is connected, all addresses are tried again.
 */
class WatchedName implements experimental.Resolver {
  readonly #host: string;
  readonly #port: number;
  readonly #watch: NameWatch;
  readonly #accepting = new Set<string>();
  #named: readonly string[] = [];
  #reported: string | undefined;
  #tries = 0;
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  /** A number that changes when the channel becomes idle, so that look-ups that began earlier report nothing. */
  #use = 0;

  constructor(
    { path }: experimental.GrpcUri,
    private readonly listener: experimental.ResolverListener,
    options: ChannelOptions,
  ) {
    const { host, port } = experimental.splitHostPort(path) ?? {};
    if (host === undefined || port === undefined) throw new Error(`${path} is not a host with a port.`);
    this.#host = host;
    this.#port = port;
    this.#watch = options[OPTION] as NameWatch;
  }

  static getDefaultAuthority({ path }: experimental.GrpcUri): string {
    return path;
  }

  updateResolution(): void {
    this.#lookIn(this.#tries === 0 ? 0 : FIRST_PAUSE_MS);
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#use += 1;
    this.#looking = false;
    this.#tries = 0;
    this.#reported = undefined;
    this.#accepting.clear();
  }

  #lookIn(milliseconds: number): void {
    if (this.#looking) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), milliseconds);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const use = this.#use;
    this.#looking = true;
    if (!this.#watch.isReachable()) this.#accepting.clear();
    // When the look-up fails, the last addresses stay in use, because their replicas may still run.
    const named = await this.#lookUp().catch(() => this.#named);
    const isOver = () => use !== this.#use;
    await Promise.all(
      named.map(async (address) => {
        if (this.#accepting.has(address)) return;
        if (!(await accepts(address, this.#port)) || isOver()) return;
        this.#accepting.add(address);
        // Reports this address without waiting for the others.
        this.#report([...this.#accepting]);
      }),
    );
    if (isOver()) return;
    this.#named = named;
    for (const address of this.#accepting) if (!named.includes(address)) this.#accepting.delete(address);
    this.#report([...this.#accepting]);
    this.#looking = false;
    this.#tries = this.#watch.isReachable() ? 0 : this.#tries + 1;
    this.#lookIn(this.#tries === 0 ? REACHABLE_PAUSE_MS : pauseAfter(this.#tries));
  }

  #lookUp(): Promise<readonly string[]> {
    return (this.#watch.lookup ?? systemLookup)(this.#host);
  }

  #report(addresses: readonly string[]): void {
    const key = [...addresses].sort().join();
    if (key === this.#reported) return;
    this.#reported = key;
    const endpoints = addresses.map((host) => ({ addresses: [{ host, port: this.#port }] }));
    this.listener(experimental.statusOrFromValue(endpoints), {}, null, '');
    if (addresses.length > 0) return;
    // With an empty list, the channel would be idle and its calls would wait. So the error UNAVAILABLE is reported.
    const details = `no address of ${this.#host} accepts connections`;
    const unavailable = experimental.statusOrFromError<experimental.Endpoint[]>({
      code: status.UNAVAILABLE,
      details,
    });
    this.listener(unavailable, {}, null, '');
  }
}

const pauseAfter = (tries: number): number => Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));

const systemLookup: NameLookup = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_TIMEOUT_MS });
    const end = (accepted: boolean) => {
      socket.destroy();
      resolve(accepted);
    };
    socket.once('connect', () => end(true));
    // After this process stood still, the time-out comes before events that have happened meanwhile. `setImmediate` lets
    // a connection win that was accepted in time.
    socket.once('timeout', () => setImmediate(end, false));
    socket.once('error', () => end(false));
  });
}

experimental.registerResolver(SCHEME, WatchedName);
