import type {
  BookPickupRequest,
  BookPickupResponse,
  CancelCarrierPickupRequest,
  QuotePickupRequest,
  QuotePickupResponse,
} from '@parcelyard/contracts/shipping';
import type { CarrierRegistry } from '../carriers/carrier-registry';
import { askCarrier } from './ask-carrier';

/** Whether a driver would come. @throws DomainError invalid_argument for an unknown carrier · unavailable */
export async function quotePickup(
  carriers: CarrierRegistry,
  { accountId, carrier, date, references }: QuotePickupRequest,
): Promise<QuotePickupResponse> {
  const driver = carriers.get(carrier);
  const quote = await askCarrier(driver, driver.quotePickup({ accountId, date, references }));
  return {
    available: quote.available,
    reason: quote.available ? '' : quote.reason,
    windowStart: quote.window.start,
    windowEnd: quote.window.end,
  };
}

/** Books once per reference. @throws DomainError carrier_refused in the carrier's words · unavailable: ask again */
export async function bookPickup(
  carriers: CarrierRegistry,
  { carrier, ...booking }: BookPickupRequest,
): Promise<BookPickupResponse> {
  const driver = carriers.get(carrier);
  const { confirmationNumber, window } = await askCarrier(driver, driver.bookPickup(booking));
  return { confirmationNumber, windowStart: window.start, windowEnd: window.end };
}

/** Idempotent. @throws DomainError carrier_refused in the carrier's words · unavailable: ask again */
export async function cancelPickup(
  carriers: CarrierRegistry,
  { accountId, carrier, reference, confirmationNumber }: CancelCarrierPickupRequest,
): Promise<void> {
  const driver = carriers.get(carrier);
  await askCarrier(driver, driver.cancelPickup({ accountId, reference, confirmationNumber }));
}
