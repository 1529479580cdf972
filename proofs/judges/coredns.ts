import { join } from 'node:path';
import { buildCoreDns, COREDNS_VERSION } from '../dns/build-coredns';
import type { RollOut } from '../dns/roll-out';
import type { Judge } from '../judge';

const ENOUGH_CALLS = 5_000;

export const coreDns: Judge = {
  name: 'coredns',
  proves:
    'While every replica is replaced behind a DNS cache of 30 s and old addresses drop packets, no call fails. If old replicas stop too early, calls fail only until the cache entries expire.',
  needs: ['go', 'unshare', 'ip', 'mount'],
  async judge(workshop) {
    const program = await buildCoreDns(workshop);
    const node = [process.execPath, join(process.cwd(), 'dist/proofs-roll-out.mjs'), program];
    const namespaces = ['--net', '--mount', '--map-root-user'];
    const seen: Record<string, RollOut> = JSON.parse(await workshop.run('unshare', [...namespaces, ...node]));
    const rollOuts = Object.entries(seen);
    const patient = rollOuts.filter(([service]) => service.startsWith('patient'));
    const hasty = rollOuts.filter(([service]) => service.startsWith('hasty'));
    const calls = (of: typeof rollOuts) => of.reduce((sum, [, rollOut]) => sum + rollOut.calls, 0);
    const failed = (of: typeof rollOuts) => of.reduce((sum, [, rollOut]) => sum + rollOut.failed, 0);
    const faults = [
      ...patient
        .filter(([, { failed }]) => failed > 0)
        .map(([service, { failed, calls }]) => `${service}: ${failed} of ${calls} calls failed`),
      ...hasty
        .filter(([, { failedLate }]) => failedLate > 0)
        .map(
          ([service, { failedLate }]) =>
            `${service}: ${failedLate} calls failed after the cache entries had expired`,
        ),
      ...(calls(patient) < ENOUGH_CALLS ? [`only ${calls(patient)} calls were made in the roll-outs`] : []),
    ];
    const unused = Math.max(...patient.map(([, { unusedSeconds }]) => unusedSeconds));
    const outage = Math.max(...hasty.map(([, { outageSeconds }]) => outageSeconds));
    return {
      version: COREDNS_VERSION,
      checked: calls(rollOuts),
      faults,
      figures: [
        `${failed(patient)} of ${calls(patient)} failed`,
        `new pods were used after ${unused} s`,
        `pods that leave after 15 s: an outage of ${outage} s`,
      ],
    };
  },
};
