import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as queries from '@parcelyard/orders/adapters/platforms/shopify/orders-query';
import type { Judge } from '../judge';

/** Carries the Admin schemas of every version that Shopify supports, as introspection answers. */
const SCHEMAS = '@shopify/dev-mcp@1.16.0';
const GRAPHQL = 'graphql@16.15.0';
const ADMIN = /^admin_(\d{4}-\d{2})\.json\.gz$/;

interface Graphql {
  buildClientSchema(introspection: unknown): object;
  parse(query: string): object;
  validate(schema: object, document: object, rules?: readonly unknown[]): readonly { message: string }[];
  specifiedRules: readonly unknown[];
  NoDeprecatedCustomRule: unknown;
}

export const shopifySchemas: Judge = {
  name: 'shopify-schemas',
  proves:
    "Every query for Shopify is valid in each of Shopify's published Admin schemas, and asks for nothing deprecated.",
  needs: [],
  async judge(workshop) {
    const folder = await workshop.npm([SCHEMAS, GRAPHQL]);
    const { buildClientSchema, parse, validate, specifiedRules, NoDeprecatedCustomRule } = createRequire(
      join(folder, 'package.json'),
    )('graphql') as Graphql;
    const data = join(folder, 'node_modules/@shopify/dev-mcp/dist/data');
    const files = readdirSync(data).filter((file) => ADMIN.test(file));
    const ours = Object.entries(queries).filter(([name]) => name.endsWith('_QUERY')) as [string, string][];
    const faults: string[] = [];
    if (!files.some((file) => file.includes(queries.API_VERSION))) {
      faults.push(`Shopify publishes no schema of ${queries.API_VERSION}, the version that is asked.`);
    }
    for (const file of files) {
      const introspection = JSON.parse(gunzipSync(readFileSync(join(data, file))).toString('utf8'));
      const schema = buildClientSchema(introspection.data ?? introspection);
      for (const [name, query] of ours) {
        const problems = validate(schema, parse(query), [...specifiedRules, NoDeprecatedCustomRule]);
        faults.push(...problems.map(({ message }) => `${name} in ${file}: ${message}`));
      }
    }
    return { version: `${SCHEMAS}, ${GRAPHQL}`, checked: files.length * ours.length, faults };
  },
};
