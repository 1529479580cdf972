import { z } from 'zod';
import { shopifyLines, shopifyOrder } from './from-shopify';

/**
 * Shopify supports an API version for a year (shopify.dev, "API versioning"). The version is fixed here, because a
 * later version may rename fields.
 */
export const API_VERSION = '2026-07';

/** Shopify allows 1,000 points for one query. A page of this size costs less, even with the lines of each order. */
export const ORDERS_A_PAGE = 20;
const LINES_WITH_AN_ORDER = 10;
export const LINES_A_PAGE = 100;
/** How many labels of an order are read. No order gets so many. */
const LABELS = 50;

/** The arguments of some fields. They are the same in every query for orders. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  lineItems: `(first: ${LINES_WITH_AN_ORDER})`,
  fulfillments: `(first: ${LABELS})`,
  trackingInfo: '(first: 5)',
};

/** Returns the GraphQL selection that requests every field of the schema. */
function selection(schema: unknown): string {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return selection(schema.unwrap());
  if (schema instanceof z.ZodArray) return selection(schema.element);
  if (!(schema instanceof z.ZodObject)) return '';
  const fields = Object.entries(schema.shape).map(
    ([name, field]) => `${name}${ARGUMENTS[name] ?? ''}${selection(field)}`,
  );
  return ` { ${fields.join(' ')} }`;
}

/**
 * A query for the orders that changed within a period, sorted by last change. An order that changes while pages are
 * read moves to the end, so no order is missed.
 */
export const ORDERS_QUERY = `
query Orders($first: Int!, $after: String, $filter: String!) {
  orders(first: $first, after: $after, query: $filter, sortKey: UPDATED_AT) {
    nodes${selection(shopifyOrder.omit({ fulfillments: true }))}
    pageInfo { hasNextPage endCursor }
  }
}`;

/** Reads one order: right before a label is bought, and when its store changes its status. */
export const ORDER_QUERY = `
query Order($id: ID!) {
  order(id: $id)${selection(shopifyOrder)}
}`;

/** A query for the further lines of an order that has more lines than its first page. */
export const LINES_QUERY = `
query OrderLines($id: ID!, $first: Int!, $after: String) {
  order(id: $id) {
    lineItems(first: $first, after: $after)${selection(shopifyLines)}
  }
}`;

/**
 * Customs data of an order's goods. It is a separate query, because the app may lack the permission to read products.
 */
export const CUSTOMS_QUERY = `
query OrderCustoms($id: ID!, $first: Int!) {
  order(id: $id) {
    lineItems(first: $first) {
      nodes { id variant { inventoryItem { harmonizedSystemCode countryCodeOfOrigin } } }
    }
  }
}`;

/** A query that fails if the app lacks a permission that every connection needs. */
export const ACCESS_QUERY = `
query Access {
  orders(first: 1) { nodes { id shippingAddress { zip } } }
}`;

/** Returns a filter in Shopify's search syntax. Times are quoted because they contain colons. */
export const windowFilter = ({ after, until }: { after: Date; until: Date }): string =>
  `updated_at:>='${after.toISOString()}' AND updated_at:<='${until.toISOString()}'`;
