import { seeded } from '@parcelyard/testing/seeded';
import { type ByName, type Costs, type Counts, loadOf, sum } from './costs';
import { KINDS, MERCHANT_DAY, type PerKind, ratesOf } from './kinds';
import { simulate, type Traffic, type Waits } from './simulate';

/** Values that are assumed, not measured. */
export const ASSUMED = {
  /** A process may use this share of its one core in the hour for which a deployment is planned. */
  utilisation: 0.6,
  /** Each service has two replicas, so that one may fail. */
  fewestReplicas: 2,
  /** How many commands in a second the primary of one replica set serves. */
  commandsPerPrimary: 5_000,
  /** Time from a service to its database and back, for a write that a majority acknowledges. */
  commandMs: 2,
  /** Copies of each event on the disks of NATS. */
  eventCopies: 3,
} as const;

export const SERVICES = [
  'gateway',
  'auth',
  'orders',
  'shipping',
  'billing',
  'customers-email',
  'pickups',
] as const;

const SIMULATED_CALLS = 60_000;

/** What a deployment needs during one hour of load. */
export interface Size {
  readonly callsPerSecond: number;
  /** The number of cores that each service uses. */
  readonly cores: ByName;
  readonly replicas: ByName;
  readonly memoryMegabytes: number;
  readonly reads: number;
  readonly writes: number;
  /** Commands in a second, by the service that owns the database. */
  readonly commands: ByName;
  /**
   * The number of primaries. One replica set for all services is enough if its primary can serve all their commands.
   * Otherwise each service has one or more primaries.
   */
  readonly primaries: number;
  readonly events: number;
  /** NATS messages in a second that publish, acknowledge, deliver or settle an event. */
  readonly messages: number;
  /** Bytes in a second for publishing, copying and delivering events. */
  readonly eventBytes: number;
  readonly answerBytes: number;
  /** Time from the call's arrival to its answer, by kind, without the carriers' time. */
  readonly waits: Readonly<Record<string, Waits>>;
}

export function sizeOf({ counted, timed }: Costs, merchants: number, share: number): Size {
  const rates = ratesOf(merchants, share);
  const sumOf = (figure: (counts: Counts) => number) =>
    KINDS.reduce((sum, kind) => sum + rates[kind] * figure(counted.calls[kind]), 0);
  const ms = loadOf(timed, rates);
  const cores = byService((service) => (ms[service] ?? 0) / 1_000);
  const replicas = byService((service) =>
    Math.max(ASSUMED.fewestReplicas, Math.ceil((cores[service] as number) / ASSUMED.utilisation)),
  );
  const commands = byService((service) =>
    sumOf(({ reads, writes }) => (reads[service] ?? 0) + (writes[service] ?? 0)),
  );
  const events = sumOf((counts) => counts.events);
  const deliveries = sumOf((counts) => counts.deliveries);
  const bytesPublished = sumOf((counts) => counts.eventBytes);
  return {
    callsPerSecond: KINDS.reduce((sum, kind) => sum + rates[kind], 0),
    cores,
    replicas,
    memoryMegabytes: SERVICES.reduce(
      (sum, service) => sum + (replicas[service] as number) * (timed.memory[service] ?? 0),
      0,
    ),
    reads: sumOf((counts) => sum(counts.reads)),
    writes: sumOf((counts) => sum(counts.writes)),
    commands,
    primaries: primariesFor(commands),
    events,
    messages: 2 * (events + deliveries),
    eventBytes:
      bytesPublished * ASSUMED.eventCopies + sumOf(({ eventBytes, deliveries }) => eventBytes * deliveries),
    answerBytes: sumOf((counts) => counts.answerBytes),
    waits: simulate({
      stations: Object.fromEntries(
        SERVICES.map((service) => [service, { servers: replicas[service] as number, line: 'each' }]),
      ),
      traffic: trafficOf({ counted, timed }, rates),
      calls: SIMULATED_CALLS,
      random: seeded(31),
      times: 'exponential',
    }),
  };
}

/** Returns the bytes of documents that a day adds, by `database.collection`. */
export function storedADay({ counted }: Pick<Costs, 'counted'>, merchants: number): ByName {
  const stored: Record<string, number> = {};
  for (const kind of KINDS)
    for (const [name, bytes] of Object.entries(counted.calls[kind].stored))
      stored[name] = (stored[name] ?? 0) + bytes * MERCHANT_DAY[kind] * merchants;
  return stored;
}

/**
 * Returns the stations that each kind of call visits. A call visits the gateway first and last, and in between each
 * other service as often as the call uses the service. The model assumes that the caller waits for all processor time
 * of the call, even for work after the answer. So the computed times are an upper bound.
 */
function trafficOf(
  { counted, timed }: Pick<Costs, 'counted' | 'timed'>,
  rates: PerKind,
): Record<string, Traffic> {
  return Object.fromEntries(
    KINDS.map((kind) => {
      const ms = timed.calls[kind];
      const inside = SERVICES.filter((service) => service !== 'gateway' && (ms[service] ?? 0) > 0);
      const half = { station: 'gateway', ms: (ms.gateway ?? 0) / 2 };
      const visits = inside.flatMap((station) => {
        const times = Math.max(1, Math.round(counted.calls[kind].visits[station] ?? 1));
        return Array.from({ length: times }, () => ({ station, ms: (ms[station] as number) / times }));
      });
      return [kind, { perSecond: rates[kind], visits: [half, ...visits, half] }];
    }),
  );
}

function primariesFor(commands: ByName): number {
  const of = (perSecond: number) => Math.ceil(perSecond / ASSUMED.commandsPerPrimary);
  const forAll = of(sum(commands));
  return forAll <= 1 ? 1 : Object.values(commands).reduce((all, perSecond) => all + of(perSecond), 0);
}

const byService = (figure: (service: string) => number): ByName =>
  Object.fromEntries(SERVICES.map((service) => [service, figure(service)]));
