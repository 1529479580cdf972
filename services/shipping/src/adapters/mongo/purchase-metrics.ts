import type { Clock } from '@parcelyard/service-kit/clock';
import { gaugeOf } from '@parcelyard/service-kit/gauge-of';
import { ageMs } from '@parcelyard/service-kit/possible-times';
import type { Db } from 'mongodb';
import { Counter, type Metric } from 'prom-client';
import { isUnfinished, PURCHASE_STATES, type PurchaseState } from '../../domain/purchase-state';
import { SELLERS, type Seller } from '../../domain/seller';
import { type CarrierMismatch, MISMATCH_FIELDS } from '../../sellers/carrier-mismatch';
import type { SellerNotConfigured } from '../../sellers/seller-not-configured';
import { PURCHASES, type PurchaseDocument } from './purchase-document';
import { waitingForSeller } from './waiting-for-seller';

/**
 * The most unfinished purchases that are read. If there are more, the metrics are too low, but an alert is then on
 * anyway.
 */
const SAMPLE = 2_000;
const UNFINISHED = PURCHASE_STATES.filter(isUnfinished);

export function createPurchaseMetrics(db: Db, clock: Clock, configured: readonly string[]) {
  const reached = new Counter({
    name: 'parcelyard_purchase_states_total',
    help: 'Purchases that entered a state in this process, by state',
    labelNames: ['state'],
    registers: [],
  });
  const mismatches = new Counter({
    name: 'parcelyard_carrier_mismatches_total',
    help: 'Answers with another label than the requested one, by seller and by what differs',
    labelNames: ['seller', 'field'],
    registers: [],
  });
  const parcels = new Counter({
    name: 'parcelyard_parcels_without_seller_total',
    help: 'Tracking requests that were not sent because the seller of the label is not configured',
    labelNames: ['seller'],
    registers: [],
  });
  const waiting = gaugeOf({
    name: 'parcelyard_purchases_without_seller',
    help: 'Purchases that wait because the seller of their label is not configured',
    labelNames: ['seller'],
    read: async () => {
      const counts = await waitingForSeller(db, configured);
      return [...new Set([...SELLERS, ...counts.keys()])].map((seller) => ({
        labels: { seller },
        value: counts.get(seller) ?? 0,
      }));
    },
  });
  for (const seller of SELLERS) parcels.inc({ seller }, 0);
  for (const seller of configured) {
    for (const field of MISMATCH_FIELDS) mismatches.inc({ seller, field }, 0);
  }
  for (const state of PURCHASE_STATES) reached.inc({ state }, 0);
  const unfinished = gaugeOf({
    name: 'parcelyard_purchases_unfinished',
    help: 'Open purchases, by state',
    labelNames: ['state'],
    read: async () => {
      const found = await readUnfinished(db);
      return UNFINISHED.map((state) => ({
        labels: { state },
        value: found.filter((purchase) => purchase.state === state).length,
      }));
    },
  });
  const oldest = gaugeOf({
    name: 'parcelyard_purchase_oldest_unfinished_seconds',
    help: 'Longest time since the last step of an open purchase, by state; 0 without open purchases',
    labelNames: ['state'],
    read: async () => {
      const found = await readUnfinished(db);
      const now = clock.now();
      return UNFINISHED.map((state) => {
        const ages = found.filter((one) => one.state === state).map((one) => ageMs(one.updatedAt, now));
        return { labels: { state }, value: Math.max(0, ...ages) / 1_000 };
      });
    },
  });
  return {
    metrics: [reached, mismatches, parcels, waiting, unfinished, oldest] as readonly Metric[],
    reached: (state: PurchaseState): void => reached.inc({ state }),
    /** Counts a parcel that cannot be tracked, because its seller is no longer configured. */
    withoutSeller: ({ seller }: SellerNotConfigured): void => parcels.inc({ seller }),
    /** Counts a carrier's answer about a label for which we did not ask. */
    mismatched: ({ fields }: CarrierMismatch, seller: Seller): void => {
      for (const field of fields) mismatches.inc({ seller, field });
    },
  };
}

/** Only unfinished purchases have a due time. The index of due times contains only them, so it is small. */
const readUnfinished = (db: Db) =>
  db
    .collection<PurchaseDocument>(PURCHASES)
    .find({ dueAt: { $gt: new Date(0) } }, { projection: { state: 1, updatedAt: 1 }, limit: SAMPLE })
    .toArray();
