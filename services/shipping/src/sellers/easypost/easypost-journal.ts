import type { SellerJournalEntry } from '@parcelyard/contracts/shipping';
import type { Clock } from '@parcelyard/service-kit/clock';
import { readCarrierReference } from '../../domain/purchase';
import type { SellerJournal } from '../../ports';
import type { EasypostApi } from './easypost-api';
import { easypostDeclarations } from './easypost-declarations';
import type { EasypostRate, EasypostShipment } from './easypost-shapes';
import { isBought, labelStatus, price } from './from-easypost';

const DAY_MS = 86_400_000;
/** A date before the first label. Without a start date, EasyPost lists only the last month. */
const FROM = new Date('2015-01-01T00:00:00Z');

interface Dependencies {
  readonly api: Pick<EasypostApi, 'listShipments'>;
  readonly clock: Clock;
}

/** Lists EasyPost's sales with our references, newest first, in pages. The reference contains the account. */
export function createEasypostJournal({ api, clock }: Dependencies): SellerJournal {
  return {
    sellers: ['easypost'],
    list: async ({ accountId, after }) => {
      const { shipments, has_more } = await api.listShipments({
        purchased: true,
        page_size: 100,
        start_datetime: FROM.toISOString(),
        end_datetime: new Date(clock.now().getTime() + DAY_MS).toISOString(),
        ...(after === '' ? {} : { before_id: after }),
      });
      const entries = shipments.flatMap((shipment): SellerJournalEntry[] => {
        // Leaves out labels that were bought directly at EasyPost, and not through this product.
        const reference = shipment.reference ?? '';
        const owner = readCarrierReference(reference);
        if (!owner || !isBought(shipment)) return [];
        const included = accountId === 0 || owner.accountId === accountId;
        return included ? [journalEntry(shipment, owner.accountId, reference)] : [];
      });
      const last = shipments.at(-1)?.id ?? '';
      return { entries, next: has_more ? last : '' };
    },
  };
}

function journalEntry(shipment: EasypostShipment, accountId: number, reference: string): SellerJournalEntry {
  const rate = shipment.selected_rate as EasypostRate;
  const carrier = easypostDeclarations.find(({ easypostNames }) => easypostNames.includes(rate.carrier));
  return {
    carrier: carrier?.code ?? rate.carrier,
    reference,
    accountId,
    trackingNumber: shipment.tracking_code ?? '',
    chargedCents: price(rate),
    status: labelStatus(shipment),
    at: new Date(shipment.postage_label?.created_at ?? shipment.created_at),
  };
}
