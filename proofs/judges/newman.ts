import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Judge } from '../judge';
import { withStack } from '../with-stack';

const VERSION = '6.2.2';

/**
 * The operations in the order in which a person who ships a parcel uses them. Each step uses the answers of earlier
 * steps.
 */
const WALK = [
  ...[
    'Create a customer',
    'Get a customer',
    'Create an order',
    'Get an order',
    'Edit an order',
    'Get the rates of an order',
  ],
  ...[
    'Purchase a label',
    'Mark labels as printed',
    'Track an order',
    'Void the label of an order',
    'List orders',
  ],
  ...['Get the postage balance'],
];

interface Item {
  readonly name: string;
  readonly item?: readonly Item[];
}

interface Report {
  readonly run: {
    readonly executions: readonly {
      readonly item: { readonly name: string };
      readonly response?: { readonly code: number; readonly stream: { readonly data: readonly number[] } };
      readonly requestError?: unknown;
    }[];
    readonly failures: readonly { readonly error: { readonly message: string } }[];
  };
}

/**
 * Sends the requests of the published collection with Postman's own program. The collection is unchanged except for the
 * API key, which a new user adds, too.
 */
export const newman: Judge = {
  name: 'newman',
  proves:
    'The Postman collection creates an order, buys its label and voids the label. Only the API key must be filled in.',
  needs: [],
  async judge(workshop) {
    const folder = await workshop.npm([`newman@${VERSION}`]);
    const file = join(folder, 'collection.json');
    const report = join(folder, 'report.json');
    return withStack(async ({ baseUrl, demo }) => {
      const collection = (await (await fetch(`${baseUrl}/public/postman.json`)).json()) as Item;
      const all = collection.item?.flatMap(({ item = [] }) => item) ?? [];
      const walk = WALK.map((name) => all.find((each) => each.name === name) ?? { name });
      writeFileSync(file, JSON.stringify({ ...collection, item: walk }));
      await workshop.attempt(join(folder, 'node_modules/.bin/newman'), [
        ...['run', file, '--reporters', 'json', '--reporter-json-export', report],
        ...['--env-var', `token=${demo.accessToken}`],
      ]);
      const { run } = JSON.parse(readFileSync(report, 'utf8')) as Report;
      const refused = run.executions
        .filter(({ response }) => !response || response.code >= 300)
        .map(({ item, response }) => `${item.name}: ${response ? text(response) : 'no answer'}`);
      return {
        version: VERSION,
        checked: run.executions.length,
        faults: [...refused, ...run.failures.map(({ error }) => error.message)],
        figures: [`${all.length} requests in the collection`],
      };
    });
  },
};

const text = ({ code, stream }: NonNullable<Report['run']['executions'][number]['response']>) =>
  `${code} ${Buffer.from(stream.data)}`;
