/** The demo shop's actions on one day in the past. */
export interface HistoryWeek {
  readonly daysAgo: number;
  /** For each new order, its customer's position in the address book. Lapsed customers are at the end of the book. */
  readonly customers: readonly number[];
  /** How the orders are shipped: one by one with alternating carriers, or all in one batch. */
  readonly shipped: 'one by one' | 'as a batch';
  /** Also imports the connected store's orders of the last day, and ships them with the batch. */
  readonly imports?: true;
  readonly firstLabel?: 'voided, bought again' | 'voided, order canceled' | 'cannot be delivered';
  /** If present, labels are marked as printed, and this carrier picks up the parcels with its labels. */
  readonly pickup?: 'usps' | 'ups' | 'fedex';
  /** Labels are insured from this week on. */
  readonly insurance?: boolean;
  /** Mails customers who have not ordered for a month. */
  readonly campaign?: true;
}

/** The weeks, oldest first. They cover three months, so that some customers have not ordered for ninety days. */
export const HISTORY_WEEKS: readonly HistoryWeek[] = [
  { daysAgo: 99, customers: [12, 13, 14, 15], shipped: 'one by one' },
  { daysAgo: 90, customers: [0, 1, 2], shipped: 'one by one', pickup: 'usps' },
  { daysAgo: 79, customers: [3, 4, 5], shipped: 'one by one', firstLabel: 'voided, bought again' },
  { daysAgo: 71, customers: [6], shipped: 'as a batch', imports: true },
  { daysAgo: 62, customers: [7, 8, 9], shipped: 'one by one', firstLabel: 'cannot be delivered' },
  { daysAgo: 50, customers: [10, 11, 0], shipped: 'one by one', campaign: true },
  { daysAgo: 41, customers: [1, 2, 3], shipped: 'one by one', insurance: true, pickup: 'ups' },
  { daysAgo: 33, customers: [4, 5, 6], shipped: 'one by one', firstLabel: 'voided, order canceled' },
  { daysAgo: 26, customers: [7, 8, 9], shipped: 'one by one', insurance: false },
  { daysAgo: 17, customers: [10, 11, 0, 1], shipped: 'one by one', pickup: 'usps' },
  { daysAgo: 8, customers: [2, 3, 4], shipped: 'one by one', pickup: 'fedex' },
];
