import { splitName } from '@parcelyard/service-kit/split-name';
import { type Address, DEFAULT_COUNTRY } from './address';
import type { Order } from './order';
import { isPlaceholderEmail, isPlaceholderName, isPlaceholderPhone } from './placeholders';

/** The name on a parcel when nobody's name is known. */
const CURRENT_RESIDENT = 'Current Resident';

type Destination = Pick<Order, 'customerId' | 'recipient' | 'shippingAddress'>;

/** True when the customer record could tell something that the order does not. */
export function needsCustomer({ customerId, recipient, shippingAddress }: Destination): boolean {
  if (shippingAddress || customerId === 0) return false;
  return (
    isPlaceholderName(recipient.name) ||
    isPlaceholderEmail(recipient.email) ||
    isPlaceholderPhone(recipient.phone)
  );
}

/**
 * Where the order ships (specification: Order detail, `ship_to`): the saved shipping address as it is; otherwise the
 * recipient, whose missing or placeholder name, e-mail and phone come from the customer record, and at last
 * `Current Resident`. A placeholder that nothing better is known for stays, except the name.
 */
export function resolveShipTo({ recipient, shippingAddress }: Destination, customer?: Address): Address {
  if (shippingAddress) return { ...shippingAddress, country: shippingAddress.country || DEFAULT_COUNTRY };
  const { name, firstName, lastName } = namedPerson(recipient, customer);
  const email = better(recipient.email, customer?.email, isPlaceholderEmail);
  const phone = better(recipient.phone, customer?.phone, isPlaceholderPhone);
  const country = recipient.country || DEFAULT_COUNTRY;
  return { ...recipient, name, firstName, lastName, email, phone, country };
}

function namedPerson(recipient: Address, customer: Address | undefined) {
  for (const person of [recipient, customer]) {
    if (person && !isPlaceholderName(person.name)) return person;
  }
  return { name: CURRENT_RESIDENT, ...splitName(CURRENT_RESIDENT) };
}

function better(own: string, known: string | undefined, isPlaceholder: (value: string) => boolean): string {
  return isPlaceholder(own) && known !== undefined && !isPlaceholder(known) ? known : own;
}
