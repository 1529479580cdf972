import type { QuoteShippingRequest, QuoteShippingResponse } from '@parcelyard/contracts/shipping';
import { cents } from '@parcelyard/money/cents';
import { checkParcel } from '../domain/parcel';
import { insurancePremium } from '../domain/purchase';
import { quoteLane } from '../domain/quote-lane';
import { askCarriers, rateRows } from './ask-carriers';
import type { ShippingPorts } from './shipping-ports';

export type QuoteShippingPorts = Pick<ShippingPorts, 'carriers' | 'settings' | 'clock' | 'rateTtlS'>;

/**
 * Returns the rates of every carrier for a destination, cheapest first. There is no order, so nothing is saved.
 * @throws DomainError invalid_argument for the parcel or a ZIP
 */
export async function quoteShipping(
  { carriers, settings, clock, rateTtlS }: QuoteShippingPorts,
  request: QuoteShippingRequest,
): Promise<QuoteShippingResponse> {
  const parcel = checkParcel(request.parcel);
  const { shipFrom, ownAccounts } = await settings.get(request.accountId);
  const now = clock.now();
  const { rates, errors } = await askCarriers(carriers.all, {
    ...quoteLane(request, shipFrom),
    parcel,
    options: {
      signatureRequired: request.signatureRequired ?? false,
      saturdayDelivery: request.saturdayDelivery ?? false,
    },
    shipDate: now,
    residential: request.residential,
    orderReferences: [],
    ownAccounts,
  });
  const expiresAt = new Date(now.getTime() + rateTtlS * 1000);
  const { insuredValueCents: insured } = request;
  const insuranceCents = insured === undefined ? undefined : insurancePremium(true, cents(insured));
  return { rates: rateRows(rates, expiresAt, () => ''), errors, insuranceCents };
}
