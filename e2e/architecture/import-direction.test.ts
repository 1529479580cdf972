import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { readImportGraph, type SourceFile } from './import-graph';

const root = resolve(__dirname, '../..');
const sources = ['services', 'packages'].flatMap((folder) =>
  readdirSync(resolve(root, folder)).map((name) => `${folder}/${name}/src`),
);
const files = readImportGraph(root, [...sources, 'services/gateway/views']);

/**
 * The rules of imports. A file that matches `from` may import only files of this repository that match one of `may`.
 * For types, it may also import files that match one of `mayType`. SELF is the service's name.
 */
const RULES: readonly { rule: string; from: RegExp; may: readonly RegExp[]; mayType?: readonly RegExp[] }[] =
  [
    {
      rule: 'a domain is pure: it knows itself, money, and the words and the calendar of the kit',
      from: /^services\/([^/]+)\/src\/domain\//,
      may: [
        /^services\/SELF\/src\/domain\//,
        // These files contain only the sellers' names and no code.
        /^services\/shipping\/src\/sellers\/(declarations|seller-declaration)\.ts$/,
        /^packages\/money\//,
        /^packages\/service-kit\/src\/calendar\//,
        /^packages\/service-kit\/src\/(carriers|domain-error|failure|name-order|searchable|ids|clock|backoff|complete|connection-kind|addresses\/(blank-address|region-code|split-name)|destination-digest|possible-times|webhook-event)\.ts$/,
      ],
      mayType: [/^packages\/(contracts|reasons)\//],
    },
    {
      rule: 'a migration knows the database alone, so that no later change of the service changes it',
      from: /^services\/([^/]+)\/src\/migrations\//,
      may: [/^services\/SELF\/src\/migrations\//, /^packages\/service-kit\//],
    },
    {
      rule: 'a use case knows its domain and its ports, and of an adapter the type alone',
      from: /^services\/([^/]+)\/src\/use-cases\//,
      may: [
        /^services\/SELF\/src\/(domain|use-cases|sellers)\//,
        /^services\/SELF\/src\/ports\.ts$/,
        /^packages\/(money|contracts|service-kit|due-work|events|reasons)\//,
      ],
      // Storage with only one implementation has no separate interface: its type is the return type of the adapter's
      // factory. So use cases may import types from adapters.
      mayType: [/^services\/SELF\/src\/adapters\//, /^packages\/reasons\//],
    },
    {
      rule: 'a service knows itself and the packages, never another service',
      from: /^services\/([^/]+)\/src\//,
      may: [
        /^services\/SELF\/src\//,
        /^packages\/(money|reasons|contracts|service-kit|due-work|events|egress)\//,
      ],
    },
    {
      rule: 'the gateway reaches services through its clients alone',
      from: /^services\/gateway\/src\/(?!clients\/|main\.ts|app\.ts|config\.ts)/,
      may: [
        /^services\/gateway\/src\//,
        /^packages\/(money|reasons|service-kit|egress)\//,
        /^packages\/contracts\//,
      ],
    },
    {
      rule: "the gateway's clients know contracts, never tools or surfaces",
      from: /^services\/gateway\/src\/clients\//,
      may: [/^services\/gateway\/src\/clients\//, /^packages\/(money|contracts|service-kit)\//],
    },
    {
      rule: "the gateway's tools know clients and each other, never a surface",
      from: /^services\/gateway\/src\/tools\//,
      may: [
        /^services\/gateway\/src\/(tools|operations|values|clients)\//,
        /^packages\/(money|contracts|service-kit)\//,
      ],
    },
    {
      rule: 'REST and the pages know operations and clients, never a tool',
      from: /^services\/gateway\/src\/surfaces\/(rest|web)\//,
      may: [
        /^services\/gateway\/src\/(operations|values|clients|surfaces)\//,
        /^packages\/(money|reasons|contracts|service-kit)\//,
      ],
    },
    {
      rule: "the gateway's operations know clients and each other, neither tools nor surfaces",
      from: /^services\/gateway\/src\/operations\//,
      may: [
        /^services\/gateway\/src\/(operations|values|clients)\//,
        /^packages\/(money|contracts|service-kit)\//,
      ],
    },
    {
      rule: "the gateway's values are those of contracts and of operations' context",
      from: /^services\/gateway\/src\/values\//,
      may: [
        /^services\/gateway\/src\/(values\/|operations\/operation-context|clients\/caller)/,
        /^packages\/(money|contracts)\//,
      ],
    },
    {
      rule: "a view in the chat knows views, plain values, the carriers' names and the pages' drawings",
      from: /^services\/gateway\/views\//,
      may: [
        /^services\/gateway\/views\//,
        /^services\/gateway\/src\/values\/(address-checks|order-status|preview-words)\.ts$/,
        /^packages\/service-kit\/src\/carriers\.ts$/,
        /^services\/gateway\/src\/surfaces\/web\/(view\/(charts\/|format\.ts)|assets\/charts\.css)/,
      ],
    },
    {
      rule: "the gateway's settings know no surface",
      from: /^services\/gateway\/src\/config\.ts/,
      may: [/^services\/gateway\/src\/values\//, /^packages\/(egress|service-kit)\//],
    },
    {
      rule: 'contracts know only contracts',
      from: /^packages\/contracts\//,
      may: [/^packages\/contracts\//],
    },
    {
      rule: 'reasons know how money is written, and nothing else',
      from: /^packages\/reasons\//,
      may: [/^packages\/(reasons|money)\//],
    },
    { rule: 'money knows nothing', from: /^packages\/money\//, may: [/^packages\/money\//] },
    {
      rule: 'the embedded engine knows nothing of the product',
      from: /^packages\/embedded-mongo\//,
      may: [/^packages\/embedded-mongo\//],
    },
    {
      rule: 'the calendar is pure',
      from: /^packages\/service-kit\/src\/calendar\//,
      may: [/^packages\/service-kit\/src\/(calendar\/|bounded-map\.ts)/],
    },
    {
      rule: 'the kit knows only contracts and reasons',
      from: /^packages\/service-kit\//,
      may: [/^packages\/(service-kit|contracts|reasons)\//],
    },
    {
      rule: 'egress stands on the kit',
      from: /^packages\/egress\//,
      may: [/^packages\/(egress|service-kit)\//],
    },
    {
      rule: 'due work stands on the kit',
      from: /^packages\/due-work\//,
      may: [/^packages\/(due-work|service-kit)\//],
    },
    {
      rule: 'events stand on the kit and on due work',
      from: /^packages\/events\//,
      may: [/^packages\/(events|due-work|service-kit|contracts)\//],
    },
    {
      rule: "what the chart is made of follows from the services' configurations alone",
      from: /^packages\/deployment\//,
      may: [
        /^packages\/deployment\//,
        /^services\/[^/]+\/src\/config\.ts$/,
        /^services\/shipping\/src\/sellers\/(declarations|seller-declaration|known-carriers)\.ts$/,
      ],
    },
    {
      rule: 'the operator program speaks contracts, not to databases or services',
      from: /^packages\/cli\//,
      may: [/^packages\/(cli|money|reasons|contracts|service-kit|events|local-stack)\//],
    },
  ];

function violations({ from, may, mayType = [] }: (typeof RULES)[number]): string[] {
  return files.flatMap((file) => {
    const match = from.exec(file.path);
    if (!match) return [];
    const matches = (patterns: readonly RegExp[], target: string) =>
      patterns.some((pattern) => new RegExp(pattern.source.replaceAll('SELF', match[1] ?? '')).test(target));
    return file.imports
      .filter((target) => !matches(may, target))
      .filter((target) => !(file.typeOnly.has(target) && matches(mayType, target)))
      .map((target) => `${file.path} → ${target}`);
  });
}

describe('imports go in one direction', () => {
  it.each(RULES)('$rule', (rule) => {
    expect(files.some((file) => rule.from.test(file.path))).toBe(true);
    expect(violations(rule)).toEqual([]);
  });

  it('a domain does no input or output: it imports no npm package and no node module', () => {
    const impure = files
      .filter((file) => /^services\/[^/]+\/src\/domain\//.test(file.path))
      .flatMap((file) => file.outside.map((module) => `${file.path} → ${module}`));
    expect(impure).toEqual([]);
  });

  it('a use case uses no database, socket or file directly', () => {
    const impure = files
      .filter((file) => /^services\/[^/]+\/src\/use-cases\//.test(file.path))
      .flatMap((file) =>
        file.outside
          .filter((module) => /^(mongodb|@grpc|koa|node:(fs|net|http))/.test(module))
          .map((module) => `${file.path} → ${module}`),
      );
    expect(impure).toEqual([]);
  });

  it('no file imports itself through other files', () => {
    expect(findCycle(files)).toBeUndefined();
  });
});

function findCycle(graph: readonly SourceFile[]): string | undefined {
  const byPath = new Map(graph.map((file) => [file.path, file]));
  const state = new Map<string, 'open' | 'done'>();
  const visit = (path: string, trail: readonly string[]): string | undefined => {
    if (state.get(path) === 'done') return undefined;
    if (state.get(path) === 'open') return [...trail.slice(trail.indexOf(path)), path].join(' → ');
    state.set(path, 'open');
    for (const next of byPath.get(path)?.imports ?? []) {
      const cycle = visit(next, [...trail, path]);
      if (cycle) return cycle;
    }
    state.set(path, 'done');
    return undefined;
  };
  for (const { path } of graph) {
    const cycle = visit(path, []);
    if (cycle) return cycle;
  }
  return undefined;
}
