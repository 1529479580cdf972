import type {
  AddToCarrierPickupRequest,
  AddToCarrierPickupResponse,
  BookPickupRequest,
  BookPickupResponse,
  CancelCarrierPickupRequest,
  MakeScanFormRequest,
  MakeScanFormResponse,
  QuotePickupRequest,
  QuotePickupResponse,
  SelectSoldByRequest,
  SelectSoldByResponse,
} from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { failure, toFailure } from '@parcelyard/service-kit/failure';
import type { PurchaseStore } from '../adapters/mongo/purchase-store';
import { SELLERS, type Seller } from '../domain/seller';
import type { Carrier } from '../sellers/carrier-port';
import type { CarrierRegistry } from '../sellers/carrier-registry';
import { SellerNotConfigured } from '../sellers/seller-not-configured';
import { askCarrier } from './ask-carrier';
import type { ShippingPorts } from './shipping-ports';

/** Asks whether a pickup is possible. @throws DomainError invalid_argument for an unknown carrier · unavailable */
export async function quotePickup(
  ports: Pick<BookPickupPorts, 'carriers' | 'purchases'>,
  request: QuotePickupRequest,
): Promise<QuotePickupResponse> {
  const { accountId, date, references } = request;
  const { driver, orderIds } = await driverOf(ports, request);
  const quote = await askCarrier(driver, driver.quotePickup({ accountId, date, references }));
  return {
    available: quote.available,
    reason: quote.available ? '' : quote.reason,
    windowStart: quote.window.start,
    windowEnd: quote.window.end,
    seller: driver.seller,
    orderIds: [...orderIds],
  };
}

/**
 * Chooses the seller that books a pickup: the one that sold most of the labels. Returns the carrier at this seller, and
 * the orders whose labels this seller sold.
 */
async function driverOf(
  { carriers, purchases }: Pick<BookPickupPorts, 'carriers' | 'purchases'>,
  { accountId, carrier: code, orderIds }: QuotePickupRequest,
): Promise<{ driver: Carrier; orderIds: readonly number[] }> {
  const sellers = SELLERS.filter((seller) => carriers.has({ seller, carrier: code }));
  if (sellers.length < 2 || orderIds.length === 0) return { driver: carriers.get(code), orderIds };
  const latest = await purchases.latestOfOrders(accountId, orderIds);
  const [most] = sellers
    .map((seller) => ({ seller, ids: orderIds.filter((id) => latest.get(id)?.terms.seller === seller) }))
    .sort((a, b) => b.ids.length - a.ids.length);
  if (!most || most.ids.length === 0) return { driver: carriers.get(code), orderIds: [] };
  return { driver: carriers.of({ seller: most.seller, carrier: code }), orderIds: most.ids };
}

/** Returns the orders whose label this seller sold. An order for which we know no purchase is included, too. */
export async function selectSoldBy(
  { purchases }: Pick<BookPickupPorts, 'purchases'>,
  { accountId, seller, orderIds }: SelectSoldByRequest,
): Promise<SelectSoldByResponse> {
  const latest = await purchases.latestOfOrders(accountId, orderIds);
  return { orderIds: orderIds.filter((id) => (latest.get(id)?.terms.seller ?? seller) === seller) };
}

type BookPickupPorts = Pick<ShippingPorts, 'carriers' | 'settings' | 'purchases'>;

/**
 * Books a pickup, once for each reference.
 * @throws DomainError carrier_refused with the carrier's message · unavailable
 */
export async function bookPickup(
  { carriers, settings, purchases }: BookPickupPorts,
  { seller, carrier, orderIds, ...booking }: BookPickupRequest,
): Promise<BookPickupResponse> {
  const driver = carrierOrUnavailable(carriers, { seller, carrier });
  const { accountId } = booking;
  const [{ shipFrom }, labels] = await Promise.all([
    settings.get(accountId),
    labelsOf(purchases, accountId, { seller, orderIds }),
  ]);
  const booked = driver.bookPickup({ ...booking, from: shipFrom, labels });
  const { confirmationNumber, window } = await askCarrier(driver, booked);
  return { confirmationNumber, windowStart: window.start, windowEnd: window.end };
}

/**
 * Adds parcels to a pickup that is booked, or returns the carrier's refusal.
 * @throws DomainError unavailable: repeat the call
 */
export async function addToPickup(
  carriers: CarrierRegistry,
  { seller, carrier, ...addition }: AddToCarrierPickupRequest,
): Promise<AddToCarrierPickupResponse> {
  const driver = carriers.of({ seller: seller as Seller, carrier });
  if (!driver.addToPickup) {
    const params = { carrier: driver.declaration.name };
    return { added: false, refusal: failure('carrier_refused', 'carrier_extends_no_pickup', params) };
  }
  try {
    await askCarrier(driver, driver.addToPickup(addition));
    return { added: true, refusal: undefined };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'carrier_refused') throw error;
    return { added: false, refusal: toFailure(error) };
  }
}

/**
 * Cancels a pickup. A second call changes nothing.
 * @throws DomainError carrier_refused with the carrier's message · unavailable: repeat the call
 */
export async function cancelPickup(
  carriers: CarrierRegistry,
  { accountId, seller, carrier, reference, confirmationNumber }: CancelCarrierPickupRequest,
): Promise<void> {
  const driver = carriers.of({ seller: seller as Seller, carrier });
  await askCarrier(driver, driver.cancelPickup({ accountId, reference, confirmationNumber }));
}

/** Makes one form for all labels of a pickup. @throws DomainError carrier_refused · unavailable: repeat the call */
export async function makeScanForm(
  { carriers, purchases }: Pick<BookPickupPorts, 'carriers' | 'purchases'>,
  { seller, carrier, accountId, orderIds }: MakeScanFormRequest,
): Promise<MakeScanFormResponse> {
  const driver = carrierOrUnavailable(carriers, { seller, carrier });
  if (!driver.makeScanForm) return { url: undefined };
  const labels = await labelsOf(purchases, accountId, { seller, orderIds });
  const { url } = await askCarrier(driver, driver.makeScanForm(accountId, labels));
  return { url };
}

/** Returns the references of the labels that this seller sold. Other sellers do not know them. */
async function labelsOf(
  purchases: PurchaseStore,
  accountId: number,
  { seller, orderIds }: { seller: string; orderIds: readonly number[] },
) {
  const owners = await purchases.findOwners(accountId, orderIds);
  return orderIds.flatMap((orderId) => {
    const purchase = owners.get(orderId);
    // A parcel whose label is being voided is not collected.
    return purchase?.state === 'done' && purchase.terms.seller === seller ? [purchase.carrierReference] : [];
  });
}

/**
 * Returns the carrier for a call that is repeated until the carrier answers.
 * @throws DomainError unavailable while the seller is not configured. This is no refusal, because an earlier call to
 * this seller may have succeeded.
 */
function carrierOrUnavailable(
  carriers: CarrierRegistry,
  { seller, carrier }: { seller: string; carrier: string },
) {
  try {
    return carriers.of({ seller: seller as Seller, carrier });
  } catch (error) {
    if (!(error instanceof SellerNotConfigured)) throw error;
    throw new DomainError('unavailable', error.reason, error.params, { cause: error });
  }
}
