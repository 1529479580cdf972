import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sellerCarriers, sellerHooks, sellersYaml } from './seller-facts';
import { readCallGraph, readServiceTable } from './service-table';
import { settableVariables } from './settable-variables';
import { valuesReadme } from './values-readme';
import { valuesSchema } from './values-schema';

/**
 * Returns the files that are generated from the chart's tables and the services' configurations, by path from the
 * repository root.
 */
export function chartFiles(root: string): ReadonlyMap<string, string> {
  const chart = join(root, 'charts/parcelyard');
  const sellers = sellersYaml(root);
  const table = readServiceTable(chart, sellers);
  const variables = settableVariables(root, table);
  const values = readFileSync(join(chart, 'values.yaml'), 'utf8');
  return new Map([
    ['charts/parcelyard/values.schema.json', `${JSON.stringify(valuesSchema(variables), null, 2)}\n`],
    ['packages/service-kit/src/rpc/call-graph.json', `${JSON.stringify(readCallGraph(chart), null, 2)}\n`],
    ['packages/service-kit/src/hooks/seller-hooks.json', `${JSON.stringify(sellerHooks(), null, 2)}\n`],
    ['packages/service-kit/src/carriers.json', `${JSON.stringify(sellerCarriers(), null, 2)}\n`],
    ['charts/parcelyard/files/sellers.yaml', sellers],
    ['charts/parcelyard/README.md', valuesReadme({ values, table, variables })],
  ]);
}
