import type { Address } from '@parcelyard/contracts/common';
import { textOrNull } from '../../operations/nullable';
import type { Payload } from '../tool';

/** @see specification, "Order detail", `ship_to` */
export const presentShipTo = (address: Address): Payload => ({
  name: address.name,
  company: textOrNull(address.company),
  street1: textOrNull(address.street1),
  street2: textOrNull(address.street2),
  city: textOrNull(address.city),
  state: textOrNull(address.state),
  zip: textOrNull(address.zip),
  country: address.country || 'US',
  phone: textOrNull(address.phone),
  email: textOrNull(address.email),
});
