import { fromDollars } from '@parcelyard/money/dollars';
import { readCarrierReference } from '../../domain/purchase';
import type { SellerJournal } from '../../ports';
import { statusOf } from './from-shipengine';
import type { ShipengineApi } from './shipengine-api';
import { shipengineCarriers } from './shipengine-carriers';

/**
 * Lists ShipEngine's labels with our references, oldest first, in ShipEngine's pages. The reference contains the
 * account.
 */
export function createShipengineJournal(api: Pick<ShipengineApi, 'listLabels'>): SellerJournal {
  return {
    sellers: ['shipengine'],
    list: async ({ accountId, after, limit }) => {
      const { labels, page, pages } = await api.listLabels({
        page: after || '1',
        page_size: String(Math.min(limit, 100)),
        sort_by: 'created_at',
      });
      const entries = labels.flatMap((label) => {
        // Leaves out labels that were bought directly at ShipEngine, and not through this product.
        const reference = label.external_shipment_id ?? '';
        const owner = readCarrierReference(reference);
        if (!owner || label.status === 'error' || label.status === 'processing') return [];
        if (accountId !== 0 && owner.accountId !== accountId) return [];
        const carrier = shipengineCarriers.find(({ kinds }) => kinds.includes(label.carrier_code));
        return [
          {
            carrier: carrier?.code ?? label.carrier_code,
            reference,
            accountId: owner.accountId,
            trackingNumber: label.tracking_number ?? '',
            chargedCents: fromDollars(label.shipment_cost.amount),
            status: statusOf(label),
            at: new Date(label.created_at),
          },
        ];
      });
      return { entries, next: page < pages ? String(page + 1) : '' };
    },
  };
}
