import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fromShopify } from '@parcelyard/orders/adapters/platforms/shopify/from-shopify';
import * as fulfillments from '@parcelyard/orders/adapters/platforms/shopify/fulfillment-queries';
import * as orders from '@parcelyard/orders/adapters/platforms/shopify/orders-query';
import * as webhooks from '@parcelyard/orders/adapters/platforms/shopify/webhooks-query';
import type { Judge } from '../judge';
import { askShopifyDouble } from '../shopify/ask-shopify-double';
import { fitsSchema, type Graphql } from '../shopify/fits-schema';

/** A package with the Admin schemas of every version that Shopify supports, in the form of introspection answers. */
const SCHEMAS = '@shopify/dev-mcp@1.16.0';
const GRAPHQL = 'graphql@16.15.0';
const ADMIN = /^admin_(\d{4}-\d{2})\.json\.gz$/;

/**
 * Our state of a paid order, for each fulfillment state of Shopify. A fulfillment state that is not in this table is
 * unknown to us.
 */
const STATES: Readonly<Record<string, string>> = {
  UNFULFILLED: 'open',
  OPEN: 'open',
  PARTIALLY_FULFILLED: 'open',
  REQUEST_DECLINED: 'open',
  ON_HOLD: 'withheld',
  SCHEDULED: 'withheld',
  RESTOCKED: 'withheld',
  PENDING_FULFILLMENT: 'withheld',
  IN_PROGRESS: 'withheld',
  FULFILLED: 'shipped',
  FULFILLMENT_NOT_REQUIRED: 'withheld',
};

export const shopifySchemas: Judge = {
  name: 'shopify-schemas',
  proves:
    "Every query to Shopify, with its variables, is valid in each of Shopify's published Admin schemas and requests nothing deprecated. The product handles every fulfilment status of the schemas. Our double of Shopify answers only what the schema contains.",
  needs: [],
  async judge(workshop) {
    const folder = await workshop.npm([SCHEMAS, GRAPHQL]);
    const graphql = createRequire(join(folder, 'package.json'))('graphql') as Graphql;
    const { buildClientSchema, parse, validate, specifiedRules, NoDeprecatedCustomRule } = graphql;
    const data = join(folder, 'node_modules/@shopify/dev-mcp/dist/data');
    const files = readdirSync(data).filter((file) => ADMIN.test(file));
    const ours = Object.entries({ ...orders, ...fulfillments, ...webhooks }).filter(([name]) =>
      /_(QUERY|MUTATION)$/.test(name),
    ) as [string, string][];
    const exchanges = await askShopifyDouble();
    const faults: string[] = unasked(ours, exchanges);
    let statuses = 0;
    if (!files.some((file) => file.includes(orders.API_VERSION))) {
      faults.push(`Shopify publishes no schema of ${orders.API_VERSION}, the version that we use.`);
    }
    for (const file of files) {
      const introspection = JSON.parse(gunzipSync(readFileSync(join(data, file))).toString('utf8'));
      const schema = buildClientSchema(introspection.data ?? introspection);
      for (const [name, query] of ours) {
        const problems = validate(schema, parse(query), [...specifiedRules, NoDeprecatedCustomRule]);
        faults.push(...problems.map(({ message }) => `${name} in ${file}: ${message}`));
      }
      for (const exchange of exchanges) {
        faults.push(...fitsSchema(graphql, schema, exchange).map((fault) => `${fault} (${file})`));
      }
      for (const { name } of schema.getType('OrderDisplayFulfillmentStatus').getValues?.() ?? []) {
        statuses += 1;
        const state = stateOf(name);
        if (state !== STATES[name]) faults.push(`${name} in ${file} is ${state}, not ${STATES[name]}.`);
      }
    }
    return {
      version: `${SCHEMAS}, ${GRAPHQL}`,
      checked: files.length * (ours.length + exchanges.length) + statuses,
      faults,
    };
  },
};

/**
 * Returns a sentence for each query that was never sent to the double. Such a query is a fault, because no answer to it
 * was checked.
 */
const unasked = (ours: readonly [string, string][], exchanges: readonly { query: string }[]): string[] =>
  ours
    .filter(([, query]) => !exchanges.some((exchange) => exchange.query === query))
    .map(([name]) => `${name} was never sent`);

/** Returns our state of an order with two pieces, one of which is still to be sent. */
function stateOf(displayFulfillmentStatus: string): string {
  const money = { shopMoney: { amount: '10.00' } };
  const line = {
    id: 'gid://shopify/LineItem/1',
    name: 'Mug',
    currentQuantity: 2,
    unfulfilledQuantity: 1,
    requiresShipping: true,
  };
  const order = {
    id: 'gid://shopify/Order/1',
    name: '#1001',
    createdAt: '2026-03-01T09:30:00Z',
    currencyCode: 'USD',
    displayFinancialStatus: 'PAID',
    displayFulfillmentStatus,
    currentShippingPriceSet: money,
    currentTotalDiscountsSet: money,
    currentTotalPriceSet: money,
    shippingAddress: { address1: '12 Analytical Way' },
    lineItems: { nodes: [], pageInfo: { hasNextPage: false } },
  };
  return fromShopify(order, [{ ...line, originalUnitPriceSet: money }]).state;
}
