import { connect } from 'node:net';
import type { Check } from './finding';

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'smtp:': 25, 'smtps:': 465 };
const TIMEOUT_MS = 5_000;

/**
 * Checks whether an outside server accepts a connection; sends nothing.
 * @param what the server's name for people
 */
export const reachCheck = (what: string, url: string): Check => ({
  name: `connection to ${what}`,
  run: async () => {
    const { hostname, port, protocol } = new URL(url);
    const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
    const at = Number(port) || (PORTS[protocol] ?? 0);
    await reach(host, at).catch((error: NodeJS.ErrnoException) => {
      const why = error.code ?? error.message;
      throw new Error(`${hostname}:${at} is unreachable (${why}): check DNS, firewall and egress policy`);
    });
    return `${hostname}:${at} accepts connections`;
  },
});

const reach = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS });
    const end = (error?: Error) => {
      socket.destroy();
      if (error) reject(error);
      else resolve();
    };
    socket.once('connect', () => end());
    socket.once('timeout', () => end(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
    socket.once('error', end);
  });
