import type { Address } from '@parcelyard/contracts/common';
import type {
  CreateOrderRequest,
  ImportedOrder,
  NewOrder,
  OrderLabel,
  UpdateOrderRequest,
} from '@parcelyard/contracts/orders';
import type { Complete } from '@parcelyard/service-kit/complete';

const BLANK: Address = {
  name: '',
  firstName: '',
  lastName: '',
  company: '',
  street1: '',
  street2: '',
  street3: '',
  city: '',
  state: '',
  zip: '',
  country: '',
  phone: '',
  email: '',
};

export const anAddress = (given: Partial<Address> = {}): Address => ({
  ...BLANK,
  name: 'Ada Lovelace',
  street1: '12 Analytical Way',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  ...given,
});

export const blankAddress = (given: Partial<Address> = {}): Address => ({ ...BLANK, ...given });

export const anOrder = (accountId: number, given: Partial<NewOrder> = {}): CreateOrderRequest => ({
  accountId,
  order: { ...(given.customerId === undefined ? { shipTo: anAddress() } : {}), items: [], ...given },
});

/** Every field that new orders and edits save as given. */
export const SAVED_AS_GIVEN: Complete<
  Omit<Pick<NewOrder, keyof NewOrder & keyof UpdateOrderRequest>, 'customerId' | 'shipTo' | 'items'>
> = {
  note: 'Ring twice\nNot before nine',
  invoiceNumber: 'INV-77',
  weightOz: 7.25,
};

export const anImport = (given: Partial<ImportedOrder> = {}): ImportedOrder => ({
  status: '',
  recipient: anAddress(),
  items: [],
  shippingCents: 0,
  taxCents: 0,
  handlingCents: 0,
  discountCents: 0,
  note: '',
  ...given,
});

export const aLabel = (purchaseId: string, given: Partial<OrderLabel> = {}): OrderLabel => ({
  purchaseId,
  seller: 'sandbox',
  carrier: 'usps',
  method: 'USPS Ground Advantage',
  serviceLevel: 'usps_ground_advantage',
  costCents: 755,
  labelUrl: '/labels/abc',
  trackingNumber: `94${purchaseId}`,
  trackingUrl: `/track/94${purchaseId}`,
  purchasedAt: new Date('2026-03-02T15:00:00.000Z'),
  postalAddress: '500 E Cesar Chavez St, Austin, TX 78701',
  ...given,
});
