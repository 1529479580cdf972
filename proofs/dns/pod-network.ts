import { execFileSync, spawn } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@parcelyard/testing/eventually';

/** A network of pods in the namespaces of this process. CoreDNS resolves names in it, as in a cluster. */
export interface PodNetwork {
  /** Makes a pod answer at the address from now on. */
  add(address: string): void;
  /** Removes the pod from the address. From now on, everything that is sent to the address is lost. */
  remove(address: string): void;
  /** Sets CoreDNS's answer for a name. Callers get the new answer after the cached answer has expired. */
  name(host: string, addresses: readonly string[]): void;
  close(): void;
}

/** How many seconds an answer is cached, as in the manifests of most clusters. */
export const CACHE_SECONDS = 30;
const OUTSIDE = '10.77.255.254/16';

type Names = Readonly<Record<string, readonly string[]>>;

/**
 * Opens a network of pods. This process must have its own network and mount namespaces (`unshare --net --mount`).
 * @param first the names that exist from the beginning. A name that is looked up before it exists stays unknown for a
 * while, because this answer is cached, too.
 */
export async function openPodNetwork(coredns: string, first: Names): Promise<PodNetwork> {
  const ip = (...args: string[]) => execFileSync('ip', args);
  ip('link', 'set', 'lo', 'up');
  // No program listens at the other end. Because ARP is off, the sender does not notice this. So every packet is lost,
  // as with a node that is gone.
  ip('link', 'add', 'pods', 'type', 'veth', 'peer', 'name', 'nowhere');
  ip('addr', 'add', OUTSIDE, 'dev', 'pods');
  ip('link', 'set', 'pods', 'arp', 'off');
  for (const end of ['pods', 'nowhere']) ip('link', 'set', end, 'up');

  const folder = mkdtempSync(join(tmpdir(), 'parcelyard-pods-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  execFileSync('mount', ['--bind', file('resolv.conf', 'nameserver 127.0.0.1\n'), '/etc/resolv.conf']);
  const names = new Map(Object.entries(first));
  const writeNames = () =>
    file('hosts', [...names].flatMap(([host, all]) => all.map((address) => `${address} ${host}\n`)).join(''));
  const hosts = `hosts ${writeNames()} {\n ttl ${CACHE_SECONDS}\n reload 100ms\n}`;
  const corefile = file('Corefile', `.:53 {\nbind 127.0.0.1\ncache ${CACHE_SECONDS}\n${hosts}\n}\n`);
  const server = spawn(coredns, ['-conf', corefile], { stdio: 'ignore' });
  await eventually(() => lookup([...names.keys()][0] as string));
  return {
    add: (address) => void ip('addr', 'add', `${address}/32`, 'dev', 'pods'),
    remove: (address) => void ip('addr', 'del', `${address}/32`, 'dev', 'pods'),
    name: (host, addresses) => {
      names.set(host, addresses);
      writeNames();
    },
    close: () => void server.kill(),
  };
}
