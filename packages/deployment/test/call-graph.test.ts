import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AuthDefinition } from '@parcelyard/contracts/auth';
import { BillingDefinition } from '@parcelyard/contracts/billing';
import { CustomersDefinition } from '@parcelyard/contracts/customers';
import { DiagnosticsDefinition } from '@parcelyard/contracts/diagnostics';
import { OrdersDefinition } from '@parcelyard/contracts/orders';
import { PickupsDefinition } from '@parcelyard/contracts/pickups';
import { ShippingDefinition } from '@parcelyard/contracts/shipping';
import { readCallGraph } from '../src/service-table';
import { chart, root } from './support/helm';

const DEFINITIONS = {
  auth: AuthDefinition,
  orders: OrdersDefinition,
  shipping: ShippingDefinition,
  pickups: PickupsDefinition,
  'customers-email': CustomersDefinition,
  billing: BillingDefinition,
} as const;
type Service = keyof typeof DEFINITIONS;

/** The package that takes ids from billing, for every service except billing. */
const TAKES_IDS = 'packages/service-kit';

/**
 * The folders with each caller's code. The code of the local stack counts as `shipctl`, because it creates the demo
 * data with the calls of `shipctl`.
 */
const CODE: Readonly<Record<string, readonly string[]>> = {
  gateway: ['services/gateway'],
  ...Object.fromEntries(
    Object.keys(DEFINITIONS).map((service) => [
      service,
      service === 'billing' ? [`services/${service}`] : [`services/${service}`, TAKES_IDS],
    ]),
  ),
  shipctl: ['packages/cli', 'packages/local-stack'],
};

/** The name of every method in its contract, by its key in TypeScript. */
const METHODS = new Map(
  Object.values(DEFINITIONS).flatMap(({ methods }) =>
    Object.entries(methods).map(([key, { name }]) => [key, name] as const),
  ),
);

/** Every service has these methods, too, besides the methods of its contract. `shipctl doctor` calls them. */
const OF_EVERY_SERVICE: readonly string[] = Object.values(DiagnosticsDefinition.methods).map(
  ({ name }) => name,
);

interface Call {
  readonly callee: string;
  readonly method: string;
  readonly place: string;
}

const graph = readCallGraph(chart);
let inCode: ReadonlyMap<string, readonly Call[]>;
beforeAll(() => {
  inCode = callsInCode();
});

describe('the table of allowed calls', () => {
  it('lets shipctl check every service', () => {
    for (const service of Object.keys(DEFINITIONS)) {
      expect(graph.shipctl?.[service]).toEqual(expect.arrayContaining(OF_EVERY_SERVICE));
    }
  });

  it.each(Object.keys(CODE))('has for %s exactly the calls in its code', (caller) => {
    const calls = inCode.get(caller) ?? [];
    const table = Object.entries(graph[caller] ?? {}).flatMap(([callee, methods]) =>
      methods
        .filter((method) => caller !== 'shipctl' || !OF_EVERY_SERVICE.includes(method))
        .map((method) => ({ callee, method, place: 'nothing' })),
    );
    const line = ({ callee, method }: Call) => `\`- ${method}\` under \`${caller}:\`, \`${callee}:\``;
    const problems = [
      ...without(calls, table).map((call) => `add ${line(call)}: ${call.place} calls it`),
      ...without(table, calls).map((call) => `remove ${line(call)}: nothing calls it`),
    ];
    if (problems.length === 0) return;
    throw new Error(
      `charts/parcelyard/files/calls.yaml:\n  ${problems.join('\n  ')}\nThen run \`npm run chart\` and commit what it wrote.`,
    );
  });

  it('allows a method that its contract reserves for one caller only to that caller', () => {
    const made = madeForOneCaller().filter(({ caller }) => caller in graph);
    expect(made.map(({ method }) => method)).toEqual(expect.arrayContaining(['UpdateAccount', 'SaveRating']));
    const foreign = made.flatMap(({ callee, method, caller }) =>
      Object.keys(graph)
        .filter((other) => other !== caller && graph[other]?.[callee]?.includes(method))
        .map((other) => `${callee}.${method} is for ${caller}, and ${other} may call it`),
    );
    expect(foreign).toEqual([]);
  });

  it('names existing callers and methods, sorted', () => {
    expect(Object.keys(CODE)).toEqual(expect.arrayContaining(Object.keys(graph)));
    expect(Object.keys(CODE)).toEqual(expect.arrayContaining(readdirSync(join(root, 'services'))));
    for (const calls of Object.values(graph)) {
      for (const [callee, methods] of Object.entries(calls)) {
        const own = Object.values(DEFINITIONS[callee as Service].methods).map(({ name }) => name);
        const known = [...own, ...OF_EVERY_SERVICE];
        expect(known).toEqual(expect.arrayContaining([...methods]));
        expect(methods).toEqual([...new Set(methods)].sort());
      }
    }
  });
});

/** Other names that the contracts use for a caller, each with the caller's name in calls.yaml. */
const WORDS: Readonly<Record<string, string>> = {
  operators: 'shipctl',
  'migrations and fixtures': 'shipctl',
  '`shipctl ledger verify`': 'shipctl',
};

/**
 * Returns the methods whose comment in the contract begins with their callers, such as `For operators:` or `For
 * shipping:`.
 */
function madeForOneCaller(): { callee: string; method: string; caller: string }[] {
  const protos = Object.keys(DEFINITIONS).map((callee) => {
    const folder = callee === 'customers-email' ? 'customers' : callee;
    return [
      callee,
      readFileSync(join(root, `proto/parcelyard/${folder}/v1/${folder}.proto`), 'utf8'),
    ] as const;
  });
  return protos.flatMap(([callee, text]) =>
    [...text.matchAll(/^ {2}\/\/ For ([^:\n]+?)[:.](?:.*\n {2}\/\/)*.*\n {2}rpc (\w+)/gm)].map(
      ([, word = '', method = '']) => ({ callee, method, caller: WORDS[word] ?? word }),
    ),
  );
}

function without(calls: readonly Call[], others: readonly Call[]): Call[] {
  const known = new Set(others.map(({ callee, method }) => `${callee}.${method}`));
  return calls.filter(({ callee, method }) => !known.has(`${callee}.${method}`));
}

/** Returns the calls in each caller's sources, found by the compiler, each method once. */
function callsInCode(): ReadonlyMap<string, readonly Call[]> {
  const script = [join(root, 'scripts/list-calls.mjs'), JSON.stringify([...METHODS.keys()])];
  const projects = [...new Set(Object.values(CODE).flat())];
  const found = JSON.parse(
    execFileSync(process.execPath, [...script, ...projects], { cwd: root, encoding: 'utf8' }),
  ) as { project: string; area: string; key: string; place: string }[];
  return new Map(
    Object.entries(CODE).map(([caller, folders]) => {
      const calls = found
        .filter(({ project }) => folders.includes(project))
        .map(({ area, key, place }) => {
          const callee = area === 'customers' ? 'customers-email' : area;
          return [`${callee}.${key}`, { callee, method: METHODS.get(key) as string, place }] as const;
        });
      return [caller, [...new Map(calls).values()]];
    }),
  );
}
