import type { MemoryOperation } from '@parcelyard/testing/memory-database';
import type { Document } from 'mongodb';
import type { Sabotage } from './money-world';
import { playSchedules } from './play-schedules';
import { runInterleavings } from './run-interleavings';

jest.mock('node:timers/promises', () => ({ setTimeout: () => new Promise(() => undefined) }));
playSchedules();

/**
 * The number of runs for each removed protection. Most faults are found in far fewer runs. The rarest fault appears
 * once in about 2,000 runs.
 */
const COUNT = 3_000;

const withoutIndex = (service: string, collection: string, fields: readonly string[]): Sabotage => ({
  indexes: (of, indexes) => {
    if (of !== service) return indexes;
    const named = (key: object) => Object.keys(key).join() === fields.join();
    const left = (indexes[collection] ?? []).filter(({ key, unique }) => !unique || !named(key as object));
    return { ...indexes, [collection]: left };
  },
});

/** Removes the check of these fields from the service's updates. */
const without = (
  service: string,
  collection: string,
  fields: readonly string[],
  isIt: (set: Document) => boolean = () => true,
): Sabotage => ({
  filtering: (of, { collection: name, kind, filter, update }: MemoryOperation) => {
    const meant = of === service && name === collection && kind === 'update' && isIt(update?.$set ?? {});
    if (!meant) return filter;
    return Object.fromEntries(Object.entries(filter).filter(([field]) => !fields.includes(field)));
  },
});

/**
 * A release without a hold is normally stored under the key of the hold. This change stores it under another key, so
 * that it does not prevent a late hold.
 */
const underAnotherKey: Sabotage['inserting'] = (service, collection, document) => {
  const isMeant = service === 'billing' && collection === 'transfers' && document.kind === 'release';
  return isMeant ? { ...document, _id: document._id.replace(/^hold:/, 'apart:') } : document;
};

/**
 * The end of a missing reservation is normally stored under the reservation's key. This change stores it under another
 * key, so that it does not prevent a late reservation.
 */
const endedApart: Sabotage['inserting'] = (service, collection, document) => {
  const isMeant = service === 'billing' && collection === 'transfers' && document.kind === 'reservation_end';
  return isMeant ? { ...document, _id: document._id.replace(/^reservation:/, 'apart:') } : document;
};

/**
 * When one of these protections is removed, the model must find a fault. This list leaves out a protection if another
 * protection prevents the same fault: for example, both an index and a lock allow an order only one purchase. Such
 * protections are tested in `races.test.ts` of billing, `purchase-races.test.ts` of shipping, and
 * `order-counters.test.ts` of orders.
 */
test.each<[string, Sabotage, seed?: number]>([
  ['a purchase that was sent to one seller goes to no other', { forgetsSellers: true }],
  [
    'a sequence number in the ledger is used once',
    withoutIndex('billing', 'transfers', ['accountId', 'seq']),
  ],
  ['a hold and a release of a purchase without a hold exclude each other', { inserting: underAnotherKey }],
  ["a batch's reservation and its end exclude each other", { inserting: endedApart, isOfLimits: true }],
  [
    'a charge is sent only while its purpose is open',
    without('billing', 'purchase_charges', ['state'], ({ charging }) => charging !== undefined),
    10,
  ],
  [
    'a recharge is withdrawn only if it was not sent after the read',
    without('billing', 'recharges', ['state', 'sentAt'], ({ state }) => state === 'withdrawn'),
  ],
  [
    'a recharge changes only from the state that was read',
    without('billing', 'recharges', ['state'], ({ state }) => state === 'given_up' || state === 'spent'),
  ],
  ['a purchase is written only by its driver', without('shipping', 'purchases', ['fence', 'state'])],
  ['a purchase is done only after the capture is in the ledger', { believes: ['capture'] }],
  [
    'an adjustment of postage is completed only when the ledger has it',
    { believes: ['adjustPostage'], isOfAdjustments: true },
  ],
  ['a purchase that has ended cannot lock an order', without('orders', 'orders', ['endedPurchases'])],
])(
  'the model fails without the guard: %s',
  async (_, sabotage, seed = 5) => {
    const broken = await runInterleavings({ count: COUNT, seed, sabotage });
    expect(broken?.fault).toEqual(expect.any(String));
  },
  300_000,
);
