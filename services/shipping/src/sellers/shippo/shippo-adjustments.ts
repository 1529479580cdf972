import { fromDollars } from '@parcelyard/money/dollars';
import type { Clock } from '@parcelyard/service-kit/clock';
import { readCarrierReference } from '../../domain/purchase';
import type { AdjustmentSource, ReportedAdjustment } from '../adjustment-source';
import type { ReferenceBook } from '../reference-book';
import { nextPage, type ShippoApi } from './shippo-api';
import type { ShippoInvoiceItem } from './shippo-shapes';

/**
 * Types of invoice lines that change a label's postage after the sale. Refunds are missing here, because they are read
 * with the voids.
 */
const ABOUT_POSTAGE: ReadonlySet<string> = new Set(['LABEL_SURCHARGE', 'LABEL_PAYMENT_ADJUSTMENT']);

const FIRST_PAGE = 'results=100&page=1';
/** How far back invoices are read. Carriers change the postage within some weeks. */
const READ_MS = 120 * 86_400_000;

interface Dependencies {
  readonly api: Pick<ShippoApi, 'listInvoiceItems' | 'findTransaction'>;
  readonly book: Pick<ReferenceBook, 'ownersOf'>;
  readonly clock: Clock;
  /** Waits between two pages. Shippo allows 50 list calls a minute. */
  readonly pause: () => Promise<unknown>;
}

/** Reads from Shippo's invoices what was charged for labels after the sale. Each line is one adjustment. */
export function createShippoAdjustments({ api, book, clock, pause }: Dependencies): AdjustmentSource {
  const readItems = async (): Promise<ShippoInvoiceItem[]> => {
    const oldest = clock.now().getTime() - READ_MS;
    const all: ShippoInvoiceItem[] = [];
    for (let query = FIRST_PAGE; query !== ''; ) {
      const page = await api.listInvoiceItems(query);
      const items = page.results ?? [];
      all.push(...items);
      query = isPast(items, oldest) ? '' : nextPage(page);
      if (query !== '') await pause();
    }
    return all.filter((item) => isAdjustment(item) && timeOf(item, clock.now()) >= oldest);
  };

  /**
   * Finds the purchase of a sale (Shippo's transaction) that is missing in our records. A sale is stored when the label
   * is bought, but may be missing after a restore of a backup. Then the sale's own metadata contains the reference.
   */
  const ownerOf = async (transactionId: string) => {
    const reference = (await api.findTransaction(transactionId))?.metadata ?? '';
    const owner = readCarrierReference(reference);
    return owner && { accountId: owner.accountId, reference };
  };

  return {
    seller: 'shippo',
    read: async () => {
      const items = await readItems();
      const owners = await book.ownersOf(items.flatMap(({ transaction }) => transaction ?? []));
      const adjustments: ReportedAdjustment[] = [];
      const unattributed: string[] = [];
      for (const item of items) {
        const { transaction } = item;
        const owner = transaction ? (owners.get(transaction) ?? (await ownerOf(transaction))) : undefined;
        if (owner) adjustments.push({ ...owner, ...toAdjustment(item, clock.now()) });
        else unattributed.push(item.object_id);
      }
      return { adjustments, unattributed };
    },
  };
}

/**
 * Returns whether the rest of the list is too old to read. Shippo does not say how the list is sorted. So this function
 * returns true only for a page whose lines are sorted by time, the newest first.
 */
function isPast(items: readonly ShippoInvoiceItem[], oldest: number): boolean {
  const times = items.map(({ object_created }) => Date.parse(object_created ?? ''));
  const isSorted = times.every((time, at) => at === 0 || time <= (times[at - 1] as number));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  return isSorted && first > last && last < oldest;
}

const isAdjustment = ({ type, amount, currency }: ShippoInvoiceItem): boolean =>
  ABOUT_POSTAGE.has(type ?? '') &&
  Number.isFinite(Number(amount || Number.NaN)) &&
  (currency ?? 'USD') === 'USD';

const timeOf = ({ object_created }: ShippoInvoiceItem, now: Date): number =>
  object_created ? Date.parse(object_created) : now.getTime();

const toAdjustment = (item: ShippoInvoiceItem, now: Date) => ({
  id: item.object_id,
  cents: fromDollars(Number(item.amount)),
  measured: {},
  reason: item.description ?? '',
  at: new Date(timeOf(item, now)),
});
