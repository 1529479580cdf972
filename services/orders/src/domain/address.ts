import { splitName } from '@parcelyard/service-kit/split-name';
/** A postal address with the person to reach there; empty string means "not given". */
export interface Address {
  name: string;
  firstName: string;
  lastName: string;
  company: string;
  street1: string;
  street2: string;
  street3: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  phone: string;
  email: string;
}

export const DEFAULT_COUNTRY = 'US';

/** The address with its full name and the name's parts in agreement; a name that was given stays to the letter. */
export function withWholeName(address: Address): Address {
  const name = address.name || `${address.firstName} ${address.lastName}`.trim();
  if (address.firstName || address.lastName) return { ...address, name };
  return { ...address, name, ...splitName(name) };
}

/** The address as people typed it, without the blanks around each part. */
export function trimmed(address: Address): Address {
  return Object.fromEntries(
    Object.entries(address).map(([key, value]) => [key, (value as string).trim()]),
  ) as unknown as Address;
}
