import type { AccountId } from '@parcelyard/service-kit/ids';
import type { ContentFrom, PlatformOrder } from './platform';

const DAY_MS = 86_400_000;
/** A sandbox store has no order from before this time. */
const OPENED_AT = Date.UTC(2020, 0, 1);
/** Every tenth customer changes an order this long after placing it. */
const CHANGE_AFTER_MS = 6 * 3_600_000;

export interface SandboxWindow {
  since: Date;
  until: Date;
}

/**
 * Returns the first and last numbers of orders that may have changed in this time. Everything about an order is
 * computed from its account and number, so a repeated call gives the same answer.
 */
export function sandboxOrderNumbers({ since, until }: SandboxWindow, ordersPerDay: number) {
  const interval = DAY_MS / ordersPerDay;
  const after = since.getTime() - CHANGE_AFTER_MS - OPENED_AT;
  const last = Math.floor((until.getTime() - OPENED_AT) / interval);
  return { first: Math.max(1, Math.floor(after / interval)), last };
}

/**
 * Returns the order as the store shows it at the end of this period; undefined when the order did not change in the
 * period.
 */
export function sandboxOrder(
  accountId: AccountId,
  number: number,
  ordersPerDay: number,
  { since, until }: SandboxWindow,
): PlatformOrder | undefined {
  const placedAt = new Date(Math.round(OPENED_AT + number * (DAY_MS / ordersPerDay)));
  const draw = drawer(accountId, number);
  const laterAt = new Date(placedAt.getTime() + CHANGE_AFTER_MS);
  const changed = draw('second thought', 10) === 0 && laterAt <= until;
  const changedAt = changed ? laterAt : placedAt;
  if (changedAt <= since || changedAt > until) return undefined;
  const [firstName, lastName] = [pick(FIRST_NAMES, draw('first')), pick(LAST_NAMES, draw('last'))];
  const [city, state, zip] = pick(PLACES, draw('place'));
  const [item, priceCents, weightOz] = pick(GOODS, draw('goods'));
  const quantity = 1 + draw('quantity', 3) + (changed ? 1 : 0);
  return {
    externalId: String(number),
    revision: changedAt.toISOString(),
    state: 'open',
    order: {
      date: placedAt,
      recipient: {
        name: `${firstName} ${lastName}`,
        firstName,
        lastName,
        company: '',
        street1: `${100 + draw('house', 9_800)} ${pick(STREETS, draw('street'))}`,
        street2: '',
        street3: '',
        city,
        state,
        zip,
        country: 'US',
        phone: '',
        email: `${firstName}.${lastName}.${draw('mailbox', 10_000)}@shopper.example`.toLowerCase(),
      },
      items: [{ name: item, quantity, priceCents, sku: `SBX-${priceCents}` }],
      shippingCents: 595,
      taxCents: 0,
      discountCents: 0,
      weightOz: weightOz * quantity,
      note: changed ? 'One more, please.' : '',
    } satisfies ContentFrom<'sandbox'>,
  };
}

export interface SandboxChange {
  number: number;
  state: 'open' | 'canceled' | 'shipped';
  note?: string | undefined;
  changedAt: Date;
}

/** Returns the changed order; undefined when the store has no such order. */
export function changedSandboxOrder(
  accountId: AccountId,
  { number, state, note, changedAt }: SandboxChange,
  ordersPerDay: number,
): PlatformOrder | undefined {
  const order = sandboxOrder(accountId, number, ordersPerDay, { since: new Date(0), until: changedAt });
  const revision = changedAt.toISOString();
  if (order?.state !== 'open') return undefined;
  if (state !== 'open') return { externalId: order.externalId, revision, state };
  return { ...order, revision, order: { ...order.order, ...(note === undefined ? {} : { note }) } };
}

type Draw = (what: string, below?: number) => number;

function drawer(accountId: AccountId, number: number): Draw {
  return (what, below = 1_000_000) => scatter(`${accountId}/${number}/${what}`) % below;
}

/** Returns a hash of 32 bits (FNV-1a, then the last step of murmur3), so that neighbouring orders look different. */
function scatter(text: string): number {
  let hash = 0x811c9dc5;
  for (const sign of text) hash = Math.imul(hash ^ sign.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const pick = <T>(from: readonly T[], drawn: number): T => from[drawn % from.length] as T;

const FIRST_NAMES = ['Alma', 'Ben', 'Carla', 'Dev', 'Edith', 'Frank', 'Grace', 'Hugo', 'Ines', 'Jonas'];
const LAST_NAMES = ['Abbott', 'Brandt', 'Castillo', 'Doyle', 'Ellison', 'Fuentes', 'Greer', 'Hopkins'];
const STREETS = ['Oak St', 'Maple Ave', 'Cedar Ln', 'Lake Dr', 'Hill Rd', 'Park Blvd', '2nd Ave'];
const PLACES: readonly (readonly [string, string, string])[] = [
  ['Austin', 'TX', '78701'],
  ['Portland', 'OR', '97205'],
  ['Chicago', 'IL', '60601'],
  ['Denver', 'CO', '80202'],
  ['Atlanta', 'GA', '30303'],
  ['Boston', 'MA', '02108'],
  ['Seattle', 'WA', '98101'],
];
/** The name, the price in cents and the weight in ounces of each product. */
const GOODS: readonly (readonly [string, number, number])[] = [
  ['Ceramic mug', 1_800, 14],
  ['Linen towel', 2_450, 8],
  ['Beeswax candle', 1_250, 10],
  ['Canvas tote', 3_200, 12],
  ['Notebook, dotted', 950, 9],
];
