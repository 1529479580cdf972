import { readFileSync } from 'node:fs';
import type { CostTable } from '../../e2e/support/cost/cost-table';
import { type Check, type Costs, type Stamp, sum } from './costs';
import { BLACK_FRIDAY_HOUR, BUSIEST_HOUR, KINDS, MERCHANT_DAY } from './kinds';
import { ASSUMED, SERVICES, type Size, sizeOf, storedADay } from './size';

const MERCHANTS = [100, 10_000, 1_000_000];
const HOURS = { 'busiest hour': BUSIEST_HOUR, 'Black Friday hour': BLACK_FRIDAY_HOUR };
/**
 * Titles of rows in e2e/cost-table.json, by the kind of call. A row has the number of commands that a call makes one
 * after another before its answer.
 */
const IN_A_ROW = { list_orders: 'list_orders', get_rates: 'get_rates', buy_label: 'buy_label, confirm' };
const costTable = JSON.parse(readFileSync('e2e/cost-table.json', 'utf8')) as CostTable;
/** How many days labels, mails, webhooks and activity are stored. */
const KEPT_DAYS = 400;

/** Returns the text of `docs/sizing-tables.md`, computed only from the file of costs. */
export function sizingTables(costs: Costs): string {
  const { counted, timed, checked } = costs;
  const deployments = MERCHANTS.flatMap((merchants) =>
    Object.entries(HOURS).map(([hour, share]) => ({
      title: `${number(merchants)}, ${hour}`,
      size: sizeOf(costs, merchants, share),
    })),
  );
  const eachSize = (columns: string[], cells: (size: Size) => (string | number)[]) =>
    table(
      ['Merchants', ...columns],
      deployments.map(({ title, size }) => [title, ...cells(size)]),
    );
  return [
    '# Sizing tables',
    'Written by `BENCH_ONLY=model node dist/bench.mjs` from `bench/growth-model/costs.json`; [sizing.md](sizing.md) explains how to read them.',
    '## Measured: a call of each kind',
    `Processor time in milliseconds by process, ${words(timed)}.`,
    table(
      ['', ...SERVICES, 'database', 'nats'],
      [...KINDS, 'base' as const].map((kind) => {
        const ms = kind === 'base' ? timed.base : timed.calls[kind];
        const name = kind === 'base' ? 'any load, a second' : kind;
        return [name, ...[...SERVICES, 'database', 'nats'].map((one) => figure(ms[one] ?? 0))];
      }),
    ),
    `Counted, ${words(counted)}.`,
    table(
      ['', 'reads', 'writes', 'RPCs', 'events', 'bytes of events', 'bytes of the answer', 'bytes stored'],
      KINDS.map((kind) => {
        const { reads, writes, visits, events, deliveries, eventBytes, answerBytes, stored } =
          counted.calls[kind];
        const figures = [sum(reads), sum(writes), sum(visits) - deliveries, events];
        return [kind, ...figures.map(figure), ...[eventBytes, answerBytes, sum(stored)].map(number)];
      }),
    ),
    '## Measured: the model against one machine',
    ...(checked
      ? [
          `Black Friday hours of this many merchants, plus the time until the remaining work was done. Calls a second are averages over both; ${words(checked)}.`,
          checkTable(checked.loads),
        ]
      : []),
    '## Assumed',
    'Calls of a merchant a day:',
    table([...KINDS], [KINDS.map((kind) => MERCHANT_DAY[kind])]),
    `The busiest hour has ${BUSIEST_HOUR * 100} % of the calls of a day. A Black Friday hour has as many calls as ${BLACK_FRIDAY_HOUR * 100} % of an ordinary day.`,
    `A process uses ${ASSUMED.utilisation * 100} % of its core at most. The core is as fast as a core of the machine above. Each service has ${ASSUMED.fewestReplicas} replicas or more. The primary of a replica set serves ${number(ASSUMED.commandsPerPrimary)} commands a second, each within ${ASSUMED.commandMs} ms. Of each event there are ${ASSUMED.eventCopies} copies. The database of the table above is the embedded engine, so its processor time does not show MongoDB's.`,
    '## Computed: replicas',
    eachSize(
      ['calls a second', ...SERVICES, 'cores in use by services', 'memory, GB'],
      ({ replicas, cores, ...size }) => [
        figure(size.callsPerSecond),
        ...SERVICES.map((service) => number(replicas[service] as number)),
        figure(sum(cores)),
        figure(size.memoryMegabytes / 1_024),
      ],
    ),
    '## Computed: time to the answer, half and 99 of 100 calls, in milliseconds',
    eachSize(Object.keys(IN_A_ROW), ({ waits }) =>
      Object.entries(IN_A_ROW).map(([kind, title]) => {
        const commandsMs = (costTable.calls[title]?.inARow ?? 0) * ASSUMED.commandMs;
        const { p50 = 0, p99 = 0 } = waits[kind] ?? {};
        return `${number(p50 + commandsMs)} / ${number(p99 + commandsMs)}`;
      }),
    ),
    '## Computed: database commands a second',
    eachSize(
      ['reads', 'writes', ...SERVICES.slice(1, -1), 'primaries'],
      ({ reads, writes, commands, primaries }) => [
        ...[reads, writes, ...SERVICES.slice(1, -1).map((service) => commands[service] as number)].map(
          number,
        ),
        number(primaries),
      ],
    ),
    '## Computed: NATS and answers',
    eachSize(
      ['events a second', 'messages a second', 'NATS, MB a second', 'answers, Mbit a second'],
      (size) => [
        figure(size.events),
        figure(size.messages),
        figure(size.eventBytes / 1e6),
        figure((size.answerBytes * 8) / 1e6),
      ],
    ),
    '## Computed: documents stored, in GB',
    table(
      ['Merchants', 'a day', ...SERVICES.slice(1, -1), `${KEPT_DAYS} days`],
      MERCHANTS.map((merchants) => {
        const stored = storedADay(costs, merchants);
        const of = (service: string) =>
          Object.entries(stored)
            .filter(([name]) => name.startsWith(`${service.replaceAll('-', '_')}.`))
            .reduce((bytes, [, more]) => bytes + more, 0);
        const day = sum(stored);
        return [
          number(merchants),
          ...[day, ...SERVICES.slice(1, -1).map(of), day * KEPT_DAYS].map((bytes) => figure(bytes / 1e9)),
        ];
      }),
    ),
    '',
  ].join('\n\n');
}

const checkTable = (loads: readonly Check[]): string =>
  table(
    [
      'Merchants',
      'calls a second',
      'computed, % of a core',
      'measured',
      'difference',
      'by process, computed / measured',
    ],
    loads.map(({ merchants, callsPerSecond, computed, measured }) => {
      const [model, machine] = [sum(computed), sum(measured)];
      const each = Object.keys(measured).map(
        (name) => `${name} ${figure((computed[name] ?? 0) / 10)} / ${figure((measured[name] ?? 0) / 10)}`,
      );
      const difference = `${Math.round((model / machine - 1) * 100)} %`;
      return [
        number(merchants),
        figure(callsPerSecond),
        figure(model / 10),
        figure(machine / 10),
        difference,
        each.join(', '),
      ];
    }),
  );

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const words = ({ at, machine, commit, loadAverage }: Stamp) =>
  `${at}, ${machine}, commit ${commit}, load average ${loadAverage}`;
const number = (value: number) => Math.round(value).toLocaleString('en');
const figure = (value: number) =>
  Number(value.toPrecision(3)).toLocaleString('en', { maximumSignificantDigits: 3 });
