import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Judge } from '../judge';
import type { Workshop } from '../workshop';

const VERSION = '13.2.3';
const DASHBOARD = 'charts/parcelyard/files/dashboard.json';

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly options?: object;
  /** Not checked by this judge, because queries depend on the data source. The judge `prometheus` checks them. */
  readonly targets?: unknown;
}

/** Grafana's types for the options of each kind of panel. */
const OPTIONS: Readonly<Record<string, string>> = {
  stat: 'stat/panelcfg/x/StatPanelCfg_types.gen',
  text: 'text/panelcfg/x/TextPanelCfg_types.gen',
  timeseries: 'timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen',
};

const COMPILE = [
  ...['--strict', '--noEmit', '--skipLibCheck', '--types', 'node', '--lib', 'es2022,dom'],
  ...['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'],
];

export const grafanaSchema: Judge = {
  name: 'grafana-schema',
  proves: "Grafana's own types know every field of the dashboard and of its panels.",
  needs: [],
  async judge(workshop) {
    writeFileSync(join(workshop.folder, 'package.json'), '{"type":"module"}\n');
    await workshop.npm([`@grafana/schema@${VERSION}`, 'typescript@5.9.3', '@types/node@20.19.24']);
    const { panels, ...dashboard } = JSON.parse(readFileSync(DASHBOARD, 'utf8'));
    const faults = await compile(workshop, dashboard, panels);
    const unknown = { ...panels[0], options: { ...panels[0].options, colour: 'red' } };
    const noticed = await compile(workshop, dashboard, [unknown]);
    return {
      version: VERSION,
      checked: panels.length,
      faults: noticed.length > 0 ? faults : ['the judge accepts a field that Grafana does not know'],
    };
  },
};

async function compile(workshop: Workshop, dashboard: object, panels: readonly Panel[]): Promise<string[]> {
  writeFileSync(join(workshop.folder, 'dashboard.ts'), typedDashboard(dashboard, panels));
  const compiler = join(workshop.folder, 'node_modules/.bin/tsc');
  const { code, stdout } = await workshop.attempt(compiler, [...COMPILE, 'dashboard.ts']);
  return code === 0 ? [] : stdout.trim().split('\n');
}

/**
 * Returns TypeScript source in which each part of the dashboard is a literal of Grafana's type. The compiler then
 * checks the dashboard. `Plain` is needed because the dashboard's JSON has plain text where Grafana's types have
 * enumerations.
 */
function typedDashboard(dashboard: object, panels: readonly Panel[]): string {
  const kinds = Object.entries(OPTIONS).map(
    ([type, path]) =>
      `import type { Options as ${type} } from '@grafana/schema/dist/esm/raw/composable/${path}';`,
  );
  const literals = panels.flatMap(({ targets: _, options, ...panel }) => [
    `const panel${panel.id}: Plain<${panel.type === 'row' ? 'RowPanel' : 'Panel'}> = ${JSON.stringify(panel)};`,
    ...(options
      ? [`const options${panel.id}: Plain<Partial<${panel.type}>> = ${JSON.stringify(options)};`]
      : []),
  ]);
  return [
    "import type { Dashboard, Panel, RowPanel } from '@grafana/schema';",
    ...kinds,
    `type Plain<T> = T extends string ? \`\${T}\` : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;`,
    `const dashboard: Plain<Dashboard> = ${JSON.stringify(dashboard)};`,
    ...literals,
    '',
  ].join('\n');
}
