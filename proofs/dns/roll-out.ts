import { lookup } from 'node:dns/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { CancelPickupRequest, Pickup } from '@parcelyard/contracts/pickups';
import { createLogger } from '@parcelyard/service-kit/logger';
import { createGrpcClient } from '@parcelyard/service-kit/rpc/grpc-client';
import { startGrpcServer } from '@parcelyard/service-kit/rpc/grpc-server';
import { CACHE_SECONDS, openPodNetwork, type PodNetwork } from './pod-network';

/**
 * Replaces both replicas of each service while the service is called, and prints how many calls failed. It needs
 * namespaces of its own:
 *
 * `unshare --net --mount --map-root-user node dist/proofs-roll-out.mjs <path of CoreDNS>`
 */
export interface RollOut {
  readonly calls: number;
  readonly failed: number;
  /** How many calls failed after the cached answer with the old replicas' addresses had expired. */
  readonly failedLate: number;
  /** The longest time, in seconds, from a new pod's entry in DNS to the first call that this pod got. */
  readonly unusedSeconds: number;
  /** Seconds from the end of the last old replica to the last failed call; 0 without a failure. */
  readonly outageSeconds: number;
}

const PORT = 50_051;
const CALLERS = 4;
/** Time between two pods of a roll-out, in which the next pod becomes ready. */
const STEP_MS = 4_000;
/**
 * How long an old pod runs after its address was removed from DNS. The long time is longer than an answer is cached,
 * the short time is shorter. Callers cached the answer just before the removal.
 */
const LONG_STOP_MS = 35_000;
const SHORT_STOP_MS = 15_000;
/** Milliseconds after which a DNS answer is no longer cached, and callers have looked the name up again. */
const FORGOTTEN_MS = (CACHE_SECONDS + 6) * 1_000;

const PODS = {
  name: 'Pods',
  fullName: 'parcelyard.proofs.v1.Pods',
  methods: {
    cancel: {
      name: 'Cancel',
      requestType: CancelPickupRequest,
      requestStream: false,
      responseType: Pickup,
      responseStream: false,
    },
  },
} as const;

async function startPod(network: PodNetwork, address: string) {
  network.add(address);
  const startedAt = performance.now();
  let calledAt = Number.POSITIVE_INFINITY;
  const server = await startGrpcServer({
    definition: PODS,
    handlers: {
      cancel: async ({ pickupId }) => {
        calledAt = Math.min(calledAt, performance.now());
        return { ...Pickup.decode(new Uint8Array()), pickupId };
      },
    },
    listen: `${address}:${PORT}`,
    logger: createLogger('pod', 'silent'),
  });
  return {
    unusedSeconds: () => tenths(calledAt - startedAt),
    stop: async () => {
      await server.drain(5_000);
      network.remove(address);
    },
  };
}

const SERVICES = ['patient-old-first', 'patient-new-first', 'hasty-old-first', 'hasty-new-first'] as const;
type Service = (typeof SERVICES)[number];

const hostOf = (service: Service) => `${service}.pods`;
/** Returns the addresses of a service's first two pods, and of the two pods that replace them. */
const addressesOf = (service: Service) =>
  [1, 2, 3, 4].map((pod) => `10.77.${SERVICES.indexOf(service) + 1}.${pod}`) as [
    string,
    string,
    string,
    string,
  ];

async function rollOut(network: PodNetwork, service: Service): Promise<RollOut> {
  const host = hostOf(service);
  const [a, b, c, d] = addressesOf(service);
  const ordered = (older: string, newer: string) =>
    service.endsWith('new-first') ? [newer, older] : [older, newer];
  const preStopMs = service.startsWith('patient') ? LONG_STOP_MS : SHORT_STOP_MS;
  const old = [await startPod(network, a), await startPod(network, b)] as const;
  const client = createGrpcClient(PODS, { address: `dns:///${host}:${PORT}` });
  await client.rpc.cancel({ accountId: 1, pickupId: 0, confirm: true }, { timeoutMs: 30_000 });

  let over = false;
  let [calls, goneAt] = [0, Number.NaN];
  const failures: number[] = [];
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!over) {
      const pickupId = ++calls;
      const answer = client.rpc.cancel({ accountId: 1, pickupId, confirm: true }, { timeoutMs: 5_000 });
      await answer.catch(() => failures.push(performance.now()));
      await pause(20);
    }
  });

  await lookup(host);
  const cachedAt = performance.now();
  const stopLater = async (pod: (typeof old)[number]) => {
    await pause(preStopMs);
    await pod.stop();
  };
  const pods = [await startPod(network, c)];
  network.name(host, ordered(b, c));
  const first = stopLater(old[0]);
  await pause(STEP_MS);
  pods.push(await startPod(network, d));
  network.name(host, ordered(c, d));
  await Promise.all([first, stopLater(old[1])]);
  goneAt = performance.now();
  await pause(Math.max(10_000, cachedAt + FORGOTTEN_MS + 20_000 - goneAt));
  over = true;
  await Promise.all(callers);
  client.close();
  await Promise.all(pods.map(({ stop }) => stop()));
  return {
    calls,
    failed: failures.length,
    failedLate: failures.filter((at) => at > cachedAt + FORGOTTEN_MS).length,
    unusedSeconds: Math.max(...pods.map((pod) => pod.unusedSeconds())),
    outageSeconds: tenths(Math.max(0, (failures.at(-1) ?? 0) - goneAt)),
  };
}

const tenths = (milliseconds: number) => Math.round(milliseconds / 100) / 10;

const first = SERVICES.map((service) => [hostOf(service), addressesOf(service).slice(0, 2)]);
const network = await openPodNetwork(process.argv[2] as string, Object.fromEntries(first));
const seen = await Promise.all(
  SERVICES.map(async (service) => [service, await rollOut(network, service)] as const),
);
network.close();
process.stdout.write(JSON.stringify(Object.fromEntries(seen)));
process.exit(0);
